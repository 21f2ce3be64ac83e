"""From which loss a card is flagged. Stored with each review, so that a change can be told from a mistake."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

FLAGS_VERSION: Final = "1"

FLAGGED_FROM: Final = Fraction(1, 10)
"""Fair loss in marks: a tenth of a mark is the least that a player would call a slip and not a taste."""


def is_flagged(fair_loss: Fraction) -> bool:
    """On fair loss alone: what only a look at the adversary's hand could have told is nobody's fault."""
    return fair_loss >= FLAGGED_FROM
