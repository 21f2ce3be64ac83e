"""The illustrative hands of the old treatise: a page each, with a card to choose and the verdict at once."""

from __future__ import annotations

from html import escape

import pytest
from django.test import Client

from matches.models import Exercise
from tests.matches.pages.markup import tags
from tests.matches.pages.reading import page, words
from worker.review.treatise.hands import ILLUSTRATIVE_HANDS
from worker.review.treatise_hands import questions

pytestmark = pytest.mark.django_db

HANDS = "/review/book/hands/"


def test_list_has_every_hand_with_its_situation_and_the_cards_that_are_ours(client: Client) -> None:
    html = page(client, HANDS)
    links = [link.text for link in tags(html, "a", class_="name")]
    assert links == [f"Hand {hand.number}" for hand in ILLUSTRATIVE_HANDS]
    said = words(html)
    assert all(escape(hand.situation) in said for hand in ILLUSTRATIVE_HANDS)
    ours = sum(hand.parts[0].ours.bit_count() for hand in ILLUSTRATIVE_HANDS)
    assert len(tags(html, class_="led")) == ours


def test_count_of_the_questions_agreed_on_stands_beside_each_hand(client: Client) -> None:
    said = words(page(client, HANDS))
    first = [row for row in questions() if row.hand == 0]
    agreed = sum(row.agrees for row in first)
    assert f"Treatise and count agree on {agreed} of {len(first)} questions." in said


@pytest.mark.parametrize("number", range(1, len(ILLUSTRATIVE_HANDS) + 1))
def test_hand_shows_its_lesson_and_every_lawful_card(client: Client, number: int) -> None:
    html = page(client, f"{HANDS}{number}/")
    hand = ILLUSTRATIVE_HANDS[number - 1]
    said = words(html)
    assert escape(hand.situation) in said
    assert escape(hand.lesson) in said
    first = next(row for row in questions() if row.hand == number - 1)
    assert {tag["value"] for tag in tags(html, "input", name="card")} == set(first.expected)
    assert "What each choice was worth" not in said


def test_choice_has_its_verdict_at_once_and_stores_nothing(client: Client) -> None:
    said = words(page(client, f"{HANDS}12/?question=1&card=S9"))
    assert "The old treatise plays another card" in said
    assert "The nine of spades was best." in said
    assert "Its choice here: the king of spades." in said
    assert "Here the old treatise and the count disagree" in said
    assert not Exercise.objects.exists()


def test_card_of_another_passage_is_named_as_such(client: Client) -> None:
    said = words(page(client, f"{HANDS}1/?card=CK"))
    assert "The old treatise plays it too, in another place" in said
    assert "In another place it says:" in said
    assert "The old treatise plays it too" in words(page(client, f"{HANDS}1/?card=SJ"))


def test_page_says_which_cards_the_treatise_names(client: Client) -> None:
    assert "The treatise names all five cards." in words(page(client, f"{HANDS}1/"))
    assert "ours are the eight of hearts." in words(page(client, f"{HANDS}12/"))
    assert "the treatise names none of them" in words(page(client, f"{HANDS}4/"))


def test_questions_of_a_hand_follow_each_other(client: Client) -> None:
    html = page(client, f"{HANDS}1/?question=4&card=CK")
    assert [tag.text for tag in tags(html, "strong", **{"aria-current": "page"})] == ["Question 4"]
    assert 'href="/review/book/hands/2/"' in html
    assert 'href="/review/book/hands/1/?question=2"' in page(client, f"{HANDS}1/?card=SJ")
    assert "Next question" not in words(page(client, f"{HANDS}14/?card=S9"))


@pytest.mark.parametrize(
    "query", ["?question=99", "?question=-1&card=HK", "?card=XX", "?question=x", "?card=D7"]
)
def test_address_that_was_tampered_with_shows_a_question(client: Client, query: str) -> None:
    said = words(page(client, f"{HANDS}1/{query}"))
    assert "Which card do you" in said
    assert "What each choice was worth" not in said


@pytest.mark.parametrize("number", ["0", "15"])
def test_there_are_fourteen(client: Client, number: str) -> None:
    assert client.get(f"{HANDS}{number}/").status_code == 404


def test_answer_needs_no_query(client: Client, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        page(client, f"{HANDS}1/?card=CK")
