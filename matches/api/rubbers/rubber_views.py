"""API views for rubbers: list the rubbers that the caller may see, show one, and create one.

A rubber is created from a record in the notation (EGN), from a result, or as a live rubber that is recorded
deal by deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView, Reply, created
from matches.api.core.errors import ApiError
from matches.api.core.etags import rubber_etag
from matches.api.core.media_types import EGN_MEDIA_TYPE, EgnRenderer, JsonRenderer
from matches.api.core.operations import detail_operation, list_operation, operation, union_of
from matches.api.core.paging import Orders, by_columns
from matches.api.core.references import (
    Players,
    event_by_id,
    event_in_text,
    players_by_id,
    players_in_text,
)
from matches.api.rubbers.serializers import (
    FORMS,
    RubberFilters,
    RubberLine,
    RubberSerializer,
    TextQuery,
)
from matches.clubs.access import open_seats
from matches.clubs.roles import Powers, can
from matches.exchange.annotated_text import annotated_text
from matches.models import Club, Player, Rubber
from matches.reviews.queries import labelled_decisions
from matches.rubbers.change_rubbers import CommandContext, enter_rubber, open_rubber
from matches.rubbers.errors import HeldRecordError
from matches.rubbers.find_round import DrawnRounds
from matches.rubbers.queries import rubber_rows, visible_rubbers
from matches.rubbers.record_from_input import live_record, result_record, tags_of
from matches.rubbers.text import faults_of, named_text
from scoring.check import check_rubber
from scoring.errors import RecordError
from scoring.notation import read_one, read_text, write_rubber
from scoring.record import Rubber as Record
from scoring.record import Rules


def record_of_text(text: str) -> Record:
    """Return the record in ``text``, which must contain exactly one rubber.

    Raises ``NotationError``, or ``HeldRecordError`` with each fault and its line in the text.
    """
    record = read_one(text)
    read = next(read_text(text))
    faults = faults_of(check_rubber(record, line=read.line, locate=read.locate))
    if faults:
        raise HeldRecordError(faults)
    return record


def record_of_result(data: Mapping[str, Any], players: tuple[Player, Player], event: str) -> Record:
    games = [(first, second) for first, second in data.get("games", [])]
    won = data.get("games_won")
    tags = _tags(data, players, event, winner=data.get("winner", ""))
    return _written(result_record(tags, games=games, games_won=(won[0], won[1]) if won else None))


def record_of_opening(data: Mapping[str, Any], players: tuple[Player, Player], event: str) -> Record:
    return _written(live_record(_tags(data, players, event)))


def _tags(
    data: Mapping[str, Any], players: tuple[Player, Player], event: str, *, winner: str = ""
) -> dict[str, str]:
    rules = Rules(
        best_of=data["best_of"],
        reckoning=data["reckoning"],
        rubber_bonus=data["rubber_bonus"],
        cut=data["cut"],
        code=data["code"],
        variant=data["variant"],
        termination=data.get("termination", "normal"),
    )
    return tags_of(
        (players[0].name or "A", players[1].name or "B"),
        rules,
        event=event,
        date=data["date"],
        round_label=data["round"],
        table=data["table"],
        winner=winner,
    )


def _written(record: Record) -> Record:
    """Return ``record``, written and parsed again. Raises ``NotationError`` for a tag with an invalid value."""
    return read_one(write_rubber(record))


class RubbersView(ApiView):
    filters = RubberFilters
    orders: ClassVar[Orders] = by_columns("entered_at", "changed_at", "date")
    problems = ("same_rubber", "invalid_record", "unknown_player", "unknown_event", "not_found")

    @list_operation("list_rubbers", "List rubbers of the clubs that you can see", RubberLine)
    def get(self, request: Request) -> QuerySet[Rubber]:
        return rubber_rows(request.user)

    @operation(
        "enter_rubber",
        "Enter a rubber as EGN, as a result, or to record it live",
        RubberSerializer,
        scope="enter",
        status=201,
        body=union_of("RubberCreate", FORMS, by="form"),
    )
    def post(self, request: Request) -> Response:
        data = self.body_of(request)
        club = self.club_of(request, data["club"])
        powers = self.require(request, club, "enter_rubber")

        def enter() -> Reply:
            act = CommandContext(by=self.user_of(request), key="", reason=data["reason"])
            rubber = visible_rubber(request, _entered(data, club, powers, act).public_id)
            body = rubber_json(request, rubber)
            return created(body, "rubber", rubber.public_id, etag=rubber_etag(rubber, body, request.user))

        return self.respond_once(request, enter)


def _entered(data: Mapping[str, Any], club: Club, powers: Powers, act: CommandContext) -> Rubber:
    form = data["form"]
    text = record_of_text(data["egn"]) if form == "egn" else None
    players, event = _company(data, text, club, powers)
    if not powers.may_enter(players[0].pk, players[1].pk):
        raise PermissionDenied
    is_another = data["is_another"]
    if text is None:
        data = {**data, "round": _round_label(data, players)}
    if form == "live":
        opening = record_of_opening(data, players, event)
        return open_rubber(club, opening, event_name=event, players=players, act=act, is_another=is_another)
    record = record_of_result(data, players, event) if text is None else text
    authority = powers.authority_on(players[0].pk, players[1].pk)
    return enter_rubber(
        club, record, event_name=event, players=players, authority=authority, act=act, is_another=is_another
    )


def _company(data: Mapping[str, Any], text: Record | None, club: Club, powers: Powers) -> tuple[Players, str]:
    """Return players A and B, and the event's name, from the body or else from the record ``text``."""
    if text is None:
        return players_by_id(club, data["players"]), event_by_id(club, data.get("event"))
    is_told = "players" in data
    players = players_by_id(club, data["players"]) if is_told else players_in_text(club, text)
    if "event" in data:
        return players, event_by_id(club, data["event"])
    return players, event_in_text(club, text, powers)


def _round_label(data: Mapping[str, Any], players: Players) -> str:
    """Return the label of the round of the event's draw that the body means, or what it has."""
    if not data.get("event"):
        return str(data["round"])
    a, b = (player.public_id for player in players)
    return DrawnRounds(data["event"], (a, b)).label(data["round"], (a, b))


class RubberView(ApiView):
    renderer_classes: Sequence[type[BaseRenderer]] = (JsonRenderer, EgnRenderer)

    @detail_operation(
        "get_rubber",
        "Get a rubber as JSON or EGN",
        {(200, "application/json"): RubberSerializer, (200, EGN_MEDIA_TYPE): OpenApiTypes.STR},
        query=TextQuery,
    )
    def get(self, request: Request, rubber_id: str) -> Response:
        """A live rubber shows only its score and cannot be read in the notation."""
        rubber = visible_rubber(request, rubber_id)
        if isinstance(request.accepted_renderer, EgnRenderer):
            return self.text_of(request, rubber)
        self.query_of(request)
        body = rubber_json(request, rubber)
        return self.detail_response(request, body, etag=rubber_etag(rubber, body, request.user))

    def text_of(self, request: Request, rubber: Rubber) -> Response:
        require_over(rubber)
        if self.query_of(request)["annotated"]:
            text = _annotated_text(request, rubber)
        else:
            text = named_text(rubber.egn, (rubber.player_a.name, rubber.player_b.name))
        return self.detail_response(request, text, etag=rubber_etag(rubber, text, request.user))


class RubberEgnView(RubberView):
    renderer_classes = (EgnRenderer,)

    @detail_operation(
        "get_rubber_egn", "Get a rubber as EGN", {(200, EGN_MEDIA_TYPE): OpenApiTypes.STR}, query=TextQuery
    )
    def get(self, request: Request, rubber_id: str) -> Response:
        return self.text_of(request, visible_rubber(request, rubber_id))


def _annotated_text(request: Request, rubber: Rubber) -> str:
    """Return the record with those decisions of the review as comments that the caller may read."""
    decisions = labelled_decisions(rubber, open_seats(request.user, rubber))
    try:
        return annotated_text(rubber, decisions)
    except RecordError:
        detail = _("With the review added, the record is too long.")
        raise ApiError("not_found", detail) from None


def visible_rubber(request: Request, rubber_id: str) -> Rubber:
    """Return the rubber with this id. Raises ``Http404`` if the caller may not see the club of the rubber."""
    return get_object_or_404(visible_rubbers(request.user), public_id=rubber_id)


def require_over(rubber: Rubber) -> None:
    """Raise ``ApiError`` if ``rubber`` is being played, because nobody may see the cards during play."""
    if rubber.state == Rubber.State.LIVE:
        raise ApiError("not_found", _("The rubber is being played: only its score is visible until it ends."))


def rubber_json(request: Request, rubber: Rubber) -> dict[str, Any]:
    """Return the rubber as JSON, with the members that the caller may see."""
    is_live = rubber.state == Rubber.State.LIVE
    keeps_score = is_live and can(request.user, "enter_rubber", rubber)
    return RubberSerializer.json(rubber, keeps_score=keeps_score)
