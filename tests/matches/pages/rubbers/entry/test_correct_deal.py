"""A deal of a rubber that is over is corrected by itself: on the board, or as text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from matches.models import LogEntry, Rubber
from tests.matches.pages.reading import page, words
from tests.matches.pages.records import import_text
from tests.matches.pages.rubbers.entry.people import People, at, stored

EVENING = Path(__file__).parents[4] / "data" / "samples" / "evening.egn"
PLAYED = "2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT C8 CK C7 DQ DJ HA SQ D8 S8"


@pytest.fixture
def rubber(people: People) -> Rubber:
    """Return a rubber whose deals have every card."""
    text = EVENING.read_text().partition('\n\n[EGN "1"]')[0]
    (rubber,) = import_text(people.club, text)
    return rubber


@pytest.fixture
def client(people: People) -> Client:
    return people.client("Director")


def board_of(html: str) -> dict[str, Any]:
    data = html.partition('id="board"')[2].partition(">")[2].partition("</script>")[0]
    board: dict[str, Any] = json.loads(data)
    return board


def send(client: Client, rubber: Rubber, place: str, *, status: int = 302, **fields: str) -> str:
    payload = {"key": "k", "version": rubber.version, "reason": "Seen again.", **fields}
    response = client.post(f"{at('correct_rubber', rubber.public_id)}?deal={place}", payload)
    assert response.status_code == status, words(response.content.decode())
    rubber.refresh_from_db()
    return response.content.decode()


def test_correction_begins_with_the_choice_of_a_deal(client: Client, rubber: Rubber) -> None:
    address = at("correct_rubber", rubber.public_id)
    html, whole = page(client, address), page(client, f"{address}?as=egn")
    for place in ("1.1", "1.2", "3.1"):
        assert f'href="?deal={place}"' in html
    assert "?deal=" not in whole
    assert 'name="text"' in html
    assert 'name="text"' in whole


def test_deal_with_cards_opens_on_the_board_filled(client: Client, rubber: Rubber) -> None:
    html = page(client, at("correct_rubber", rubber.public_id) + "?deal=1.1")
    assert PLAYED in html
    board = board_of(html)
    assert (board["dealer"], board["place"]) == ("A", {"game": 1, "deal": 1})
    assert board["address"] == at("pad_board", rubber.public_id)
    assert board["rules"] == {"variant": "ecarte", "has_king": True}
    assert set(board["words"]) == {"cards", "law", "deal", "list"}
    assert 'id="correct-board"' in html


def test_deal_without_cards_opens_as_text(people: People, client: Client) -> None:
    deals = "1. A S =B5 (0-2)\n2. B S =B5 (0-4)\n3. A S =B (0-5)\n#0-5\n##0-1\n"
    (rubber,) = import_text(
        people.club, f'[EGN "1"]\n[A "Orford"]\n[B "Baldwin"]\n[BestOf "1"]\n\nGame 1\n{deals}'
    )
    html = page(client, at("correct_rubber", rubber.public_id) + "?deal=1.1")
    assert "S =B5" in html
    assert "correct-board" not in html
    assert "board.js" not in html
    assert "?deal=" not in page(client, at("correct_rubber", stored(people, b="Clay").public_id))


def test_other_card_is_stored(client: Client, rubber: Rubber) -> None:
    version = rubber.version
    new = PLAYED.replace("HA SQ D8 S8", "D8 S8 HA SQ")
    send(client, rubber, "1.1", line=new)
    assert (rubber.state, rubber.version) == ("corrected", version + 1)
    assert "D8 S8, HA SQ" in rubber.egn
    entry = LogEntry.objects.filter(stream=f"rubber:{rubber.public_id}").order_by("version").last()
    assert entry is not None
    assert (entry.kind, entry.reason) == ("rubber.corrected", "Seen again.")


@pytest.mark.parametrize(
    ("place", "fields", "wrong"),
    [
        ("1.1", {"line": "2-3 ^C9 nonsense"}, "cannot be read"),
        ("1.2", {"line": "S =A"}, "would not fit"),
        ("1.1", {"line": PLAYED, "reason": ""}, "This field is required"),
    ],
    ids=["no deal", "contradicts later deals", "without a reason"],
)
def test_impossible_correction_stays_in_the_form(
    client: Client, rubber: Rubber, place: str, fields: dict[str, str], wrong: str
) -> None:
    html = send(client, rubber, place, status=400, **fields)
    assert wrong in words(html)
    assert fields["line"] in html
    assert rubber.state != "corrected"


@pytest.mark.parametrize("place", ["9.1", "1.9", "0.1", "1", "x", "", "1.1.1", "1.99999"])
def test_deal_that_is_not_there_is_not_found(client: Client, rubber: Rubber, place: str) -> None:
    assert client.get(f"{at('correct_rubber', rubber.public_id)}?deal={place}").status_code == 404


def test_nobody_else_sees_it(people: People, rubber: Rubber) -> None:
    address = f"{at('correct_rubber', rubber.public_id)}?deal=1.1"
    assert people.client("Orford").get(address).status_code == 403
    assert Client().get(address).status_code in (302, 403)
