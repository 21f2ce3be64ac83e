"""Rubbers: those that the caller sees, one of them, and a new one: as text, as a result, or about to be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.db.models import CharField, DateTimeField
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core import examples
from matches.api.core.base import ApiView, Reply, created
from matches.api.core.errors import ApiError, wrong_member
from matches.api.core.etags import rubber_etag
from matches.api.core.filters import Filters
from matches.api.core.media_types import EGN_MEDIA_TYPE, EgnRenderer, JsonRenderer
from matches.api.core.pagination import ColumnOrder, Order
from matches.api.core.references import (
    Players,
    event_by_id,
    event_in_text,
    players_by_id,
    players_in_text,
)
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.rubbers.record_from_body import (
    record_of_opening,
    record_of_result,
    record_of_text,
)
from matches.api.rubbers.serializers import (
    FORMS,
    LiveRubber,
    RubberAsEgn,
    RubberAsResult,
    RubberFilters,
    RubberLine,
    RubberShown,
    TextQuery,
)
from matches.clubs.access import open_seats
from matches.clubs.permissions import Powers, can
from matches.models import Club, Rubber
from matches.reviews.annotate_text import annotated_text
from matches.reviews.queries.reviews import labelled_decisions
from matches.rubbers.canonical_text import named_text
from matches.rubbers.commands import Act, enter_rubber, open_rubber
from matches.rubbers.queries.page_rows import rubbers_shown
from matches.rubbers.queries.rubber_rows import rubber_lines
from scoring.errors import RecordError
from scoring.record import Rubber as Record


class RubbersView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "POST": "enter"}
    pages = True
    filters: ClassVar[type[Filters]] = RubberFilters
    orders: ClassVar[Mapping[str, Order[Any]]] = {
        "entered_at": ColumnOrder("entered_at", DateTimeField()),
        "changed_at": ColumnOrder("changed_at", DateTimeField()),
        "date": ColumnOrder("date", CharField()),
    }
    problems = ("same_rubber", "invalid_record", "unknown_player", "unknown_event", "not_found")

    @extend_schema(
        operation_id="list_rubbers",
        summary="Rubbers of the clubs that you see",
        responses=page_of(RubberLine, "RubberPage"),
    )
    def get(self, request: Request) -> Response:
        return self.listed(request, rubber_lines(request.user), RubberLine)

    @extend_schema(
        operation_id="enter_rubber",
        summary="Enter a rubber: as EGN, as a result, or to be recorded deal by deal",
        examples=examples.NEW_RUBBER,
        request=PolymorphicProxySerializer(
            component_name="NewRubber",
            serializers={"egn": RubberAsEgn, "result": RubberAsResult, "live": LiveRubber},
            resource_type_field_name="form",
        ),
        responses={201: RubberShown},
    )
    def post(self, request: Request) -> Response:
        form = request.data.get("form") if isinstance(request.data, Mapping) else None
        if not isinstance(form, str) or form not in FORMS:
            raise wrong_member("/form", _("One of these: %(forms)s.") % {"forms": ", ".join(FORMS)})
        asked = self.body_of(request, FORMS[form])
        club = self.club_of(request, asked["club"])
        powers = self.require(request, club, "enter_rubber")

        def enter() -> Reply:
            act = Act(by=self.user_of(request), key="", reason=asked["reason"])
            rubber = rubber_shown(request, _entered(asked, form, club, powers, act).public_id)
            body = rubber_json(request, rubber)
            path = reverse("api:rubber", args=[rubber.public_id])
            return created(body, location=path, etag=rubber_etag(rubber, body, request.user))

        return self.carry_out(request, enter)


def _entered(asked: Mapping[str, Any], form: str, club: Club, powers: Powers, act: Act) -> Rubber:
    text = record_of_text(asked["egn"]) if form == "egn" else None
    players, event = _company(asked, text, club, powers)
    if not powers.may_enter(players[0].pk, players[1].pk):
        raise PermissionDenied
    is_another = asked["is_another"]
    if form == "live":
        opening = record_of_opening(asked, players, event)
        return open_rubber(club, opening, event_name=event, players=players, act=act, is_another=is_another)
    record = record_of_result(asked, players, event) if text is None else text
    word = powers.word_on(players[0].pk, players[1].pk)
    return enter_rubber(
        club, record, event_name=event, players=players, word=word, act=act, is_another=is_another
    )


def _company(
    asked: Mapping[str, Any], text: Record | None, club: Club, powers: Powers
) -> tuple[Players, str]:
    """Who plays, and in which event: as the body says, else as its text does."""
    if text is None:
        return players_by_id(club, asked["players"]), event_by_id(club, asked.get("event"))
    is_told = "players" in asked
    players = players_by_id(club, asked["players"]) if is_told else players_in_text(club, text)
    if "event" in asked:
        return players, event_by_id(club, asked["event"])
    return players, event_in_text(club, text, powers)


class RubberView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True
    renderer_classes: Sequence[type[BaseRenderer]] = (JsonRenderer, EgnRenderer)

    @extend_schema(
        operation_id="get_rubber",
        summary="One rubber, as JSON or in the notation",
        parameters=[TextQuery],
        responses={(200, "application/json"): RubberShown, (200, EGN_MEDIA_TYPE): OpenApiTypes.STR},
    )
    def get(self, request: Request, rubber_id: str) -> Response:
        """The notation is not there for a rubber that is being played: that one shows its score alone."""
        rubber = rubber_shown(request, rubber_id)
        if isinstance(request.accepted_renderer, EgnRenderer):
            return self.text_of(request, rubber)
        self.query_of(request, TextQuery)
        body = rubber_json(request, rubber)
        return self.shown(request, body, etag=rubber_etag(rubber, body, request.user))

    def text_of(self, request: Request, rubber: Rubber) -> Response:
        require_over(rubber)
        if self.query_of(request, TextQuery)["annotated"]:
            text = _annotated_text(request, rubber)
        else:
            text = named_text(rubber.egn, (rubber.player_a.name, rubber.player_b.name))
        return self.shown(request, text, etag=rubber_etag(rubber, text, request.user))


class RubberEgnView(RubberView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    renderer_classes = (EgnRenderer,)

    @extend_schema(
        operation_id="get_rubber_egn",
        summary="One rubber in the notation",
        parameters=[TextQuery],
        responses={(200, EGN_MEDIA_TYPE): OpenApiTypes.STR},
    )
    def get(self, request: Request, rubber_id: str) -> Response:
        return self.text_of(request, rubber_shown(request, rubber_id))


def _annotated_text(request: Request, rubber: Rubber) -> str:
    """The text with the decisions of those sides whose figures the caller may read. Raises ``ApiError``."""
    decisions = labelled_decisions(rubber, open_seats(request.user, rubber))
    try:
        return annotated_text(rubber, decisions)
    except RecordError:
        told = _("With the review in it the record is longer than a record may be.")
        raise ApiError("not_found", told) from None


def rubber_shown(request: Request, rubber_id: str) -> Rubber:
    """Raises ``Http404`` for a rubber of a club that the caller does not see."""
    return get_object_or_404(rubbers_shown(request.user), public_id=rubber_id)


def require_over(rubber: Rubber) -> None:
    """Raises ``ApiError`` while the rubber is being played: until it is over its cards are nobody's to see."""
    if rubber.state == Rubber.State.LIVE:
        raise ApiError("not_found", _("The rubber is being played: until its end it shows its score alone."))


def rubber_json(request: Request, rubber: Rubber) -> dict[str, Any]:
    """The rubber as the caller may see it."""
    is_live = rubber.state == Rubber.State.LIVE
    keeps_score = is_live and can(request.user, "enter_rubber", rubber)
    return dict(RubberShown(rubber, context={"keeps_score": keeps_score}).data)
