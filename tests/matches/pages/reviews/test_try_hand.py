"""A position to try: what is known, the choices, and the verdict on each in words."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from matches.models import Rubber
from matches.pages.reviews.try_hand import example_mistake, hand_context
from matches.reviews.positions import offered_position
from tests.matches.pages.reading import page, tag, tags, words
from tests.matches.pages.records import review, sign_in_as


def hand(number: int) -> dict[str, Any]:
    context = hand_context(number)
    assert context is not None
    return context


@pytest.mark.parametrize(
    ("number", "question", "stakes"),
    [
        (1, "Lead a card", "2 points if you lose"),
        (2, "Propose, or play?", ""),
        (3, "Which cards do you keep?", "1 point at stake"),
        (4, 'Play to <b class="in-text hearts">7♥</b>', "2 points if you lose"),
        (5, "Give cards, or refuse?", ""),
        (7, "You hold the king. Show it?", "1 point at stake"),
        (11, "Which cards do you keep?", "1 point at stake"),
    ],
)
def test_question_and_what_is_at_stake(number: int, question: str, stakes: str) -> None:
    shown = hand(number)
    assert (shown["question"], shown["position"].stakes) == (question, stakes)


def test_what_was_said_and_played_is_known() -> None:
    position = hand(10)["position"]
    assert position.own.said == "dealt, gave cards, changed 10♠ 9♠ Q♥ J♦, announced the king"
    assert position.other.said == "proposed, changed 4 cards, played"
    tricks = [(trick.lead.code, trick.reply.code, trick.winner) for trick in hand(4)["position"].tricks]
    assert tricks == [("DK", "DQ", "a"), ("CK", "S7", "b")]
    assert "king" not in hand(7)["position"].own.said


def test_trumps_are_last_and_apart() -> None:
    looks = [("SK", ""), ("SA", ""), ("ST", ""), ("DT", "trump-first"), ("D7", "")]
    assert [(each.face.code, each.look) for each in hand(1)["hand"]] == looks


def test_verdict_has_one_reason_and_the_rest_unfolds() -> None:
    verdict = hand(1)["answers"][-1][1]
    assert verdict.heading == '<b class="in-text diamonds">7♦</b> is a blunder'
    assert verdict.cost == 'It costs 11\xa0%. Best: <b class="in-text spades">K♠</b>.'
    assert len(verdict.reasons) == 1
    assert verdict.further[0].startswith("Suppose your opponent holds")


def test_reasons_are_said_to_the_player() -> None:
    refusing = dict(hand(9)["answers"])["answer-2"]
    assert "If you refuse and lose the point, it costs you two (law 49)." in refusing.further


def test_discards_are_named_by_what_is_kept() -> None:
    shown = hand(3)
    texts = [each["text"] for each in shown["buttons"]]
    assert texts == ["10♥", "J♠ 10♥", "J♠ 10♥ J♣", "None: change all five"]
    verdicts = [verdict for _id, verdict in shown["answers"]]
    assert verdicts[0].heading == "Keeping 10♥ is best"
    assert [verdict.reasons for verdict in verdicts] == [(), (), (), ()]
    assert all(verdict.cost for verdict in verdicts[1:])


def test_example_of_a_mistake_has_its_reason() -> None:
    example = example_mistake(6, "S7")
    assert (example["cost"], example["reason"]) == (
        '<b class="in-text spades">7♠</b>: 31\xa0% chance to win instead of 64\xa0%',
        "K♠ can’t lose: your opponent could hold nothing that beats it.",
    )


@pytest.mark.parametrize("number", range(1, 13))
def test_every_hand_judges_each_choice(client: Client, db: None, number: int) -> None:
    address = reverse("web:try_hand", args=[number])
    html = page(client, address)
    offered = offered_position(number)
    assert offered is not None
    choices = [each.choice for each in offered.position.verdicts]
    assert sorted(each["value"] for each in tags(html, "button", name="choice")) == sorted(choices)
    following = reverse("web:try_hand", args=[number % 12 + 1])
    assert tag(html, "a", href=following).text == "Skip"
    assert not tags(html, "ul", class_="bars")
    for choice in choices:
        answered = client.post(address, {"choice": choice})["Location"]
        html = page(client, answered)
        verdict = offered.position.verdict(choice)
        assert verdict is not None
        marked = tag(tag_html(html, "verdict"), "span", class_="mark")
        assert marked.text == {None: "✓", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}[verdict.label]
        assert tag(html, "a", class_="main")["href"] == following
        assert tags(html, "li", class_="is-chosen")


def tag_html(html: str, class_: str) -> str:
    return html.split(f'<div class="{class_}"')[1]


def test_right_answers_in_a_row_are_counted_without_an_account(client: Client, db: None) -> None:
    for number, choice, text in (
        (1, "SK", "1 right in a row"),
        (2, "S", "2 right in a row"),
        (2, "S", "2 right in a row"),
        (4, "HK", "best 2"),
        (5, "R", "1 right in a row · best 2"),
    ):
        answered = client.post(reverse("web:try_hand", args=[number]), {"choice": choice})
        assert text in words(page(client, answered["Location"]))
    assert len(tags(page(client, reverse("web:practice")), "i", class_="poor")) == 1


def test_theme_stays_in_the_address(client: Client, db: None) -> None:
    html = page(client, reverse("web:practice"))
    chips = {chip.text: chip["href"] for chip in tags(html, "a", class_="chip")}
    assert list(chips) == [
        *("All 12", "Calls 5", "Leads 1", "Replies 1", "Discards 2", "Endings 3", "Old treatise 29")
    ]
    html = page(client, chips["Endings 3"])
    (form,) = [each for each in tags(html, "form") if "/try/" in each["action"]]
    assert form["action"] == "/try/4/?theme=endings"
    answered = client.post(form["action"], {"choice": "H9"})["Location"]
    assert answered == "/try/4/?choice=H9&theme=endings"
    assert "Hand 1 of 3" in words(page(client, answered))
    assert tag(page(client, answered), "a", class_="main")["href"] == "/try/6/?theme=endings"


@pytest.mark.parametrize("choice", ["", "HK", "XX"])
def test_choice_that_is_not_offered_is_not_judged(client: Client, db: None, choice: str) -> None:
    address = reverse("web:try_hand", args=[1])
    assert client.post(address, {"choice": choice})["Location"] == address
    assert not tags(page(client, f"{address}?choice={choice}"), "ul", class_="bars")


def test_member_is_shown_the_way_to_their_own_mistakes(client: Client, rubber: Rubber) -> None:
    review(rubber, [{}])
    sign_in_as(client, rubber.player_b)
    html = page(client, reverse("web:try_hand", args=[1]))
    assert tag(html, "a", href=reverse("web:my_practice"), class_="chip").text == "Your mistakes 1"


def test_visitor_needs_no_query(
    client: Client, db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        page(client, "/try/1/?choice=SK")


def test_there_is_no_thirteenth(client: Client, db: None) -> None:
    assert client.get(reverse("web:try_hand", args=[13])).status_code == 404


def test_unlawful_cards_are_dimmed() -> None:
    shown = hand(10)["hand"]
    assert {each.face.code for each in shown if each.value} == {"CK", "C9"}
    assert [("off" in each.look) for each in shown] == [not each.value for each in shown]
