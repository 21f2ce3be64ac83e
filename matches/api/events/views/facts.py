"""What is decided about an event, fact by fact; results; the desk of who runs it; the last thing taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import transaction
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.clubs.serializers.clubs import EventShown
from matches.api.core.base import Reply
from matches.api.core.etags import event_etag, if_match
from matches.api.core.pagination import NumberOrder
from matches.api.core.problem_codes import Code
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.core.service_errors import problem_of_service
from matches.api.events import examples
from matches.api.events.errors import because_refused, refusal_of_event
from matches.api.events.reasons import outside_json, warning_json
from matches.api.events.serializers.facts import (
    EVENT_FACTS,
    DeskShown,
    EventFactShown,
    EventUndo,
    LastDeedShown,
    ResultsEntered,
    ResultsWritten,
)
from matches.api.events.views.base import EventApiView, entrants_names, event_reply, shape_of
from matches.clubs.locks import locked_club
from matches.common.command_context import Act
from matches.events.current_state import EVENT_KIND, event_state, event_stream
from matches.events.enter_result_lines import Entered, Line, WrittenAward, enter_lines
from matches.events.load_facts import stored_facts
from matches.events.open_pairings import award_pairing
from matches.events.record_facts import record_fact
from matches.events.results import WrittenResult
from matches.events.undo import LastDeed, last_deed, undo_last
from matches.models import Event, LogEntry, Rubber
from matches.rules.events.checks.draws import check_may_draw
from matches.rules.events.draw_state import event_plan, stage_entrants
from matches.rules.events.errors import EventActError
from matches.rules.events.facts import FactKind, PairingPlace
from matches.rules.events.folding.fold import counting_facts
from matches.rules.events.state import EventState

RUN_ALONE: tuple[Code, ...] = ("not_signed_in", "not_allowed")


class EventFactsView(EventApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "POST": "manage"}
    pages = True
    needs_match: ClassVar[frozenset[str]] = frozenset({"POST"})
    problems: ClassVar[tuple[Code, ...]] = ("event_refused", "wrong_state")
    read_problems: ClassVar[tuple[Code, ...]] = RUN_ALONE

    @extend_schema(
        operation_id="list_event_facts",
        summary="All that was decided about an event, drafts of draws included",
        responses=page_of(EventFactShown, "EventFactPage"),
    )
    def get(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id)
        self.require(request, event.club, "run_event", event)
        rows = LogEntry.objects.filter(stream=event_stream(event))
        counting = {fact.version for fact in counting_facts(stored_facts(event).facts)}
        return self.listed(
            request,
            rows,
            EventFactShown,
            order=NumberOrder("version"),
            context={"counting": counting},
            # The next fact is noted on what this shows.
            tagged=lambda body: event_etag(event, body),
        )

    @extend_schema(
        operation_id="note_event_fact",
        summary="Withdraw or return, ask for byes, release and discard draws, award, keep, complete, reopen",
        examples=examples.EVENT_FACT,
        request=PolymorphicProxySerializer(
            component_name="NewEventFact", serializers={**EVENT_FACTS}, resource_type_field_name="kind"
        ),
        responses=EventShown,
    )
    def post(self, request: Request, event_id: str) -> Response:
        """The answer is the event as it is then. What it does not allow now is 409 with the `reason`."""

        def note(event: Event, asked: Any, act: Act) -> Reply:
            payload = {name: value for name, value in asked.items() if name not in ("kind", "reason")}
            kind: FactKind = asked["kind"]
            if kind == "awarded":
                payload["kind"] = payload.pop("award")
                award_pairing(event, payload, act=act)
            else:
                record_fact(event, kind, payload, act=act)
            return event_reply(event)

        return self.change(request, event_id, lambda: shape_of(request, "kind", EVENT_FACTS), note)


class EventResultsView(EventApiView):
    scopes: ClassVar[Scopes] = {"POST": "enter"}
    problems: ClassVar[tuple[Code, ...]] = ("event_refused",)

    @extend_schema(
        operation_id="enter_event_results",
        summary="Enter results beside their pairings, one or many, each on its own",
        examples=examples.RESULTS,
        request=ResultsWritten,
        responses=ResultsEntered,
    )
    def post(self, request: Request, event_id: str) -> Response:
        """The answer has each line: its rubber, or why it was not entered. What is right is stored all the same."""

        def enter(event: Event, asked: Any, act: Act) -> Reply:
            lines = {_place(line): _line(line) for line in asked["results"]}
            entered = enter_lines(event, lines, act=act)
            return Reply({"results": [_entered_json(event, place, came) for place, came in entered.items()]})

        return self.change(request, event_id, ResultsWritten, enter)


def _place(line: Mapping[str, Any]) -> PairingPlace:
    return line["stage"], line["round"], line["number"]


def _line(line: Mapping[str, Any]) -> Line:
    if "award" in line:
        return WrittenAward(line["award"]["kind"], line["award"]["winner"])
    return written_result(line)


def written_result(said: Mapping[str, Any]) -> WrittenResult:
    """A result as a body has it."""
    won = said.get("games_won")
    return WrittenResult(
        games=tuple((first, second) for first, second in said.get("games", ())),
        games_won=None if won is None else (won[0], won[1]),
        termination=said["termination"],
        winner=said.get("winner", ""),
    )


def _entered_json(event: Event, place: PairingPlace, came: Entered) -> dict[str, Any]:
    return {
        "stage": place[0],
        "round": place[1],
        "number": place[2],
        "rubber": came.public_id if isinstance(came, Rubber) else None,
        "is_awarded": isinstance(came, WrittenAward),
        "problem": _refused_json(event, came) if isinstance(came, ValueError) else None,
    }


def _refused_json(event: Event, error: ValueError) -> dict[str, Any]:
    told = refusal_of_event(error, event) or problem_of_service(error)
    if told is None:
        raise error
    return {
        "code": told.code,
        "detail": str(told.detail),
        "reason": told.more.get("reason"),
        "params": told.more.get("params", {}),
    }


class EventDeskView(EventApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True
    read_problems: ClassVar[tuple[Code, ...]] = RUN_ALONE

    @extend_schema(
        operation_id="get_event_desk",
        summary="What may be drawn next, what wants looking at, and rubbers outside the draw",
        responses=DeskShown,
    )
    def get(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id)
        self.require(request, event.club, "run_event", event)
        state = event_state(event)
        names = entrants_names(event, state)
        warnings = [*state.warnings, *(each for stage in state.stages for each in stage.warnings)]
        body = {
            "event": event.public_id,
            "version": event.version,
            "phase": state.phase,
            "stages": [_may_draw(event, state, stage.number) for stage in state.stages],
            "warnings": [warning_json(each, names) for each in dict.fromkeys(map(_frozen, warnings))],
            "outside": [{"rubber": rubber, "why": outside_json(why, names)} for rubber, why in state.outside],
        }
        return self.tagged(request, event, body)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def _may_draw(event: Event, state: EventState, stage: int) -> dict[str, Any]:
    why_not = None
    try:
        if state.facts.is_complete:
            raise EventActError("event_complete")
        check_may_draw(state, stage)
    except EventActError as error:
        why_not = because_refused(error.code, error.params, event)
    is_drawn = bool(state.stages[stage - 1].rounds)
    return {
        "stage": stage,
        "entrants": 0 if is_drawn else len(stage_entrants(state, stage)),
        "may_draw": why_not is None,
        "why_not": why_not,
    }


class EventUndoView(EventApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "POST": "manage"}
    has_tag = True
    needs_match: ClassVar[frozenset[str]] = frozenset({"POST"})
    problems: ClassVar[tuple[Code, ...]] = ("event_refused", "wrong_state")
    read_problems: ClassVar[tuple[Code, ...]] = RUN_ALONE

    @extend_schema(
        operation_id="get_last_event_deed",
        summary="The last thing that was done to an event, which may be taken back",
        responses=LastDeedShown,
    )
    def get(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id)
        self.require(request, event.club, "run_event", event)
        return self.tagged(request, event, _deed_json(event, _deed_of(event)))

    @extend_schema(
        operation_id="undo_event_deed",
        summary="Take back the last thing that was done to an event",
        examples=examples.EVENT_UNDO,
        request=EventUndo,
        responses=EventShown,
    )
    def post(self, request: Request, event_id: str) -> Response:
        """`If-Match` is the tag of what was read here: so nothing else is taken back than what was meant."""

        def undo(event: Event, asked: Any, act: Act) -> Reply:
            read = if_match(request._request)
            with transaction.atomic():
                locked_club(event.club_id)
                row = Event.objects.select_related("club").get(pk=event.pk)
                event_plan(event_state(row))
                deed = last_deed(row)
                read.require(event_etag(row, _deed_json(row, deed)))
                undo_last(row, act=act, seen=None if deed is None else deed.position)
            return event_reply(event)

        return self.change(request, event_id, EventUndo, undo, by_version=False)


def _deed_of(event: Event) -> LastDeed | None:
    """None for an open event: what is corrected there is no deed of its director."""
    return None if event.plan is None else last_deed(event)


def _deed_json(event: Event, deed: LastDeed | None) -> dict[str, Any]:
    correction = None if deed is None else deed.correction
    return {
        "event": event.public_id,
        "version": event.version,
        "facts": [] if deed is None else [_fact_json(entry) for entry in deed.facts],
        "correction": None
        if deed is None or correction is None
        else {
            "rubber": deed.rubber_id,
            "version": correction.version,
            "kind": correction.kind,
            "at": correction.at,
            "reason": correction.reason,
        },
    }


def _fact_json(entry: LogEntry) -> dict[str, Any]:
    return {
        "version": entry.version,
        "kind": entry.kind.removeprefix(EVENT_KIND),
        "payload": entry.payload,
        "at": entry.at,
        "reason": entry.reason,
    }
