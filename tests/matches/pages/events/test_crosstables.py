"""Crosstables show all players against each other if that fits, else round by round, in pages."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.common.log import Seat
from matches.events.results import WrittenResult
from matches.events.write_standings import write_standings
from matches.rules.events.plan import StageKind
from tests.matches.events.event_hands import EventHands, enter_result, playing
from tests.matches.pages.events.scenes import address, award, drawn
from tests.matches.pages.reading import page, tags

pytestmark = pytest.mark.django_db


def table_page(client: Client, event_hands: EventHands, query: str = "") -> str:
    return page(client, address(event_hands, "event_crosstable", 1) + query)


def cells(html: str) -> list[str]:
    return [each.text for each in tags(html, "td", class_="cell")]


@pytest.mark.parametrize(
    ("kind", "options", "expected"),
    [
        pytest.param("round_robin", {}, ["", "2–0•", "0–2", ""], id="from both sides"),
        pytest.param(
            "round_robin", {"cycles": 2}, ["", "2–0•0–2", "0–22–0•", ""], id="two results in a cell"
        ),
        pytest.param("swiss", {"rounds": 1}, ["2–0 2•", "0–2 1"], id="result and the opponent's line"),
    ],
)
def test_cell_has_the_results_of_two_who_met(
    client: Client, kind: StageKind, options: dict[str, Any], expected: list[str]
) -> None:
    event_hands = playing(kind, size=2, **options)
    for round_number in range(1, options.get("cycles", 1) + 1):
        event_hands.win((1, round_number, 1))
    assert sorted(cells(table_page(client, event_hands))) == sorted(expected)


@pytest.mark.parametrize(("winner", "expected"), [("A", ["", "+•", "−", ""]), ("B", ["", "+", "−•", ""])])
def test_walkover_is_a_sign_on_both_sides(client: Client, winner: Seat, expected: list[str]) -> None:
    event_hands = playing("round_robin", size=2)
    result = WrittenResult(termination="walkover", winner=winner)
    rubber = enter_result(event_hands.event, (1, 1, 1), result, authority="final", act=event_hands.act())
    write_standings(event_hands.event.pk)
    html = table_page(client, event_hands)
    assert cells(html) == expected
    link = reverse("web:rubber", args=[rubber.public_id])
    assert [each.text for each in tags(html, "a", href=link)] == ["+", "−"]


def test_award_over_a_rubber_is_a_sign_and_not_what_was_played(client: Client) -> None:
    event_hands = playing("round_robin", size=2)
    event_hands.win((1, 1, 1))
    award(event_hands, event_hands.pairings()[0].b, "decision", "He led twice.")
    assert cells(table_page(client, event_hands)) == ["", "+", "−•", ""]


def test_each_group_has_its_table(client: Client) -> None:
    event_hands = drawn("round_robin", size=8, groups=2, played=1)
    html = table_page(client, event_hands)
    assert [each.text for each in tags(html, "caption")] == ["Group 1", "Group 2"]
    assert len(cells(html)) == 2 * 4 * 4


@pytest.mark.parametrize(("size", "rows"), [(50, (50,)), (51, (50, 1))])
def test_long_tables_have_pages(client: Client, size: int, rows: tuple[int, ...]) -> None:
    event_hands = drawn("swiss", size=size, rounds=3)
    row_counts = [
        len(tags(table_page(client, event_hands, f"?page={number}"), "th", scope="row"))
        for number in range(1, len(rows) + 1)
    ]
    assert tuple(row_counts) == rows


def test_large_round_robin_is_told_round_by_round(client: Client) -> None:
    event_hands = drawn("round_robin", size=26)
    html = table_page(client, event_hands)
    assert len(tags(html, "th", class_="cell")) == 12
    assert len(tags(table_page(client, event_hands, "?rounds=3"), "th", class_="cell")) == 1


def test_bracket_has_no_crosstable(client: Client) -> None:
    event_hands = playing("knockout")
    assert client.get(address(event_hands, "event_crosstable", 1)).status_code == 404
