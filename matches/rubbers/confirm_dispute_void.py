"""What becomes of a result that is here: confirmed, disputed, declared void."""

from __future__ import annotations

from matches.common.command_context import Act
from matches.common.log import (
    RUBBER_CONFIRMED,
    RUBBER_DISPUTED,
    RUBBER_VOIDED,
    RubberConfirmed,
    RubberDisputed,
    Seat,
)
from matches.models import Rubber
from matches.rubbers.transition import LockedRubber, change_rubber


def confirm_rubber(rubber: Rubber | LockedRubber, *, act: Act, seat: Seat = "") -> Rubber:
    """Let a reported or disputed result count. ``seat``: the side that confirms it, empty for neither.

    Raises as ``change_rubber``.
    """
    payload: RubberConfirmed = {"by": seat} if seat else {}
    return change_rubber(rubber, RUBBER_CONFIRMED, act, lambda locked: payload)


def dispute_rubber(rubber: Rubber | LockedRubber, *, seat: Seat, act: Act) -> Rubber:
    """Take a result out of the standings until it is settled. ``seat``: the side that disputes it, empty for neither.

    Raises as ``change_rubber``.
    """
    payload: RubberDisputed = {"by": seat}
    return change_rubber(rubber, RUBBER_DISPUTED, act, lambda locked: payload)


def void_rubber(rubber: Rubber, *, act: Act) -> Rubber:
    """Declare that a rubber does not count. Raises as ``change_rubber``."""
    return change_rubber(rubber, RUBBER_VOIDED, act)
