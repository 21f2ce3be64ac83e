"""What was called in a deal, as a scorer tells it in a word, and the notation's letters for it."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from scoring.notation.tokens import CONDITIONAL
from scoring.record import Variant

SaidAtEcarte: TypeAlias = Literal["", "stood", "refused", "given_stood", "given_refused"]
SaidAtTriomphe: TypeAlias = Literal[
    "", "unoffered", "taken_by_dealer", "refused_by_dealer", "taken_by_elder", "refused_by_elder"
]
"""Whether the point was offered, and what he said to whom it was."""
Said: TypeAlias = SaidAtEcarte | SaidAtTriomphe
"""What was called, as a form asks it; empty where it was not noted."""

WAYS_OF_CALLING: Final[tuple[Said, ...]] = get_args(SaidAtEcarte)
_WAYS: Final[dict[Variant, tuple[Said, ...]]] = {
    "ecarte": WAYS_OF_CALLING,
    "triomphe": get_args(SaidAtTriomphe),
}
MOST_GIVINGS: Final = 20
"""How often cards can be given in a deal: the stock is 21, and the elder hand takes one at least each time."""


def ways_of_calling(variant: Variant) -> tuple[Said, ...]:
    """Every way of calling in that game, the first of them empty."""
    return _WAYS[variant]


def calls_of(said: Said, times: int = 1) -> str:
    """The letters of what was called; empty where that was not noted. At écarté cards were given ``times`` times.

    >>> calls_of("given_refused", 2)
    'PGPGPR'
    >>> calls_of("refused_by_elder")
    'SPR'
    """
    given = "PG" * times
    letters: dict[Said, str] = {
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
    return letters[said]


def with_condition(letters: str) -> str:
    """The letters of calls of which the last answer hung on the stock having enough cards (law 38).

    >>> with_condition("PGPGS")
    'PGPgS'
    >>> with_condition("PGPR")
    'PGPgR'
    """
    if letters.endswith("R"):
        return f"{letters[:-1]}{CONDITIONAL}R"
    before, _given, behind = letters.rpartition("G")
    return f"{before}{CONDITIONAL}{behind}"


def said_of(letters: str, variant: Variant = "ecarte") -> tuple[Said, int] | None:
    """How ``calls_of`` is asked for these letters; None for letters that it never gives.

    >>> said_of("PGPGPR")
    ('given_refused', 2)
    >>> said_of("PG", "triomphe")
    ('taken_by_dealer', 1)
    """
    times = max(letters.count("G"), 1)
    return next(((said, times) for said in _WAYS[variant] if calls_of(said, times) == letters), None)
