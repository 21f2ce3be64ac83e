"""API views for corrections of an event: a preview, then the correction with decisions about later draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import Reply
from matches.api.core.errors import RESTRICTED, ApiError, Code, invalid_field
from matches.api.core.etags import event_etag, if_match
from matches.api.core.operations import operation, union_of
from matches.api.events.base import EventApiView, event_operation, event_reply
from matches.api.events.correction_serializers import (
    CORRECTED,
    PREVIEWED,
    PreviewSerializer,
    decided,
    moves_json,
    pairing_place,
    people_in,
)
from matches.api.events.fact_views import written_result
from matches.api.events.serializers import EventSerializer
from matches.api.rubbers.rubber_views import record_of_text
from matches.api.rubbers.serializers import SeatedPlayer
from matches.clubs.locks import locked_club
from matches.clubs.roles import Powers
from matches.common.commands import CommandContext
from matches.common.log import RUBBER_CONFIRMED, RUBBER_CORRECTED, RUBBER_DISPUTED, RUBBER_VOIDED
from matches.events.corrections import (
    Preview,
    confirm_or_dispute_result,
    correct_by_fact,
    correct_result,
    fact_preview,
    result_preview,
    state_preview,
)
from matches.events.event_state import event_state
from matches.events.record_facts import NewFact
from matches.events.results import record_with_result
from matches.models import Depth, Event, Player, Rubber
from matches.rubbers.change_result import confirm_rubber, dispute_rubber, void_rubber
from matches.rubbers.states import RubberKind, State
from matches.rubbers.transition import refuse_state
from matches.rules.events.draw_queries import event_plan
from matches.rules.events.facts import FactKind
from scoring.record import Rubber as Record

SAID: Final[dict[str, tuple[RubberKind, State]]] = {
    "confirm": (RUBBER_CONFIRMED, "confirmed"),
    "dispute": (RUBBER_DISPUTED, "disputed"),
    "void": (RUBBER_VOIDED, "void"),
}
"""Corrections that leave a rubber's record unchanged: the kind of the log entry, and the state that results."""
PROBLEMS: tuple[Code, ...] = ("event_refused", "wrong_state", "same_rubber", "invalid_record")


class CorrectionPreviewView(EventApiView):
    problems = (*PROBLEMS, *RESTRICTED)

    @operation(
        "preview_event_correction",
        "Preview a correction: changed standings, places, pairings and later draws",
        PreviewSerializer,
        scope="read",
        body=union_of("EventCorrectionAsked", PREVIEWED, by="what"),
        changes_nothing=True,
        is_detail=True,
    )
    def post(self, request: Request, event_id: str) -> Response:
        """The request changes nothing.

        Send the ETag of the response as `If-Match` of the correction. If the consequences have changed since
        the preview, the correction fails.
        """
        event = self.event_of(request, event_id)
        powers = self.require(request, event.club, "run_event", event)
        data = self.body_of(request)
        correction = _Correction(event, data, powers)
        body = preview_json(event, correction.preview())
        return Response(body, headers={"ETag": correction.etag(body)})


class CorrectionsView(EventApiView):
    problems = PROBLEMS

    @event_operation(
        "correct_event",
        "Correct a result or an award, and decide about later rounds",
        EventSerializer,
        body=union_of("EventCorrection", CORRECTED, by="what"),
        by_version=False,
    )
    def post(self, event: Event, data: Any, act: CommandContext) -> Reply:
        """`If-Match` takes the ETag of the preview.

        If the consequences have changed since the preview, the response is 412.
        """
        read = if_match(self.request._request)
        with transaction.atomic():
            locked_club(event.club_id)
            row = Event.objects.select_related("club").get(pk=event.pk)
            correction = _Correction(row, data, self.powers(self.request, row.club))
            preview = correction.preview()
            read.require(correction.etag(preview_json(row, preview)))
            correction.apply(act, preview.before.facts.version)
        return event_reply(event)


class _Correction:
    """A requested correction of a rubber or of an award."""

    def __init__(self, event: Event, data: Mapping[str, Any], powers: Powers) -> None:
        event_plan(event_state(event))
        self.event = event
        self.asked = data
        self.powers = powers
        self.rubber = _rubber_of(event, data["rubber"]) if "rubber" in data else None
        self.record = None if self.rubber is None else _record(self.rubber, data)

    def preview(self) -> Preview:
        if self.rubber is None:
            return fact_preview(self.event, *self._fact())
        if self.record is None:
            return state_preview(self.event, self.rubber, SAID[self.asked["what"]][1])
        return result_preview(self.event, self.rubber, self.record)

    def etag(self, body: Any) -> str:
        """Return the ETag of a preview, which changes with the rubber, too: its report may have been corrected."""
        return event_etag(self.event, [body, None if self.rubber is None else self.rubber.version])

    def apply(self, act: CommandContext, version: int) -> None:
        """Make the correction on this version of the event."""
        rest = decided(self.asked)
        if self.rubber is None:
            on_it = CommandContext(by=act.by, key=act.key, reason=act.reason, version=version)
            correct_by_fact(self.event, *self._fact(), **rest, act=on_it)
        elif self.record is None:
            say = self._saying(self.rubber, act)
            confirm_or_dispute_result(self.event, self.rubber, say, **rest, act=act, event_version=version)
        else:
            correct_result(self.event, self.rubber, self.record, **rest, act=act, event_version=version)

    def _saying(self, rubber: Rubber, act: CommandContext) -> Callable[[], Rubber]:
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
        raise invalid_field("/rubber", _("The event has no such rubber."))
    return rubber


def _record(rubber: Rubber, data: Mapping[str, Any]) -> Record | None:
    """Return the corrected record, or None if the record stays and only the rubber's state changes."""
    if data["what"] in SAID:
        refuse_state(rubber, SAID[data["what"]][0])
        return None
    refuse_state(rubber, RUBBER_CORRECTED)
    if data["what"] == "record":
        return record_of_text(data["egn"])
    if rubber.depth != Depth.RESULT:
        detail = _("This rubber was recorded deal by deal. Correct its record instead.")
        raise ApiError("wrong_state", detail, more={"rubber": rubber.public_id, "state": rubber.state})
    return record_with_result(rubber, written_result(data))


def preview_json(event: Event, preview: Preview) -> dict[str, Any]:
    moves = preview.moves
    people = Player.objects.filter(public_id__in=set(people_in(moves))).order_by("pk")
    return {
        "event": event.public_id,
        "version": preview.before.facts.version,
        "moves": moves_json(moves),
        "leaves_a_choice": moves.leaves_a_choice,
        "keep": [pairing_place(orphan.place) for orphan in moves.orphans],
        "redo": [
            *({"stage": later.stage, "round": later.round} for later in moves.later_rounds),
            *({"stage": later.stage, "round": 1} for later in moves.later_stages),
        ],
        "players": [SeatedPlayer.json(player) for player in people],
    }
