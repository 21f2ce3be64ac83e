from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from matches.models import LogEntry, Rubber, TableLink
from matches.pages.pads.board import REQUESTS
from matches.rubbers.change_rubbers import record_deal
from scoring.cards import CARD_NAMES
from tests.matches.pages.pads.at_table import at, opened, phone
from tests.matches.pages.rubbers.entry.people import People

pytestmark = pytest.mark.django_db

HANDS = "A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87"


@pytest.fixture
def client(people: People, live: Rubber) -> Client:
    return phone(people, live)


def board_of(client: Client, live: Rubber, line: str, *, status: int = 200, **other: Any) -> dict[str, Any]:
    response = client.post(
        at("pad_board", live.public_id), {"line": line, **other}, content_type="application/json"
    )
    assert response.status_code == status, response.content
    body: dict[str, Any] = response.json()
    return body


def test_deal_begins_with_any_card_turned_up(client: Client, live: Rubber) -> None:
    board = board_of(client, live, "A")
    assert (board["phase"], board["player"]) == ("turn-up", "A")
    assert board["cards"] == dict.fromkeys(CARD_NAMES)


def test_card_that_breaks_a_law_says_which(client: Client, live: Rubber) -> None:
    board = board_of(client, live, f"{HANDS} S CT")
    assert (board["phase"], board["player"], board["may_offer"]) == ("follow", "A", False)
    assert board["cards"]["C8"] is None
    assert "Orford" in board["cards"]["SQ"]
    assert "queen of spades" in board["cards"]["SQ"]
    assert not {"C9", "CT"} & set(board["cards"])


def test_point_may_be_offered_after_the_lead_at_la_triomphe(people: People) -> None:
    live = opened(people, b="Clay", variant="triomphe")
    client = phone(people, live)
    assert board_of(client, live, f"{HANDS} S CT")["may_offer"]
    board = board_of(client, live, f"{HANDS} S CT P")
    assert (board["phase"], board["player"], board["may_offer"]) == ("reply", "B", False)
    assert board_of(client, live, f"{HANDS} S CT P G")["outcome"] == "=B"


def test_choices_on_a_breach_have_their_effect(client: Client, live: Rubber) -> None:
    (note,) = board_of(client, live, f"{HANDS} S CT SQ")["notes"]
    assert (note["severity"], note["law"]) == ("ruling", 43)
    assert note["chooser"] == "Baldwin chooses. Ask them."
    choices = [(each["incident"], each["text"]) for each in note["incidents"]]
    assert choices == [("!43a(SQ):stand", "Let it stand"), ("!43a(SQ):replay", "Replay the hand")]
    assert note["incidents"][1]["effect"]
    board = board_of(client, live, f"{HANDS} S CT SQ !43a(SQ):replay")
    assert (board["phase"], board["player"], board["notes"]) == ("lead", "B", [])


def test_deal_played_out_says_what_it_comes_to(people: People, client: Client, live: Rubber) -> None:
    record_deal(live, "B S =A (2-0)", act=people.act())
    board = board_of(client, live, f"{HANDS} S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8")
    assert (board["phase"], board["outcome"], board["score"], board["cards"]) == ("over", "=B5", [2, 3], {})


def test_older_deal_is_asked_from_its_own_score(people: People, client: Client, live: Rubber) -> None:
    for deal in ("B S =A (2-0)", "A S =B (2-2)"):
        record_deal(live, deal, act=people.act())
    line = "A S =B5"
    assert board_of(client, live, line)["score"] == [2, 4]
    assert board_of(client, live, line, game=1, deal=2)["score"] == [2, 2]
    assert board_of(client, live, line, game=1, deal=1)["score"] == [0, 2]
    assert board_of(client, live, line, game=3, deal=1)["score"] is None


def test_who_may_mark_the_king_is_said(client: Client, live: Rubber) -> None:
    for line, kings, announcers in (("A ^CK", ["A"], []), (f"{HANDS} S", ["B"], ["B"])):
        board = board_of(client, live, line)
        assert (board["kings"], board["announcers"]) == (kings, announcers)
    assert board_of(client, live, f"{HANDS} S kb")["announcers"] == []


def test_cards_given_on_condition_are_given_or_refused(client: Client, live: Rubber) -> None:
    given = board_of(client, live, "A P G -5 -5 P g")
    assert (given["phase"], given["player"], given["notes"]) == ("exchange", "B", [])
    refused = board_of(client, live, "A ^C9 P G -5 -5 P G -5 -5 P g R")
    assert (refused["phase"], refused["notes"]) == ("lead", [])


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("A S HX", "HX"),
        ("A S =B (0-1) 2. B S =A", "one deal alone"),
        ("A S =B #5-0", "one deal alone"),
        ("C S", "C"),
        ("", "deal"),
    ],
)
def test_unreadable_line_is_refused(client: Client, live: Rubber, line: str, expected: str) -> None:
    board = board_of(client, live, line, status=400)
    assert expected in board["message"]
    assert board["code"] in ("unreadable", "not_one_deal")


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "{",
        "null",
        "{}",
        '{"line": 3}',
        '{"line": null}',
        '{"line": "A\\nS"}',
        '{"line": "A\\u0000"}',
        '{"line": "A \\ud800"}',
        '{"line": "' + "A" * 2001 + '"}',
        '{"line": "A", "x": 1}',
        '{"line": "A", "game": 1}',
        '{"line": "A", "game": true, "deal": 1}',
        '{"line": "A", "game": 0, "deal": 1}',
        '{"line": "A", "game": 1, "deal": 99999999999999999999}',
        '{"line": "A"' + " " * 9000 + "}",
        '{"line":' + "[" * 4000,
    ],
)
def test_anything_but_a_line_is_malformed(client: Client, live: Rubber, body: str) -> None:
    response = client.post(at("pad_board", live.public_id), body, content_type="application/json")
    assert response.status_code == 400, response.content
    assert response.json()["code"] == "malformed"


def test_nothing_of_the_line_is_kept(client: Client, live: Rubber) -> None:
    known = LogEntry.objects.count()
    board_of(client, live, f"{HANDS} S CT")
    live.refresh_from_db()
    assert LogEntry.objects.count() == known
    assert "CT" not in live.egn


def test_who_is_not_let_in_gets_no_board(live: Rubber) -> None:
    assert board_of(Client(), live, "A", status=401)["code"] == "not_admitted"


@pytest.mark.usefixtures("empty_cache")
def test_requests_of_a_table_are_limited(people: People, live: Rubber, client: Client) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        link = TableLink.objects.get()
        for _ in range(REQUESTS.most):
            REQUESTS.count(f"link:{link.pk}")
        assert board_of(client, live, "A", status=429)["code"] == "too_many"
        board_of(people.client("Orford"), live, "A")
