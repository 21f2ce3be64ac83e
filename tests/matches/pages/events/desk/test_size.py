"""The director's pages are as small with 512 entrants as with eight, and run as few queries."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.events.event_state import event_state
from matches.events.record_facts import record_facts
from matches.models import Club, Event
from matches.rules.events.draw import draw_next
from matches.rules.events.plan import EventPlan, StageKind, StagePlan
from tests.matches.pages.events.desk.pages import acting, address, planned
from tests.matches.pages.test_every_page import COMPRESSED, MOST_BYTES, MOST_QUERIES

PAGES = ["run", "plan", "entries", "enter", "check_in", "forbidden", "undo"]
KINDS: list[StageKind] = ["swiss", "knockout", "double_elimination"]


def drawn(club: Club, kind: StageKind, players: int) -> Event:
    """Return an event of this size with its first round or its bracket drawn, and a tenth of it not released."""
    plan = EventPlan(stages=(StagePlan(kind=kind),), check_in=True)
    event = planned(club, plan, [f"Guest {number}" for number in range(players)])
    people = [entry.player for entry in event_state(event).entries]
    record_facts(event, [("checked_in", {"player": player}) for player in people], act=acting())
    record_facts(event, [("drawn", draw_next(event_state(event), 1))], act=acting())
    record_facts(event, [("released", {"stage": 1, "round": 1})], act=acting())
    return event


@pytest.mark.parametrize("players", [8, 64, pytest.param(512, marks=pytest.mark.soak)])
@pytest.mark.parametrize("kind", KINDS)
def test_pages_are_small_and_ask_little(director: Client, club: Club, kind: StageKind, players: int) -> None:
    event = drawn(club, kind, players)
    somebody = event_state(event).entries[-1].player
    addresses = [address(event, f"event_{name}") for name in PAGES]
    addresses.append(address(event, "event_entrant", somebody))
    addresses += [address(event, "event_draw", 1), address(event, "event_results", 1, 1)]
    too_much = {}
    for url in addresses:
        with CaptureQueriesContext(connection) as queries:
            response = director.get(url, headers=COMPRESSED)
        size = len(response.content)
        if response.status_code != 200 or len(queries) > MOST_QUERIES or size > MOST_BYTES:
            too_much[url] = (response.status_code, len(queries), size)
    assert too_much == {}
