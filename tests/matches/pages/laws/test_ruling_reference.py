"""The director's rulings without a rubber."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.pages.laws.moments import MOMENTS, laws_at
from scoring.incidents import ROWS
from tests.matches.pages.reading import page, words

pytestmark = pytest.mark.django_db


def said(client: Client, query: str) -> str:
    return words(page(client, f"/laws/book/?{query}")).replace("&#x27;", "'")


def test_every_law_is_on_the_way_of_a_moment() -> None:
    assert {law for moment in MOMENTS for law in laws_at(moment)} == set(ROWS)


def test_book_leads_from_words_to_a_law_and_its_facts(client: Client) -> None:
    html = page(client, "/laws/book/?q=two+cards+turned+up")
    assert 'href="?q=two+cards+turned+up&amp;law=11"' in html
    asked = said(client, "q=two+cards+turned+up&law=11")
    assert "Has the adversary looked at his hand?" in asked
    assert "Which cards were turned up?" in asked
    assert "The ruling" not in asked


def test_choice_is_told_with_who_chooses_and_what_it_does_to_the_score(client: Client) -> None:
    told = said(client, "law=11&told=1&f0=n&f1=HK&f1=S7&score_0=3&score_1=2")
    assert "The elder hand chooses: the director asks him." in told
    assert "Choose the turn-up" in told
    assert "The score then: 3–2." in told


def test_facts_take_the_choice_away(client: Client) -> None:
    told = said(client, "law=11&told=1&f0=y")
    assert "The law leaves no choice." in told
    assert "Choose the turn-up" not in told


@pytest.mark.parametrize(
    ("played", "choices"), [("n", ["Take the mark down"]), ("y", ["Let it stand", "Replay the hand"])]
)
def test_false_king_depends_on_whether_a_card_was_played(
    client: Client, played: str, choices: list[str]
) -> None:
    told = said(client, f"law=25&told=1&by=A&played={played}")
    for name in ("Take the mark down", "Let it stand", "Replay the hand"):
        assert (name in told) == (name in choices)


@pytest.mark.parametrize(("code", "is_offence"), [("English", True), ("French", False)])
def test_bystanders_are_judged_by_the_code(client: Client, code: str, is_offence: bool) -> None:
    told = said(client, f"law=52&told=1&code={code}")
    assert ("is no offence under the code" in told) != is_offence


def test_question_left_open_is_asked_for(client: Client) -> None:
    assert "needs another look" in said(client, "law=11&told=1")


ANSWERS = {"word": "y", "suit": "S", "number": "1"}


@pytest.mark.parametrize("law", ROWS)
def test_book_knows_every_law(client: Client, law: int) -> None:
    assert said(client, f"law={law}")
    told = [
        f"f{place}={spec.words[0] if spec.kind == 'choice' else ANSWERS.get(spec.kind, '')}"
        for place, spec in enumerate(ROWS[law].facts)
    ]
    answers = "&".join(told)
    assert "The ruling" in said(client, f"law={law}&told=1&by=A&played=y&code=English&{answers}")


@pytest.mark.parametrize(
    "query", ["law=0", "law=99", "law=x", "moment=never", "q=%00", "law=11&told=1&f0=z&f1=ZZ&score_0=9"]
)
def test_odd_address_is_no_fault(client: Client, query: str) -> None:
    said(client, query)
