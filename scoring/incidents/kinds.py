"""Groups of laws: hands with a wrong number of cards, misdeals, the king, the exchange, the play, acts without
offence.

The numbers are those of the club code of 1877.
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
"""Laws on a dealer's hand with a wrong number of cards; ``ELDERS_HAND`` has the laws on the elder hand's
cards.
"""

TOO_MANY: Final = frozenset({15, 17, 29, 31, 33})
TOO_FEW: Final = frozenset({16, 18, 30, 32, 34})
"""Laws on a hand with too few cards; ``TOO_MANY`` has the laws on a hand with too many. Laws 20 and 21 cover
both.
"""

MISDEALS: Final = frozenset({9, 15, 16, 17, 18})
"""Laws on a wrong number of cards dealt, if the mistake is found before the play."""
BARRING_KING: Final = MISDEALS | {21}
"""Laws on misdeals that prevent marking a king that was turned up, unless a fresh deal is claimed (law 19).
"""

OF_THE_KING: Final = frozenset({19, 22, 23, 24, 25, 47})
OF_EXCHANGING: Final = frozenset(range(28, 39))
"""Laws on the exchange of cards; ``OF_THE_KING`` has the laws on the king.

La Triomphe has no exchange and marks no king, so these incidents can't occur there (``scoring.variants``).
"""

OF_THE_PLAY: Final = frozenset({20, 21, *range(39, 44)})
"""Laws on the play of the cards. Their incidents are impossible if a player took the point and no card was
played.
"""

NO_OFFENCE: Final[Mapping[Code, frozenset[int]]] = MappingProxyType(
    {"French": frozenset({52, 53}), "English": frozenset({54})}
)
"""For each code of laws, the numbers of the laws whose breach is no offence under that code."""
