"""What was called in a deal, as a scorer tells it in a word, and the notation's letters for it."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Said: TypeAlias = Literal["", "stood", "refused", "given_stood", "given_refused"]
"""What was called, as a form asks it; empty where it was not noted."""

WAYS_OF_CALLING: Final[tuple[Said, ...]] = get_args(Said)
MOST_GIVINGS: Final = 20
"""How often cards can be given in a deal: the stock is 21, and the elder hand takes one at least each time."""


def calls_of(said: Said, times: int = 1) -> str:
    """The letters of what was called; empty where that was not noted. Cards were given ``times`` times.

    >>> calls_of("given_refused", 2)
    'PGPGPR'
    """
    given = "PG" * times
    return {
        "": "",
        "stood": "S",
        "refused": "PR",
        "given_stood": f"{given}S",
        "given_refused": f"{given}PR",
    }[said]


def said_of(letters: str) -> tuple[Said, int] | None:
    """How ``calls_of`` is asked for these letters; None for letters that it never gives.

    >>> said_of("PGPGPR")
    ('given_refused', 2)
    """
    times = max(letters.count("G"), 1)
    return next(((said, times) for said in WAYS_OF_CALLING if calls_of(said, times) == letters), None)
