"""The page of the club's log shows its entries."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from matches.clubs.manage_club import change_club
from matches.clubs.players import add_players
from matches.common.commands import CommandContext
from matches.models import Club
from matches.rubbers.change_rubbers import dispute_rubber
from tests.matches.files import import_text, rubber_text
from tests.matches.pages.exchange.club import user
from tests.matches.pages.reading import page, words


def log_page(client: Client, club: Club, query: str = "") -> str:
    return page(client, reverse("web:club_log", args=[club.slug]) + query)


def sentences(html: str) -> list[str]:
    steps = html.partition('<ol class="steps"')[2].partition("</ol>")[0]
    return [words(line) for line in re.findall(r"<li>(.*?)</li>", steps, re.DOTALL)]


@pytest.fixture
def eventful(club: Club) -> Club:
    """Return a club with a rubber, a dispute, a new player and a new clock, in this order."""
    with time_machine.travel(datetime(2026, 11, 21, 22, 30, tzinfo=UTC), tick=False):
        import_text(rubber_text(), club=club)
        act = CommandContext(by=user("director"), key="1", reason='The king was "marked".')
        dispute_rubber(club.rubbers.get(), seat="A", act=act)
        add_players(club, ["Walker"], by=user("owner"))
        change_club(club, {"time_zone": "Europe/Paris"}, by=user("owner"), key="2")
    return club


def test_log_is_newest_first(director: Client, eventful: Club) -> None:
    html = log_page(director, eventful)
    told = sentences(html)
    assert told[0].partition(" 23:30")[0] == " 21 November 2026,"
    kinds = (
        "changed the club",
        "Walker",
        "Director (director) disputed",
        "imported",
        "opened the event Autumn",
    )
    assert [expected in line for line, expected in zip(told, kinds, strict=True)] == [True] * 5
    assert "<q>The king was &quot;marked&quot;.</q>" in html


@pytest.mark.parametrize(
    ("show", "number"),
    [("", 5), ("results", 1), ("corrections", 1), ("people", 1), ("settings", 2), ("deals", 0), ("x", 5)],
)
def test_entries_are_chosen_by_kind(director: Client, eventful: Club, show: str, number: int) -> None:
    assert len(sentences(log_page(director, eventful, f"?show={show}"))) == number
