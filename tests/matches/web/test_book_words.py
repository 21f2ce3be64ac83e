"""The old book beside a decision."""

from __future__ import annotations

import pytest
from django.utils import translation

from matches.web.book_words import BookNote, book_note, rule_text, rule_title, texts
from worker.review.treatise import RULES

STANDS = {"rule": "stand-1", "choices": ["S"]}


def test_rule_is_told_with_its_choice() -> None:
    note = book_note("proposal", STANDS, preferred=["S"])
    assert note == BookNote(RULES["stand-1"].text, "Its choice here: standing.", "")


@pytest.mark.parametrize(
    ("advised", "preferred", "disagreement"),
    [
        (["S"], ["P"], "Here the book and the count disagree: the count prefers proposing."),
        (["S", "P"], ["P"], ""),
        (["S"], ["P", "S"], ""),
    ],
)
def test_book_and_count_disagree_where_they_have_no_choice_in_common(
    advised: list[str], preferred: list[str], disagreement: str
) -> None:
    note = book_note("proposal", {"rule": "stand-1", "choices": advised}, preferred=preferred)
    assert note is not None
    assert note.disagreement == disagreement


def test_rule_that_leaves_the_choice_open_is_told_without_one() -> None:
    note = book_note("reply", {"rule": "reply-later", "choices": []}, preferred=["G"])
    assert note == BookNote(RULES["reply-later"].text, "", "")


def test_silent_book_has_no_note() -> None:
    assert book_note("card", None, preferred=["HT"]) is None
    assert book_note("reply", {"rule": "of another version", "choices": []}, preferred=["G"]) is None


def test_advice_by_a_rule_of_another_version_stands_without_its_words() -> None:
    note = book_note("proposal", {"rule": "of another version", "choices": ["S"]}, preferred=["S"])
    assert note == BookNote("", "Its choice here: standing.", "")


def test_every_rule_is_gathered_for_translation_with_the_context_it_is_looked_up_by() -> None:
    gathered = {(text.context, text.english) for text in texts()}
    assert len(gathered) == 2 * len(RULES)
    with translation.override("en"):
        told = {(rule_title(rule), rule_text(rule)) for rule in RULES.values()}
    assert {english for pair in told for english in pair} == {english for _context, english in gathered}
