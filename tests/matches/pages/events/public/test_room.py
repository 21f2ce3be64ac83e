"""The screen for the room: what it shows at each phase, a few lines at a time."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.rules.events.plan import StagePlan
from tests.matches.helpers.event_hands import EventHands, planned, playing
from tests.matches.pages.events.public.scenes import drawn, finish
from tests.matches.pages.markup import tags
from tests.matches.pages.reading import page, words

pytestmark = pytest.mark.django_db


def shown(client: Client, told: EventHands, query: str = "") -> str:
    return page(client, reverse("web:event_room", args=[told.event.club.slug, told.event.public_id]) + query)


def slides(html: str) -> list[str]:
    return [each.text for each in tags(html, "h2")]


def showing(html: str) -> list[int]:
    """Which slides are uncovered."""
    found = tags(html, "section", class_="slide")
    return [number for number, each in enumerate(found, start=1) if "hidden" not in each.attributes]


def test_before_the_draw_the_screen_waits_for_it(client: Client) -> None:
    told = planned(StagePlan(kind="swiss"))
    assert "The draw will be shown here." in words(shown(client, told))


def test_in_play_it_turns_from_the_round_to_the_standings(client: Client) -> None:
    assert slides(shown(client, playing("swiss", rounds=3))) == ["Round 1", "Standings"]


def test_many_lines_are_parted_and_the_latest_results_come_after(client: Client) -> None:
    told = drawn("swiss", size=50, rounds=3, played=1)
    assert slides(shown(client, told)) == [*["Round 2"] * 3, "Latest results", *["Standings"] * 5]


@pytest.mark.parametrize(("players", "parts"), [(12, [12]), (13, [7, 6]), (25, [9, 9, 7])])
def test_parts_are_about_as_long_as_one_another(client: Client, players: int, parts: list[int]) -> None:
    html = shown(client, drawn("swiss", size=players, rounds=3))
    lists = html.split('<ol class="lines ranks')[1:]
    assert [each.partition("</ol>")[0].count("<li") for each in lists] == parts


@pytest.mark.parametrize(
    ("players", "looks"), [(6, "lines ranks few"), (9, "lines ranks some"), (12, "lines ranks")]
)
def test_letters_grow_with_fewer_lines(client: Client, players: int, looks: str) -> None:
    html = shown(client, drawn("swiss", size=players, rounds=3))
    assert [each.partition('"')[0] for each in html.split('<ol class="')[1:] if "ranks" in each[:12]] == [
        looks
    ]


def test_bracket_is_drawn(client: Client) -> None:
    told = playing("knockout", size=8)
    assert slides(shown(client, told)) == ["Quarter-final", "Bracket"]


def test_at_the_end_it_begins_with_the_places(client: Client) -> None:
    told = drawn("round_robin", size=4)
    finish(told)
    assert slides(shown(client, told)) == ["Final places", "Standings"]


@pytest.mark.parametrize(("query", "slide"), [("", 1), ("?slide=2", 2), ("?slide=3", 1), ("?slide=x", 1)])
def test_one_slide_is_uncovered_and_leads_on_without_a_script(client: Client, query: str, slide: int) -> None:
    told = playing("swiss", rounds=3)
    html = shown(client, told, query)
    assert showing(html) == [slide]
    assert f'content="12; url=?slide={3 - slide}"' in html


def test_fresh_slides_come_without_their_frame(client: Client) -> None:
    told = playing("swiss", rounds=3)
    part = shown(client, told, "?part=slides")
    assert "<html" not in part
    assert slides(part) == ["Round 1", "Standings"]


def test_result_appears_beside_the_names(client: Client) -> None:
    told = playing("swiss", size=2, rounds=1)
    told.win((1, 1, 1))
    assert tags(shown(client, told), "span", class_="score")[0].text == "2–0"
