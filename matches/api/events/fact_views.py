"""API views for an event's facts and results, the director's desk, and undoing the last change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import Reply
from matches.api.core.errors import RESTRICTED
from matches.api.core.etags import event_etag, if_match
from matches.api.core.operations import detail_operation, list_operation, union_of
from matches.api.core.paging import NumberOrder
from matches.api.core.service_errors import because_refused, event_error, service_error
from matches.api.events.base import EventApiView, entrants_names, event_operation, event_reply
from matches.api.events.change_serializers import (
    EVENT_FACTS,
    DeskSerializer,
    EventFactSerializer,
    EventUndo,
    LastDeedSerializer,
    ResultsEntered,
    ResultsWritten,
)
from matches.api.events.reasons import outside_json, warning_json
from matches.api.events.serializers import EventSerializer
from matches.clubs.locks import locked_club
from matches.common.commands import CommandContext
from matches.common.stored_facts import EVENT_KIND, event_stream, stored_facts
from matches.events.event_state import event_state
from matches.events.pairings import Entered, Line, WrittenAward, award_pairing, enter_lines
from matches.events.record_facts import record_fact
from matches.events.results import WrittenResult
from matches.events.undo import LastChange, last_change, undo_last
from matches.models import Event, LogEntry, Rubber
from matches.rules.events.act_errors import EventActError
from matches.rules.events.draw_queries import event_plan, stage_entrants
from matches.rules.events.draw_rules import check_may_draw
from matches.rules.events.facts import FactKind, PairingPlace
from matches.rules.events.fold import counting_facts
from matches.rules.events.state import EventState


class EventFactsView(EventApiView):
    problems = ("event_refused", "wrong_state")
    read_problems = RESTRICTED

    @list_operation(
        "list_event_facts", "List an event's decisions, including draft draws", EventFactSerializer
    )
    def get(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id, "run_event")
        rows = LogEntry.objects.filter(stream=event_stream(event))
        counting = {fact.version for fact in counting_facts(stored_facts(event).facts)}
        return self.list_response(
            request,
            rows,
            EventFactSerializer,
            order=NumberOrder("version"),
            context={"counting": counting},
            # The next fact may be based on this list, so the ETag must be the event's.
            tagged=lambda body: event_etag(event, body),
        )

    @event_operation(
        "note_event_fact",
        "Record a decision: withdraw, return, ask for a bye, release, discard, award, complete, reopen",
        EventSerializer,
        body=union_of("EventFactCreate", EVENT_FACTS, by="kind"),
    )
    def post(self, event: Event, data: Any, act: CommandContext) -> Reply:
        """The response is the changed event.

        If the event does not allow the fact now, the response is 409 with a `reason`.
        """
        payload = {name: value for name, value in data.items() if name not in ("kind", "reason")}
        kind: FactKind = data["kind"]
        if kind == "awarded":
            payload["kind"] = payload.pop("award")
            award_pairing(event, payload, act=act)
        else:
            record_fact(event, kind, payload, act=act)
        return event_reply(event)


class EventResultsView(EventApiView):
    problems = ("event_refused",)

    @event_operation(
        "enter_event_results",
        "Enter one or more results by pairing",
        ResultsEntered,
        scope="enter",
        body=ResultsWritten,
        if_match=False,
    )
    def post(self, event: Event, data: Any, act: CommandContext) -> Reply:
        """The response has one line for each result in the request.

        A line has the new rubber, or the reason why the result was refused. The valid results are stored even
        if others are refused.
        """
        lines = {(line["stage"], line["round"], line["number"]): _line(line) for line in data["results"]}
        entered = enter_lines(event, lines, act=act)
        return Reply(
            {"results": [_entered_json(event, place, outcome) for place, outcome in entered.items()]}
        )


def _line(line: Mapping[str, Any]) -> Line:
    if "award" in line:
        return WrittenAward(line["award"]["kind"], line["award"]["winner"])
    return written_result(line)


def written_result(result: Mapping[str, Any]) -> WrittenResult:
    """Return the result that the validated ``ResultWritten`` body describes."""
    won = result.get("games_won")
    return WrittenResult(
        games=tuple((first, second) for first, second in result.get("games", ())),
        games_won=None if won is None else (won[0], won[1]),
        termination=result["termination"],
        winner=result.get("winner", ""),
    )


def _entered_json(event: Event, place: PairingPlace, outcome: Entered) -> dict[str, Any]:
    return {
        "stage": place[0],
        "round": place[1],
        "number": place[2],
        "rubber": outcome.public_id if isinstance(outcome, Rubber) else None,
        "is_awarded": isinstance(outcome, WrittenAward),
        "problem": _refused_json(event, outcome) if isinstance(outcome, ValueError) else None,
    }


def _refused_json(event: Event, error: ValueError) -> dict[str, Any]:
    problem = event_error(error, event) or service_error(error)
    if problem is None:
        raise error
    return {
        "code": problem.code,
        "detail": str(problem.detail),
        "reason": problem.more.get("reason"),
        "params": problem.more.get("params", {}),
    }


class EventDeskView(EventApiView):
    read_problems = RESTRICTED

    @detail_operation(
        "get_event_desk",
        "Get the next possible draws, warnings, and rubbers outside the draw",
        DeskSerializer,
    )
    def get(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id, "run_event")
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
    problems = ("event_refused", "wrong_state")
    read_problems = RESTRICTED

    @detail_operation(
        "get_last_event_deed", "Get the last action on an event that can be undone", LastDeedSerializer
    )
    def get(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id, "run_event")
        return self.tagged(request, event, _deed_json(event, _deed_of(event)))

    @event_operation(
        "undo_event_deed",
        "Undo the last action on an event",
        EventSerializer,
        body=EventUndo,
        by_version=False,
    )
    def post(self, event: Event, data: Any, act: CommandContext) -> Reply:
        """`If-Match` takes the ETag of the GET response.

        The request then fails if another action has become the last one.
        """
        read = if_match(self.request._request)
        with transaction.atomic():
            locked_club(event.club_id)
            row = Event.objects.select_related("club").get(pk=event.pk)
            event_plan(event_state(row))
            deed = last_change(row)
            read.require(event_etag(row, _deed_json(row, deed)))
            undo_last(row, act=act, seen=None if deed is None else deed.position)
        return event_reply(event)


def _deed_of(event: Event) -> LastChange | None:
    """Return the last change that can be undone, or None; always None for an event without a plan."""
    return None if event.plan is None else last_change(event)


def _deed_json(event: Event, deed: LastChange | None) -> dict[str, Any]:
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
