"""What a loss is called: the one place of the thresholds, for pages, API and export."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Label: TypeAlias = Literal["inaccuracy", "mistake", "blunder"]

LABELS_VERSION: Final = "1"
"""Stored with each review, so that a change of the thresholds can be told from a change of the play."""

THRESHOLDS: Final[tuple[tuple[float, Label], ...]] = (
    (0.10, "blunder"),
    (0.05, "mistake"),
    (0.02, "inaccuracy"),
)
"""From which loss, in chances of winning the game, the dearest first."""

LEAST_LABELLED: Final = THRESHOLDS[-1][0]
_ROUNDING: Final = 1e-9


def label_of(equity_loss: float | None) -> Label | None:
    """The label of a loss in chances of winning the game; None for what costs less, or can't be weighed."""
    if equity_loss is None:
        return None
    return next((label for least, label in THRESHOLDS if equity_loss >= least - _ROUNDING), None)
