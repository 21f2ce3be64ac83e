"""A small knockout run from a phone without a script: played out, a semi-final corrected, and undone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from matches.models import Club
from tests.browser.directing import Director, Meeting, work_off
from tests.browser.looking import OpenPage
from tests.matches.pages.exchange.club import user

pytestmark = pytest.mark.e2e

PLAYERS = ("Whist", "Pole", "Boiteau", "Walker", "Clay")
"""By seed. The first three have byes: 1 and 4 or 5 meet in a semi-final, and 2 and 3."""
QUARTER_FINAL, SEMI_FINALS, THIRD_PLACE, FINAL = 1, 2, 3, 4

PLAYED_BEFORE = {
    "Quarter-final, 1: Whist has a bye": "Whist",
    "Quarter-final, 2: Walker 2–1 Clay": "Walker",
    "Quarter-final, 3: Pole has a bye": "Pole",
    "Quarter-final, 4: Boiteau has a bye": "Boiteau",
    "Semi-final, 2: Pole 2–1 Boiteau": "Pole",
}
PLAYED = PLAYED_BEFORE | {
    "Semi-final, 1: Whist 2–1 Walker": "Whist",
    "Final, 1: Whist 2–1 Pole": "Whist",
    "Third place, 1: Walker 1–2 Boiteau": "Boiteau",
}
TO_PLAY_AGAIN = {
    "Semi-final, 1: Whist 1–2 Walker": "Walker",
    "Final, 1: Walker – Pole": "",
    "Third place, 1: Whist – Boiteau": "",
}
WINNERS = """boxes => boxes.map(box =>
    [box.querySelector("title").textContent.trim(), box.querySelector(".winner")?.textContent ?? ""])"""


@pytest.fixture
def director(club: Club, open_page: OpenPage) -> Iterator[Director]:
    watched = open_page(user("director"), java_script_enabled=False)
    yield Director(watched.page)
    assert watched.complaints == []


def test_knockout_is_played_out_and_a_semi_final_corrected(club: Club, director: Director) -> None:
    director.set_up(
        club.slug,
        "Small Cup",
        list(PLAYERS),
        format_key="knockout",
        s1_third_place=True,
        s1_seeding="fold",
        lot_seed="a cup",
    )
    director.draw("Draw the event", "Release the bracket")
    for number in (QUARTER_FINAL, SEMI_FINALS, THIRD_PLACE, FINAL):
        results = play(director, number)
    assert results == {("Whist", "Pole"): "2-1"}
    assert winners(director) == PLAYED
    director.correct(SEMI_FINALS, ("Whist", "Walker"), (1, 2))
    director.is_told("Final: Walker in the place of Whist.")
    director.is_told("Third place: Whist in the place of Walker.")
    director.decide(
        "Walker won the last game.", "Play it again: Walker – Pole", "Play it again: Whist – Boiteau"
    )
    undo = director.page.url
    assert winners(director) == PLAYED_BEFORE | TO_PLAY_AGAIN
    director.open()
    director.is_told("2 results missing")
    director.is_told("A rubber outside the draw")
    director.look()
    director.leads_somewhere()
    director.page.goto(undo)
    director.press("Undo")
    director.is_told("Undone.")
    assert winners(director) == PLAYED
    director.open()
    director.press("Complete the event")
    director.page.goto(director.event)
    director.look()
    director.leads_somewhere()
    expect(director.main.locator(".ranking .player .name")).to_have_text(
        ["Whist", "Pole", "Boiteau", "Walker", "Clay"], use_inner_text=True
    )
    call_command("rebuild")


def winners(director: Director) -> dict[str, str]:
    director.page.goto(f"{director.event}stages/1/bracket/")
    director.look()
    return dict(director.page.locator("svg.bracket > :is(a, g)").evaluate_all(WINNERS))


def play(director: Director, number: int) -> dict[Meeting, str]:
    results = {
        (a, b): "2-1" if PLAYERS.index(a) < PLAYERS.index(b) else "1-2"
        for a, b in director.meetings(number)
        if b
    }
    director.look()
    director.enter(results)
    work_off(director.stored())
    director.look()
    return results
