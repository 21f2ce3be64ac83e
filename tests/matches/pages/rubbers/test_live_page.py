"""A rubber in play shows calls, marks and scores as they come, but no hand."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from matches.pages.common.listing import DEALS_A_PAGE
from matches.pages.rubbers.live_page import LivePage
from scoring.check import check_rubber
from scoring.notation import read_one
from tests.matches.events.event_hands import playing
from tests.matches.pages.common.test_live_updates import begin, deal
from tests.matches.pages.reading import page, tags

NAMES = ("Boiteau", "Walker")


def live_page(body: str) -> LivePage:
    record = read_one(f'[EGN "1"]\n[A "A"]\n[B "B"]\n[Termination "unfinished"]\n{body}\n*')
    return LivePage(check_rubber(record), NAMES)


TWO_GAMES = "Game 1\n1. A S =B5 (0-2)\n2. B S =B3 (0-3)\n3. A S =B5 (0-5)\n#0-5\nGame 2\n1. A P R Kb =B3"


def test_game_being_played_comes_first() -> None:
    shown = live_page(TWO_GAMES)
    assert [(game.number, len(game.deals)) for game in shown.games] == [(2, 1), (1, 3)]
    row = shown.games[0].deals[0]
    assert (row.calls, row.points, row.tricks, row.line.url) == ("Refused", "bbb", "", "")
    assert [shown.winner_of(number) for number in (1, 2, 3)] == ["B", None, None]


def test_latest_deals_of_a_rubber_without_end_are_shown() -> None:
    deals = "\n".join(f"{number}. A !12(HK):fresh =void" for number in range(1, DEALS_A_PAGE + 3))
    (game,) = live_page(f"Game 1\n{deals}").games
    assert [game.deals[0].line.number, game.deals[-1].line.number] == [3, DEALS_A_PAGE + 2]


def test_page_is_fetched_again_for_each_deal(client: Client, db: None) -> None:
    event_hands = playing("swiss", rounds=3)
    rubber = begin(event_hands)
    address = reverse("web:rubber", args=[rubber.public_id])
    first = tags(page(client, address), "div", id="fresh")[0]["data-live-version"]
    rubber = deal(event_hands, rubber, "A S =B5 (0-2)")
    second = tags(page(client, address), "div", id="fresh")[0]["data-live-version"]
    assert int(second) == rubber.version > int(first)
