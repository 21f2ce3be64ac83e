"""Pages of planned events run a constant number of queries and stay small, for 8 players as for 512."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import User
from matches.rules.events.plan import BRACKETS, StageKind
from tests.matches.events.event_hands import EventHands
from tests.matches.pages.events.scenes import address, drawn
from tests.matches.pages.test_every_page import COMPRESSED, MOST_BYTES, MOST_QUERIES

pytestmark = pytest.mark.django_db

SIZES = (8, 64, pytest.param(512, marks=pytest.mark.soak))
SMALL_BRACKET = 8
"""The size of a bracket drawn on the event's own page, which takes one more query."""
STAGE, ROUND = (1,), (1, 1)
FORMATS: list[tuple[StageKind, dict[str, Any], dict[str, tuple[int, tuple[object, ...]]]]] = [
    (
        "swiss",
        {"rounds": 4},
        {"event": (8, ()), "event_round": (7, ROUND), "event_crosstable": (7, STAGE), "event_room": (7, ())},
    ),
    (
        "knockout",
        {"third_place": True, "consolation": True},
        {"event": (7, ()), "event_round": (7, ROUND), "event_bracket": (6, STAGE), "event_room": (7, ())},
    ),
    ("double_elimination", {}, {"event": (7, ()), "event_bracket": (6, STAGE), "event_room": (7, ())}),
]
PRINTS = {
    "swiss": {"draw": 5, "sheets": 6, "crosstable": 6, "prizes": 5},
    "knockout": {"draw": 5, "sheets": 6, "prizes": 5},
}
DESK = ("run", "plan", "entries", "enter", "check_in", "forbidden", "undo")
"""The director's pages that need no further argument."""


def answer_of(client: Client, url: str) -> tuple[int, int, int]:
    """Return the status, the number of queries and the bytes as sent."""
    with CaptureQueriesContext(connection) as queries:
        response = client.get(url, headers=COMPRESSED)
    return response.status_code, len(queries), len(response.content)


def is_small(answer: tuple[int, int, int]) -> bool:
    status, queries, size = answer
    return status == 200 and queries <= MOST_QUERIES and size <= MOST_BYTES


def prints(event_hands: EventHands) -> dict[str, tuple[str, int]]:
    kind = event_hands.state.stages[0].plan.kind
    return {
        what: (address(event_hands, "event_print", what), queries)
        for what, queries in PRINTS.get(kind, {}).items()
    }


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("kind", "more", "pages"), FORMATS, ids=[each[0] for each in FORMATS])
def test_pages_are_small_and_ask_little(
    client: Client,
    kind: StageKind,
    more: dict[str, Any],
    pages: dict[str, tuple[int, tuple[object, ...]]],
    size: int,
) -> None:
    event_hands = drawn(kind, size=size, played=1, **more)
    client.force_login(User.objects.create_superuser("owner@example.org", name="Owner"))
    desk = [address(event_hands, f"event_{name}") for name in DESK]
    desk.append(address(event_hands, "event_entrant", event_hands.players[-1].public_id))
    desk += [address(event_hands, "event_draw", 1), address(event_hands, "event_results", 1, 1)]
    assert {url: answer for url in desk if not is_small(answer := answer_of(client, url))} == {}
    wanted = {
        name: (address(event_hands, name, *place), queries) for name, (queries, place) in pages.items()
    } | prints(event_hands)
    answers = {name: answer_of(client, url) for name, (url, _) in wanted.items()}
    assert {name: answer[:2] for name, answer in answers.items()} == {
        name: (200, queries + (name == "event" and kind in BRACKETS and size <= SMALL_BRACKET))
        for name, (_, queries) in wanted.items()
    }
    assert {name: answer[2] for name, answer in answers.items() if answer[2] > MOST_BYTES} == {}
