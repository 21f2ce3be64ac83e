from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from matches.pages.reviews.choice_words import (
    TreatiseNote,
    choice_name,
    choice_phrase,
    hand_text,
    reading_text,
    rule_text,
    rule_title,
    short_card,
    texts,
    treatise_note,
)
from scoring.cards import parse_cards
from worker.review.treatise import READINGS, RULES
from worker.review.treatise.hands import ILLUSTRATIVE_HANDS

STANDS = {"rule": "stand-1", "choices": ["S"]}
REFUSES = {"rule": "score-elder-trump", "choices": ["R"]}


@pytest.mark.parametrize(
    ("kind", "choice", "subject", "name"),
    [
        ("card", "HT", "10♥", "10♥"),
        ("proposal", "P", "proposing", "propose"),
        ("proposal", "S", "standing", "stand"),
        ("reply", "G", "giving cards", "give cards"),
        ("reply", "R", "refusing", "refuse"),
        ("discard", "HT.D7", "discarding 10♥ 7♦", "discard 10♥ 7♦"),
        ("discard", "-", "keeping all five", "keep all five"),
        ("king", "K", "announcing the king", "announce"),
        ("king", "-", "keeping silent about the king", "keep silent"),
    ],
)
def test_choice_is_named_in_a_sentence_and_in_a_cell(kind: str, choice: str, subject: str, name: str) -> None:
    assert (choice_phrase(kind, choice), choice_name(kind, choice)) == (subject, name)


@pytest.mark.parametrize(("card", "short"), [("SK", "K♠"), ("HA", "A♥"), ("DT", "10♦"), ("C7", "7♣")])
def test_card_is_short_in_a_line_of_play(card: str, short: str) -> None:
    assert short_card(card) == short


@pytest.mark.parametrize(
    ("choice", "subject", "name"),
    [
        ("HT.D7", "keeping J♠ A♠ 9♦", "keep J♠ A♠ 9♦"),
        ("SAJ.HT.D97", "changing all five", "change all five"),
        ("-", "keeping all five", "keep all five"),
    ],
)
def test_exchange_from_a_known_hand_is_named_by_what_it_keeps(choice: str, subject: str, name: str) -> None:
    hand = parse_cards("SAJ.HT.D97")
    assert choice_phrase("discard", choice, hand=hand) == subject
    assert choice_name("discard", choice, hand=hand) == name


@pytest.mark.parametrize(
    ("kind", "stored", "preferred", "note"),
    [
        (
            *("proposal", STANDS, "S"),
            TreatiseNote(RULES["stand-1"].text, "Here: stand.", "", short="Cavendish: stand (agrees)"),
        ),
        (
            *("reply", {"rule": "reply-later", "choices": []}, "G"),
            TreatiseNote(RULES["reply-later"].text, "", ""),
        ),
        (
            *("proposal", {"rule": "of another version", "choices": ["S"]}, "S"),
            TreatiseNote("", "Here: stand.", "", short="Cavendish: stand (agrees)"),
        ),
        ("card", None, "HT", None),
        ("reply", {"rule": "of another version", "choices": []}, "G", None),
    ],
    ids=["quoted with its choice", "open choice", "words of another version", "silent", "nothing to say"],
)
def test_rule_is_quoted(
    kind: str, stored: dict[str, Any] | None, preferred: str, note: TreatiseNote | None
) -> None:
    assert treatise_note(kind, stored, preferred=[preferred]) == note


@pytest.mark.parametrize(
    ("advised", "preferred", "disagreement"),
    [(["S"], ["P"], "The old book disagrees."), (["S", "P"], ["P"], ""), (["S"], ["P", "S"], "")],
)
def test_treatise_disagrees(advised: list[str], preferred: list[str], disagreement: str) -> None:
    note = treatise_note("proposal", {"rule": "stand-1", "choices": advised}, preferred=preferred)
    assert note is not None
    assert note.disagreement == disagreement


def test_every_rule_is_gathered_for_translation() -> None:
    gathered = {(text.context, text.english) for text in texts()}
    hands = [
        (hand, text)
        for hand in ILLUSTRATIVE_HANDS
        for text in (hand.situation, hand.lesson, *(part.condition for part in hand.parts))
        if text
    ]
    assert len(gathered) == 2 * len(RULES) + len(READINGS) + len(hands)
    with translation.override("en"):
        gatherable = {text for rule in RULES.values() for text in (rule_title(rule), rule_text(rule))}
        gatherable |= {reading_text(reading) for reading in READINGS}
        gatherable |= {hand_text(hand, text) for hand, text in hands}
    assert gatherable == {english for _context, english in gathered}


def test_reading_of_ours_is_named() -> None:
    note = treatise_note("reply", {**REFUSES, "reading": "guards"}, preferred=["R"])
    assert note is not None
    assert note.reading == READINGS["guards"]


def test_contradiction_shows_both_passages() -> None:
    stored = {**REFUSES, "also": {"rule": "score-elder-unprotected", "choices": ["G"]}}
    note = treatise_note("reply", stored, preferred=["G"])
    assert note is not None
    assert (note.advice, note.also_advice) == ("Here: refuse.", "Here: give cards.")
    assert note.also == RULES["score-elder-unprotected"].text
    assert note.disagreement == ""
    assert note.short == "Cavendish: refuse or give cards (agrees)"
    alone = treatise_note("reply", REFUSES, preferred=["G"])
    assert alone is not None
    assert alone.disagreement
