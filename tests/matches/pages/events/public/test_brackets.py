"""A bracket's page: every pairing drawn, told as a list, and in sections where it is wide."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.events.record_facts import record_fact
from tests.matches.helpers.event_hands import EventHands, playing
from tests.matches.pages.events.public.scenes import drawn
from tests.matches.pages.markup import tags
from tests.matches.pages.reading import page

pytestmark = pytest.mark.django_db


def shown(client: Client, told: EventHands, query: str = "") -> str:
    place = [told.event.club.slug, told.event.public_id, 1]
    return page(client, reverse("web:event_bracket", args=place) + query)


def titles(html: str) -> list[str]:
    """What the boxes of the drawings say, in order."""
    return [each.text for each in tags(html, "title")][1:]


def test_boxes_tell_who_met_and_who_is_to_come(client: Client) -> None:
    told = playing("knockout", size=4)
    names = {player.public_id: player.name for player in told.players}
    told.win((1, 1, 1))
    first, second = ((names[str(each.a)], names[str(each.b)]) for each in told.pairings())
    assert titles(shown(client, told)) == [
        f"Semi-final, 1: {first[0]} 2–0 {first[1]}",
        f"Semi-final, 2: {second[0]} – {second[1]}",
        f"Final, 1: {first[0]} – Winner of Semi-final, 2",
    ]


def test_box_of_an_award_over_a_rubber_does_not_tell_what_was_played(client: Client) -> None:
    told = playing("knockout", size=2)
    told.win((1, 1, 1))
    award = {"stage": 1, "round": 1, "number": 1, "kind": "decision", "winner": told.pairings()[0].b}
    record_fact(told.event, "awarded", award, act=told.act("He led twice."))
    html = shown(client, told)
    names = {player.public_id: player.name for player in told.players}
    first, second = (names[str(each)] for each in (told.pairings()[0].a, told.pairings()[0].b))
    assert titles(html) == [f"Final, 1: {first} − + {second}"]
    assert [each.text for each in tags(html, "text", class_="score")] == ["−", "+"]


def test_each_side_is_drawn_by_itself(client: Client) -> None:
    knockout = drawn("knockout", size=8, third_place=True, consolation=True)
    assert [each.text for each in tags(shown(client, knockout), "h2")] == [
        "Main draw",
        "Third place",
        "Consolation",
        "Rounds",
    ]


def test_losers_have_a_side_of_their_own(client: Client) -> None:
    told = drawn("double_elimination", size=8, played=1)
    assert [each.text for each in tags(shown(client, told), "h2")] == ["Main draw", "Losers' side", "Rounds"]


def test_list_behind_the_drawing_has_the_same_pairings(client: Client) -> None:
    told = drawn("knockout", size=8)
    html = shown(client, told)
    assert len(tags(html, "rect")) == len(tags(html, "span", class_="score")) == 7


def test_wide_bracket_has_pages_of_its_first_rounds(client: Client) -> None:
    told = drawn("knockout", size=64)
    first, second = shown(client, told), shown(client, told, "?main=2")
    assert [len(tags(html, "rect")) for html in (first, second)] == [15 + 28, 15 + 28]
    assert titles(first) != titles(second)
    drawn_in_all = {*titles(first), *titles(second)}
    assert len(drawn_in_all) == 63


def test_stage_without_a_bracket_has_no_such_page(client: Client) -> None:
    told = playing("swiss", rounds=3)
    place = [told.event.club.slug, told.event.public_id, 1]
    assert client.get(reverse("web:event_bracket", args=place)).status_code == 404
