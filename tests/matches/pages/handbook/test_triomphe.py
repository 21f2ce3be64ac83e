"""What the handbook says of La Triomphe is what the engine marks and what the review reckons with."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.common.localized_numbers import hundredths
from matches.pages.handbook.triomphe import courses, ends_told
from tests.matches.pages.reading import page, words
from worker.review.chances import chances

pytestmark = pytest.mark.django_db

# Tricks 5-0, 3-2, 2-3 and 0-5, the elder hand's first; his marks first.
MARKED = {
    "SS": "2–0 1–0 0–1 0–2",
    "PG": "0–1 0–1 0–1 0–1",
    "PR": "2–0 2–0 2–0 0–2",
    "SPG": "1–0 1–0 1–0 1–0",
    "SPR": "2–0 0–2 0–2 0–2",
}


def test_marks_are_told_as_the_rule_has_them() -> None:
    found = {course.letters: " ".join(course.marks).replace("\u2060", "") for course in courses()}
    assert found == MARKED
    assert [end.replace("\u2060", "") for end in ends_told()] == ["5–0", "3–2", "2–3", "0–5"]


def test_every_course_and_every_chance_is_on_the_page(client: Client) -> None:
    html = page(client, reverse("web:handbook_triomphe"))
    for letters in MARKED:
        assert f'id="said-{letters}"' in html
    for row in chances("triomphe").chance:
        assert " ".join(hundredths(value) for value in row) in words(html)
