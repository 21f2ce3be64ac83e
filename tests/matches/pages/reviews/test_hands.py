from __future__ import annotations

from html import escape

import pytest
from django.test import Client

from matches.models import Exercise
from tests.matches.pages.reading import page, tags, words
from worker.review.treatise.hands import ILLUSTRATIVE_HANDS
from worker.review.treatise_hands import questions

pytestmark = pytest.mark.django_db

HANDS = "/review/book/hands/"


def test_list_has_every_hand(client: Client) -> None:
    html = page(client, HANDS)
    links = [link.text for link in tags(html, "a") if link.text.startswith("Hand ")]
    assert links == [f"Hand {hand.number}" for hand in ILLUSTRATIVE_HANDS]
    text = words(html)
    assert all(escape(hand.situation) in text for hand in ILLUSTRATIVE_HANDS)
    ours = sum(hand.parts[0].ours.bit_count() for hand in ILLUSTRATIVE_HANDS)
    assert len(tags(html, class_="led")) == ours
    first = [row for row in questions() if row.hand == 0]
    assert f"Agrees with our count: {sum(row.agrees for row in first)} of {len(first)}" in text


@pytest.mark.parametrize("number", range(1, len(ILLUSTRATIVE_HANDS) + 1))
def test_hand_teaches_its_lesson_after_the_answer(client: Client, number: int) -> None:
    html = page(client, f"{HANDS}{number}/")
    hand = ILLUSTRATIVE_HANDS[number - 1]
    text = words(html)
    assert escape(hand.situation) in text
    assert escape(hand.lesson) not in text
    first = next(row for row in questions() if row.hand == number - 1)
    cards = {each["value"] for each in tags(html, "button", name="choice")}
    assert cards == set(first.expected)
    assert not tags(html, "ul", class_="bars")
    answered = client.post(f"{HANDS}{number}/", {"choice": cards.pop()})["Location"]
    assert escape(hand.lesson) in words(page(client, answered))


def test_choice_has_its_verdict_at_once_and_stores_nothing(client: Client) -> None:
    html = page(client, f"{HANDS}12/?question=1&card=S9")
    text = words(html)
    assert "The old treatise plays K♠" in text
    assert tags(html, "h2")[0].text == "9♠ is best"
    assert "Here: K♠." in text
    assert "The old book disagrees." in text
    assert not Exercise.objects.exists()


def test_card_of_another_passage_is_named_as_such(client: Client) -> None:
    text = words(page(client, f"{HANDS}1/?card=CK"))
    assert "The old treatise plays it too, in another place" in text
    assert "Elsewhere it says:" in text
    assert "The old treatise plays it too" in words(page(client, f"{HANDS}1/?card=SJ"))


def test_page_says_which_cards_the_treatise_names(client: Client) -> None:
    assert "The treatise names" not in words(page(client, f"{HANDS}1/"))
    assert "we chose 8♥." in words(page(client, f"{HANDS}12/"))
    assert "it names no card." in words(page(client, f"{HANDS}4/"))


def test_questions_of_a_hand_follow_each_other(client: Client) -> None:
    html = page(client, f"{HANDS}1/?question=4&card=CK")
    assert "Hand I, question 4 of 4" in words(html)
    assert tags(html, "a", href="/review/book/hands/2/", class_="main")
    assert 'href="/review/book/hands/1/?question=2"' in page(client, f"{HANDS}1/?card=SJ")
    last = page(client, f"{HANDS}14/?card=S9")
    assert "Next question" not in words(last)
    assert [link.text for link in tags(last, "a", class_="main")] == ["Sample hands"]


def test_right_cards_are_counted(client: Client) -> None:
    answered = client.post(f"{HANDS}12/", {"choice": "S9"})["Location"]
    assert answered == "/review/book/hands/12/?card=S9"
    assert "1 right in a row" in words(page(client, answered))
    assert client.post(f"{HANDS}12/", {"choice": "XX"})["Location"] == f"{HANDS}12/"


@pytest.mark.parametrize(
    "query", ["?question=99", "?question=-1&card=HK", "?card=XX", "?question=x", "?card=D7"]
)
def test_address_that_was_tampered_with_shows_a_question(client: Client, query: str) -> None:
    text = words(page(client, f"{HANDS}1/{query}"))
    assert "Tap the one that you would play." in text


def test_there_are_fourteen(client: Client) -> None:
    assert [client.get(f"{HANDS}{number}/").status_code for number in (0, 14, 15)] == [404, 200, 404]


def test_answer_needs_no_query(client: Client, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        page(client, f"{HANDS}1/?card=CK")
