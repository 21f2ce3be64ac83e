"""The room's screen shows each phase, a few lines at a time."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.common.site_links import site_link
from matches.models import Rubber
from matches.pages.pads.table_links import square_of
from matches.rules.events.plan import StagePlan
from tests.matches.events.event_hands import EventHands, planned, playing
from tests.matches.pages.events.scenes import address, drawn, finish
from tests.matches.pages.reading import page, tags, words

pytestmark = pytest.mark.django_db


def room_page(client: Client, event_hands: EventHands, query: str = "") -> str:
    return page(client, address(event_hands, "event_room") + query)


def slides(html: str) -> list[str]:
    return [each.text for each in tags(html, "h2")]


def showing(html: str) -> list[int]:
    """Return the indexes of the visible slides."""
    elements = tags(html, "section", class_="slide")
    return [number for number, each in enumerate(elements, start=1) if "hidden" not in each.attributes]


def test_before_the_draw_the_screen_waits_for_it(client: Client) -> None:
    event_hands = planned(StagePlan(kind="swiss"))
    assert "The draw will be shown here." in words(room_page(client, event_hands))


def test_in_play_it_turns_from_the_round_to_the_standings(client: Client) -> None:
    event_hands = playing("swiss", rounds=3)
    assert slides(room_page(client, event_hands)) == ["Round 1"]
    event_hands.win((1, 1, 1))
    part = room_page(client, event_hands, "?part=slides")
    assert "<html" not in part
    for html in (part, room_page(client, event_hands)):
        assert slides(html) == ["Round 1", "Standings"]


def test_many_lines_are_parted(client: Client) -> None:
    event_hands = drawn("swiss", size=50, rounds=3, played=1)
    assert slides(room_page(client, event_hands)) == [*["Round 2"] * 3, "Latest results", *["Standings"] * 5]


@pytest.mark.parametrize(
    ("players", "parts", "looks"),
    [
        (6, [6], {"lines ranks few"}),
        (9, [9], {"lines ranks some"}),
        (12, [12], {"lines ranks"}),
        (13, [7, 6], {"lines ranks some", "lines ranks few"}),
        (25, [9, 9, 7], {"lines ranks some"}),
    ],
)
def test_parts_are_about_equal(client: Client, players: int, parts: list[int], looks: set[str]) -> None:
    html = room_page(client, drawn("swiss", size=players, rounds=3, played=1))
    lists = [each for each in html.split('<ol class="')[1:] if each.startswith("lines ranks")]
    assert [each.partition("</ol>")[0].count("<li") for each in lists] == parts
    assert {each.partition('"')[0] for each in lists} == looks


def test_bracket_is_drawn(client: Client) -> None:
    event_hands = playing("knockout", size=8)
    assert slides(room_page(client, event_hands)) == ["Quarter-final", "Bracket"]


def test_at_the_end_it_begins_with_the_places(client: Client) -> None:
    event_hands = drawn("round_robin", size=4)
    finish(event_hands)
    assert slides(room_page(client, event_hands)) == ["Final places", "Standings"]


def test_one_slide_is_uncovered_and_leads_on_without_a_script(client: Client) -> None:
    event_hands = playing("swiss", rounds=3)
    event_hands.win((1, 1, 1))
    for query, slide in (("", 1), ("?slide=2", 2), ("?slide=3", 1), ("?slide=x", 1)):
        html = room_page(client, event_hands, query)
        assert showing(html) == [slide]
        assert f'content="12; url=?slide={3 - slide}"' in html


def test_confirmed_result_has_a_tick(client: Client) -> None:
    event_hands = playing("swiss", size=2, rounds=1)
    rubber = event_hands.win((1, 1, 1))
    for state, tick in (("confirmed", "✓confirmed"), ("disputed", ""), ("reported", "")):
        Rubber.objects.filter(pk=rubber.pk).update(state=state)
        html = room_page(client, event_hands)
        assert tags(html, "span", class_="at")[0].text == tick
        assert tags(html, "span", class_="score")[0].text == "2–0"
    assert str(square_of(site_link(address(event_hands)))) in html
