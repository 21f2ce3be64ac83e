"""Stable codes for the reasons why an entry is refused. The pages have their texts."""

from __future__ import annotations

from typing import Final

from matches.rubbers.errors import (
    ConflictOpenError,
    CutNotDueError,
    HeldRecordError,
    InvalidDealError,
    LateKingError,
    LaterDealError,
    NoDealError,
    NoSuchDealError,
    NotLastDealError,
    NotOneDealError,
    RubberChangeError,
    RubberOverError,
    StaleRubberError,
    StateError,
    UndecidedError,
    UnknownScoreError,
)
from scoring.book import IncidentError
from scoring.errors import NotationError, RecordError
from scoring.findings import Finding

CODES: Final[dict[type[Exception], str]] = {
    ConflictOpenError: "conflict_open",
    StaleRubberError: "late",
    StateError: "not_now",
    NoDealError: "nothing_to_undo",
    NotLastDealError: "not_last_deal",
    CutNotDueError: "cut_not_due",
    NoSuchDealError: "no_such_deal",
    LateKingError: "late_king",
    LaterDealError: "later_deal",
    RubberOverError: "decided",
    UndecidedError: "undecided",
    HeldRecordError: "unreadable",
    NotationError: "unreadable",
    RecordError: "unreadable",
    NotOneDealError: "not_one_deal",
    UnknownScoreError: "score_unknown",
    IncidentError: "against_the_laws",
    RubberChangeError: "not_possible",
}
"""The code for each class of error. The first class that matches applies."""
OWN_CODES: Final = (
    *("key_reused", "late", "wrong_side", "not_allowed", "agreed", "winner_needed", "winner_not_wanted"),
    *("reason_needed", "no_such_deal", "no_such_conflict", "settled"),
)
"""The codes that the inbox, and the choice between conflicting versions, use without a class of error."""
OVER: Final = "over"
"""The code of an entry that was stored for the director because the rubber had ended."""


class UnknownVersionError(ValueError):
    """The entry with the key ``key`` names a version that the rubber has not reached, without proof that it existed."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


class RefusedError(RubberChangeError):
    """The entry is refused for the reason ``code``, and for ``faults``, if findings of the checks are the reason."""

    def __init__(self, code: str, faults: tuple[Finding, ...] = ()) -> None:
        self.code = code
        self.faults = faults
        super().__init__(code)


def refusal_for(error: Exception) -> RefusedError | None:
    """Return the ``RefusedError`` that reports a service's error to the phone, or None for an unexpected one."""
    if isinstance(error, RefusedError):
        return error
    if isinstance(error, InvalidDealError):
        return RefusedError(error.code, error.faults)
    for kind, code in CODES.items():
        if isinstance(error, kind):
            return RefusedError(code, _faults(error))
    return None


def _faults(error: Exception) -> tuple[Finding, ...]:
    if isinstance(error, HeldRecordError):
        return error.faults
    if isinstance(error, IncidentError | LaterDealError):
        return tuple(error.findings)
    return (error.finding,) if isinstance(error, NotationError) else ()
