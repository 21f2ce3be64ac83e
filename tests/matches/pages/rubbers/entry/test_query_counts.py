"""Each page of entry runs a constant number of queries, however much it shows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from matches.models import Player, Rubber
from matches.rubbers.change_rubbers import correct_rubber, record_deal
from scoring.notation import read_one
from tests.matches.pages.rubbers.entry.people import People, at, opened, stored

PAGES: list[tuple[str, int, Callable[[People, Rubber, Rubber], str]]] = [
    ("choose", 8, lambda people, over, live: at("enter", people.club.slug)),
    ("result", 7, lambda people, over, live: at("enter_result", people.club.slug)),
    ("deals", 7, lambda people, over, live: at("enter_deals", people.club.slug)),
    ("egn", 4, lambda people, over, live: at("enter_egn", people.club.slug)),
    ("deal", 4, lambda people, over, live: at("enter_deal", live.public_id)),
    ("close", 4, lambda people, over, live: at("close_rubber", live.public_id)),
    ("confirm", 5, lambda people, over, live: at("confirm_rubber", over.public_id)),
    # Three of them note in the session which version was opened.
    ("correct", 9, lambda people, over, live: at("correct_rubber", over.public_id)),
    ("history", 8, lambda people, over, live: at("rubber_history", over.public_id)),
    ("then", 8, lambda people, over, live: at("rubber_then", over.public_id, 1)),
]


def scene(people: People, rows: int) -> tuple[Rubber, Rubber]:
    """Store a rubber reported and corrected ``rows`` times, and a live one with as many deals."""
    act = people.act()
    over = stored(people, by="Orford", event="Cup 0")
    live = opened(people)
    for number in range(rows):
        Player.objects.create(club=people.club, name=f"Guest {number}")
        people.club.events.create(name=f"Evening {number}")
        text = (
            f'[EGN "1"]\n[Event "Cup 0"]\n[Table "{number}"]\n[A "A"]\n[B "B"]\n[Result "2-{number % 2}"]\n'
        )
        correct_rubber(over, read_one(text), act=act)
        record_deal(live, "A P G S =A (0-0)", act=act)
    Rubber.objects.filter(pk=over.pk).update(state="reported", reported_by="A")
    return over, live


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize(("name", "queries", "address"), PAGES, ids=[page[0] for page in PAGES])
def test_page_asks_the_same_with_one_row_and_with_three(
    people: People,
    django_assert_num_queries: DjangoAssertNumQueries,
    name: str,
    queries: int,
    address: Callable[[People, Rubber, Rubber], str],
    rows: int,
) -> None:
    over, live = scene(people, rows)
    client = people.client("Owner")
    with django_assert_num_queries(queries):
        assert client.get(address(people, over, live)).status_code == 200
