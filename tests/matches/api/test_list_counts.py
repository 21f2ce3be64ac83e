"""Every list of the API, found in its document: as many questions to the database for 8 rows of everything as for 2.

In the soak for 60, of which every list has more than a page.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.matches.api.calling import Caller, token_for
from tests.matches.api.described import THINGS, document, known_scene, operations
from tests.matches.web.every_page import SEASON, Scene

pytestmark = pytest.mark.django_db

FEW: Final = 2
MANY: Final = pytest.param(60, marks=pytest.mark.soak)
NUMBERS: Final = {
    "year": SEASON,
    "stage": 1,
    "round": 1,
    "game": 1,
    "number": 1,
    "version": 1,
    "figure": "trebles_won",
    "part": "among",
}
"""What stands in a path for a parameter that is no id."""
MOST_QUERIES: Final = 14


def lists() -> Iterator[tuple[str, str]]:
    """Name and path of every list."""
    for path, method, operation in operations(document()):
        names = {each["name"] for each in operation["parameters"]}
        if method == "get" and {"cursor", "page_size"} <= names:
            yield operation["operationId"], path


def address(path: str, scene: Scene) -> str:
    ids: dict[str, Any] = {name: getattr(scene, thing).public_id for name, thing in THINGS.items()}
    ids["opponent_id"] = scene.own.public_id
    return path.format_map({**NUMBERS, **ids}) + "?page_size=50"


def asked(rows: int) -> dict[str, int]:
    """How many questions each list asks the database, in a club with so many of everything, which is gone again."""
    found = {}
    with transaction.atomic():
        scene = known_scene(rows)
        caller = Caller(token_for(scene.owner))
        caller.get("clubs/")  # The minute's use of the token is noted with the first call.
        for name, path in lists():
            cache.clear()
            with CaptureQueriesContext(connection) as queries:
                answer = caller.get(address(path, scene))
            # What a list of the club of every page has nothing of is tried where its area is.
            if answer.status_code == 200:
                found[name] = len(queries)
        transaction.set_rollback(True)
    return found


@pytest.mark.parametrize("rows", [8, MANY])
def test_lists_ask_the_same_however_long_they_are(rows: int) -> None:
    few, many = asked(FEW), asked(rows)
    assert len(many) > 0.8 * len(list(lists())), set(dict(lists())) - set(many)
    assert few.keys() == many.keys()
    assert {name: count for name, count in many.items() if count > MOST_QUERIES} == {}
    assert {name: (few[name], count) for name, count in many.items() if count != few[name]} == {}
