"""Corrections of an event, however late: first what they move, then the correction, and what is decided of the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from django.db import transaction
from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.clubs.serializers.clubs import EventShown
from matches.api.core.base import Reply
from matches.api.core.errors import ApiError, wrong_member
from matches.api.core.etags import event_etag, if_match
from matches.api.core.problem_codes import Code
from matches.api.core.scopes import Scopes
from matches.api.events import examples
from matches.api.events.serializers.corrections import (
    CORRECTED,
    PREVIEWED,
    PreviewShown,
    decided,
    moves_json,
    pairing_place,
    people_in,
)
from matches.api.events.views.base import EventApiView, event_reply, shape_of
from matches.api.events.views.facts import written_result
from matches.api.rubbers.record_from_body import record_of_text
from matches.api.rubbers.serializers import SeatedPlayer
from matches.clubs.locks import locked_club
from matches.clubs.permissions import Powers
from matches.common.command_context import Act
from matches.common.log import RUBBER_CONFIRMED, RUBBER_CORRECTED, RUBBER_DISPUTED, RUBBER_VOIDED
from matches.events.build_corrected_record import record_with_result
from matches.events.corrections import (
    Preview,
    correct_by_fact,
    correct_result,
    fact_preview,
    result_preview,
    said_of_result,
    said_preview,
)
from matches.events.current_state import event_state
from matches.events.record_facts import NewFact
from matches.models import Depth, Event, Player, Rubber
from matches.rubbers.confirm_dispute_void import confirm_rubber, dispute_rubber, void_rubber
from matches.rubbers.states import RubberKind, State
from matches.rubbers.transition import refuse_state
from matches.rules.events.draw_state import event_plan
from matches.rules.events.facts import FactKind
from scoring.record import Rubber as Record

SAID: Final[dict[str, tuple[RubberKind, State]]] = {
    "confirm": (RUBBER_CONFIRMED, "confirmed"),
    "dispute": (RUBBER_DISPUTED, "disputed"),
    "void": (RUBBER_VOIDED, "void"),
}
"""What is said of a rubber whose record stays: the kind of the entry, and what the rubber is then."""
PROBLEMS: tuple[Code, ...] = ("event_refused", "wrong_state", "same_rubber", "invalid_record")


class CorrectionPreviewView(EventApiView):
    scopes: ClassVar[Scopes] = {"POST": "read"}
    reads: ClassVar[frozenset[str]] = frozenset({"GET", "POST"})
    has_tag = True
    problems: ClassVar[tuple[Code, ...]] = (*PROBLEMS, "not_signed_in", "not_allowed")

    @extend_schema(
        operation_id="preview_event_correction",
        summary="What a correction would move: lines, places, pairings, and what was drawn on them",
        examples=examples.CORRECTION_PREVIEW,
        request=PolymorphicProxySerializer(
            component_name="EventCorrectionAsked",
            serializers={**PREVIEWED},
            resource_type_field_name="what",
        ),
        responses=PreviewShown,
    )
    def post(self, request: Request, event_id: str) -> Response:
        """Nothing is changed. The tag is for the correction itself: so it is made on what was seen here."""
        event = self.event_of(request, event_id)
        powers = self.require(request, event.club, "run_event", event)
        asked = self.body_of(request, shape_of(request, "what", PREVIEWED))
        body = preview_json(event, _Correction(event, asked, powers).preview())
        return Response(body, headers={"ETag": event_etag(event, body)})


class CorrectionsView(EventApiView):
    scopes: ClassVar[Scopes] = {"POST": "manage"}
    needs_match: ClassVar[frozenset[str]] = frozenset({"POST"})
    problems: ClassVar[tuple[Code, ...]] = PROBLEMS

    @extend_schema(
        operation_id="correct_event",
        summary="Correct a result or an award, with what is decided about all that follows",
        examples=examples.EVENT_CORRECTION,
        request=PolymorphicProxySerializer(
            component_name="EventCorrection", serializers={**CORRECTED}, resource_type_field_name="what"
        ),
        responses=EventShown,
    )
    def post(self, request: Request, event_id: str) -> Response:
        """`If-Match` is the tag of the preview: where it would move something else by now, that is 412."""

        def correct(event: Event, asked: Any, act: Act) -> Reply:
            read = if_match(request._request)
            with transaction.atomic():
                locked_club(event.club_id)
                row = Event.objects.select_related("club").get(pk=event.pk)
                correction = _Correction(row, asked, self.powers(request, row.club))
                preview = correction.preview()
                read.require(event_etag(row, preview_json(row, preview)))
                correction.carry_out(act, preview.before.facts.version)
            return event_reply(event)

        return self.change(
            request, event_id, lambda: shape_of(request, "what", CORRECTED), correct, by_version=False
        )


class _Correction:
    """What a body asks for: of a rubber, or of an award."""

    def __init__(self, event: Event, asked: Mapping[str, Any], powers: Powers) -> None:
        event_plan(event_state(event))
        self.event = event
        self.asked = asked
        self.powers = powers
        self.rubber = _rubber_of(event, asked["rubber"]) if "rubber" in asked else None
        self.record = None if self.rubber is None else _record(self.rubber, asked)

    def preview(self) -> Preview:
        if self.rubber is None:
            return fact_preview(self.event, *self._fact())
        if self.record is None:
            return said_preview(self.event, self.rubber, SAID[self.asked["what"]][1])
        return result_preview(self.event, self.rubber, self.record)

    def carry_out(self, act: Act, version: int) -> None:
        """On the event of this version."""
        rest = decided(self.asked)
        if self.rubber is None:
            on_it = Act(by=act.by, key=act.key, reason=act.reason, version=version)
            correct_by_fact(self.event, *self._fact(), **rest, act=on_it)
        elif self.record is None:
            say = self._saying(self.rubber, act)
            said_of_result(self.event, self.rubber, say, **rest, act=act, event_version=version)
        else:
            correct_result(self.event, self.rubber, self.record, **rest, act=act, event_version=version)

    def _saying(self, rubber: Rubber, act: Act) -> Callable[[], Rubber]:
        seat = self.powers.seat_in(rubber)
        if self.asked["what"] == "confirm":
            return lambda: confirm_rubber(rubber, seat=seat, act=act)
        if self.asked["what"] == "dispute":
            return lambda: dispute_rubber(rubber, seat=seat, act=act)
        return lambda: void_rubber(rubber, act=act)

    def _fact(self) -> NewFact:
        place = {name: self.asked[name] for name in ("stage", "round", "number")}
        if self.asked["what"] == "award_undone":
            return "award_undone", place
        kind: FactKind = "awarded"
        return kind, {**place, "kind": self.asked["award"], "winner": self.asked["winner"]}


def _rubber_of(event: Event, rubber_id: str) -> Rubber:
    rows = Rubber.objects.select_related("club", "event", "player_a", "player_b")
    rubber = rows.filter(event=event, public_id=rubber_id).first()
    if rubber is None:
        raise wrong_member("/rubber", _("The event has no such rubber."))
    return rubber


def _record(rubber: Rubber, asked: Mapping[str, Any]) -> Record | None:
    """The record that is to be right; None: the record stays, and something is said of it."""
    if asked["what"] in SAID:
        refuse_state(rubber, SAID[asked["what"]][0])
        return None
    refuse_state(rubber, RUBBER_CORRECTED)
    if asked["what"] == "record":
        return record_of_text(asked["egn"])
    if rubber.depth != Depth.RESULT:
        told = _("This rubber has its deals on record: correct the whole record.")
        raise ApiError("wrong_state", told, more={"rubber": rubber.public_id, "state": rubber.state})
    return record_with_result(rubber, written_result(asked))


def preview_json(event: Event, preview: Preview) -> dict[str, Any]:
    found = preview.moves
    people = Player.objects.filter(public_id__in=set(people_in(found))).order_by("pk")
    return {
        "event": event.public_id,
        "version": preview.before.facts.version,
        "moves": moves_json(found),
        "leaves_a_choice": found.leaves_a_choice,
        "keep": [pairing_place(orphan.place) for orphan in found.orphans],
        "redo": [
            *({"stage": later.stage, "round": later.round} for later in found.later_rounds),
            *({"stage": later.stage, "round": 1} for later in found.later_stages),
        ],
        "players": [dict(SeatedPlayer(player).data) for player in people],
    }
