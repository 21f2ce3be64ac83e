"""Every list of the API, found in its document: as many questions to the database however many rows it shows.

All of them for 2 rows of everything and for 8, in the soak for 60, of which every list has more than a page; those that
rows can be made for in one go, in the soak for the longest page of a thousand besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from matches.api.core.pagination import MOST_A_PAGE
from tests.matches.api.calling import Caller, token_for
from tests.matches.api.described import address, document, known_scene, operations
from tests.matches.api.long_lists import lengthen
from tests.matches.pages.every_page import Scene

pytestmark = pytest.mark.django_db

FEW: Final = 2
MANY: Final = pytest.param(60, marks=pytest.mark.soak)
MOST_QUERIES: Final = 14
LONG: Final = frozenset(
    {
        "get_rating",
        "list_behind_figure_of_club",
        "list_club_log",
        "list_clubs",
        "list_conflicts",
        "list_deals",
        "list_deals_of_game",
        "list_deliveries",
        "list_event_entrants",
        "list_event_pairings",
        "list_event_standings",
        "list_events",
        "list_figures_of_players_of_club",
        "list_games",
        "list_games_of_table",
        "list_held_texts",
        "list_import_lines",
        "list_imports",
        "list_invitations",
        "list_memberships",
        "list_movers_of_season",
        "list_people_of_table",
        "list_players",
        "list_postings",
        "list_ratings",
        "list_reviews",
        "list_round_pairings",
        "list_rubbers",
        "list_tables",
        "list_waiting_rubbers",
    }
)
"""Lists that rows are made for by the thousand."""


def lists() -> Iterator[tuple[str, str]]:
    """Name and path of every list."""
    for path, method, operation in operations(document()):
        names = {each["name"] for each in operation["parameters"]}
        if method == "get" and {"cursor", "page_size"} <= names:
            yield operation["operationId"], path


def asked(rows: int) -> dict[str, int]:
    """How many questions each list asks the database, in a club with so many of everything, which is gone again."""
    with transaction.atomic():
        found = {name: queries for name, (queries, _shown) in counted(known_scene(rows)).items()}
        transaction.set_rollback(True)
    return found


def counted(scene: Scene, *, page_size: int = 50) -> dict[str, tuple[int, int]]:
    """How many questions each list asks the database, and how many rows it shows."""
    found = {}
    caller = Caller(token_for(scene.owner))
    caller.get("clubs/")  # The minute's use of the token is noted with the first call.
    for name, path in lists():
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            answer = caller.get(f"{address(path, scene)}?page_size={page_size}")
        # What a list of the club of every page has nothing of is tried where its area is.
        if answer.status_code == 200:
            body = answer.json()
            found[name] = (len(queries), len(body["results"]) if "results" in body else 0)
    return found


@pytest.mark.parametrize("rows", [8, MANY])
def test_lists_ask_the_same_however_long_they_are(rows: int) -> None:
    few, many = asked(FEW), asked(rows)
    assert len(many) > 0.8 * len(list(lists())), set(dict(lists())) - set(many)
    assert few.keys() == many.keys()
    assert {name: count for name, count in many.items() if count > MOST_QUERIES} == {}
    assert {name: (few[name], count) for name, count in many.items() if count != few[name]} == {}


@pytest.mark.soak
@pytest.mark.postgres  # SQLite looks up no more than 999 things in one go.
def test_lists_of_a_thousand_ask_the_same_as_of_a_few() -> None:
    scene = known_scene(FEW)
    short = counted(scene, page_size=MOST_A_PAGE)
    lengthen(scene)
    found = counted(scene, page_size=MOST_A_PAGE)
    long = {name: queries for name, (queries, shown) in found.items() if shown == MOST_A_PAGE}
    assert LONG - set(long) == set()
    assert {name: (short[name][0], count) for name, count in long.items() if count != short[name][0]} == {}
