"""What the services refuse, as problems: their sentences are made for people and go out as the detail."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.utils.translation import gettext as _

from matches.api.core.errors import ApiError, wrong_member
from matches.api.core.problem_codes import Code
from matches.api.events.errors import refusal_of_event
from matches.clubs.errors import PeopleError
from matches.clubs.settings import ClubChangedError, ClubNameTakenError
from matches.common.idempotency import KeyReusedError
from matches.exchange.exports.request import TooManyKeptError, TooManyWaitingError
from matches.models import Rubber, Webhook
from matches.rubbers.build_record import NotOneDealError, UnknownScoreError
from matches.rubbers.errors import (
    ConflictOpenError,
    CutNotDueError,
    HeldRecordError,
    LateKingError,
    LaterDealError,
    NoDealError,
    NoSuchDealError,
    RubberOverError,
    SamePlayerError,
    SameRubberError,
    StaleRubberError,
    StateError,
    TooManyConflictsError,
    UndecidedError,
)
from matches.rubbers.open_event import EventInUseError, EventNameError
from matches.sittings.errors import (
    BeingScoredError,
    DealsSayOtherwiseError,
    DirectorsResultError,
    LoserAtFiveError,
    NoGameError,
    SittingNameError,
    StaleSittingError,
)
from matches.webhooks.addresses import UnsafeAddressError
from matches.webhooks.manage_webhooks import WebhookError
from scoring.book import IncidentError
from scoring.errors import NotationError, RecordError
from scoring.findings import Finding, JsonValue

TABLE_REASONS: Final[dict[type[Exception], str]] = {
    NoGameError: "no_such_game",
    BeingScoredError: "being_scored",
    DealsSayOtherwiseError: "deals_say_otherwise",
    DirectorsResultError: "directors_result",
}
"""Beside the codes of ``matches.rules.sittings.errors``."""


def problem_of_service(error: Exception) -> ApiError | None:
    """None for an error that no service means for the caller."""
    told = _of_rubber(error) or _of_record(error) or _of_table(error) or _of_club(error) or _of_export(error)
    return told or refusal_of_event(error) or _of_webhook(error)


def _of_rubber(error: Exception) -> ApiError | None:
    if isinstance(error, StaleRubberError):
        kept = {} if error.conflict is None else {"conflict": error.conflict.public_id}
        return ApiError("changed_meanwhile", str(error), more={**_rubber(error.rubber), **kept})
    if isinstance(error, TooManyConflictsError):
        return ApiError("conflict", str(error), more=_rubber(error.rubber))
    if isinstance(error, SameRubberError):
        return ApiError("same_rubber", str(error), more=_rubber(error.rubber))
    if isinstance(error, ConflictOpenError):
        return ApiError("conflict_open", str(error), more=_rubber(error.rubber))
    if isinstance(error, StateError | RubberOverError | UndecidedError):
        return ApiError("wrong_state", str(error), more=_rubber(error.rubber))
    if isinstance(error, NoSuchDealError):
        return ApiError("not_found", str(error))
    if isinstance(error, LaterDealError):
        return ApiError("invalid_record", str(error), more=_findings(error.findings))
    if isinstance(error, NoDealError | CutNotDueError | LateKingError):
        return ApiError("wrong_state", str(error))
    if isinstance(error, SamePlayerError):
        return ApiError("invalid", str(error))
    return None


def _of_record(error: Exception) -> ApiError | None:
    if isinstance(error, HeldRecordError):
        return ApiError("invalid_record", str(error), more=_findings(error.faults))
    if isinstance(error, NotationError):
        return ApiError("invalid_record", more=_findings([error.finding]))
    if isinstance(error, NotOneDealError):
        return ApiError("invalid_record", _("Send one deal, and nothing but the deal."))
    if isinstance(error, UnknownScoreError):
        return ApiError("invalid_record", _("Say what was called, or write the score behind the deal."))
    if isinstance(error, IncidentError):
        return ApiError("invalid_record", str(error), more=_findings(error.findings))
    if isinstance(error, RecordError):
        return ApiError("invalid_record", str(error))
    return None


def _of_table(error: Exception) -> ApiError | None:
    """What was put down at a pool or a French table: why it can't be is in ``reason``."""
    if isinstance(error, StaleSittingError):
        return ApiError("changed_meanwhile", str(error))
    if isinstance(error, SittingNameError | LoserAtFiveError):
        return ApiError("invalid", str(error))
    for kind, reason in TABLE_REASONS.items():
        if isinstance(error, kind):
            rubber = getattr(error, "rubber", None)
            more = {} if rubber is None else _rubber(rubber)
            return ApiError("table_refused", str(error), more={"reason": reason, **more})
    return None


def _of_club(error: Exception) -> ApiError | None:
    if isinstance(error, KeyReusedError):
        return ApiError("key_reused")
    if isinstance(error, ClubChangedError):
        return ApiError("changed_meanwhile", str(error))
    if isinstance(error, EventNameError):
        code: Code = "invalid" if error.event is None else "name_taken"
        return ApiError(code, str(error))
    if isinstance(error, ClubNameTakenError):
        return ApiError("name_taken", str(error))
    if isinstance(error, EventInUseError | PeopleError):
        return ApiError("conflict", str(error))
    return None


def _of_export(error: Exception) -> ApiError | None:
    if isinstance(error, TooManyWaitingError):
        told = _("The files that you asked for before have to be written first.")
        return ApiError("too_many_streams", told, headers={"Retry-After": "10"})
    if isinstance(error, TooManyKeptError):
        return ApiError("conflict", str(error))
    return None


def _of_webhook(error: Exception) -> ApiError | None:
    if isinstance(error, UnsafeAddressError):
        return wrong_member("/url", str(error), code="unsafe_address")
    if isinstance(error, WebhookError):
        return ApiError("conflict", str(error))
    # Somebody took it away meanwhile.
    return ApiError("not_found") if isinstance(error, Webhook.DoesNotExist) else None


def _rubber(rubber: Rubber) -> dict[str, JsonValue]:
    return {"rubber": rubber.public_id, "state": rubber.state, "version": rubber.version}


def _findings(found: Iterable[Finding]) -> dict[str, Any]:
    return {"findings": [finding.as_json() for finding in found]}
