"""Why an event could not be changed, as problems: a code with its parameters by name, and the pages' sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from matches.api.core.errors import ApiError
from matches.events import draw_requests
from matches.events.errors import (
    BeingScoredError,
    ChangedMeanwhileError,
    DecidedPairingError,
    DrawUnderWayError,
    EventChangeError,
    NamelessEventError,
    NobodyRatedError,
    NothingToUndoError,
    NotPairedError,
    ReasonNeededError,
    ResultThereError,
    StaleEventError,
    UnknownPlayerError,
    UnsoundResultError,
)
from matches.events.queries.rows import names_in
from matches.events.words.errors import error_words
from matches.events.words.labels import Names
from matches.models import Event, Player
from matches.models.ids import is_public_id
from matches.rules.events import errors as act_errors
from matches.rules.events.errors import EventActError
from matches.rules.events.event_file import plain
from matches.rules.events.folding import draft
from matches.rules.events.plan_json import PlanError

REFUSALS: Final[Mapping[type[EventChangeError], str]] = {
    ReasonNeededError: "reason_needed",
    NamelessEventError: "event_nameless",
    ResultThereError: "result_there",
    BeingScoredError: "being_scored",
    NotPairedError: "not_paired",
    DecidedPairingError: "pairing_decided",
    DrawUnderWayError: "draw_under_way",
    ChangedMeanwhileError: draw_requests.STALE,
    NothingToUndoError: "undone_all",
    NobodyRatedError: "nobody_rated",
}
"""What the services refuse without a code of their own, by the code that a program sees."""
_CODES: Final = {**act_errors.ERROR_CODES, **draft.ERROR_CODES, **draw_requests.PROBLEM_CODES}


def refusal_of_event(error: Exception, event: Event | None = None) -> ApiError | None:
    """None for an error that is not about an event.

    With ``event`` nobody is named but whom that or its club knows: for a request that spoke of people by their ids.
    """
    if isinstance(error, EventActError):
        return _refused(error.code, error.params, event)
    if isinstance(error, PlanError):
        told = reason_json(error.code, error.params)
        return ApiError("invalid", error_words(error.code, error.params), more=told)
    if isinstance(error, StaleEventError):
        return ApiError("changed_meanwhile", str(error))
    if isinstance(error, UnknownPlayerError):
        return ApiError("unknown_player", str(error))
    if isinstance(error, UnsoundResultError):
        return ApiError("invalid_record", str(error))
    if isinstance(error, EventChangeError):
        return _refused_otherwise(error)
    return None


def _refused(code: str, params: Sequence[Any], event: Event | None) -> ApiError:
    text = error_words(code, params, _names_in(params, event))
    return ApiError("event_refused", text, more=reason_json(code, params))


def _refused_otherwise(error: EventChangeError) -> ApiError:
    params: dict[str, Any] = {}
    if isinstance(error, DrawUnderWayError):
        params["draw"] = error.request.public_id
    more: dict[str, Any] = {"reason": REFUSALS.get(type(error), "refused"), "params": params}
    if isinstance(error, ResultThereError | BeingScoredError):
        more["rubber"] = error.rubber.public_id
    return ApiError("event_refused", str(error), more=more)


def reason_json(code: str, params: Sequence[Any]) -> dict[str, Any]:
    """A code with its parameters by name."""
    names = _CODES.get(code, ())
    return {
        "reason": code,
        "params": {name: plain(value) for name, value in zip(names, params, strict=False)},
    }


def because_refused(code: str, params: Sequence[Any], event: Event) -> dict[str, Any]:
    """The same beside its sentence, where it is told and nothing is refused."""
    told = reason_json(code, params)
    text = error_words(code, params, _names_in(params, event))
    return {"code": code, "params": told["params"], "text": text}


def _names_in(params: Iterable[Any], event: Event | None) -> Names:
    ids = [each for each in params if isinstance(each, str) and is_public_id(each)]
    if not ids:
        return {}
    if event is not None:
        return names_in(event, ids)
    return dict(Player.objects.filter(public_id__in=ids).values_list("public_id", "name"))
