"""Why an entry that a phone sent was refused, each reason under a code that stays; the pages have the words."""

from __future__ import annotations

from typing import Final

from matches.rubbers.build_record import NotOneDealError, UnknownScoreError
from matches.rubbers.deal_from_input import ToldError
from matches.rubbers.errors import (
    ConflictOpenError,
    CutNotDueError,
    HeldRecordError,
    LateKingError,
    LaterDealError,
    NoDealError,
    NoSuchDealError,
    NotLastDealError,
    RubberChangeError,
    RubberOverError,
    StaleRubberError,
    StateError,
    UndecidedError,
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
"""By the error of the service; the first that fits."""
OWN_CODES: Final = (
    "key_reused",
    "late",
    "wrong_side",
    "not_allowed",
    "agreed",
    "winner_needed",
    "winner_not_wanted",
    "reason_needed",
    "no_such_deal",
    "no_such_conflict",
    "settled",
)
"""What the inbox itself refuses, and the choice between two that contradict each other."""
OVER: Final = "over"
"""The code of an entry that was kept since the rubber had ended, and stands before the director."""


class UnknownVersionError(ValueError):
    """An entry names a version that the rubber has not reached, and does not show that it ever had. Nothing is kept.

    ``key`` is the entry's.
    """

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


class RefusedError(RubberChangeError):
    """An entry is refused under this code. ``faults`` are the engine's findings, where it is for those."""

    def __init__(self, code: str, faults: tuple[Finding, ...] = ()) -> None:
        self.code = code
        self.faults = faults
        super().__init__(code)


def refused_for(error: Exception) -> RefusedError | None:
    """What the sender is told of a service's error; None for one that is ours."""
    if isinstance(error, RefusedError):
        return error
    if isinstance(error, ToldError):
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
