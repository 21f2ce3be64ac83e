"""Live rubbers of which no deal is recorded, ended by their result alone."""

from __future__ import annotations

from matches.common.command_context import Act
from matches.common.log import RUBBER_CLOSED, RubberEnded
from matches.models import Rubber
from matches.rubbers.correct import Correction
from matches.rubbers.errors import ConflictOpenError
from matches.rubbers.queries.unsettled_pad_entries import kept_entries
from matches.rubbers.transition import LockedRubber, change_rubber
from scoring import record as scored
from scoring.checks import LATEST_CHECKS
from scoring.notation import read_one


def close_by_result(locked: LockedRubber, record: scored.Rubber, *, act: Act) -> Rubber:
    """End a rubber that is played with a record of its result, of the same occasion; it counts at once.

    The caller holds the rubber's lock, and knows that no deal would go with it. Raises ``ConflictOpenError``, and as
    ``change_rubber``.
    """

    def payload(locked: LockedRubber) -> RubberEnded:
        if any(game.deals for game in read_one(locked.now.egn).games):
            raise AssertionError("a result would take the place of deals")
        if kept_entries(locked.row).exists():
            raise ConflictOpenError(locked.row)
        egn = Correction(record).of(locked).stored.egn
        return {"termination": "normal", "winner": "", "egn": egn, "checks": LATEST_CHECKS}

    return change_rubber(locked, RUBBER_CLOSED, act, payload)
