"""The treatise's advice, row by row: its own sentences, and further hands."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from scoring.cards import PACK, SUITS, cards_of, mask_of, parse_card, parse_cards
from tests.support.rows import each_row
from tests.worker.review.treatise.rows import CASES
from tests.worker.review.treatise.sentences import SENTENCES, Sentence
from worker.review.decision import BookAdvice
from worker.review.treatise import (
    CONTRADICTIONS,
    book_on_discard,
    book_on_follow,
    book_on_king,
    book_on_later_proposal,
    book_on_lead,
    book_on_proposal,
    book_on_reply,
)
from worker.solver import solve_leads

SPADES = 0
ROWS = [*SENTENCES, *CASES]


def advice_on(row: Sentence) -> BookAdvice | None:
    """Put the row's hand to the function that answers for its kind."""
    at = dict(row.at)
    trump = SUITS.index(row.trump)
    score = {name: at.get(name, 0) for name in ("own", "other")}
    if row.kind == "king":
        return book_on_king(**score, counts_two=at.get("counts_two", False))
    hand = parse_cards(row.hand)
    match row.kind:
        case "discard":
            return book_on_discard(hand, trump, is_elder="dealer" not in at)
        case "follow":
            won, lost = at.get("won", 0), at.get("lost", 0)
            out = parse_cards(at["out"]) if "out" in at else 0
            return book_on_follow(hand, trump, parse_card(at["lead"]), won=won, lost=lost, out=out)
        case "lead":
            return lead_from(hand, trump, at)
    turned = at.get("king_turned_up", False)
    if row.kind == "reply":
        return book_on_reply(hand, trump, king_turned_up=turned, first="later" not in at, **score)
    call = book_on_proposal if row.kind == "propose" else book_on_later_proposal
    return call(hand, trump, king_turned_up=turned, **score)


def lead_from(hand: int, trump: int, at: dict[str, Any]) -> BookAdvice | None:
    given = {"own": 0, "won": 0, "lost": 0, "refused": False, "king_against": False, **at}
    given["led"] = [(parse_card(card), took) for card, took in at.get("led", ())]
    given["replies"] = [parse_card(card) for card in at.get("replies", ())]
    given |= {masked: parse_cards(at[masked]) for masked in ("out", "whole") if masked in at}
    return book_on_lead(hand, trump, **given)


@each_row("row", ROWS, ids=[f"{row.place}: {row.label}" for row in ROWS])
def test_advice_is_what_the_row_says(row: Sentence) -> None:
    advice = advice_on(row)
    if not (row.rule or row.choices):
        assert advice is None
        return
    assert advice is not None
    assert advice.rule == (row.rule or advice.rule)
    assert advice.choices == row.choices
    assert (() if advice.also is None else advice.also.choices) == row.also
    assert advice.reading == row.reading


def test_every_contradiction_has_a_row_and_is_listed() -> None:
    met = [advice for row in SENTENCES if (advice := advice_on(row)) is not None]
    both = {(advice.rule, advice.also.rule) for advice in met if advice.also is not None}
    assert both == {contradiction.rules for contradiction in CONTRADICTIONS}


def test_sentences_have_places_of_their_own() -> None:
    assert len({(row.place, row.label) for row in SENTENCES}) == len(SENTENCES)


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
                their_spades, plain = unseen[: 7 - size], unseen[7 - size :]
                for _ in range(12):
                    all_spades = [*their_spades, *random.sample(plain, size - 2)]
                    for dealers in (all_spades, random.sample(unseen, 5)):
                        assert max(solve_leads(hand, mask_of(dealers), SPADES).values()) >= 3
    assert certain > 100


def test_a_hand_of_six_is_no_hand_of_the_books() -> None:
    with pytest.raises(ValueError, match=r"not a hand of five cards: S987\.HAT9"):
        book_on_reply(parse_cards("S987.HAT9"), 0, king_turned_up=False, own=0, other=0, first=True)


def test_of_a_short_hand_the_book_says_nothing() -> None:
    assert lead_from(parse_cards("S98.H97"), SPADES, {}) is None
