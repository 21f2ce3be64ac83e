"""The same form sent twice at once, and two people at one rubber: PostgreSQL, in threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from matches.models import Conflict, LogEntry, Player, Rubber
from tests.factories.clubs import make_club
from tests.matches.common.together import at_once
from tests.matches.pages.rubbers.entry.people import (
    DEAL,
    RESULT,
    People,
    at,
    make_people,
    opened,
    points,
    stored,
)

pytestmark = pytest.mark.postgres


@pytest.fixture
def people(transactional_db: None) -> People:
    return make_people(make_club())


def posting(client: Client, address: str, fields: dict[str, Any]) -> Callable[[], int]:
    return lambda: client.post(address, fields).status_code


def test_result_sent_twice_is_one_rubber_and_one_guest(people: People) -> None:
    fields = {**RESULT, "b": "Pole", "new_players": ["Pole"]}
    clients = [people.client("Owner") for _time in range(4)]
    address = at("enter_result", people.club.slug)
    assert at_once(*(posting(client, address, fields) for client in clients)) == [302] * 4
    assert (Rubber.objects.count(), Player.objects.filter(name="Pole").count()) == (1, 1)


def test_deal_sent_twice_is_one_deal(people: People) -> None:
    live = opened(people)
    fields = {**DEAL, "version": live.version}
    clients = [people.client("Orford") for _time in range(4)]
    address = at("enter_deal", live.public_id)
    assert at_once(*(posting(client, address, fields) for client in clients)) == [302] * 4
    assert LogEntry.objects.filter(stream=f"rubber:{live.public_id}").count() == 2


def test_text_sent_twice_is_one_report(people: People) -> None:
    fields = {"key": "k", "store": "1", "text": '[EGN "1"]\n[A "Orford"]\n[B "Baldwin"]\n[Result "2-0"]\n'}
    clients = [people.client("Owner") for _time in range(3)]
    address = at("enter_egn", people.club.slug)
    assert at_once(*(posting(client, address, fields) for client in clients)) == [302] * 3
    assert (people.club.imports.count(), Rubber.objects.count()) == (1, 1)


def test_two_corrections_at_once_lose_nothing(people: People) -> None:
    rubber = stored(people)
    address = at("correct_rubber", rubber.public_id)
    posts = []
    for who, lost in (("Owner", "3"), ("Director", "4")):
        fields = {**RESULT, "key": who, "version": rubber.version, "reason": f"It was {lost}."}
        posts.append(posting(people.client(who), address, {**fields, **points(("5", lost), ("5", lost))}))
    assert sorted(at_once(*posts)) == [302, 409]
    rubber.refresh_from_db()
    texts = [rubber.egn, Conflict.objects.get().egn]
    assert {"Game 1 #5-3" in text for text in texts} == {True, False}
    assert {"Game 1 #5-4" in text for text in texts} == {True, False}
