"""A rubber in play shows calls, marks and scores as they come, and nothing that tells a hand."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Club, Rubber
from matches.pages.common.listing import DEALS_A_PAGE
from matches.pages.rubbers.live_page import LivePage
from scoring.check import check_rubber
from scoring.notation import read_one
from tests.matches.events.event_hands import EventHands, playing
from tests.matches.pages.common.test_live_updates import begin, deal
from tests.matches.pages.reading import page, tags, words
from tests.matches.pages.records import EXCHANGED

NAMES = ("Boiteau", "Walker")
CARD = re.compile(r"\b[SHDC][KQJAT987]{1,8}\b|[♠♥♦♣]")


def live_page(body: str) -> LivePage:
    record = read_one(f'[EGN "1"]\n[A "A"]\n[B "B"]\n[Termination "unfinished"]\n{body}\n*')
    return LivePage(check_rubber(record), NAMES)


@pytest.fixture
def event_hands(db: None) -> EventHands:
    return playing("swiss", rounds=3)


def page_of(client: Client, rubber: Rubber) -> str:
    return page(client, reverse("web:rubber", args=[rubber.public_id]))


TWO_GAMES = "Game 1\n1. A S =B5 (0-2)\n2. B S =B3 (0-3)\n3. A S =B5 (0-5)\n#0-5\nGame 2\n1. A P R Kb =B3"


def test_game_being_played_comes_first_and_each_deal_has_its_calls_and_points() -> None:
    shown = live_page(TWO_GAMES)
    assert [(game.number, len(game.deals)) for game in shown.games] == [(2, 1), (1, 3)]
    row = shown.games[0].deals[0]
    assert (row.calls, row.points, row.tricks, row.line.url) == ("Refused", "bbb", "", "")
    assert [shown.winner_of(number) for number in (1, 2, 3)] == ["B", None, None]


def test_latest_deals_of_a_rubber_without_end_are_shown() -> None:
    deals = "\n".join(f"{number}. A !12(HK):fresh =void" for number in range(1, DEALS_A_PAGE + 3))
    (game,) = live_page(f"Game 1\n{deals}").games
    assert [game.deals[0].line.number, game.deals[-1].line.number] == [3, DEALS_A_PAGE + 2]


def test_deal_recorded_with_every_card_shows_none_of_them(client: Client, event_hands: EventHands) -> None:
    rubber = begin(event_hands)
    deal(event_hands, rubber, EXCHANGED.removeprefix("2. ").replace("(1-1)", "(1-0)"))
    html = page_of(client, rubber)
    assert "Given" in words(html)
    assert CARD.search(html) is None
    assert not any(word in html for word in ("seven", "jack", "queen", "king of", "trump", "4–1"))
    page(client, reverse("web:deal", args=[rubber.public_id, 1, 1]), status=404)


def test_page_is_fetched_again_for_each_deal(client: Client, event_hands: EventHands) -> None:
    rubber = begin(event_hands)
    first = tags(page_of(client, rubber), "div", id="fresh")[0]["data-live-version"]
    rubber = deal(event_hands, rubber, "A S =B5 (0-2)")
    second = tags(page_of(client, rubber), "div", id="fresh")[0]["data-live-version"]
    assert int(second) == rubber.version > int(first)


def test_rubber_in_play_shows_to_those_alone_who_may_see_the_club(
    client: Client, event_hands: EventHands
) -> None:
    rubber = deal(event_hands, begin(event_hands), "A S =B5 (0-2)")
    assert " stood" in page_of(client, rubber)
    Club.objects.update(is_public=False)
    page(client, reverse("web:rubber", args=[rubber.public_id]), status=404)
