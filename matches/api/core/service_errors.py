"""Conversion of service errors into problems.

The message of a service error is written for people and becomes the problem's ``detail``. A refused change to an event
has a code, its parameters by name, and the sentence that the pages show.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from matches.api.core.errors import ApiError, Code, invalid_field
from matches.clubs.errors import PeopleError
from matches.clubs.manage_club import ClubChangedError, ClubNameTakenError
from matches.common.commands import KeyReusedError
from matches.events import draw
from matches.events import errors as event_errors
from matches.events.error_words import error_words
from matches.events.round_rows import names_in
from matches.events.words import Names
from matches.exchange.exports.requests import TooManyKeptError, TooManyWaitingError
from matches.models import Event, Player, Rubber, Webhook
from matches.models.ids import is_public_id
from matches.rubbers import errors as rubber_errors
from matches.rubbers.open_event import EventInUseError, EventNameError
from matches.rules.events import act_errors, fold_draft
from matches.rules.events.act_errors import EventActError
from matches.rules.events.event_file import plain
from matches.rules.events.plan_json import PlanError
from matches.sittings import errors as sitting_errors
from matches.webhooks.addresses import UnsafeAddressError
from matches.webhooks.manage_webhooks import WebhookError
from scoring.book import IncidentError
from scoring.errors import NotationError, RecordError
from scoring.findings import Finding, JsonValue

CODES: Final[Mapping[type[Exception], Code]] = {
    rubber_errors.StaleRubberError: "changed_meanwhile",
    rubber_errors.ReportChangedError: "report_changed",
    rubber_errors.TooManyConflictsError: "conflict",
    rubber_errors.SameRubberError: "same_rubber",
    rubber_errors.ConflictOpenError: "conflict_open",
    rubber_errors.StateError: "wrong_state",
    rubber_errors.GameAtTableError: "wrong_state",
    rubber_errors.RubberOverError: "wrong_state",
    rubber_errors.UndecidedError: "wrong_state",
    rubber_errors.NoDealError: "wrong_state",
    rubber_errors.CutNotDueError: "wrong_state",
    rubber_errors.LateKingError: "wrong_state",
    rubber_errors.NotLastDealError: "wrong_state",
    rubber_errors.NoSuchDealError: "not_found",
    rubber_errors.LaterDealError: "invalid_record",
    rubber_errors.HeldRecordError: "invalid_record",
    rubber_errors.SamePlayerError: "invalid",
    RecordError: "invalid_record",
    sitting_errors.StaleSittingError: "changed_meanwhile",
    sitting_errors.SittingNameError: "invalid",
    sitting_errors.LoserAtFiveError: "invalid",
    event_errors.StaleEventError: "changed_meanwhile",
    event_errors.UnknownPlayerError: "unknown_player",
    event_errors.UnsoundResultError: "invalid_record",
    ClubChangedError: "changed_meanwhile",
    ClubNameTakenError: "name_taken",
    EventInUseError: "conflict",
    PeopleError: "conflict",
    TooManyKeptError: "conflict",
    WebhookError: "conflict",
}
"""The code of each error whose message is all that the problem has to say, apart from the rubber or findings."""
TABLE_REASONS: Final[Mapping[type[Exception], str]] = {
    sitting_errors.NoGameError: "no_such_game",
    sitting_errors.BeingScoredError: "being_scored",
    sitting_errors.DealsSayOtherwiseError: "deals_say_otherwise",
    sitting_errors.DirectorsResultError: "directors_result",
}
"""The public codes of errors that ``matches.rules.sittings.act_errors`` does not have."""
REFUSALS: Final[Mapping[type[event_errors.EventChangeError], str]] = {
    event_errors.ReasonNeededError: "reason_needed",
    event_errors.NamelessEventError: "event_nameless",
    event_errors.ResultThereError: "result_there",
    event_errors.BeingScoredError: "being_scored",
    event_errors.NotPairedError: "not_paired",
    event_errors.DecidedPairingError: "pairing_decided",
    event_errors.DrawUnderWayError: "draw_under_way",
    event_errors.ChangedMeanwhileError: draw.STALE,
    event_errors.NothingToUndoError: "undone_all",
    event_errors.NobodyRatedError: "nobody_rated",
}
"""The public codes of refusals that have no code of their own in the services."""
_PARAMS: Final = {**act_errors.ERROR_CODES, **fold_draft.ERROR_CODES, **draw.PROBLEM_CODES}
"""The names of the parameters of each code of a refused change to an event."""


def service_error(error: Exception) -> ApiError | None:
    """Return the problem for the service error ``error``, or None if the caller must not see ``error``."""
    return _by_code(error) or _of_table(error) or event_error(error) or _otherwise(error)


def _by_code(error: Exception) -> ApiError | None:
    code = next((CODES[kind] for kind in type(error).__mro__ if kind in CODES), None)
    return None if code is None else ApiError(code, str(error), more=_more(error))


def _more(error: Exception) -> dict[str, Any]:
    if isinstance(error, rubber_errors.StaleRubberError):
        conflict = {} if error.conflict is None else {"conflict": error.conflict.public_id}
        return {**_rubber(error.rubber), **conflict}
    if isinstance(
        error,
        rubber_errors.TooManyConflictsError
        | rubber_errors.SameRubberError
        | rubber_errors.ConflictOpenError
        | rubber_errors.GameAtTableError
        | rubber_errors.StateError
        | rubber_errors.RubberOverError
        | rubber_errors.UndecidedError,
    ):
        return _rubber(error.rubber)
    if isinstance(error, rubber_errors.LaterDealError | IncidentError):
        return _findings(error.findings)
    return _findings(error.faults) if isinstance(error, rubber_errors.HeldRecordError) else {}


def _otherwise(error: Exception) -> ApiError | None:
    if isinstance(error, NotationError):
        return ApiError("invalid_record", more=_findings([error.finding]))
    if isinstance(error, rubber_errors.NotOneDealError):
        return ApiError("invalid_record", _("Send exactly one deal, and nothing else."))
    if isinstance(error, rubber_errors.UnknownScoreError):
        return ApiError("invalid_record", _("Add the calls, or write the score after the deal."))
    if isinstance(error, KeyReusedError):
        return ApiError("key_reused")
    if isinstance(error, EventNameError):
        return ApiError("invalid" if error.event is None else "name_taken", str(error))
    if isinstance(error, TooManyWaitingError):
        detail = _("The files that you requested before must be finished first.")
        return ApiError("too_many_streams", detail, headers={"Retry-After": "10"})
    if isinstance(error, UnsafeAddressError):
        return invalid_field("/url", str(error), code="unsafe_address")
    # Another request has deleted the webhook in the meantime.
    return ApiError("not_found") if isinstance(error, Webhook.DoesNotExist) else None


def _of_table(error: Exception) -> ApiError | None:
    reason = TABLE_REASONS.get(type(error))
    if reason is None:
        return None
    rubber = getattr(error, "rubber", None)
    more = {} if rubber is None else _rubber(rubber)
    return ApiError("table_refused", str(error), more={"reason": reason, **more})


def event_error(error: Exception, event: Event | None = None) -> ApiError | None:
    """Return the problem for ``error``, or None if ``error`` is not about an event.

    With ``event``, it names only people known to the event or its club, as requests with ids of people need.
    """
    if isinstance(error, EventActError):
        text = error_words(error.code, error.params, _names_in(error.params, event))
        return ApiError("event_refused", text, more=reason_json(error.code, error.params))
    if isinstance(error, PlanError):
        reason = reason_json(error.code, error.params)
        return ApiError("invalid", error_words(error.code, error.params), more=reason)
    if isinstance(error, event_errors.EventChangeError):
        return _by_code(error) or _refused(error)
    return None


def _refused(error: event_errors.EventChangeError) -> ApiError:
    params: dict[str, Any] = {}
    if isinstance(error, event_errors.DrawUnderWayError):
        params["draw"] = error.request.public_id
    more: dict[str, Any] = {"reason": REFUSALS.get(type(error), "refused"), "params": params}
    if isinstance(error, event_errors.ResultThereError | event_errors.BeingScoredError):
        more["rubber"] = error.rubber.public_id
    return ApiError("event_refused", str(error), more=more)


def reason_json(code: str, params: Sequence[Any]) -> dict[str, Any]:
    """Return a dict with the error code as ``reason`` and the code's parameters by name as ``params``."""
    names = _PARAMS.get(code, ())
    return {
        "reason": code,
        "params": {name: plain(value) for name, value in zip(names, params, strict=False)},
    }


def because_refused(code: str, params: Sequence[Any], event: Event) -> dict[str, Any]:
    """Return a refusal's ``code``, ``params`` by name, and ``text``, for a response that reports it."""
    reason = reason_json(code, params)
    text = error_words(code, params, _names_in(params, event))
    return {"code": code, "params": reason["params"], "text": text}


def _names_in(params: Iterable[Any], event: Event | None) -> Names:
    ids = [each for each in params if isinstance(each, str) and is_public_id(each)]
    if not ids:
        return {}
    if event is not None:
        return names_in(event, ids)
    return dict(Player.objects.filter(public_id__in=ids).values_list("public_id", "name"))


def _rubber(rubber: Rubber) -> dict[str, JsonValue]:
    return {"rubber": rubber.public_id, "state": rubber.state, "version": rubber.version}


def _findings(findings: Iterable[Finding]) -> dict[str, Any]:
    return {"findings": [finding.as_json() for finding in findings]}
