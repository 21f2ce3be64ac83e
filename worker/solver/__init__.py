"""Solve card play with both hands seen: the tricks that the leader can force in each of 81,500 positions.

Importing this package loads almost nothing: the first call that solves loads NumPy, Numba and the table.
Masks and cards are those of ``scoring.cards``.

>>> from scoring.cards import parse_cards, format_card
>>> leads = solve_leads(parse_cards("SJA.HK.DK.CJ"), parse_cards("HQA9.CT8"), 2)
>>> {format_card(card): tricks for card, tricks in leads.items()}
{'SJ': 5, 'SA': 5, 'HK': 5, 'DK': 5, 'CJ': 5}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from scoring.cards import Card, CardMask, Suit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Tricks: TypeAlias = int

ENGINE_VERSION: Final = "1"


def solve_many(
    leaders: NDArray[np.uint32], followers: NDArray[np.uint32], trumps: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Return the number of tricks that the leader of each row can force. All arrays have the shape ``[n]``.

    Raises ``ValueError`` for arrays of other types or lengths. Raises it also for the first invalid row, with
    the reason: hands that share a card, differ in size, are empty or have more than five cards, or a trump
    above 3.
    """
    from worker.solver.batch import solve_many

    return solve_many(leaders, followers, trumps)


def solve_leads_many(
    leaders: NDArray[np.uint32], followers: NDArray[np.uint32], trumps: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Return the number of tricks that the leader of each row wins with each possible lead, as ``[n, 5]``.

    The columns are the leader's cards from bit 0 up; columns after the last card have 255. Raises
    ``ValueError`` as ``solve_many`` does.
    """
    from worker.solver.batch import solve_leads_many

    return solve_leads_many(leaders, followers, trumps)


def solve_replies_many(
    leaders: NDArray[np.uint32],
    followers: NDArray[np.uint32],
    trumps: NDArray[np.uint8],
    leads: NDArray[np.uint8],
) -> NDArray[np.uint8]:
    """Return the number of tricks that the follower of each row wins with each possible reply, as ``[n, 5]``.

    ``leaders`` still contain the card led, which is in ``leads``. The columns are the follower's cards from
    bit 0 up; columns after the last card have 255, and so has a card that law 43 forbids. Raises
    ``ValueError`` as ``solve_many`` does, and if the leader does not have the card led.
    """
    from worker.solver.batch import solve_replies_many

    return solve_replies_many(leaders, followers, trumps, leads)


def grade_deals(
    leaders: NDArray[np.uint32],
    followers: NDArray[np.uint32],
    trumps: NDArray[np.uint8],
    cards: NDArray[np.uint8],
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Grade every card of finished deals, with both hands seen.

    Return two arrays. The first, ``[n, 10]``, has the number of tricks by which each card is worse than the
    best card that its player had then. The second, ``[n]``, has the number of tricks that the first leader of
    each row won.

    ``leaders`` and ``followers`` are the hands of five cards before the first lead. ``cards``, ``[n, 10]``,
    are the cards played, in order. Raises ``ValueError`` for the first invalid row, with the reason: the
    hands, as in ``solve_many``, or a card that its player does not have or must not play (law 43).
    """
    from worker.solver.grading import grade_deals

    return grade_deals(leaders, followers, trumps, cards)


def solve_leads(leader: CardMask, follower: CardMask, trump: Suit) -> dict[Card, Tricks]:
    """Return the number of tricks that the leader wins with each possible lead, by card.

    Cards are in the order S H D C, high to low. Raises ``ValueError`` with the reason if the position is
    invalid.
    """
    from worker.solver.batch import solve_leads

    return solve_leads(leader, follower, trump)


def solve_replies(leader: CardMask, follower: CardMask, trump: Suit, lead: Card) -> dict[Card, Tricks]:
    """Return the number of tricks that the follower wins with each lawful reply to ``lead``, by card.

    ``lead`` is still in the mask ``leader``. Raises ``ValueError`` with the reason if the position is
    invalid.
    """
    from worker.solver.batch import solve_replies

    return solve_replies(leader, follower, trump, lead)


def table_checksum() -> str:
    """Return the SHA-256, in hexadecimal, of all values of the solver's table.

    Together with ``ENGINE_VERSION`` it identifies the solver that judged a card.
    """
    from worker.solver.table import checksum

    return checksum()


def warm() -> None:
    """Build the table and load all compiled functions, so that processes forked later are ready to solve at once."""
    from worker.solver.batch import warm

    warm()
