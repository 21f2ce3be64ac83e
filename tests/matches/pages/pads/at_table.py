"""Make a live rubber, the phones at its table, and the deals played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from django.http import HttpResponse
from django.test import Client

from matches.models import Rubber
from matches.pads.table_links import make_link
from matches.pages.pads.authorize import set_pad_cookie
from matches.rubbers.change_rubbers import record_cut, record_deal
from scoring.notation import read_one, write_deal
from scoring.record import Cut
from scoring.record import Rubber as Record
from tests.matches.pages.rubbers.entry.people import People, at, opened, stored

EVENING = Path(__file__).parents[3] / "data" / "samples" / "evening.egn"
CARDS = "A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3)"

__all__ = ["CARDS", "at", "evening", "opened", "phone", "play", "playing", "state_of", "stored"]


def evening() -> Record:
    """Return the first rubber of the evening: three games, every card."""
    return read_one(EVENING.read_text().partition('\n\n[EGN "1"]')[0])


def phone(people: People, rubber: Rubber, *, by: str = "Director") -> Client:
    """Return a phone admitted by the table's link, with no user signed in."""
    made = make_link(rubber, by=people.users[by])
    answer = HttpResponse()
    set_pad_cookie(answer, made.link, rubber)
    client = Client()
    client.cookies.update(answer.cookies)
    return client


def playing(people: People, rubber: Rubber, record: Record) -> Iterator[None]:
    """Record the cuts and deals of ``record``; stops after each deal."""
    act = people.act()
    for game in record.games:
        for part in game.opening:
            if isinstance(part, Cut):
                record_cut(rubber, part.pairs, act=act)
        for deal in game.deals:
            record_deal(rubber, write_deal(deal), act=act)
            yield


def play(people: People, rubber: Rubber, record: Record, *, deals: int) -> None:
    """Record this number of deals of ``record``."""
    for _deal in islice(playing(people, rubber, record), deals):
        pass


def state_of(client: Client, rubber: Rubber, *, status: int = 200, **headers: str) -> dict[str, Any]:
    response = client.get(at("pad_state", rubber.public_id), headers=headers)
    assert response.status_code == status, response.content
    body: dict[str, Any] = response.json()
    return body
