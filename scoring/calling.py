"""Convert the calls of a deal between a form's single word (``given_refused``) and the notation's letters
(``PGPR``).

A "way of calling" is that word: it says who proposed, stood, accepted or refused.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from scoring.notation.tokens import CONDITIONAL
from scoring.record import Variant

EcarteWay: TypeAlias = Literal["", "stood", "refused", "given_stood", "given_refused"]
TriompheWay: TypeAlias = Literal[
    "", "unoffered", "taken_by_dealer", "refused_by_dealer", "taken_by_elder", "refused_by_elder"
]
"""A way of calling at La Triomphe: whether the point was offered, and the answer to the offer.

It is empty if the calls were not recorded.
"""
WayOfCalling: TypeAlias = EcarteWay | TriompheWay
"""The word for a way of calling, as forms send it; empty if the calls were not recorded."""

WAYS_OF_CALLING: Final[tuple[WayOfCalling, ...]] = get_args(EcarteWay)
_WAYS: Final[dict[Variant, tuple[WayOfCalling, ...]]] = {
    "ecarte": WAYS_OF_CALLING,
    "triomphe": get_args(TriompheWay),
}
MOST_GIVINGS: Final = 20
"""The highest number of exchanges in a deal: the stock has 21 cards, and the elder hand takes at least one each
time.
"""


def ways_of_calling(variant: Variant) -> tuple[WayOfCalling, ...]:
    """Return every way of calling in the game ``variant``, the empty one first."""
    return _WAYS[variant]


def calls_of(way: WayOfCalling, times: int = 1) -> str:
    """Return the letters of the notation for a way of calling; empty if the calls were not recorded.

    At écarté, ``times`` is the number of proposals that were accepted.

    >>> calls_of("given_refused", 2)
    'PGPGPR'
    >>> calls_of("refused_by_elder")
    'SPR'
    """
    given = "PG" * times
    letters: dict[WayOfCalling, str] = {
        "": "",
        "stood": "S",
        "refused": "PR",
        "given_stood": f"{given}S",
        "given_refused": f"{given}PR",
        "unoffered": "S",
        "taken_by_dealer": "PG",
        "refused_by_dealer": "PR",
        "taken_by_elder": "SPG",
        "refused_by_elder": "SPR",
    }
    return letters[way]


def with_condition(letters: str) -> str:
    """Return the letters of the calls, with the dealer's last answer made conditional.

    The last acceptance ``G`` becomes the conditional ``g``. If the calls end with a refusal ``R``, ``g`` is
    added before it, because the condition failed.

    A conditional acceptance holds only if the stock has enough cards (law 38).

    >>> with_condition("PGPGS")
    'PGPgS'
    >>> with_condition("PGPR")
    'PGPgR'
    """
    if letters.endswith("R"):
        return f"{letters[:-1]}{CONDITIONAL}R"
    before, _given, behind = letters.rpartition("G")
    return f"{before}{CONDITIONAL}{behind}"


def way_of_calling(letters: str, variant: Variant = "ecarte") -> tuple[WayOfCalling, int] | None:
    """Return the way of calling that has these letters, and its number of exchanges, or None if there is
    none.

    This is the inverse of ``calls_of``.

    >>> way_of_calling("PGPGPR")
    ('given_refused', 2)
    >>> way_of_calling("PG", "triomphe")
    ('taken_by_dealer', 1)
    """
    times = max(letters.count("G"), 1)
    return next(((way, times) for way in _WAYS[variant] if calls_of(way, times) == letters), None)
