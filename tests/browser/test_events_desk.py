"""A director's evening in a real browser without scripts: an event set up, drawn, played and completed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from matches.events.event_state import event_state
from matches.models import Club, Event
from matches.rules.events.plan import EventPlan, StagePlan
from tests.browser.looking import SIZES, SWEEPS_BOTH_WAYS, OpenPage, axe_faults, picture_keeper, width_faults
from tests.matches.pages.events.desk.pages import address, drawn, planned
from tests.matches.pages.exchange.club import user

pytestmark = pytest.mark.e2e

LONG = "Wolfeschlegelsteinhausenbergerdorff the Younger of Ravensbourne"
NAMES = ("Boiteau", "Walker", "Orford", LONG, "Clay", "Ó Súilleabháin", "Baldwin", "Dering")
ROUNDS = 2

keep = picture_keeper("events")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_evening_from_set_up_to_the_end(club: Club, open_page: OpenPage, width: int, height: int) -> None:
    watched = open_page(user("director"), width=width, height=height, java_script_enabled=False)
    page = watched.page
    page.goto(f"/clubs/{club.slug}/events/new/")
    page.get_by_role("link", name="New tournament").click()
    page.get_by_label("Name", exact=True).fill("Autumn Evening")
    page.locator("summary", has_text="More options").click()
    page.get_by_role("spinbutton", name="Rounds").fill(str(ROUNDS))
    go_to_step(page, "2 Who")
    page.get_by_role("button", name="Nobody").click()
    page.get_by_label("Add others by name").fill("\n".join(NAMES))
    page.locator("#who button[value=look]").click()
    expect(page.get_by_role("status")).to_contain_text("8 players")
    expect(page.get_by_role("status")).to_contain_text("2 rounds, 8 rubbers")
    keep(page, "set-up")
    go_to_step(page, "3 When")
    page.get_by_role("button", name="Set up, draw later").click()
    expect(page.get_by_text("The event is set up.")).to_be_visible()
    keep(page, "desk-begun")
    for number in range(1, ROUNDS + 1):
        page.get_by_role("button", name=f"Draw round {number}").click()
        keep(page, f"draft-{number}")
        page.get_by_role("button", name=f"Release Round {number}").click()
        page.get_by_role("link", name="Enter 4 results").click()
        page.get_by_role("link", name="Type or paste points").click()
        _fill_results(page, number)
        page.goto(re.sub(r"/results/.*", "/", page.url))
        keep(page, f"desk-{number}")
    page.get_by_role("button", name="Complete the event").click()
    expect(page.get_by_text("The event is complete.").first).to_be_visible()
    assert event_state(Event.objects.get(name="Autumn Evening")).phase == "complete"
    # A form that comes back with a mistake is answered with 400.
    assert [each for each in watched.complaints if "400" not in each] == []


def go_to_step(page: Page, name: str) -> None:
    """Open a step of the set-up by the rail, which only phones show."""
    if (link := page.get_by_role("link", name=name)).is_visible():
        link.click()


def _fill_results(page: Page, number: int) -> None:
    """Submit results with one wrong line: the others are stored, and it keeps what was typed."""
    choices = page.get_by_role("combobox")
    choices.nth(0).select_option("2-0")
    choices.nth(1).select_option("1-2")
    choices.nth(2).select_option("wa")
    page.get_by_label("Points of").nth(3).fill("5-3 2-5 5-9")
    keep(page, f"results-filled-{number}")
    page.get_by_role("button", name="Save the results").click()
    expect(page.get_by_text("3 results stored.")).to_be_visible()
    keep(page, f"results-wrong-{number}")
    page.get_by_label("Points of").fill("5-3 2-5 5-4")
    page.get_by_role("button", name="Save the results").click()
    expect(page.get_by_text("stored. To change a result")).to_be_visible()
    keep(page, f"results-in-{number}")


@pytest.mark.parametrize(("width", "height", "scheme", "apart"), SWEEPS_BOTH_WAYS)
def test_pages_of_a_drawn_event_are_accessible_and_fit(
    club: Club, open_page: OpenPage, width: int, height: int, scheme: str, apart: int
) -> None:
    stages = (
        StagePlan(kind="round_robin", name="Groups", groups=2, qualifiers=2),
        StagePlan(kind="knockout", name="Finals", third_place=True),
    )
    event = planned(club, EventPlan(stages=stages, check_in=False, tables=3), NAMES)
    drawn(event, is_released=False)
    watched = open_page(user("director"), width=width, height=height, color_scheme=scheme)
    faults = []
    for name, page_url in list(_pages(event).items())[::apart]:
        watched.page.goto(page_url)
        keep(watched.page, f"{name}-{scheme}")
        faults += [f"{name}: {fault}" for fault in axe_faults(watched.page) + width_faults(watched.page)]
    assert faults + watched.complaints == []


def _pages(event: Event) -> dict[str, str]:
    somebody = event_state(event).entries[3].player
    return {
        "set-up-groups": f"/clubs/{event.club.slug}/events/set-up/?format=groups",
        "run": address(event, "event_run"),
        "plan": address(event, "event_plan"),
        "entries": address(event, "event_entries"),
        "enter": address(event, "event_enter"),
        "entrant": address(event, "event_entrant", somebody),
        "check-in": address(event, "event_check_in"),
        "forbidden": address(event, "event_forbidden"),
        "draw": address(event, "event_draw", 1),
        "draw-later": address(event, "event_draw", 2),
        "results": address(event, "event_results", 1, 1),
        "undo": address(event, "event_undo"),
    }
