"""The chapter on calls that the old rules get wrong has each of the shipped ones, in words."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from matches.pages.handbook.calls_chapter import calls
from tests.matches.pages.reading import page, words
from worker.review.lessons import lessons


def test_each_call_has_its_cards_and_its_cost(client: Client) -> None:
    html = page(client, reverse("web:handbook_calls"))
    assert html.count('class="dealt"') == len(lessons()) == 10
    text = words(html)
    for lesson in calls()["lessons"]:
        assert " ".join(lesson["right"].split()) in text
        assert f"It costs{' '.join(lesson['cost'].split())}" in text.replace("costs ", "costs")
        assert f"once in {lesson['one_in']} deals" in text
        assert len(lesson["hand"]["cards"]) == 5


def test_a_call_that_is_made_only_mostly_says_how_often() -> None:
    for lesson, words_of in zip(lessons(), calls()["lessons"], strict=True):
        assert ("of the time" in words_of["right"]) == (lesson.frequency < 0.95)
