"""Play in which neither player sees the other's hand, against its definition written out; and its properties."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from scoring.cards import CardMask, cards_of, format_card, parse_cards
from tests.support.examples import in_two_sizes
from tests.worker.review.deals import deal_text, random_deal
from tests.worker.review.hidden_reference import Belief, Moment, Search
from tests.worker.review.judging import deal_and_stakes
from worker.review.choice import Choice, choices_of
from worker.review.hidden_play import hidden_totals, weigh_hidden
from worker.review.kernels import BEST, NO_LEAD, tally_choices
from worker.review.knowledge import Knowledge
from worker.solver.table import solver_table

WORTHS = ([-2, -2, 1, 2], [-1, 1, 1, 2], [-2, -1, 2, 2], [-300, -217, 41, 650])


class Position(NamedTuple):
    own: CardMask
    lead: int
    trump: int
    known: Knowledge
    common: tuple[Knowledge, Knowledge]
    worth: list[int]


def random_position(
    random: Random, *, cards: int, leads: bool, unseen: int, apart: int = 0, closed: bool = False
) -> Position:
    """Return a random position. The player alone knows ``apart`` cards elsewhere; ``closed``: any hand seems to fit."""
    size = cards if leads else cards - 1
    pack = random.sample(range(32), cards + unseen + apart + 1)
    own, cards_unseen, elsewhere = pack[:cards], pack[cards : cards + unseen], pack[cards + unseen : -1]
    possible = mask(cards_unseen)
    own_possible = their_possible = mask(own) | possible | mask(elsewhere)
    certain = own_certain = 0
    if not closed:
        own_possible &= ~mask(random.sample(cards_unseen, random.randrange(unseen)))
        their_possible &= ~mask(random.sample(own, random.randrange(cards)))
        match random.randrange(6):
            case 0:
                certain = 1 << random.choice(cards_unseen)
            case 1:
                own_certain = 1 << random.choice(own)
                own_possible |= own_certain
            case 2:
                own_possible &= ~(1 << random.choice(own))
    return Position(
        mask(own),
        NO_LEAD if leads else pack[-1],
        random.randrange(4),
        Knowledge(certain, possible, size),
        (Knowledge(own_certain, own_possible, cards), Knowledge(certain, their_possible, size)),
        random.choice(WORTHS)[: cards + 1],
    )


def mask(cards: list[int]) -> CardMask:
    return sum(1 << card for card in cards)


def weighed(position: Position) -> dict[int, tuple[float, int]]:
    own, lead, trump, known, common, worth = position
    return weigh_hidden(own, lead, trump, known, common, np.array(worth, np.int64))


def with_hands_seen(position: Position) -> dict[int, float]:
    """Return each card's mean value if both players see everything after it."""
    tally = np.zeros((BEST + 1, 6), np.int64)
    known = position.known
    worlds = tally_choices(
        solver_table(),
        position.own,
        position.lead,
        position.trump,
        known.certain,
        known.possible & ~known.certain,
        tally,
    )
    worth = np.array(position.worth, np.int64)
    return {card: float(tally[card, : len(worth)] @ worth / worlds) for card in weighed(position)}


def by_definition(position: Position) -> dict[int, tuple[float, int]]:
    own_view, their_view = position.common
    moment = Moment(
        common=(("P", belief(own_view)), ("Q", belief(their_view))),
        known=belief(position.known),
        mover="P",
        lead=None if position.lead == NO_LEAD else position.lead,
    )
    worths = Search(position.trump, position.worth).worth_of_cards(moment, frozenset(cards_of(position.own)))
    return {card: (float(value), worlds) for card, (value, worlds) in worths.items()}


def belief(known: Knowledge) -> Belief:
    return frozenset(cards_of(known.certain)), frozenset(cards_of(known.possible))


@pytest.mark.parametrize(
    ("seed", "positions", "cards", "leads", "unseen", "apart"),
    [
        (1, 150, 2, True, 3, 2),
        (2, 60, 2, True, 7, 3),
        (3, 60, 3, False, 3, 1),
        (4, 15, 3, False, 6, 2),
        (5, 60, 3, True, 3, 1),
        (6, 8, 3, True, 5, 1),
    ],
)
@in_two_sizes("share", 5, 1)
def test_is_worth_what_the_definition_says(
    seed: int, positions: int, cards: int, leads: bool, unseen: int, apart: int, share: int
) -> None:
    random = Random(seed)
    for _ in range(1 + positions // share):
        position = random_position(random, cards=cards, leads=leads, unseen=unseen, apart=apart)
        expected = by_definition(position)
        weights = weighed(position)
        assert weights == expected, position


@pytest.mark.parametrize(("cards", "leads"), [(2, True), (3, False), (3, True)])
def test_is_worth_the_same_as_with_hands_seen_where_both_know_them(cards: int, leads: bool) -> None:
    random = Random(cards)
    for _ in range(60):
        position = random_position(random, cards=cards, leads=leads, unseen=3, closed=True)
        position = sure_of_it(sure_of_own(position), random)
        assert means(position) == pytest.approx(with_hands_seen(position)), position


@pytest.mark.parametrize(("cards", "leads"), [(2, True), (3, False), (3, True)])
def test_an_opponent_who_has_to_guess_takes_no_more(cards: int, leads: bool) -> None:
    """The player knows the opponent's hand; the opponent does not know the player's."""
    random = Random(cards)
    gained = False
    for _ in range(400):
        position = random_position(random, cards=cards, leads=leads, unseen=9, closed=True)
        position = sure_of_it(position, random)
        seen = with_hands_seen(position)
        hidden = means(position)
        assert all(hidden[card] > seen[card] - 1e-9 for card in seen), position
        gained |= any(hidden[card] > seen[card] + 1e-9 for card in seen)
    assert gained


@pytest.mark.parametrize(("cards", "leads"), [(3, False), (3, True)])
def test_a_player_who_has_to_guess_takes_no_more(cards: int, leads: bool) -> None:
    """The opponent knows the player's hand; the player does not know the opponent's."""
    random = Random(cards)
    lost = False
    for _ in range(400):
        position = sure_of_own(random_position(random, cards=cards, leads=leads, unseen=9, closed=True))
        seen = with_hands_seen(position)
        hidden = means(position)
        assert all(hidden[card] < seen[card] + 1e-9 for card in seen), position
        lost |= any(hidden[card] < seen[card] - 1e-9 for card in seen)
    assert lost


def means(position: Position) -> dict[int, float]:
    return {card: mean for card, (mean, _) in weighed(position).items()}


def sure_of_own(position: Position) -> Position:
    """Return a position in which the opponent knows the player's hand, and the player goes by what both know."""
    own = Knowledge(position.own, position.own, position.common[0].size)
    return position._replace(common=(own, position.known))


def sure_of_it(position: Position, random: Random) -> Position:
    """Return a position with one hand that the player can give the opponent."""
    known = position.known
    hand = mask(random.sample(cards_of(known.possible), known.size))
    sure = Knowledge(hand, hand, known.size)
    own_view, their_view = position.common
    return position._replace(known=sure, common=(own_view, sure if their_view == known else their_view))


# Trumps are clubs, and all are gone. The opponent has two tens; void of spades, they have to throw one of them.
GUESSES = [
    ("the nine to come is known", "SK.H9", {"SK": 1.0, "H9": 0.0}),
    ("it may be either nine", "SK.H9.D9", {"SK": 1.5, "H9": 0.0}),
    ("it may be either of two diamonds, or the heart", "SK.H9.D98", {"SK": 2.0, "H9": 0.0}),
    ("it may be either of two hearts, or the diamond", "SK.H98.D9", {"SK": 1.0, "H9": 0.0}),
]


@pytest.mark.parametrize(("_case", "possible", "expected"), GUESSES)
def test_the_opponent_keeps_what_beats_most_of_what_may_come(
    _case: str, possible: str, expected: dict[str, float]
) -> None:
    tens = parse_cards("HT.DT")
    position = Position(
        own=parse_cards("SK.H9"),
        lead=NO_LEAD,
        trump=3,
        known=Knowledge(tens, tens, 2),
        common=(Knowledge(parse_cards("SK"), parse_cards(possible), 2), Knowledge(tens, tens, 2)),
        worth=[0, 1, 2],
    )
    assert {format_card(card): mean for card, mean in means(position).items()} == expected


def test_nothing_is_weighed_where_no_hand_is_left() -> None:
    position = Position(
        own=parse_cards("SK.H9"),
        lead=NO_LEAD,
        trump=3,
        known=Knowledge(0, parse_cards("HT"), 2),
        common=(Knowledge(0, parse_cards("SK.H9"), 2), Knowledge(0, parse_cards("HT"), 2)),
        worth=[0, 1, 2],
    )
    assert weighed(position) == {}


QUIET = "1. B 3-2 ^D9 A:SKQJ.H9.C7 B:S8.H87.C98 S SK S8, SQ H7, SJ H8, H9 C8, C7 C9"


def choices(deal: str) -> list[Choice]:
    return list(choices_of(deal_and_stakes(deal)[0].course))


def totals(choice: Choice) -> list[float] | None:
    return hidden_totals(choice, 2, [(choice.known[0], np.array([-2, -2, 1, 2, 2, 2]))])


def test_applies_to_late_leads_and_to_replies_with_three_cards() -> None:
    applies = {(each.trick, each.lead == NO_LEAD): totals(each) is not None for each in choices(QUIET)}
    assert applies == {
        (1, True): False,
        (2, True): False,
        (2, False): False,
        (3, True): True,
        (3, False): True,
        (4, True): True,
        (4, False): False,
    }


def test_values_stand_in_the_order_of_the_notation() -> None:
    lead = next(each for each in choices(QUIET) if each.trick == 3)
    assert lead.common is not None
    values = weigh_hidden(lead.own, lead.lead, 2, lead.known[0], lead.common, np.array([-2, -2, 1, 2, 2, 2]))
    assert list(values) == cards_of(lead.lawful)
    assert totals(lead) == [mean for mean, _ in values.values()]


def test_does_not_apply_where_what_both_saw_is_open_or_hands_are_in_parts() -> None:
    lead = next(each for each in choices(QUIET) if each.trick == 3)
    worth = np.array([-2, -2, 1, 2, 2, 2])
    assert hidden_totals(lead._replace(common=None), 2, [(lead.known[0], worth)]) is None
    assert hidden_totals(lead, 2, [(lead.known[0], worth)] * 2) is None


def test_what_both_can_tell_leaves_every_hand_that_the_player_thinks_possible() -> None:
    random = Random(7)
    late = 0
    for _ in range(150):
        for each in choices(deal_text(random_deal(random))):
            assert each.common is not None
            own, theirs = each.common
            assert own.size == each.own.bit_count()
            assert (theirs.size, theirs.certain) == (each.known[0].size, each.known[0].certain)
            assert not each.known[0].possible & ~theirs.possible
            assert not own.certain & ~each.own
            assert not each.theirs & ~theirs.possible
            late += each.trick > 2
    assert late > 100
