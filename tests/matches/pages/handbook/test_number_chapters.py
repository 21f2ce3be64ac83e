"""The handbook's account of La Triomphe matches what the engine marks and the review computes."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.common.number_format import hundredths
from matches.pages.handbook.number_chapters import courses, end_headings
from tests.matches.pages.reading import page, words
from worker.review.chances import chances

pytestmark = pytest.mark.django_db

# Tricks 5-0, 3-2, 2-3 and 0-5, with the elder hand's tricks and marks first.
MARKED = {
    "SS": "2–0 1–0 0–1 0–2",
    "PG": "0–1 0–1 0–1 0–1",
    "PR": "2–0 2–0 2–0 0–2",
    "SPG": "1–0 1–0 1–0 1–0",
    "SPR": "2–0 0–2 0–2 0–2",
}


def test_marks_are_told_as_the_rule_has_them() -> None:
    marks_by_course = {letters: " ".join(marks).replace("\u2060", "") for letters, _words, marks in courses()}
    assert marks_by_course == MARKED
    assert [end.replace("\u2060", "") for end in end_headings()] == ["5–0", "3–2", "2–3", "0–5"]


def test_every_course_and_every_chance_is_on_the_page(client: Client) -> None:
    html = page(client, reverse("web:handbook_triomphe"))
    for letters in MARKED:
        assert f'id="said-{letters}"' in html
    for row in chances("triomphe").chance:
        assert " ".join(hundredths(value) for value in row) in words(html)
