"""Two phones wrote one deal differently: either sees both versions in words, without cards."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from matches.models import Rubber
from matches.pages.common.rubber_context import checked_record
from matches.pages.pads.conflict_words import steps_text
from tests.matches.pads.phones import deal
from tests.matches.pages.pads.at_table import CARDS, at, phone, state_of
from tests.matches.pages.rubbers.entry.people import People

pytestmark = [pytest.mark.django_db, pytest.mark.core]

NAMES = ("Orford", "Baldwin")


@pytest.fixture
def client(people: People, live: Rubber) -> Client:
    return phone(people, live)


def send(client: Client, live: Rubber, device: str, *taps: tuple[str, dict[str, Any]], seen: int = 1) -> None:
    """Send the entries that one phone wrote in a row without receiving the other's."""
    entries, after = [], ""
    for number, (kind, each) in enumerate(taps):
        key = f"a-key-of-phone-{device}-{number}"
        entries.append({"key": key, "seen": seen, "after": after, "kind": kind, "told": each})
        after = key
    body = {"device": device, "side": "", "entries": entries}
    answer = client.post(at("pad_entries", live.public_id), json.dumps(body), content_type="application/json")
    assert answer.status_code == 200, answer.content


def conflicts(client: Client, live: Rubber) -> list[dict[str, Any]]:
    response = client.get(at("pad_state", live.public_id))
    listed: list[dict[str, Any]] = response.json()["conflicts"]
    return listed


def test_both_deals_are_told_in_words(client: Client, live: Rubber) -> None:
    send(client, live, "one", ("deal", deal("A", "B")))
    send(client, live, "two", ("deal", deal("A", "A")))
    (conflict,) = conflicts(client, live)
    assert conflict.pop("id")
    assert conflict == {
        "kind": "deal",
        "where": "Game 1, deal 1",
        "kept": "Orford deals · Stood · Orford: point 2 · 2–0",
        "stands": "Orford deals · Stood · Baldwin: point 1 · 0–1",
        "kept_short": "2–0, Orford’s point",
        "stands_short": "0–1, Baldwin’s point",
        "device": "two",
    }
    may = state_of(client, live)["may"]
    assert (may["enter"], may["report"]) == (True, [])


def test_versions_of_one_score_are_named_in_full(client: Client, live: Rubber) -> None:
    send(client, live, "one", ("deal", deal("A", "B")))
    send(client, live, "two", ("deal", deal("A", "B", said="given_stood")))
    (conflict,) = conflicts(client, live)
    assert conflict["kept_short"] == conflict["kept"]
    assert conflict["stands_short"] == conflict["stands"]


def test_chain_is_told_deal_by_deal_from_its_own_score(client: Client, live: Rubber) -> None:
    send(client, live, "one", ("deal", deal("A", "B")))
    send(client, live, "two", ("deal", deal("A", "A")), ("deal", deal("B", "A")))
    (conflict,) = conflicts(client, live)
    assert conflict["kept"].endswith("2–0; Baldwin deals · Stood · Orford: point 1 · 3–0")


def test_no_card_of_a_deal_is_told(client: Client, live: Rubber) -> None:
    send(client, live, "one", ("deal", deal("A", "A")))
    send(client, live, "two", ("deal", {"dealer": "A", "line": CARDS.removeprefix("A ")}))
    (conflict,) = conflicts(client, live)
    assert conflict["kept"] == (
        "Orford deals · Stood · Baldwin takes five tricks · Baldwin: king 1, vole 2 · 0–3"
    )


def test_two_cuts_are_told_as_they_fell(client: Client, live: Rubber) -> None:
    send(client, live, "one", ("cut", {"pairs": [["CK", "D8"]]}))
    send(client, live, "two", ("cut", {"pairs": [["CK", "D9"]]}))
    (conflict,) = conflicts(client, live)
    assert (conflict["kind"], conflict["where"]) == ("cut", "Game 1")
    assert "nine of diamonds" in conflict["kept"]
    assert "eight of diamonds" in conflict["stands"]


def test_deal_undone_on_one_phone_alone(client: Client, live: Rubber) -> None:
    send(client, live, "one", ("deal", deal("A", "B")))
    send(client, live, "one-again", ("deal", deal("B", "A", won="vole")), seen=2)
    send(client, live, "two", ("undo", {"game": 1, "deal": 1}), seen=2)
    (conflict,) = conflicts(client, live)
    assert conflict["kept"] == conflict["kept_short"] == "Game 1, deal 1 undone"
    assert "Baldwin deals" in conflict["stands"]
    assert conflict["stands_short"] == "2–1, Orford’s vole"


def test_answer_changes_when_a_conflict_appears(client: Client, live: Rubber) -> None:
    send(client, live, "one", ("deal", deal("A", "B")))
    address = at("pad_state", live.public_id)
    tag = client.get(address)["ETag"]
    send(client, live, "two", ("deal", deal("A", "A")))
    assert client.get(address, headers={"if-none-match": tag}).status_code == 200


@pytest.mark.parametrize("further", [0, 3])
def test_queries_are_as_few_however_long_the_chain(
    client: Client, live: Rubber, django_assert_num_queries: DjangoAssertNumQueries, further: int
) -> None:
    send(client, live, "one", ("deal", deal("A", "B")))
    others = [("deal", deal("AB"[number % 2], "A")) for number in range(1 + further)]
    send(client, live, "two", *others)
    with django_assert_num_queries(5):
        assert len(conflicts(client, live)) == 1


def test_step_that_can_not_be_read_is_said_to_be_that(live: Rubber) -> None:
    record = checked_record(live).rubber
    steps = (("rubber.deal_recorded", {"deal": "x", "game": 1}), ("rubber.cut_recorded", {"cut": "x"}))
    assert steps_text(steps, record, NAMES) == "A deal that can’t be read; The cut for deal"
