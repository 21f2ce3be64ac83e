"""A whole evening in a real browser: a Swiss event from set-up to prize list, and a screen in the room beside it.

The director works at a desk. A stranger's browser shows the screen, opened before anything was drawn, and is never
touched but to turn to another slide: whatever it shows came to it by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.core.management import call_command
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from matches.events.current_state import event_results
from matches.models import Club, Event, LogEntry, Player
from matches.rules.events.derive import derive
from matches.rules.events.facts import Fact
from matches.rules.events.folding.fold import fold
from matches.rules.events.state import EventState
from tests.browser.directing import Director, Meeting, fits, table_rows, work_off
from tests.browser.evenings import LATE, LONG, SHORT, Course, Tally, played
from tests.browser.looking import excess_width, picture_keeper, watch
from tests.browser.sessions import sign_in
from tests.matches.pages.exchange.club import staffed_club, user

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.e2e

WITHDRAWN = " withdrawn"
SECONDS_TO_FRESH = 15
SECONDS_A_SLIDE = 12


keep = picture_keeper("evening")


@pytest.fixture
def club(transactional_db: None, live_server: LiveServer) -> Club:
    return staffed_club()


@pytest.fixture
def director(club: Club, browser: Browser, live_server: LiveServer) -> Iterator[Director]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, base_url=live_server.url)
    sign_in(context, live_server, user("director"))
    watched = watch(context.new_page())
    yield Director(watched.page, keep)
    context.close()
    assert watched.complaints == []


@pytest.fixture
def screen(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A stranger's screen in the room, whose clock can be put forward."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, base_url=live_server.url)
    watched = watch(context.new_page())
    watched.page.clock.install()
    yield watched.page
    context.close()
    assert watched.complaints == []


@pytest.mark.parametrize("course", [SHORT, pytest.param(LONG, marks=pytest.mark.soak)], ids=["short", "long"])
def test_evening_from_set_up_to_prize_list(
    club: Club, director: Director, screen: Page, tmp_path: Path, course: Course
) -> None:
    tally = Tally((*course.players, LATE))
    director.set_up(
        club.slug,
        "Autumn Swiss",
        list(course.players),
        s1_rounds=str(course.rounds),
        check_in=True,
        lot_seed="autumn leaves",
    )
    director.look("desk-entered")
    director.leads_somewhere()
    screen.goto(f"{director.event}room/")
    expect(screen.locator("#slides")).to_contain_text("The draw will be shown here.")
    fits(screen, keep, "screen-before")

    director.check_in(list(course.players))
    results, met = {}, {}
    for number in range(1, course.rounds + 1):
        if number == 2:
            enter_late(director)
        if number == course.leaves_before:
            withdraw(director, course)
        results[number] = play_round(director, tally, number, screen)
        met[number] = {name for meeting in results[number] for name in meeting}
        if number == course.corrects_after:
            correct(director, tally, course, results[course.corrects])
    complete(director, screen)

    assert met[1] == set(course.players)
    assert LATE in met[2]
    assert course.leaves not in met[course.leaves_before]
    assert len(tally.byes) == len(set(tally.byes)) == course.byes
    assert len(tally.met) == len(set(tally.met)), "nobody met anybody twice"
    director.page.goto(director.event)
    director.look("event-complete")
    director.leads_somewhere()
    shown = standings(director.page)
    assert shown == standings_of(state_by_log(director.stored()))
    assert {name: score for _rank, name, score in shown} == tally.scores
    assert prizes_shown(director) == [(rank, name) for rank, name, _score in shown]
    call_command("rebuild")
    call_command("check_event", str(file_of(director, tmp_path)))


def play_round(director: Director, tally: Tally, number: int, screen: Page) -> dict[Meeting, str]:
    """Draw a round, release it, see it on the screen, enter its results, and see them there too."""
    director.draw(f"Draw round {number}", f"Release Round {number}")
    meetings = director.meetings(number)
    results = {(a, b): played((a, b)) for a, b in meetings if b}
    turn_to(screen, f"Round {number}")
    for names in meetings:
        expect(screen.locator(f"[data-slide] li:has-text({names[0]!r})").first).to_contain_text(names[1])
    fits_screen(screen, f"screen-draw-{number}")

    director.look(f"results-{number}")
    director.enter(results)
    director.look(f"results-{number}-in")
    tally.take(results, [a for a, b in meetings if not b])
    work_off(director.stored())
    turn_to(screen, f"Round {number}", shows="all results are in")
    fits_screen(screen, f"screen-results-{number}")
    turn_to(screen, "Standings")
    fits_screen(screen, f"screen-standings-{number}")
    director.page.goto(director.event)
    director.look(f"event-{number}")
    director.open()
    director.look(f"desk-{number}")
    return results


def turn_to(screen: Page, title: str, *, shows: str = "") -> None:
    """Wait as long as the screen takes to fetch what is new, and to come by itself to the slide of this title."""
    with screen.expect_response(lambda answer: "part=slides" in answer.url):
        screen.clock.fast_forward(1000 * SECONDS_TO_FRESH)
    wanted = screen.locator("[data-slide]", has=screen.locator("h2", has_text=title))
    expect(wanted.first).to_contain_text(shows or title)
    count = screen.locator("[data-count]")
    here, slides = map(int, (count.text_content() or "").split(" / "))
    for step in range(1, slides + 1):
        if screen.locator("[data-slide]:not([hidden]) h2").text_content() == title:
            break
        screen.clock.fast_forward(1000 * SECONDS_A_SLIDE)
        expect(count).to_have_text(f"{(here + step - 1) % slides + 1} / {slides}")
    expect(screen.locator("[data-slide]:visible h2")).to_have_text(title)


def fits_screen(screen: Page, name: str) -> None:
    """Nothing of the slide is cut off."""
    keep(screen, name)
    assert excess_width(screen) <= 0
    assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight"), name


def enter_late(director: Director) -> None:
    director.open("entries/new/")
    director.main.locator("[name=names]").fill(LATE)
    director.look("late")
    director.press("Enter them")
    director.is_told("1 player entered.")
    director.look("entries")


def withdraw(director: Director, course: Course) -> None:
    director.open("entries/")
    director.follow(course.leaves)
    director.look("entrant")
    form = director.page.locator("form", has=director.page.locator("[name=do][value=withdrawn]"))
    form.get_by_role("combobox").select_option(label=f"Round {course.leaves_before}")
    form.get_by_role("button", name="Withdraw").click()
    director.is_told(f"withdrawn from round {course.leaves_before}")


def correct(director: Director, tally: Tally, course: Course, results: Mapping[Meeting, str]) -> None:
    """A rubber of an earlier round was won by the other of the two; the rounds after it stay as they were drawn."""
    meeting, result = next((each, result) for each, result in results.items() if " " not in result)
    before = dict(tally.won)
    tally.turn(meeting, result)
    director.correct(course.corrects, meeting, (int(result[2]), int(result[0])))
    moved = {row[0]: row[-1] for row in table_rows(director.page, "table.moved") if "→" in row[-1]}
    assert moved == {name: f"{before.get(name, 0)} → {tally.won[name]}" for name in meeting}
    for number in range(course.corrects + 1, course.corrects_after + 1):
        director.is_told(f"Draw again from Round {number} on")
    director.decide("The sheet was read upside down.", "Leave it as it is drawn")
    director.page.goto(director.event)
    assert {name: score for _rank, name, score in standings(director.page)} == tally.scores


def complete(director: Director, screen: Page) -> None:
    director.open()
    director.press("Complete the event")
    director.is_told("The event is complete.")
    director.look("desk-complete")
    director.leads_somewhere()
    turn_to(screen, "Final places")
    fits_screen(screen, "screen-places")


def standings(page: Page) -> list[tuple[int, str, float]]:
    """Rank, name and score on each line of the table that the page shows; a tag beside the name left out."""
    return [(int(row[0]), row[1].removesuffix(WITHDRAWN), float(row[2])) for row in table_rows(page)]


def prizes_shown(director: Director) -> list[tuple[int, str]]:
    director.page.goto(f"{director.event}print/prizes/")
    director.look("prizes")
    return [(int(row[0]), row[1]) for row in table_rows(director.page, "table.prizes")]


def file_of(director: Director, folder: Path) -> Path:
    director.open()
    with director.page.expect_download() as download:
        director.follow("Event file")
    kept = folder / download.value.suggested_filename
    download.value.save_as(kept)
    return kept


def state_by_log(event: Event) -> EventState:
    """What the entries of the log come to, read without anything that the site remembers of them."""
    entries = LogEntry.objects.filter(stream=f"event:{event.public_id}").order_by("version")
    facts = [
        Fact(entry.version, entry.kind.removeprefix("event."), entry.payload, entry.at.isoformat())
        for entry in entries
    ]
    return derive(fold(facts), event_results(event))


def standings_of(state: EventState) -> list[tuple[int, str, float]]:
    names = dict(Player.objects.values_list("public_id", "name"))
    return [
        (line.rank, names[line.player], line.halves / 2)
        for table in state.stages[0].tables
        for line in table.lines
    ]
