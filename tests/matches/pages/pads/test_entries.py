from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from matches.models import Deal, PadEntry, Rubber, TableLink
from matches.pads.refusals import CODES, OVER, OWN_CODES
from matches.pads.table_links import revoke_links
from matches.pages.pads.entries import MOST_BYTES, REQUESTS
from matches.pages.pads.trouble_words import REFUSED
from matches.rubbers.change_result import MOST_OPEN
from matches.rubbers.change_rubbers import record_deal
from matches.rubbers.version_tokens import PAD, is_version_mark
from tests.matches.pads.phones import deal
from tests.matches.pages.pads.at_table import at, phone, state_of
from tests.matches.pages.rubbers.entry.people import People

pytestmark = [pytest.mark.django_db, pytest.mark.core]

ENTRY_QUERIES = 17
"""The number of queries for a deal sent through a link, including the state in the response."""
REPEAT_QUERIES = 9
KEY = "a-key-of-some-phone-"


def entry(number: int = 1, kind: str = "deal", **payload: Any) -> dict[str, Any]:
    shape = {"key": f"{KEY}{number:03}", "seen": 1, "after": "", "kind": kind, "told": payload or deal()}
    return shape | ({"after": f"{KEY}{number - 1:03}"} if number > 1 else {})


def post(client: Client, rubber: Rubber, body: object, *, to: str = "pad_entries", **headers: str) -> Any:
    data = body if isinstance(body, bytes) else json.dumps(body)
    return client.post(at(to, rubber.public_id), data, content_type="application/json", headers=headers)


def send(client: Client, rubber: Rubber, *entries: dict[str, Any], **headers: str) -> Any:
    return post(client, rubber, {"device": "one", "side": "", "entries": list(entries)}, **headers)


def test_answer_tells_of_each_entry_and_how_the_rubber_stands(people: People, live: Rubber) -> None:
    answer = send(phone(people, live), live, entry(1), entry(2, winner="", dealer="B"))
    assert answer.status_code == 200
    body = answer.json()
    assert body["outcomes"] == [
        {"key": f"{KEY}001", "outcome": "done", "version": 2, "code": "", "message": ""},
        {
            "key": f"{KEY}002",
            "outcome": "refused",
            "version": None,
            "code": "unfinished",
            "message": "This deal is not over, because no king ends the game here. Choose who won the tricks.",
        },
    ]
    assert (body["state"]["version"], body["state"]["now"]["score"]) == (2, [0, 1])


def test_version_that_never_was_is_refused(people: People, live: Rubber) -> None:
    client = phone(people, live)
    answer = send(client, live, entry(1) | {"seen": 99})
    body = answer.json()
    assert (answer.status_code, body["code"]) == (400, "unknown_version")
    assert (body["entry"], body["field"]) == (0, "seen")
    assert "Write it down again" in body["message"]
    assert not PadEntry.objects.exists()


def test_state_gives_the_mark_that_shows_it_was_there(people: People, live: Rubber) -> None:
    client = phone(people, live)
    state = state_of(client, live)
    assert is_version_mark(state["mark"], live, state["version"], PAD)
    assert not is_version_mark(state["mark"], live, state["version"] + 1, PAD)
    answer = send(client, live, entry(1) | {"mark": state["mark"]})
    assert answer.json()["outcomes"][0]["outcome"] == "done"
    assert is_version_mark(answer.json()["state"]["mark"], live, state["version"] + 1, PAD)


def test_so_much_is_kept_of_one_person_and_no_more(people: People, live: Rubber) -> None:
    client = phone(people, live)
    send(client, live, entry(1))
    ways = itertools.product(("A", "B"), ("point", "3", "4", "vole"))
    entries = [
        entry(1, **deal(winner=winner, won=won)) | {"key": f"{KEY}{number:03}"}
        for number, (winner, won) in enumerate(ways, start=10)
    ]
    answer = send(client, live, *entries)
    body = answer.json()
    assert (answer.status_code, body["code"]) == (409, "too_many_open")
    assert str(MOST_OPEN) in body["message"]
    assert PadEntry.objects.filter(outcome="kept").count() == MOST_OPEN
    state = state_of(client, live)
    assert len(state["conflicts"]) == MOST_OPEN


def test_refusal_is_in_the_readers_language(people: People, live: Rubber) -> None:
    client = phone(people, live)
    bad = entry(1, dealer="A", line="Z9")
    english = "This contradicts itself, or can’t be read. Z9: the pack has no Z9; suits are S H D C"
    french = "Ceci se contredit, ou est illisible. Z9\N{NO-BREAK SPACE}: le jeu n’a pas de Z9"
    for language, message in (("en", english), ("en", english), ("fr", french)):
        (outcome,) = send(client, live, bad, accept_language=language).json()["outcomes"]
        assert (outcome["outcome"], outcome["code"]) == ("refused", "unreadable")
        assert outcome["message"].startswith(message)


def test_signed_in_player_writes_without_a_link(people: People, live: Rubber) -> None:
    assert send(people.client("Orford"), live, entry()).json()["outcomes"][0]["outcome"] == "done"
    assert PadEntry.objects.get().by == people.users["Orford"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b"", "JSON"),
        (b"{", "JSON"),
        (b"[]", "JSON"),
        (b'{"device": "one", "side": "", "entries": [NaN]}', "JSON"),
        (b"\xff", "JSON"),
        (b'{"device": "\\ud800"}', "JSON"),
        (b"[" * 20_000, "JSON"),
        ({}, "device"),
        ({"device": "", "side": "", "entries": [entry()]}, "device"),
        ({"device": "a b", "side": "", "entries": [entry()]}, "device"),
        ({"device": 7, "side": "", "entries": [entry()]}, "device"),
        ({"device": "d", "side": "C", "entries": [entry()]}, "side"),
        ({"device": "d", "side": "", "entries": []}, "entries"),
        ({"device": "d", "side": "", "entries": [entry()] * 201}, "entries"),
        ({"device": "d", "side": "", "entries": {}}, "entries"),
        ({"device": "d", "side": "", "entries": [entry()], "more": 1}, "more"),
    ],
)
def test_malformed_request_is_refused(people: People, live: Rubber, body: object, field: str) -> None:
    answer = post(phone(people, live), live, body)
    assert (answer.status_code, answer.json()["code"]) == (400, "not_understood")
    assert answer.json()["field"] == field


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"key": "short"}, "key"),
        ({"key": "k" * 65}, "key"),
        ({"key": "k" * 21 + "/"}, "key"),
        ({"key": None}, "key"),
        ({"mark": 7}, "mark"),
        ({"mark": "0123456789ABCDEF"}, "mark"),
        ({"mark": "0" * 17}, "mark"),
        ({"seen": 0}, "seen"),
        ({"seen": True}, "seen"),
        ({"seen": 1.0}, "seen"),
        ({"seen": 2**31}, "seen"),
        ({"seen": 10**30}, "seen"),
        ({"after": f"{KEY}002"}, "after"),
        ({"after": "x"}, "after"),
        ({"kind": "delete"}, "kind"),
        ({"kind": ["deal"]}, "kind"),
        ({"told": None}, "told"),
        ({"told": {"dealer": "A\0"}}, "dealer"),
        ({"told": {"dealer": None}}, "dealer"),
        ({"told": {"line": "7" * 5000}}, "line"),
        ({"told": {f"a{number}": 1 for number in range(20)}}, "told"),
        ({"kind": "cut", "told": {"pairs": []}}, "pairs"),
        ({"kind": "cut", "told": {"pairs": [["CK"]]}}, "pairs"),
        ({"kind": "cut", "told": {"pairs": [["CK", {}]]}}, "pairs"),
        ({"kind": "cut", "told": {"pairs": [["CK", "ZZ"]]}}, "pairs"),
        ({"kind": "undo", "told": {"game": 1, "deal": -1}}, "deal"),
        ({"kind": "undo", "told": {"game": 1, "deal": 1, "why": 1}}, "why"),
        ({"kind": "king", "told": {"player": ""}}, "player"),
        ({"kind": "report", "told": {"side": "A", "termination": "lost", "winner": ""}}, "termination"),
        ({"kind": "confirm", "told": {"side": None}}, "side"),
        ({"kind": "dispute", "told": {"side": "A"}}, "reason"),
        ({"kind": "rewrite", "told": {"game": 1, "deal": 1, "told": "x"}}, "told"),
        ({"extra": 1}, "extra"),
    ],
)
def test_malformed_entry_is_named(people: People, live: Rubber, change: dict[str, Any], field: str) -> None:
    answer = send(phone(people, live), live, entry(1), entry(2) | change)
    assert answer.status_code == 400
    body = answer.json()
    assert (body["entry"], body["field"]) == (1, field)
    assert "2" in body["message"]
    assert not PadEntry.objects.exists()


def test_too_large_a_request_is_not_read(people: People, live: Rubber) -> None:
    answer = post(phone(people, live), live, b" " * (MOST_BYTES + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.usefixtures("empty_cache")
def test_flood_from_one_phone_is_stopped(people: People, live: Rubber) -> None:
    orford = people.client("Orford")
    # A minute that does not end meanwhile.
    with time_machine.travel(timezone.now(), tick=False):
        for _ in range(REQUESTS.most - 1):
            REQUESTS.count(f"user:{people.users['Orford'].pk}")
        assert post(orford, live, b"{").status_code == 400
        answer = post(orford, live, b"{")
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
        assert 0 < int(answer.headers["Retry-After"]) <= REQUESTS.seconds
        assert send(phone(people, live), live, entry(1)).status_code == 200


def test_who_is_not_admitted_leaves_nothing(people: People, live: Rubber) -> None:
    assert send(Client(), live, entry()).status_code == 401
    client = phone(people, live)
    revoke_links(people.club, TableLink.objects.all(), by=people.users["Owner"])
    refused = send(client, live, entry())
    assert (refused.status_code, refused.json()["code"]) == (403, "link_revoked")
    assert not PadEntry.objects.exists()


def test_another_site_sends_nothing_in_a_phones_name(people: People, live: Rubber) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies.update(phone(people, live).cookies)
    assert send(client, live, entry()).status_code == 403
    state = state_of(client, live)
    answer = send(client, live, entry(), x_csrftoken=state["csrf"])
    assert answer.status_code == 200


def test_only_a_post_is_answered(people: People, live: Rubber) -> None:
    for name in ("pad_entries", "pad_settle"):
        assert phone(people, live).get(at(name, live.public_id)).status_code == 405


def contradict(people: People, live: Rubber) -> tuple[Client, str]:
    """Send a deal that was recorded differently. Return the phone that wrote it, and the conflict's id."""
    record_deal(live, "A S =A (2-0)", act=people.act())
    client = phone(people, live)
    answer = send(client, live, entry()).json()
    assert answer["outcomes"][0]["outcome"] == "kept"
    (conflict,) = answer["state"]["conflicts"]
    assert conflict["kept_short"] == "0–1, Baldwin’s point"
    return client, conflict["id"]


@pytest.mark.parametrize(("choice", "line"), [("taken", "1. A S =B (0-1)"), ("dropped", "1. A S =A (2-0)")])
def test_choice_between_two_is_carried_out_once(people: People, live: Rubber, choice: str, line: str) -> None:
    client, conflict = contradict(people, live)
    body = {"key": "k" * 22, "conflict": conflict, "choice": choice, "seen": 2}
    answers = [post(client, live, body, to="pad_settle") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert {answer.json()["outcome"] for answer in answers} == {choice}
    assert {answer.json()["state"]["version"] for answer in answers} == {4 if choice == "taken" else 2}
    assert Deal.objects.get().egn == line


def test_choice_that_is_not_carried_out_says_why(people: People, live: Rubber) -> None:
    client, conflict = contradict(people, live)
    body = {"key": "k" * 22, "conflict": conflict, "choice": "taken"}
    late = post(client, live, body | {"seen": 1}, to="pad_settle")
    helper = post(people.client("Helper"), live, body, to="pad_settle")
    assert (late.status_code, late.json()["code"], late.json()["state"]["version"]) == (409, "late", 2)
    assert (helper.status_code, helper.json()["code"]) == (403, "not_allowed")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b"null", "JSON"),
        ({"key": "x", "conflict": "c", "choice": "taken"}, "key"),
        ({"key": "k" * 22, "conflict": 3, "choice": "taken"}, "conflict"),
        ({"key": "k" * 22, "conflict": "c\0", "choice": "taken"}, "conflict"),
        ({"key": "k" * 22, "conflict": "c", "choice": "both"}, "choice"),
        ({"key": "k" * 22, "conflict": "c", "choice": "taken", "seen": "2"}, "seen"),
    ],
)
def test_choice_that_is_none_is_refused(people: People, live: Rubber, body: object, field: str) -> None:
    answer = post(phone(people, live), live, body, to="pad_settle")
    assert (answer.status_code, answer.json()["field"]) == (400, field)


def test_every_code_has_its_words() -> None:
    assert {*CODES.values(), *OWN_CODES, OVER} <= set(REFUSED)


def there_and_back(count: int) -> list[dict[str, Any]]:
    """Return this number of entries of one phone, alternating between a deal and its undo."""
    undo = entry(1, "undo", game=1, deal=1)
    entries = [entry(number) for number in range(1, count + 1)]
    return [
        each | {"kind": undo["kind"], "told": undo["told"]} if place % 2 else each
        for place, each in enumerate(entries)
    ]


@pytest.mark.parametrize("before", [2, 12])
def test_an_entry_costs_the_same_whatever_came_before(
    people: People, live: Rubber, django_assert_num_queries: DjangoAssertNumQueries, before: int
) -> None:
    client = phone(people, live)
    deals = there_and_back(before + 1)
    send(client, live, *deals[:before])
    with django_assert_num_queries(ENTRY_QUERIES):
        assert send(client, live, deals[before]).json()["outcomes"][0]["outcome"] == "done"
    with django_assert_num_queries(REPEAT_QUERIES):
        send(client, live, deals[before])


class TestWordsByALinkOfOneOfTheTwo:
    """Orford plays A, made the link and holds the phone. Baldwin may never have seen it."""

    numbers = itertools.count(1)

    def outcome_of(self, client: Client, rubber: Rubber, kind: str, **payload: Any) -> str:
        version = Rubber.objects.get().version
        key = f"{KEY}{next(self.numbers):03}"
        sent = {**entry(1, kind, **payload), "key": key, "seen": version}
        outcome: str = send(client, rubber, sent).json()["outcomes"][0]["outcome"]
        return outcome

    def report(self, client: Client, rubber: Rubber, side: str) -> str:
        return self.outcome_of(client, rubber, "report", side=side, termination="retired", winner="A")

    @pytest.mark.parametrize(("reports", "confirms"), [("A", "B"), ("B", "A")])
    def test_one_alone_agrees_with_nobody(
        self, people: People, live: Rubber, reports: str, confirms: str
    ) -> None:
        table, baldwin = phone(people, live, by="Orford"), people.client("Baldwin")
        assert self.report(table, live, reports) == "done"
        assert self.outcome_of(table, live, "confirm", side=confirms) == "done"
        rubber = Rubber.objects.get()
        assert (rubber.state, rubber.is_agreed) == ("confirmed", False)
        assert self.outcome_of(baldwin, live, "dispute", side="B", reason="I never saw this.") == "done"

    def test_what_a_side_disputed_no_link_confirms(self, people: People, live: Rubber) -> None:
        table, baldwin = phone(people, live), people.client("Baldwin")
        self.report(table, live, "A")
        self.outcome_of(baldwin, live, "dispute", side="B", reason="I never retired.")
        assert self.outcome_of(table, live, "confirm", side="B") == "refused"
        assert Rubber.objects.get().state == "disputed"
        assert self.outcome_of(baldwin, live, "confirm", side="B") == "done"
