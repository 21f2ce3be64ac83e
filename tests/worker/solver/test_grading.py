"""Whole deals graded at once: card by card as the solver says, with impossible deals refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.cards import SUITS, beats, cards_of, lawful_cards, mask_of, parse_card, parse_cards
from tests.scoring.text_table import rows_of
from tests.support.rows import each_row
from tests.worker.solver import naive
from tests.worker.solver.naive import cards_by_place, position_of
from worker.solver import grade_deals, solve_leads, solve_many, solve_replies

NO_LEAD = -1
DEALS = 300

Deal = tuple[int, int, int, list[int]]
"""The leader's hand, the follower's, the trump suit, and the cards in the order of play."""

GOOD = ("SKQ.HJ.CA7", "SA8.HQ.DK.C9", "H", "SK S8 SQ SA HJ HQ DK C7 C9 CA")


def played_at_random(random: Random) -> Deal:
    pack = random.sample(range(32), 10)
    leader, follower, trump = mask_of(pack[:5]), mask_of(pack[5:]), random.randrange(4)
    cards: list[int] = []
    ours, theirs = leader, follower
    while ours:
        lead = random.choice(cards_of(ours))
        reply = random.choice(cards_of(lawful_cards(theirs, lead, trump)))
        cards += [lead, reply]
        ours, theirs = ours ^ 1 << lead, theirs ^ 1 << reply
        if beats(reply, lead, trump):
            ours, theirs = theirs, ours
    return leader, follower, trump, cards


def turns(deal: Deal) -> Iterator[tuple[bool, int, int, int, int]]:
    """Yield for each card whether the first leader plays it, the hands of trick leader and follower, lead, and card."""
    ours, theirs, trump, cards = deal
    first_leads = True
    for lead, reply in zip(cards[::2], cards[1::2], strict=True):
        yield first_leads, ours, theirs, NO_LEAD, lead
        yield not first_leads, ours, theirs, lead, reply
        ours, theirs = ours ^ 1 << lead, theirs ^ 1 << reply
        if beats(reply, lead, trump):
            ours, theirs = theirs, ours
            first_leads = not first_leads


def tricks_of_leader(deal: Deal) -> int:
    """Return the tricks of the player who leads first."""
    whole = list(turns(deal))
    takers = [
        first_leads != beats(reply, lead, deal[2])
        for (first_leads, *_, lead), (*_, reply) in zip(whole[::2], whole[1::2], strict=True)
    ]
    return sum(takers)


def columns(*deals: Deal) -> tuple[Any, Any, Any, Any]:
    leaders, followers, trumps, cards = zip(*deals, strict=True)
    return (
        np.array(leaders, np.uint32),
        np.array(followers, np.uint32),
        np.array(trumps, np.uint8),
        np.array(cards, np.uint8),
    )


def written(leader: str, follower: str, trump: str, cards: str) -> Deal:
    return (
        parse_cards(leader),
        parse_cards(follower),
        SUITS.index(trump),
        [parse_card(card) for card in cards.split()],
    )


@pytest.fixture(scope="module")
def deals() -> list[Deal]:
    random = Random(43)
    return [played_at_random(random) for _ in range(DEALS)]


@pytest.fixture(scope="module")
def graded(deals: list[Deal]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    return grade_deals(*columns(*deals))


def by_solver(leader: int, follower: int, trump: int, lead: int) -> dict[int, int]:
    if lead == NO_LEAD:
        return solve_leads(leader, follower, trump)
    return solve_replies(leader, follower, trump, lead)


def by_search(leader: int, follower: int, trump: int, lead: int) -> dict[int, int]:
    leaders, followers = cards_of(leader), cards_of(follower)
    position = position_of(leaders, followers, trump)
    card_at = cards_by_place([*leaders, *followers], trump)
    if lead == NO_LEAD:
        tricks_by_place = naive.leads(position)
    else:
        tricks_by_place = naive.replies(
            position, next(place for place, card in card_at.items() if card == lead)
        )
    return {card_at[place]: tricks for place, tricks in tricks_by_place.items()}


@pytest.mark.parametrize(
    ("values", "rows"), [(by_solver, DEALS), (by_search, 12)], ids=["solver", "plain search"]
)
def test_each_card_is_behind_its_best_by_what_it_lost(
    deals: list[Deal],
    graded: tuple[NDArray[np.uint8], NDArray[np.uint8]],
    values: Callable[[int, int, int, int], dict[int, int]],
    rows: int,
) -> None:
    for deal, lost in zip(deals[:rows], graded[0].tolist(), strict=False):
        expected = []
        for _, leader, follower, lead, card in turns(deal):
            tricks = values(leader, follower, deal[2], lead)
            expected.append(max(tricks.values()) - tricks[card])
        assert lost == expected


def test_tricks_are_those_that_the_leader_took(
    deals: list[Deal], graded: tuple[NDArray[np.uint8], NDArray[np.uint8]]
) -> None:
    assert graded[1].tolist() == [tricks_of_leader(deal) for deal in deals]


def test_losses_of_both_sides_account_for_the_tricks(
    deals: list[Deal], graded: tuple[NDArray[np.uint8], NDArray[np.uint8]]
) -> None:
    """The tricks a player could force, less what they lost, plus what the other lost, are those that they took."""
    leaders, followers, trumps, _ = columns(*deals)
    could = solve_many(leaders, followers, trumps).astype(int)
    is_first = np.array([[first for first, *_ in turns(deal)] for deal in deals])
    lost = graded[0].astype(int)
    assert (could - (lost * is_first).sum(axis=1) + (lost * ~is_first).sum(axis=1)).tolist() == graded[
        1
    ].tolist()
    assert lost.any(axis=1).mean() > 0.5


def test_best_play_of_both_loses_nothing() -> None:
    random = Random(55)
    deal = played_at_random(random)
    leader, follower, trump, _ = deal
    ours, theirs, cards = leader, follower, []
    while ours:
        leads = solve_leads(ours, theirs, trump)
        lead = max(leads, key=leads.__getitem__)
        replies = solve_replies(ours, theirs, trump, lead)
        reply = max(replies, key=replies.__getitem__)
        cards += [lead, reply]
        ours, theirs = ours ^ 1 << lead, theirs ^ 1 << reply
        if beats(reply, lead, trump):
            ours, theirs = theirs, ours
    lost, tricks = grade_deals(*columns((leader, follower, trump, cards)))
    assert not lost.any()
    assert tricks.tolist() == solve_many(*columns(deal)[:3]).tolist()


BAD = """
SKQ.HJ.CA7 | SK8.HQ.DK.C9 | H | SK S8 SQ SA HJ HQ DK C7 C9 CA | both hands hold SK
SKQ.HJ.CA | SA8.HQ.DK | H | SK S8 SQ SA HJ HQ DK C7 C9 CA | the hands hold 4 cards, not 5
SKQ.HJ.CA7 | SA8.HQ.DK.C9 | H | DK S8 SQ SA HJ HQ DK C7 C9 CA | DK is played at place 1, but its player has not got it
SKQ.HJ.CA7 | SA8.HQ.DK.C9 | H | SK S7 SQ SA HJ HQ DK C7 C9 CA | S7 is played at place 2, but its player has not got it
SKQ.HJ.CA7 | SA8.HQ.DK.C9 | H | SK S8 SK SA HJ HQ DK C7 C9 CA | SK is played at place 3, but its player has not got it
SKQ.HJ.CA7 | SA8.HQ.DK.C9 | H | SK S8 SQ SA DK HJ HQ C7 C9 CA | DK is played at place 5, but its player has not got it
SKQ.HJ.CA7 | SA8.HQ.DK.C9 | H | SK DK SQ SA HJ HQ DK C7 C9 CA
    | DK is played at place 2, but its player must not play it (law 43)
SKQ.HJ.CA7 | SA8.HQ.DK.C9 | H | SK S8 SQ SA HJ C9 DK C7 HQ CA
    | C9 is played at place 6, but its player must not play it (law 43)
SQ.HJ.CA87 | SK8.HQ.DK.C9 | H | SQ S8 HJ HQ CA C9 C8 DK C7 SK
    | S8 is played at place 2, but its player must not play it (law 43)
SKQ.DJ.CA7 | SA8.HQ.CJ9 | H | DJ S8 SK SA SQ HQ CJ C7 C9 CA
    | S8 is played at place 2, but its player must not play it (law 43)
"""
"""The leader's hand, the follower's, the trump suit, the cards in the order of play, and the fault."""


@each_row(("leader", "follower", "trump", "cards", "why"), rows_of(BAD))
def test_first_bad_row_is_named_with_its_card(
    leader: str, follower: str, trump: str, cards: str, why: str
) -> None:
    good, bad = written(*GOOD), written(leader, follower, trump, cards)
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # the whole message is compared below
        grade_deals(*columns(good, good, bad, good, bad))
    assert str(refused.value) == f"row 2: {why}"


@pytest.mark.parametrize("place", range(10))
def test_number_that_is_no_card_is_named(place: int) -> None:
    leader, follower, trump, cards = written(*GOOD)
    cards[place] = 32
    with pytest.raises(
        ValueError, match=rf"^row 0: card 32 is played at place {place + 1}, but its player has"
    ):
        grade_deals(*columns((leader, follower, trump, cards)))


def test_trump_that_is_no_suit_is_named() -> None:
    leader, follower, _, cards = written(*GOOD)
    with pytest.raises(ValueError, match=r"^row 0: trump is 4, not one of 0 to 3 \(S H D C\)$"):
        grade_deals(*columns((leader, follower, 4, cards)))


@pytest.mark.parametrize(
    ("place", "mend", "why"),
    [
        (
            3,
            lambda it: it.astype(np.int64),
            r"cards is int64 of shape \(2, 10\), not uint8 of shape \(n, 10\)",
        ),
        (3, lambda it: it[:, :9], r"cards is uint8 of shape \(2, 9\), not uint8 of shape \(n, 10\)"),
        (3, lambda it: it[0], r"cards is uint8 of shape \(10,\), not uint8 of shape \(n, 10\)"),
        (3, lambda it: it.tolist(), "cards is a list, not an array of uint8"),
        (3, lambda it: it[:1], "the arrays differ in length: 2 leaders, 2 followers, 2 trumps, 1 cards"),
    ],
)
def test_arrays_of_another_type_shape_or_length(place: int, mend: Callable[[Any], Any], why: str) -> None:
    given = list(columns(written(*GOOD), written(*GOOD)))
    given[place] = mend(given[place])
    with pytest.raises(ValueError, match=f"^{why}$"):
        grade_deals(*given)


def test_no_deals_give_no_grades() -> None:
    lost, tricks = grade_deals(*(column[:0] for column in columns(written(*GOOD))))
    assert (lost.shape, tricks.shape) == ((0, 10), (0,))
