"""The score pad as two players use it: a phone that came by the table's link, taps alone, nobody signed in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import pytest
from pytest_django.live_server_helper import LiveServer

from matches.models import Rubber
from matches.services.table_links import make_link
from matches.web.record import checked_record
from scoring.cards import format_card
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import read_one
from scoring.record import Cut
from tests.browser.looking import picture_keeper, watch
from tests.browser.pads.tapping import PadOnPage, taps_of
from tests.matches.web.entry.people import People, make_people, opened
from tests.matches.web.records import make_club

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.browser

SAMPLES = Path(__file__).parents[2] / "data" / "samples"
MOST_TAPS = 6
keep_picture = picture_keeper("pad")


def sample(index: int) -> CheckedRubber:
    """The rubber of the evening by its place in the file, from 1."""
    text = (SAMPLES / "evening.egn").read_text()
    return check_rubber(read_one('[EGN "' + text.split('[EGN "')[index]))


def expected(index: int) -> dict[str, Any]:
    lines = (SAMPLES / "evening.expected.jsonl").read_text().splitlines()
    found: dict[str, Any] = json.loads(lines[index - 1])
    return found


@pytest.fixture
def people(transactional_db: None) -> People:
    return make_people(make_club(time_zone="Europe/London"))


@pytest.fixture
def rubber(people: People) -> Rubber:
    return opened(people, reckoning="treble")


@pytest.fixture
def context(browser: Browser, live_server: LiveServer) -> Iterator[BrowserContext]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, base_url=live_server.url
    )
    yield context
    context.close()


def pad_by_link(context: BrowserContext, people: People, rubber: Rubber, holder: str = "both") -> PadOnPage:
    """The pad of a phone that has scanned the table's code."""
    made = make_link(rubber, by=people.users["Owner"])
    pad = PadOnPage(context.new_page())
    pad.page.goto(f"/t/#{made.token}")
    pad.is_at("who")
    pad.tap("side", holder)
    pad.is_at("cut")
    return pad


def cut_of(record: CheckedRubber, game: int) -> list[tuple[str, str]]:
    cuts = [part for part in record.games[game].game.opening if isinstance(part, Cut)]
    return [(format_card(a), format_card(b)) for cut in cuts for a, b in cut.pairs]


def marks_of(rubber: Rubber) -> list[dict[str, Any]]:
    """The stored record's games in the shape of the samples, without tricks: they are not noted in marks."""
    rubber.refresh_from_db()
    return [
        {
            "number": game.number,
            "points": list(game.points or ()),
            "winner": game.winner,
            "value": game.value,
            "deals": [
                {"number": deal.number, "dealer": deal.dealer, "score": list(deal.score or ())}
                for deal in game.deals
            ],
        }
        for game in checked_record(rubber).games
    ]


def without_tricks(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    for game in games:
        for deal in game["deals"]:
            deal.pop("tricks")
    return games


def test_newcomer_scores_a_whole_rubber_by_taps_alone(
    context: BrowserContext, people: People, rubber: Rubber
) -> None:
    record = sample(1)
    pad = pad_by_link(context, people, rubber)
    watched = watch(pad.page)
    pad.cut(cut_of(record, 0))
    taps = []
    for game in record.games:
        for deal in game.deals:
            taps.append(pad.write(taps_of(deal)))
            if deal.score is not None and 5 not in deal.score:
                pad.has_score(*deal.score)
    pad.is_at("end")
    pad.is_sent()
    assert marks_of(rubber) == without_tricks(expected(1)["games"])
    assert median(taps) <= 4
    assert max(taps) <= MOST_TAPS
    pad.confirm_passed_round("A")
    pad.page.get_by_text("Both sides agree").wait_for()
    rubber.refresh_from_db()
    assert rubber.state == Rubber.State.CONFIRMED
    assert rubber.is_agreed
    assert watched.complaints == []
