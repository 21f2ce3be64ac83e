"""The treatise's advice, row by row: proposals, replies, discards, the king and leads."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from scoring.cards import PACK, cards_of, mask_of, parse_cards
from tests.support.rows import each_row
from tests.worker.review.treatise.rows import (
    CHOICES,
    DISCARDS,
    FIRST_AT_LOVE_ALL,
    FIRST_PROPOSALS,
    KINGS,
    LATER_PROPOSALS,
    LEADS,
    OTHER_REPLIES,
)
from tests.worker.review.treatise.sentences import position_of
from tests.worker.review.treatise.test_sentences import lead_from
from worker.review.decision import BookAdvice
from worker.review.treatise import (
    book_on_discard,
    book_on_king,
    book_on_later_proposal,
    book_on_lead,
    book_on_proposal,
    book_on_reply,
)
from worker.solver import solve_leads

SPADES = 0


@each_row(("label", "hand", "turned", "score", "rule"), FIRST_PROPOSALS)
def test_first_proposal(label: str, hand: str, turned: bool, score: tuple[int, int], rule: str) -> None:
    advice = book_on_proposal(parse_cards(hand), SPADES, king_turned_up=turned, own=score[0], other=score[1])
    assert (advice.rule, advice.choices) == (rule, CHOICES.get(rule, ("S",)))


@each_row(("label", "hand", "turned", "score", "rule"), LATER_PROPOSALS)
def test_later_proposal(label: str, hand: str, turned: bool, score: tuple[int, int], rule: str) -> None:
    own, other = score
    advice = book_on_later_proposal(parse_cards(hand), SPADES, king_turned_up=turned, own=own, other=other)
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


ROWS = [(label, hand, False, (0, 0), True, rule) for label, hand, rule in FIRST_AT_LOVE_ALL] + OTHER_REPLIES


@each_row(("label", "hand", "turned", "score", "first", "rule"), ROWS)
def test_reply(label: str, hand: str, turned: bool, score: tuple[int, int], first: bool, rule: str) -> None:
    own, other = score
    advice = book_on_reply(parse_cards(hand), 0, king_turned_up=turned, own=own, other=other, first=first)
    choices = () if rule == "reply-later" else ("G",) if rule.startswith("accept") else ("R",)
    assert (advice.rule, advice.choices) == (rule, choices)


def test_a_hand_of_six_is_no_hand_of_the_books() -> None:
    with pytest.raises(ValueError, match=r"not a hand of five cards: S987\.HAT9"):
        book_on_reply(parse_cards("S987.HAT9"), 0, king_turned_up=False, own=0, other=0, first=True)


@each_row(("label", "hand", "is_elder", "rule", "choices"), DISCARDS)
def test_discard(label: str, hand: str, is_elder: bool, rule: str, choices: tuple[str, ...]) -> None:
    assert book_on_discard(parse_cards(hand), 0, is_elder=is_elder) == BookAdvice(rule, choices)


@each_row(("label", "score", "counts_two", "rule", "choices"), KINGS)
def test_king(
    label: str, score: tuple[int, int], counts_two: bool, rule: str, choices: tuple[str, ...]
) -> None:
    assert book_on_king(own=score[0], other=score[1], counts_two=counts_two) == BookAdvice(rule, choices)


@each_row(("label", "hand", "expected", "position"), LEADS)
def test_lead(label: str, hand: str, expected: str, position: str) -> None:
    advice = lead_from(parse_cards(hand), SPADES, position_of(position))
    assert ("" if advice is None else f"{advice.rule}: {' '.join(advice.choices)}".rstrip()) == expected


def test_of_a_short_hand_the_book_says_nothing() -> None:
    hand = parse_cards("S98.H97")
    assert book_on_lead(hand, 0, own=0, won=0, lost=0, led=(), refused=False, king_against=False) is None
