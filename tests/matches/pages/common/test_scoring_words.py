from __future__ import annotations

import pytest
from django.utils import translation

from matches.pages.common.scoring_words import law_section, law_summary, law_title, message, settle, texts
from scoring.findings import Finding
from scoring.laws.index import LAWS, law

REVOKE = Finding(
    "L43R", "ruling", law=43, params={"player": "A", "card": "SQ", "lead": "CT", "lawful": "C87"}
)


def test_no_two_texts_share_context_and_english() -> None:
    listed = [(text.context, text.english) for text in texts()]
    assert len(set(listed)) == len(listed)


def test_english_is_that_of_the_package() -> None:
    assert (message(REVOKE, REVOKE.params), settle(REVOKE)) == (REVOKE.message, REVOKE.settle)
    assert settle(Finding("L22", "warning", variant="unused", law=22, params={"dealer": "A"})) == ""


@pytest.mark.parametrize("number", range(1, 56))
def test_every_law_is_told_in_both_languages(number: int) -> None:
    row = law(number)
    english = (row.title, row.summary, row.section)
    assert (law_title(row), law_summary(row), law_section(row)) == english
    with translation.override("fr"):
        assert {law_title(row), law_summary(row)}.isdisjoint(english)


def test_law_is_told_in_french() -> None:
    with translation.override("fr"):
        expected = ["Le roi compte un", "Point et vole", "Le point compté double"]
        assert [law_title(row) for row in LAWS[46:49]] == expected
        assert law_section(LAWS[0]) == "Battre et couper"


def test_parameters_that_are_given_stand_in_the_sentence() -> None:
    params = {**REVOKE.params, "player": "Orford"}
    with translation.override("fr"):
        assert message(REVOKE, params).startswith("Orford joue SQ sur CT")
