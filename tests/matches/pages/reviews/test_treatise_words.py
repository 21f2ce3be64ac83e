"""The old treatise beside a decision."""

from __future__ import annotations

import pytest
from django.utils import translation

from matches.pages.reviews.treatise_words import (
    TreatiseNote,
    hand_text,
    reading_text,
    rule_text,
    rule_title,
    texts,
    treatise_note,
)
from worker.review.treatise import READINGS, RULES
from worker.review.treatise.hands import ILLUSTRATIVE_HANDS

STANDS = {"rule": "stand-1", "choices": ["S"]}
REFUSES = {"rule": "score-elder-trump", "choices": ["R"]}


def test_rule_is_told_with_its_choice() -> None:
    note = treatise_note("proposal", STANDS, preferred=["S"])
    assert note == TreatiseNote(RULES["stand-1"].text, "Its choice here: standing.", "")


@pytest.mark.parametrize(
    ("advised", "preferred", "disagreement"),
    [
        (["S"], ["P"], "Here the old treatise and the count disagree: the count prefers proposing."),
        (["S", "P"], ["P"], ""),
        (["S"], ["P", "S"], ""),
    ],
)
def test_treatise_and_count_disagree_where_they_have_no_choice_in_common(
    advised: list[str], preferred: list[str], disagreement: str
) -> None:
    note = treatise_note("proposal", {"rule": "stand-1", "choices": advised}, preferred=preferred)
    assert note is not None
    assert note.disagreement == disagreement


def test_rule_that_leaves_the_choice_open_is_told_without_one() -> None:
    note = treatise_note("reply", {"rule": "reply-later", "choices": []}, preferred=["G"])
    assert note == TreatiseNote(RULES["reply-later"].text, "", "")


def test_silent_treatise_has_no_note() -> None:
    assert treatise_note("card", None, preferred=["HT"]) is None
    assert treatise_note("reply", {"rule": "of another version", "choices": []}, preferred=["G"]) is None


def test_advice_by_a_rule_of_another_version_stands_without_its_words() -> None:
    note = treatise_note("proposal", {"rule": "of another version", "choices": ["S"]}, preferred=["S"])
    assert note == TreatiseNote("", "Its choice here: standing.", "")


def test_every_rule_is_gathered_for_translation_with_the_context_it_is_looked_up_by() -> None:
    gathered = {(text.context, text.english) for text in texts()}
    hands = [
        (hand, text)
        for hand in ILLUSTRATIVE_HANDS
        for text in (hand.situation, hand.lesson, *(part.condition for part in hand.parts))
        if text
    ]
    assert len(gathered) == 2 * len(RULES) + len(READINGS) + len(hands)
    with translation.override("en"):
        shown = {text for rule in RULES.values() for text in (rule_title(rule), rule_text(rule))}
        shown |= {reading_text(reading) for reading in READINGS}
        shown |= {hand_text(hand, text) for hand, text in hands}
    assert shown == {english for _context, english in gathered}


def test_reading_of_ours_is_named() -> None:
    note = treatise_note("reply", {**REFUSES, "reading": "guards"}, preferred=["R"])
    assert note is not None
    assert note.reading == READINGS["guards"]


def test_contradiction_shows_both_passages_and_agrees_with_either() -> None:
    stored = {**REFUSES, "also": {"rule": "score-elder-unprotected", "choices": ["G"]}}
    note = treatise_note("reply", stored, preferred=["G"])
    assert note is not None
    assert (note.advice, note.also_advice) == ("Its choice here: refusing.", "Its choice here: giving cards.")
    assert note.also == RULES["score-elder-unprotected"].text
    assert note.disagreement == ""
    alone = treatise_note("reply", REFUSES, preferred=["G"])
    assert alone is not None
    assert alone.disagreement
