"""A director's evening in a real browser without scripts: an event set up, drawn, played and completed."""

from __future__ import annotations

import pytest

from matches.events.event_state import event_state
from matches.models import Club, Event
from matches.rules.events.plan import EventPlan, StagePlan
from tests.browser.looking import SWEEPS_BOTH_WAYS, OpenPage, axe_faults, width_faults
from tests.matches.pages.events.desk.pages import address, drawn, planned
from tests.matches.pages.exchange.club import user

pytestmark = pytest.mark.e2e

LONG = "Wolfeschlegelsteinhausenbergerdorff the Younger of Ravensbourne"
NAMES = ("Boiteau", "Walker", "Orford", LONG, "Clay", "Ó Súilleabháin", "Baldwin", "Dering")


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
