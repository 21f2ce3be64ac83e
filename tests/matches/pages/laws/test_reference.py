"""The director's rulings open without a rubber."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.pages.laws.moments import MOMENTS, laws_at
from scoring.incidents import ROWS
from tests.matches.pages.reading import page, words

pytestmark = pytest.mark.django_db


def page_text(client: Client, query: str) -> str:
    return words(page(client, f"/laws/book/?{query}")).replace("&#x27;", "'")


def test_every_law_is_on_the_way_of_a_moment() -> None:
    assert {law for moment in MOMENTS for law in laws_at(moment)} == set(ROWS)


def test_book_leads_from_words_to_a_law_and_its_facts(client: Client) -> None:
    html = page(client, "/laws/book/?q=two+cards+turned+up")
    assert 'href="?q=two+cards+turned+up&amp;law=11"' in html
    page_html = page_text(client, "q=two+cards+turned+up&law=11")
    assert "Has the opponent looked at their hand?" in page_html
    assert "Which cards were turned up?" in page_html
    assert 'id="remedy"' not in html


@pytest.mark.parametrize(
    ("query", "shown", "hidden"),
    [
        (
            "law=11&told=1&f0=n&f1=HK&f1=S7&score_0=3&score_1=2",
            ["The elder hand chooses. Ask them.", "Choose the turn-up", "The score then: 3–2."],
            [],
        ),
        ("law=11&told=1&f0=y", ["The law leaves no choice."], ["Choose the turn-up"]),
        ("law=11&told=1", ["Please check"], []),
        ("law=25&told=1&by=A&played=n", ["Take the mark down"], ["Let it stand", "Replay the hand"]),
        ("law=25&told=1&by=A&played=y", ["Let it stand", "Replay the hand"], ["Take the mark down"]),
        ("law=52&told=1&code=English", [], ["is no offence under the code"]),
        ("law=52&told=1&code=French", ["is no offence under the code"], []),
    ],
    ids=[
        *("who chooses, and what it does to the score", "facts take the choice away", "a question left open"),
        *("a false king before a card", "and after one", "bystanders by the English code", "by the French"),
    ],
)
def test_remedies_follow_the_facts(client: Client, query: str, shown: list[str], hidden: list[str]) -> None:
    text = page_text(client, query)
    assert [each for each in shown if each not in text] == []
    assert [each for each in hidden if each in text] == []


def test_scores_that_all_remedies_share_are_listed_once(client: Client) -> None:
    html = page(client, "/laws/book/?law=43&told=1&by=A&score_0=3&score_1=2")
    assert html.count('class="effect"') == 1
    assert "Either way, the score after this deal" in html


ANSWERS = {"word": "y", "suit": "S", "number": "1"}


@pytest.mark.parametrize("law", ROWS)
def test_book_knows_every_law(client: Client, law: int) -> None:
    assert page_text(client, f"law={law}")
    answered = [
        f"f{place}={spec.words[0] if spec.kind == 'choice' else ANSWERS.get(spec.kind, '')}"
        for place, spec in enumerate(ROWS[law].facts)
    ]
    answers = "&".join(answered)
    html = page(client, f"/laws/book/?law={law}&told=1&by=A&played=y&code=English&{answers}")
    assert 'id="remedy"' in html


@pytest.mark.parametrize(
    "query", ["law=0", "law=99", "law=x", "moment=never", "q=%00", "law=11&told=1&f0=z&f1=ZZ&score_0=9"]
)
def test_odd_address_is_no_fault(client: Client, query: str) -> None:
    page_text(client, query)
