"""The same form sent twice at the same moment, and two people at one rubber: PostgreSQL, in threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from matches.models import Conflict, LogEntry, Player, Rubber
from tests.factories.clubs import make_club
from tests.matches.pages.rubbers.entry.people import (
    DEAL,
    RESULT,
    People,
    at,
    make_people,
    opened,
    stored,
)

pytestmark = pytest.mark.postgres


@pytest.fixture
def people(transactional_db: None) -> People:
    return make_people(make_club())


def together(*posts: Callable[[], Any]) -> list[int]:
    """The answers' states, of requests that start at one signal."""
    start = threading.Barrier(len(posts))
    states = [0] * len(posts)

    def run(place: int) -> None:
        start.wait()
        try:
            states[place] = posts[place]().status_code
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(posts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return states


def posting(client: Client, address: str, said: dict[str, Any]) -> Callable[[], Any]:
    return lambda: client.post(address, said)


def test_result_sent_twice_is_one_rubber_and_one_guest(people: People) -> None:
    said = {**RESULT, "b": "Pole", "new_players": ["Pole"]}
    clients = [people.client("Owner") for _time in range(4)]
    address = at("enter_result", people.club.slug)
    assert together(*(posting(client, address, said) for client in clients)) == [302] * 4
    assert (Rubber.objects.count(), Player.objects.filter(name="Pole").count()) == (1, 1)


def test_deal_sent_twice_is_one_deal(people: People) -> None:
    live = opened(people)
    said = {**DEAL, "version": live.version}
    clients = [people.client("Orford") for _time in range(4)]
    address = at("enter_deal", live.public_id)
    assert together(*(posting(client, address, said) for client in clients)) == [302] * 4
    assert LogEntry.objects.filter(stream=f"rubber:{live.public_id}").count() == 2


def test_text_sent_twice_is_one_report(people: People) -> None:
    said = {"key": "k", "store": "1", "text": '[EGN "1"]\n[A "Orford"]\n[B "Baldwin"]\n[Result "2-0"]\n'}
    clients = [people.client("Owner") for _time in range(3)]
    address = at("enter_egn", people.club.slug)
    assert together(*(posting(client, address, said) for client in clients)) == [302] * 3
    assert (people.club.imports.count(), Rubber.objects.count()) == (1, 1)


def test_two_corrections_at_once_lose_nothing(people: People) -> None:
    rubber = stored(people)
    address = at("correct_rubber", rubber.public_id)
    posts = []
    for who, points in (("Owner", "3"), ("Director", "4")):
        said = {**RESULT, "key": who, "version": rubber.version, "reason": f"It was {points}."}
        said |= {"games_won_0": "", "games_won_1": "", "game_1_0": "5", "game_1_1": points}
        said |= {"game_2_0": "5", "game_2_1": points}
        posts.append(posting(people.client(who), address, said))
    assert sorted(together(*posts)) == [302, 409]
    rubber.refresh_from_db()
    texts = [rubber.egn, Conflict.objects.get().egn]
    assert {"Game 1 #5-3" in text for text in texts} == {True, False}
    assert {"Game 1 #5-4" in text for text in texts} == {True, False}
