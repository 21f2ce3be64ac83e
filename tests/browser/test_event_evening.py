"""A whole evening in a real browser: a Swiss event from set-up to prize list, with a screen in the room.

The director works at a desk. A stranger's browser shows the screen, opened before anything was drawn. The test only
turns it to another slide: all of its contents arrive without a reload.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from matches.events.event_state import event_results
from matches.models import Club, Event, LogEntry, Player
from matches.rules.events.derive import derive
from matches.rules.events.facts import Fact
from matches.rules.events.fold import fold
from matches.rules.events.state import EventState
from tests.browser.directing import Director, Meeting, fits, table_rows, work_off
from tests.browser.looking import OpenPage, excess_width
from tests.matches.pages.exchange.club import user

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


@dataclass(frozen=True, slots=True)
class Course:
    """An evening: its players, who leaves before which round, which round is corrected after which.

    ``byes`` has one entry for each round with an odd number of players.
    """

    players: tuple[str, ...]
    rounds: int
    leaves: str
    leaves_before: int
    corrects: int
    corrects_after: int
    byes: int


SHORT = Course(PLAYERS[:6], 3, leaves="Walker", leaves_before=3, corrects=1, corrects_after=2, byes=1)
LONG = Course(PLAYERS, 5, leaves="Hoyle", leaves_before=4, corrects=2, corrects_after=4, byes=2)


@dataclass
class Tally:
    """The rubbers of the evening counted by hand: wins, opponents, and the rounds with byes."""

    players: tuple[str, ...]
    won: Counter[str] = field(default_factory=Counter)
    met: list[frozenset[str]] = field(default_factory=list)
    byes: list[str] = field(default_factory=list)

    @property
    def scores(self) -> dict[str, float]:
        return {name: self.won[name] for name in self.players}

    def take(self, results: Mapping[Meeting, str], byes: list[str]) -> None:
        self.met += map(frozenset, results)
        self.byes += byes
        self.won.update(byes)
        self.won.update(winner(meeting, result) for meeting, result in results.items())

    def turn(self, meeting: Meeting, before: str) -> None:
        loser = winner(meeting, before)
        self.won[loser] -= 1
        self.won[next(name for name in meeting if name != loser)] += 1


def winner(meeting: Meeting, result: str) -> str:
    """Return the player who wins with the result ``2-1``, or with points such as ``5-3 2-5 5-4``."""
    scores = [tuple(map(int, score.split("-"))) for score in result.split()]
    games = scores[0] if len(scores) == 1 else (sum(a > b for a, b in scores), sum(a < b for a, b in scores))
    return meeting[0] if games[0] > games[1] else meeting[1]


def played(meeting: Meeting) -> str:
    """Return the result of a meeting, always the same for the same two. The player listed first usually wins."""
    order = [*PLAYERS, LATE]
    chance = hashlib.sha256(" ".join(sorted(meeting)).encode()).digest()[0]
    has_upset = chance % 4 == 0
    first_wins = (order.index(meeting[0]) < order.index(meeting[1])) != has_upset
    if chance % 5 == 0:
        return "5-3 2-5 5-4" if first_wins else "1-5 6-4 3-5"
    return f"2-{chance % 2}" if first_wins else f"{chance % 2}-2"


pytestmark = pytest.mark.e2e
WITHDRAWN = " withdrawn"
SECONDS_TO_FRESH = 15
SECONDS_A_SLIDE = 12


@pytest.fixture
def director(club: Club, open_page: OpenPage) -> Iterator[Director]:
    watched = open_page(user("director"), width=1280, height=900)
    yield Director(watched.page)
    assert watched.complaints == []


@pytest.fixture
def screen(open_page: OpenPage) -> Iterator[Page]:
    """A stranger's screen in the room, whose clock can be moved forward."""
    watched = open_page(width=1280, height=720)
    watched.page.clock.install()
    yield watched.page
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
        s1_seeding="fold",
        check_in=True,
        lot_seed="autumn leaves",
    )
    director.look()
    director.leads_somewhere()
    screen.goto(f"{director.event}room/")
    expect(screen.locator("#slides")).to_contain_text("The draw will be shown here.")
    fits(screen)
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
    director.look()
    director.leads_somewhere()
    rows = standings(director.page)
    assert rows == standings_of(state_by_log(director.stored()))
    assert {name: score for _rank, name, score in rows} == tally.scores
    assert prizes_shown(director) == [(rank, name) for rank, name, _score in rows]
    call_command("rebuild")
    call_command("check_event", str(file_of(director, tmp_path)))


def play_round(director: Director, tally: Tally, number: int, screen: Page) -> dict[Meeting, str]:
    director.draw(f"Draw round {number}", f"Release Round {number}")
    meetings = director.meetings(number)
    results = {(a, b): played((a, b)) for a, b in meetings if b}
    turn_to(screen, f"Round {number}")
    for names in meetings:
        expect(screen.locator(f"[data-slide] li:has-text({names[0]!r})").first).to_contain_text(names[1])
    fits_screen(screen, f"screen-draw-{number}")
    director.look()
    director.enter(results)
    director.look()
    tally.take(results, [a for a, b in meetings if not b])
    work_off(director.stored())
    turn_to(screen, f"Round {number}", shows="all results are in")
    fits_screen(screen, f"screen-results-{number}")
    turn_to(screen, "Standings")
    fits_screen(screen, f"screen-standings-{number}")
    director.page.goto(director.event)
    director.look()
    director.open()
    director.look()
    return results


def turn_to(screen: Page, title: str, *, shows: str = "") -> None:
    """Wait until the screen has fetched its news and turned by itself to the slide of this title."""
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
    """Check that no part of the slide is cut off."""
    assert excess_width(screen) <= 0
    assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight"), name


def enter_late(director: Director) -> None:
    director.open("entries/new/")
    director.main.locator("[name=names]").fill(LATE)
    director.look()
    director.press("Add them")
    director.is_told("1 player entered.")
    director.look()


def withdraw(director: Director, course: Course) -> None:
    director.open("entries/")
    director.follow(course.leaves)
    director.look()
    form = director.page.locator("form", has=director.page.locator("[name=do][value=withdrawn]"))
    form.get_by_role("combobox").select_option(label=f"Round {course.leaves_before}")
    form.get_by_role("button", name="Withdraw").click()
    director.is_told(f"withdrawn from round {course.leaves_before}")


def correct(director: Director, tally: Tally, course: Course, results: Mapping[Meeting, str]) -> None:
    meeting, result = next((each, result) for each, result in results.items() if " " not in result)
    before = dict(tally.won)
    tally.turn(meeting, result)
    director.correct(course.corrects, meeting, (int(result[2]), int(result[0])))
    moved = {row[0]: row[-1] for row in table_rows(director.page, "table.moved") if "→" in row[-1]}
    assert moved == {name: f"{before.get(name, 0)} → {tally.won[name]}" for name in meeting}
    for number in range(course.corrects + 1, course.corrects_after + 1):
        director.is_told(f"Draw again from Round {number} on")
    director.decide("The sheet was read upside down.", "Leave everything as it was drawn")
    director.page.goto(director.event)
    assert {name: score for _rank, name, score in standings(director.page)} == tally.scores


def complete(director: Director, screen: Page) -> None:
    director.open()
    director.press("Complete the event")
    director.is_told("The event is complete.")
    director.look()
    director.leads_somewhere()
    turn_to(screen, "Final places")
    fits_screen(screen, "screen-places")


def standings(page: Page) -> list[tuple[int, str, float]]:
    return [
        (int(row[0]), row[2].removesuffix(WITHDRAWN), float(row[3].rstrip("*"))) for row in table_rows(page)
    ]


def prizes_shown(director: Director) -> list[tuple[int, str]]:
    director.page.goto(f"{director.event}print/prizes/")
    director.look()
    return [(int(row[0]), row[1]) for row in table_rows(director.page, "table.prizes")]


def file_of(director: Director, folder: Path) -> Path:
    director.open()
    director.unfold("More")
    with director.page.expect_download() as download:
        director.follow("Event file")
    kept = folder / download.value.suggested_filename
    download.value.save_as(kept)
    return kept


def state_by_log(event: Event) -> EventState:
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
