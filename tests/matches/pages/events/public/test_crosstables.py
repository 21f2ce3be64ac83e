"""Crosstables: everybody against everybody where that fits, else round by round, by pages."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.common.log import Seat
from matches.events.record_facts import record_fact
from matches.events.results import WrittenResult, enter_result
from matches.events.write_standings import write_standings
from tests.matches.helpers.event_hands import EventHands, playing
from tests.matches.pages.events.public.scenes import drawn
from tests.matches.pages.markup import tags
from tests.matches.pages.reading import page

pytestmark = pytest.mark.django_db


def shown(client: Client, told: EventHands, query: str = "") -> str:
    place = [told.event.club.slug, told.event.public_id, 1]
    return page(client, reverse("web:event_crosstable", args=place) + query)


def cells(html: str) -> list[str]:
    return [each.text for each in tags(html, "td", class_="cell")]


def test_two_who_met_are_told_from_both_sides(client: Client) -> None:
    told = playing("round_robin", size=2)
    told.win((1, 1, 1))
    assert cells(shown(client, told)) == ["", "2–0•", "0–2", ""]


def test_double_round_robin_has_two_results_in_a_cell(client: Client) -> None:
    told = playing("round_robin", size=2, cycles=2)
    told.win((1, 1, 1))
    told.win((1, 2, 1))
    assert sorted(cells(shown(client, told))) == ["", "", "0–22–0•", "2–0•0–2"]


def test_swiss_cell_has_result_and_the_adversarys_line(client: Client) -> None:
    told = playing("swiss", size=2, rounds=1)
    told.win((1, 1, 1))
    assert cells(shown(client, told)) == ["2–0 2•", "0–2 1"]


@pytest.mark.parametrize(("winner", "expected"), [("A", ["", "+•", "−", ""]), ("B", ["", "+", "−•", ""])])
def test_rubber_recorded_as_a_walkover_is_a_sign_on_both_sides_and_linked(
    client: Client, winner: Seat, expected: list[str]
) -> None:
    told = playing("round_robin", size=2)
    result = WrittenResult(termination="walkover", winner=winner)
    rubber = enter_result(told.event, (1, 1, 1), result, word="final", act=told.act())
    write_standings(told.event.pk)
    html = shown(client, told)
    assert cells(html) == expected
    link = reverse("web:rubber", args=[rubber.public_id])
    assert [each.text for each in tags(html, "a", href=link)] == ["+", "−"]


def test_award_over_a_rubber_is_a_sign_and_not_what_was_played(client: Client) -> None:
    told = playing("round_robin", size=2)
    told.win((1, 1, 1))
    award = {"stage": 1, "round": 1, "number": 1, "kind": "decision", "winner": told.pairings()[0].b}
    record_fact(told.event, "awarded", award, act=told.act("He led twice."))
    assert cells(shown(client, told)) == ["", "+", "−•", ""]


def test_each_group_has_its_table(client: Client) -> None:
    told = drawn("round_robin", size=8, groups=2, played=1)
    html = shown(client, told)
    assert [each.text for each in tags(html, "caption")] == ["Group 1", "Group 2"]
    assert len(cells(html)) == 2 * 4 * 4


@pytest.mark.parametrize(("size", "rows"), [(50, (50,)), (51, (50, 1))])
def test_long_tables_have_pages(client: Client, size: int, rows: tuple[int, ...]) -> None:
    told = drawn("swiss", size=size, rounds=3)
    found = [
        len(tags(shown(client, told, f"?page={number}"), "th", scope="row"))
        for number in range(1, len(rows) + 1)
    ]
    assert tuple(found) == rows


def test_large_round_robin_is_told_round_by_round(client: Client) -> None:
    told = drawn("round_robin", size=26)
    html = shown(client, told)
    assert len(tags(html, "th", class_="cell")) == 12
    assert len(tags(shown(client, told, "?rounds=3"), "th", class_="cell")) == 1


def test_bracket_has_no_crosstable(client: Client) -> None:
    told = playing("knockout")
    place = [told.event.club.slug, told.event.public_id, 1]
    assert client.get(reverse("web:event_crosstable", args=place)).status_code == 404
