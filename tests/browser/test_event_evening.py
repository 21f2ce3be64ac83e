"""A whole evening in a real browser: a Swiss event from set-up to prize list, and a screen in the room beside it.

The director works at a desk. A stranger's browser shows the screen, opened before anything was drawn, and is never
touched but to turn to another slide: whatever it shows came to it by itself.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.core.management import call_command
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from matches.formats.derive import derive
from matches.formats.facts import Fact
from matches.formats.fold import fold
from matches.formats.state import EventState
from matches.models import Club, Event, LogEntry, Player
from matches.services.event_state import event_results
from tests.browser.directing import Director, Meeting, fits, table_rows, work_off
from tests.browser.looking import excess_width, picture_keeper, watch
from tests.browser.sessions import sign_in
from tests.matches.web.desk.club import staffed_club, user

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PLAYERS = (
    "Whist",
    "Pole",
    "Boiteau",
    "Walker",
    "Clay",
    "Orford",
    "Baldwin",
    "Moran",
    "Dering",
    "Hoyle",
    "Cavendish",
    "Trent",
)
LATE = "Vendôme"
LEAVES = "Hoyle"
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


@dataclass
class Tally:
    """The rubbers of the evening counted by hand: who won how many, who met whom, who had a bye in which round."""

    won: Counter[str] = field(default_factory=Counter)
    met: list[frozenset[str]] = field(default_factory=list)
    byes: list[str] = field(default_factory=list)

    @property
    def scores(self) -> dict[str, float]:
        return {name: self.won[name] for name in (*PLAYERS, LATE)}

    def take(self, results: Mapping[Meeting, str], byes: list[str]) -> None:
        self.met += map(frozenset, results)
        self.byes += byes
        self.won.update(byes)
        self.won.update(winner(meeting, result) for meeting, result in results.items())

    def turn(self, meeting: Meeting, before: str) -> None:
        """The rubber was won by the other of the two."""
        loser = winner(meeting, before)
        self.won[loser] -= 1
        self.won[next(name for name in meeting if name != loser)] += 1


def winner(meeting: Meeting, result: str) -> str:
    """Who wins by ``2-1`` or by the points ``5-3 2-5 5-4``."""
    scores = [tuple(map(int, score.split("-"))) for score in result.split()]
    games = scores[0] if len(scores) == 1 else (sum(a > b for a, b in scores), sum(a < b for a, b in scores))
    return meeting[0] if games[0] > games[1] else meeting[1]


def played(meeting: Meeting) -> str:
    """How the two play: who is further up in the list mostly wins. The same two always play the same."""
    order = [*PLAYERS, LATE]
    chance = hashlib.sha256(" ".join(sorted(meeting)).encode()).digest()[0]
    has_upset = chance % 4 == 0
    first_wins = (order.index(meeting[0]) < order.index(meeting[1])) != has_upset
    if chance % 5 == 0:
        return "5-3 2-5 5-4" if first_wins else "1-5 6-4 3-5"
    return f"2-{chance % 2}" if first_wins else f"{chance % 2}-2"


def test_evening_from_set_up_to_prize_list(
    club: Club, director: Director, screen: Page, tmp_path: Path
) -> None:
    tally = Tally()
    director.set_up(
        club.slug, "Autumn Swiss", list(PLAYERS), s1_rounds="5", check_in=True, lot_seed="autumn leaves"
    )
    director.look("desk-entered")
    director.leads_somewhere()
    screen.goto(f"{director.event}room/")
    expect(screen.locator("#slides")).to_contain_text("The draw will be shown here.")
    fits(screen, keep, "screen-before")

    director.check_in(list(PLAYERS))
    first = play_round(director, tally, 1, screen)
    assert {name for meeting in first for name in meeting} == set(PLAYERS)
    enter_late(director)
    second = play_round(director, tally, 2, screen)
    assert LATE in {name for meeting in second for name in meeting}
    play_round(director, tally, 3, screen)
    withdraw(director)
    fourth = play_round(director, tally, 4, screen)
    assert LEAVES not in {name for meeting in fourth for name in meeting}
    correct(director, tally, second)
    play_round(director, tally, 5, screen)
    complete(director, screen)

    assert len(tally.byes) == len(set(tally.byes)) == 2, "a bye in each round with thirteen at the tables"
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


def withdraw(director: Director) -> None:
    director.open("entries/")
    director.follow(LEAVES)
    director.look("entrant")
    form = director.page.locator("form", has=director.page.locator("[name=do][value=withdrawn]"))
    form.get_by_role("combobox").select_option(label="Round 4")
    form.get_by_role("button", name="Withdraw").click()
    director.is_told("withdrawn from round 4")


def correct(director: Director, tally: Tally, results: Mapping[Meeting, str]) -> None:
    """A rubber of the second round was won by the other of the two; the rounds after it stay as they were drawn."""
    meeting, result = next((each, result) for each, result in results.items() if " " not in result)
    before = dict(tally.won)
    tally.turn(meeting, result)
    director.correct(2, meeting, (int(result[2]), int(result[0])))
    moved = {row[0]: row[-1] for row in table_rows(director.page, "table.moved") if "→" in row[-1]}
    assert moved == {name: f"{before.get(name, 0)} → {tally.won[name]}" for name in meeting}
    for number in (3, 4):
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
