"""The elder stands or proposes as the treatise has it."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from scoring.cards import PACK, cards_of, mask_of, parse_cards
from tests.worker.review.treatise.proposal_rows import CHOICES, FIRST_PROPOSALS, LATER_PROPOSALS
from worker.review.treatise import book_on_later_proposal, book_on_proposal
from worker.solver import solve_leads

SPADES = 0


@pytest.mark.parametrize(
    ("hand", "turned", "score", "rule"),
    [row[1:] for row in FIRST_PROPOSALS],
    ids=[row[0] for row in FIRST_PROPOSALS],
)
def test_first_proposal(hand: str, turned: bool, score: tuple[int, int], rule: str) -> None:
    advice = book_on_proposal(parse_cards(hand), SPADES, king_turned_up=turned, own=score[0], other=score[1])
    assert (advice.rule, advice.choices) == (rule, CHOICES.get(rule, ("S",)))


@pytest.mark.parametrize(
    ("hand", "turned", "score", "rule"),
    [row[1:] for row in LATER_PROPOSALS],
    ids=[row[0] for row in LATER_PROPOSALS],
)
def test_later_proposal(hand: str, turned: bool, score: tuple[int, int], rule: str) -> None:
    advice = book_on_later_proposal(
        parse_cards(hand), SPADES, king_turned_up=turned, own=score[0], other=score[1]
    )
    assert (advice.rule, advice.choices) == (rule, CHOICES.get(rule, ("S",)))


def test_a_certain_point_is_made_against_every_hand() -> None:
    """Each hand of three spades or more that is called certain, by the solver: the dealer has all spades but the one
    turned up, as far as five cards go, or any five cards.
    """
    random = Random(1886)
    certain = 0
    for size in (3, 4, 5):
        for spades in combinations(range(8), size):
            hand = mask_of([*spades, *random.sample(range(8, 32), 5 - size)])
            for turn_up in set(range(8)) - set(spades):
                advice = book_on_proposal(hand, SPADES, king_turned_up=turn_up == 7, own=0, other=4)
                all_court = advice.rule == "king-all-court" and not advice.reading
                if not (advice.rule.endswith("-certain") or all_court):
                    continue
                certain += 1
                unseen = cards_of(PACK & ~(hand | 1 << turn_up))
                his_spades, plain = unseen[: 7 - size], unseen[7 - size :]
                for _ in range(12):
                    all_spades = [*his_spades, *random.sample(plain, size - 2)]
                    for dealers in (all_spades, random.sample(unseen, 5)):
                        assert max(solve_leads(hand, mask_of(dealers), SPADES).values()) >= 3
    assert certain > 100
