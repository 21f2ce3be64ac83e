"""The API shows an event to the people who may read it, with a limited number of database queries."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.models import Club, Event
from tests.matches.api.calling import Caller, problem
from tests.matches.api.event_calls import SWISS, EventCalls, done, planned_by_calls

pytestmark = pytest.mark.django_db


READS = (
    "",
    "plan/",
    "entrants/",
    "stages/",
    "stages/1/",
    "stages/1/rounds/",
    "stages/1/rounds/1/",
    "stages/1/rounds/1/pairings/",
    "pairings/",
    "stages/1/crosstable/",
    "standings/",
    "places/",
)


QUERIES = {
    "plan/": 3,
    "entrants/": 5,
    "stages/": 5,
    "stages/1/": 5,
    "stages/1/rounds/": 5,
    "stages/1/rounds/1/": 4,
    "stages/1/rounds/1/pairings/": 6,
    "pairings/": 5,
    "stages/1/crosstable/": 6,
    "standings/": 4,
    "places/": 3,
    "seeds/": 6,
    "desk/": 6,
    "facts/": 5,
}


@pytest.mark.parametrize("rows", [1, 3])
def test_calls_ask_the_same_with_few_rows_and_with_more(api: Caller, club: Club, rows: int) -> None:
    event_calls = planned_by_calls(api, club, SWISS, size=2 * rows)
    event_calls.draw()
    event_calls.fact("released", stage=1, round=1)
    event_calls.play()
    query_counts = {}
    for more in QUERIES:
        api.get(event_calls.path + more)
        with CaptureQueriesContext(connection) as queries:
            done(api.get(event_calls.path + more))
        query_counts[more] = len(queries)
    assert query_counts == QUERIES


def test_sparse_fields_and_tags(playing: EventCalls) -> None:
    path = f"{playing.path}stages/1/"
    assert done(playing.api.get(f"{path}?fields=number,phase")) == {"number": 1, "phase": "playing"}
    assert playing.api.get(path, If_None_Match=playing.api.tag(path)).status_code == 304
    rows = done(playing.api.get(f"{playing.path}pairings/?fields=number&page_size=2"))
    assert rows["results"] == [{"number": 1}, {"number": 2}]
    problem(playing.api.get(f"{playing.path}pairings/?cursor=after.1.2"), 400, "invalid_parameter")
    problem(playing.api.get(f"{playing.path}pairings/?stage=x"), 400, "invalid_parameter")


def test_tag_of_the_list_of_facts_is_good_for_the_next_one(playing: EventCalls) -> None:
    path = f"{playing.path}facts/"
    tag = playing.api.tag(path)
    fact = {"kind": "withdrawn", "player": playing.players[0].public_id, "stage": 1, "round": 2}
    done(playing.api.post(path, fact, If_Match=tag))
    problem(playing.api.post(path, fact, If_Match=tag), 412, "changed_meanwhile")


def test_event_that_nobody_has(api: Caller) -> None:
    assert not Event.objects.exists()
    for more in READS:
        problem(api.get(f"events/22222222222222/{more}"), 404, "not_found")
