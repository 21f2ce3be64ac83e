"""The labels of losses (inaccuracy, mistake, blunder) and their thresholds, for pages, API and export alike.

A call that the equilibrium makes with the hand now and then is right, whatever loss a review computes for it: at the
equilibrium neither player can gain by another call, so that the values of both calls differ by chance alone.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Label: TypeAlias = Literal["inaccuracy", "mistake", "blunder"]

LABELS_VERSION: Final = "2"
"""The version of these rules, stored with each review to show by which thresholds its labels were given."""

THRESHOLDS: Final[tuple[tuple[float, Label], ...]] = (
    (0.10, "blunder"),
    (0.05, "mistake"),
    (0.02, "inaccuracy"),
)
"""The smallest loss for each label, in probability of winning the game, the largest loss first."""

LEAST_LABELLED: Final = THRESHOLDS[-1][0]
RIGHT_FROM: Final = 0.05
"""The frequency at the equilibrium from which a call is right."""
SMALL_GAP: Final = 0.01
"""Two calls whose chances of winning differ by less than this are both right."""
_ROUNDING: Final = 1e-9


def label_of(equity_loss: float | None, frequency: float | None = None) -> Label | None:
    """Return the label of a loss in probability of winning the game.

    ``frequency`` is how often the equilibrium makes the choice, or None if it is not known. Return None if the loss is
    below all thresholds or unknown (None), or if the equilibrium makes the choice at least now and then.
    """
    if equity_loss is None or (frequency is not None and is_made(frequency)):
        return None
    return next((label for least, label in THRESHOLDS if equity_loss >= least - _ROUNDING), None)


def is_made(frequency: float) -> bool:
    """Return whether the equilibrium makes a choice at least now and then, so that it is right."""
    return frequency >= RIGHT_FROM - _ROUNDING


def is_either_right(frequency: float, equity_loss: float | None) -> bool:
    """Return whether both of two calls are right.

    ``frequency`` is how often the equilibrium makes one of them. ``equity_loss`` is how far the worse of the two is
    behind in the probability of winning the game, or None if this is not known.
    """
    is_mixed = RIGHT_FROM - _ROUNDING <= frequency <= 1 - RIGHT_FROM + _ROUNDING
    return is_mixed or (equity_loss is not None and equity_loss < SMALL_GAP)
