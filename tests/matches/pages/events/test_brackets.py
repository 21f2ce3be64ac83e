"""A bracket's page draws every pairing, lists them as text, and splits a wide bracket into sections."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.rules.events.plan import StageKind
from tests.matches.events.event_hands import EventHands, playing
from tests.matches.pages.events.scenes import address, award, drawn, names_of
from tests.matches.pages.reading import page, tags

pytestmark = pytest.mark.django_db


def bracket_page(client: Client, event_hands: EventHands, query: str = "") -> str:
    return page(client, address(event_hands, "event_bracket", 1) + query)


def titles(html: str) -> list[str]:
    """Return the texts of the boxes of the drawings, in order."""
    return [each.text for each in tags(html, "title")][1:]


def test_boxes_tell_who_met_and_who_is_to_come(client: Client) -> None:
    event_hands = playing("knockout", size=4)
    names = names_of(event_hands)
    event_hands.win((1, 1, 1))
    first, second = ((names[each.a], names[each.b]) for each in event_hands.pairings())
    assert titles(bracket_page(client, event_hands)) == [
        f"Semi-final, 1: {first[0]} 2–0 {first[1]}",
        f"Semi-final, 2: {second[0]} – {second[1]}",
        f"Final, 1: {first[0]} – Winner of Semi-final, 2",
    ]


def test_box_of_an_award_hides_what_was_played(client: Client) -> None:
    event_hands = playing("knockout", size=2)
    event_hands.win((1, 1, 1))
    award(event_hands, event_hands.pairings()[0].b, "decision", "He led twice.")
    html = bracket_page(client, event_hands)
    [final], names = event_hands.pairings(), names_of(event_hands)
    first, second = names[final.a], names[final.b]
    assert titles(html) == [f"Final, 1: {first} − + {second}"]
    assert [each.text for each in tags(html, "text", class_="score")] == ["−", "+"]


@pytest.mark.parametrize(
    ("kind", "options", "sides"),
    [
        ("knockout", {"third_place": True, "consolation": True}, ["Main draw", "Third place", "Consolation"]),
        ("double_elimination", {"played": 1}, ["Main draw", "Losers’ side"]),
    ],
)
def test_sides_are_apart(client: Client, kind: StageKind, options: dict[str, Any], sides: list[str]) -> None:
    html = bracket_page(client, drawn(kind, size=8, **options))
    assert [each.text for each in tags(html, "h2")] == sides


def test_list_behind_the_drawing_has_the_same_pairings(client: Client) -> None:
    event_hands = drawn("knockout", size=8)
    html = bracket_page(client, event_hands)
    assert len(tags(html, "path", class_="between")) == len(tags(html, "span", class_="score")) == 7


def test_wide_bracket_has_pages_of_its_first_rounds(client: Client) -> None:
    event_hands = drawn("knockout", size=64)
    first, second = bracket_page(client, event_hands), bracket_page(client, event_hands, "?main=2")
    assert [len(tags(html, "path", class_="between")) for html in (first, second)] == [15 + 28, 15 + 28]
    assert titles(first) != titles(second)
    drawn_in_all = {*titles(first), *titles(second)}
    assert len(drawn_in_all) == 63


def test_stage_without_a_bracket_has_no_such_page(client: Client) -> None:
    event_hands = playing("swiss", rounds=3)
    assert client.get(address(event_hands, "event_bracket", 1)).status_code == 404
