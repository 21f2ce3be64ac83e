"""Card play with both hands seen: how many tricks the leader can force, as a table of 81,500 positions.

Importing this package costs nothing: NumPy, Numba and the table are loaded by the first call that solves.
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
    """The tricks that the leader of each row can force; shapes ``[n]``, ``[n]``, ``[n]`` -> ``[n]``.

    Raises ``ValueError`` that names the first bad row and what is wrong with it: hands that share a card,
    hold different numbers of cards, none, or more than five; a trump above 3. Arrays of other types or
    lengths are refused too.
    """
    from worker.solver.batch import solve_many

    return solve_many(leaders, followers, trumps)


def solve_leads_many(
    leaders: NDArray[np.uint32], followers: NDArray[np.uint32], trumps: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """The leader's tricks with each of his leads, ``[n, 5]``: his cards from bit 0 up, 255 behind the last.

    Raises as ``solve_many`` does.
    """
    from worker.solver.batch import solve_leads_many

    return solve_leads_many(leaders, followers, trumps)


def solve_replies_many(
    leaders: NDArray[np.uint32],
    followers: NDArray[np.uint32],
    trumps: NDArray[np.uint8],
    leads: NDArray[np.uint8],
) -> NDArray[np.uint8]:
    """The follower's tricks with each of his replies to the card led, ``[n, 5]``.

    ``leaders`` still hold the card led. Columns are the follower's cards from bit 0 up; 255 where law 43 does
    not let him play the card, and behind the last. Raises as ``solve_many`` does, and for a card led that
    the leader has not got.
    """
    from worker.solver.batch import solve_replies_many

    return solve_replies_many(leaders, followers, trumps, leads)


def grade_deals(
    leaders: NDArray[np.uint32],
    followers: NDArray[np.uint32],
    trumps: NDArray[np.uint8],
    cards: NDArray[np.uint8],
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """For deals played out, what each card lost with both hands seen, and how the deals went.

    Hands are of five cards as they are before the first lead; ``cards``, ``[n, 10]``, are those played, in order.
    Returns ``[n, 10]``, the tricks by which each card is behind the best that its player could do then, and ``[n]``,
    the tricks that the leader of the row took. Raises ``ValueError`` that names the first bad row and what is wrong
    with it: the hands, as in ``solve_many``, or a card that its player has not got or must not play (law 43).
    """
    from worker.solver.grading import grade_deals

    return grade_deals(leaders, followers, trumps, cards)


def solve_leads(leader: CardMask, follower: CardMask, trump: Suit) -> dict[Card, Tricks]:
    """The leader's tricks with each of his leads, cards in the order S H D C, high to low.

    Raises ``ValueError`` that says what is wrong with the position.
    """
    from worker.solver.batch import solve_leads

    return solve_leads(leader, follower, trump)


def solve_replies(leader: CardMask, follower: CardMask, trump: Suit, lead: Card) -> dict[Card, Tricks]:
    """The follower's tricks with each lawful reply to ``lead``, a card of ``leader``; raises as above."""
    from worker.solver.batch import solve_replies

    return solve_replies(leader, follower, trump, lead)


def table_checksum() -> str:
    """SHA-256 of all values, in hexadecimal; with ``ENGINE_VERSION`` it says which solver judged a card."""
    from worker.solver.table import checksum

    return checksum()


def warm() -> None:
    """Build the table and load the kernels of all that solves, so that processes forked later start ready for it."""
    from worker.solver.batch import warm

    warm()
