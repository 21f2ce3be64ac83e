"""The same form sent twice at once, and two people at one rubber: PostgreSQL, in threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from matches.models import Player, Rubber
from tests.factories.clubs import make_club
from tests.matches.common.together import at_once
from tests.matches.pages.rubbers.entry.people import RESULT, People, at, make_people

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


def test_text_sent_twice_is_one_report(people: People) -> None:
    fields = {"key": "k", "store": "1", "text": '[EGN "1"]\n[A "Orford"]\n[B "Baldwin"]\n[Result "2-0"]\n'}
    clients = [people.client("Owner") for _time in range(3)]
    address = at("enter_egn", people.club.slug)
    assert at_once(*(posting(client, address, fields) for client in clients)) == [302] * 3
    assert (people.club.imports.count(), Rubber.objects.count()) == (1, 1)
