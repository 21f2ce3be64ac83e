"""All that is done to rubbers by hand, in one place to import from.

Each of these appends one entry to the rubber's stream and writes what follows from it, in one transaction under a
lock on the rubber. An ``Act`` whose key was used before leaves all as it is.
"""

from __future__ import annotations

from matches.common.command_context import Act
from matches.rubbers.confirm_dispute_void import confirm_rubber, dispute_rubber, void_rubber
from matches.rubbers.correct import correct_rubber
from matches.rubbers.enter import enter_rubber, open_rubber
from matches.rubbers.live_scoring import (
    PLAYED_OUT,
    RubberEnd,
    close_rubber,
    mark_late_king,
    record_cut,
    record_deal,
    rewrite_deal,
    undo_deal,
)
from matches.rubbers.rulings import settle_ruling

__all__ = [
    "PLAYED_OUT",
    "Act",
    "RubberEnd",
    "close_rubber",
    "confirm_rubber",
    "correct_rubber",
    "dispute_rubber",
    "enter_rubber",
    "mark_late_king",
    "open_rubber",
    "record_cut",
    "record_deal",
    "rewrite_deal",
    "settle_ruling",
    "undo_deal",
    "void_rubber",
]
