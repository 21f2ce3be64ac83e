"""A director's walks through an evening, counted: pages that are loaded, and touches that they take."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from matches.events.event_state import event_state
from matches.models import Club, Event, Rubber
from tests.browser.looking import OpenPage, axe_faults, width_faults
from tests.browser.walking import Walk
from tests.matches.pages.events.desk.pages import address, drawn, played, released
from tests.matches.pages.exchange.club import user

pytestmark = pytest.mark.e2e


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def walk_of(request: pytest.FixtureRequest, open_page: OpenPage) -> Callable[[], Walk]:
    return lambda: Walk(open_page(user("director"), java_script_enabled=request.param).page)


def test_further_round_of_six_takes_three_pages_and_eight_touches(
    club: Club, walk_of: Callable[[], Walk], request: pytest.FixtureRequest
) -> None:
    event = released(club)
    played(event)
    walk = walk_of()
    walk.page.goto(address(event, "event_run"))
    walk.tap_button("Draw round 2")
    walk.tap_button("Release Round 2")
    for number in (1, 2, 3):
        open_tile = walk.page.locator("details.tile[open]")
        expect(open_tile).to_contain_text(f"Table {number}")
        walk.tap(open_tile.get_by_role("button", name="2–1"))
        expect(walk.page.locator(".rail .now")).to_contain_text("✓" if number == 3 else f"{number}/3")
    expect(walk.main.get_by_role("button", name="Draw round 3")).to_be_visible()
    assert event_state(event).stages[0].rounds[1].is_complete
    assert walk.touches <= 8
    # Without a script the desk comes again after each result, at the same address.
    assert len(dict.fromkeys(walk.paths)) <= 3
    if "no script" not in request.node.name:
        assert len(walk.paths) <= 3


def test_result_of_an_earlier_round_is_corrected_on_three_pages(
    club: Club, walk_of: Callable[[], Walk]
) -> None:
    event = released(club)
    played(event)
    drawn(event)
    played(event)
    walk = walk_of()
    walk.page.goto(address(event, "event_run"))
    walk.tap(walk.main.get_by_role("link", name="Round 1: all results are in"))
    walk.tap(walk.page.locator("details.tile > summary").first)
    walk.tap(walk.page.locator("details.tile[open]").get_by_role("link", name="0–2"))
    expect(walk.main).to_contain_text("2–0 becomes 0–2")
    assert len(walk.paths) <= 3
    walk.tap(walk.main.get_by_label("Leave everything as it was drawn"))
    walk.fill(walk.main.get_by_label("Reason"), "The sheet was misread.")
    walk.tap_button("Save the correction")
    expect(walk.main).to_contain_text("The result is corrected.")
    assert Rubber.objects.filter(event=event, state="corrected", games_won_b=2).count() == 1


def test_all_tables_of_a_round_take_one_touch_each(club: Club, open_page: OpenPage) -> None:
    event = released(club)
    walk = Walk(open_page(user("director")).page)
    walk.page.goto(address(event, "event_results", 1, 1))
    for number, result in ((3, "2–0"), (1, "1–2"), (2, "0–2")):
        walk.tap(walk.main.get_by_role("button", name=f"Table {number}: ").filter(has_text=result))
        expect(
            walk.main.get_by_role("link", name=f"Table {number}: ").filter(has_text=result)
        ).to_be_visible()
    assert (walk.touches, len(walk.paths)) == (3, 1)
    assert [
        each.outcome.games for each in event_state(event).stages[0].rounds[0].pairings if each.outcome
    ] == [
        (1, 2),
        (0, 2),
        (2, 0),
    ]


def pages_of(event: Event) -> dict[str, str]:
    rubber = Rubber.objects.filter(event=event).latest("pk")
    return {
        "desk": address(event, "event_run"),
        "earlier": address(event, "event_run") + "?stage=1&round=1",
        "list": address(event, "event_results", 1, 2),
        "draw": address(event, "event_draw", 1),
        "preview": address(event, "event_correct", rubber.public_id) + "?score=0-2",
        "ruling": "/laws/book/",
        "ruling-who": "/laws/book/?law=25",
        "ruling-remedy": "/laws/book/?law=43&told=1&by=A&score_0=3&score_1=2",
    }


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_desk_list_draw_and_rulings_are_accessible_and_fit(
    club: Club, open_page: OpenPage, scheme: str
) -> None:
    event = released(club)
    played(event)
    drawn(event)
    watched = open_page(user("director"), width=320, height=844, color_scheme=scheme)
    faults = []
    for name, url in pages_of(event).items():
        watched.page.goto(url)
        faults += [f"{name}: {fault}" for fault in axe_faults(watched.page) + width_faults(watched.page)]
    assert faults + watched.complaints == []
