"""The advice agrees with the treatise, sentence by sentence."""

from __future__ import annotations

from typing import Any

from scoring.cards import SUITS, parse_card, parse_cards
from tests.support.rows import each_row
from tests.worker.review.treatise.sentences import SENTENCES, Sentence
from worker.review.decision import BookAdvice
from worker.review.treatise import (
    CONTRADICTIONS,
    READINGS,
    RULES,
    book_on_discard,
    book_on_follow,
    book_on_king,
    book_on_later_proposal,
    book_on_lead,
    book_on_proposal,
    book_on_reply,
)


def advice_on(sentence: Sentence) -> BookAdvice | None:
    """Put the row's hand to the function that answers for its kind."""
    at = dict(sentence.at)
    trump = SUITS.index(sentence.trump)
    if sentence.kind == "king":
        return book_on_king(**at)
    hand = parse_cards(sentence.hand)
    match sentence.kind:
        case "discard":
            return book_on_discard(hand, trump, is_elder=True)
        case "follow":
            won, lost = at.get("won", 0), at.get("lost", 0)
            out = parse_cards(at["out"]) if "out" in at else 0
            return book_on_follow(hand, trump, parse_card(at["lead"]), won=won, lost=lost, out=out)
        case "lead":
            return lead_from(hand, trump, at)
    score = {name: at.get(name, 0) for name in ("own", "other")}
    turned = at.get("king_turned_up", False)
    if sentence.kind == "reply":
        return book_on_reply(hand, trump, king_turned_up=turned, first=True, **score)
    call = book_on_proposal if sentence.kind == "propose" else book_on_later_proposal
    return call(hand, trump, king_turned_up=turned, **score)


def lead_from(hand: int, trump: int, at: dict[str, Any]) -> BookAdvice | None:
    given = {"own": 0, "won": 0, "lost": 0, "refused": False, "king_against": False, **at}
    given["led"] = [(parse_card(card), took) for card, took in at.get("led", ())]
    given["replies"] = [parse_card(card) for card in at.get("replies", ())]
    given |= {masked: parse_cards(at[masked]) for masked in ("out", "whole") if masked in at}
    return book_on_lead(hand, trump, **given)


@each_row("sentence", SENTENCES, ids=[f"{row.place}: {row.label}" for row in SENTENCES])
def test_advice_is_what_the_sentence_says(sentence: Sentence) -> None:
    advice = advice_on(sentence)
    assert advice is not None
    assert set(advice.choices) == set(sentence.choices)
    assert set(() if advice.also is None else advice.also.choices) == set(sentence.also)
    assert advice.reading == sentence.reading


def test_every_contradiction_has_a_row_and_is_listed() -> None:
    met = [advice for row in SENTENCES if (advice := advice_on(row)) is not None]
    both = {(advice.rule, advice.also.rule) for advice in met if advice.also is not None}
    assert both == {contradiction.rules for contradiction in CONTRADICTIONS}


def test_rules_and_readings_that_rows_meet_have_texts() -> None:
    met = [advice for row in SENTENCES if (advice := advice_on(row)) is not None]
    met += [advice.also for advice in met if advice.also is not None]
    assert {advice.rule for advice in met} <= set(RULES)
    assert {advice.reading for advice in met} - {""} <= set(READINGS)


def test_rows_have_places_of_their_own() -> None:
    assert len({(row.place, row.label) for row in SENTENCES}) == len(SENTENCES)
