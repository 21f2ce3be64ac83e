"""Laws that go together: a hand dealt or given wrong, whose and which way; misdeals; what is no offence.

Numbering is that of the club code of 1877.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from scoring.record import Code

DEALT_WRONG: Final = frozenset({15, 16, 17, 18, 20, 21})
GIVEN_WRONG: Final = frozenset({29, 30, 31, 32, 33, 34})

ELDERS_HAND: Final = frozenset({15, 16, 20, 29, 30, 31, 32})
DEALERS_HAND: Final = frozenset({17, 18, 21, 33, 34})
"""Whose hand is long or short, by the law."""

TOO_MANY: Final = frozenset({15, 17, 29, 31, 33})
TOO_FEW: Final = frozenset({16, 18, 30, 32, 34})
"""Laws 20 and 21 are about either."""

MISDEALS: Final = frozenset({9, 15, 16, 17, 18})
"""A wrong number dealt, found before the play."""
BARRING_KING: Final = MISDEALS | {21}
"""After one of these the king turned up can't be marked where no fresh deal is claimed (law 19)."""

OF_THE_KING: Final = frozenset({19, 22, 23, 24, 25, 47})
OF_EXCHANGING: Final = frozenset(range(28, 39))
"""What can't happen in a game without a king to mark, and in one without an exchange (``scoring.variants``)."""

OF_THE_PLAY: Final = frozenset({20, 21, *range(39, 44)})
"""What can't happen where the point was taken, and no card was played."""

NO_OFFENCE: Final[Mapping[Code, frozenset[int]]] = MappingProxyType(
    {"French": frozenset({52, 53}), "English": frozenset({54})}
)
"""What the laws forbid that a code does not."""
