"""The pad without an account: its page, and the game file that the site writes for a phone."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from matches.models import LogEntry, Rubber
from matches.pads.free_pad import MOST_DEALS
from matches.pages.pads.assets import script_url
from matches.pages.pads.free_pad import MOST_BYTES, REQUESTS
from scoring.check import check_rubber
from scoring.notation import read_one
from tests.matches.pages.pads.at_table import at
from tests.matches.pages.pads.test_page import inlined
from tests.matches.pages.reading import page
from tests.matches.pages.rubbers.entry.people import People

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    cache.clear()


def deal(dealer: str, winner: str, won: str = "point", said: str = "stood") -> dict[str, Any]:
    told = {"dealer": dealer, "said": said, "times": 1, "king": "", "winner": winner, "won": won}
    return {**told, "void": False}


GAME = [
    deal("A", "B", "vole"),
    deal("B", "A", said="refused"),
    deal("A", "B", "vole"),
    deal("B", "B", "vole"),
]
SENT: dict[str, Any] = {"names": ["Adams", "Dunn"], "best_of": 1, "date": "2026-11-26", "deals": GAME}


def ask(*, status: int = 200, **changes: Any) -> dict[str, Any]:
    """Send a rubber without a cookie, as a phone's script does."""
    client = Client(enforce_csrf_checks=True)
    response = client.post(at("score_egn"), {**SENT, **changes}, content_type="application/json")
    assert response.status_code == status, response.content
    answer: dict[str, Any] = response.json()
    return answer


class TestPage:
    def test_anybody_gets_a_rubber_that_has_not_begun(self) -> None:
        client = Client()
        html = page(client, at("score"))
        state = inlined(html, "pad-state")
        assert (state["names"], state["may"]["enter"], state["csrf"]) == (["", ""], True, "")
        assert state["free"]["clubs"] == []
        assert state["free"]["sign_in"].endswith("?next=%2Fscore%2F")
        assert inlined(html, "pad-words")["net"]["well"] == "Kept on this phone"
        rulings = page(Client(), f"{state['urls']['law_book']}&law=43")
        assert f'href="{at("score")}"' in rulings
        assert "Back to the score pad" in rulings
        assert script_url() in html
        assert not client.cookies

    def test_member_may_give_the_game_to_a_club(self, people: People) -> None:
        state = inlined(page(people.client("Orford"), at("score")), "pad-state")
        assert state["free"]["clubs"] == [
            {"name": people.club.name, "url": at("enter_egn", people.club.slug)}
        ]
        assert (state["free"]["sign_in"], bool(state["csrf"])) == ("", True)

    def test_manifest_and_worker_keep_this_page(self) -> None:
        manifest = Client().get(at("score_manifest")).json()
        assert (manifest["start_url"], manifest["scope"]) == ("/score/", "/score/")
        assert Client().get(at("pad_worker"))["Service-Worker-Allowed"] == "/"


class TestGameFile:
    def test_site_writes_what_the_phone_has(self) -> None:
        answer = ask()
        record = read_one(answer["egn"])
        assert answer["name"] == "ecarte-2026-11-26.egn"
        assert record.players == ("Adams", "Dunn")
        assert (record.tag("Date"), record.tag("Result")) == ("2026.11.26", "0-1")
        assert check_rubber(record).is_clean
        assert not Rubber.objects.exists()
        assert not LogEntry.objects.exists()

    def test_year_is_written_with_four_figures(self) -> None:
        assert read_one(ask(date="0202-11-26")["egn"]).tag("Date") == "0202.11.26"

    def test_game_in_progress_is_written_as_unfinished(self) -> None:
        record = read_one(ask(deals=GAME[:2], best_of=3)["egn"])
        assert (record.tag("Result"), len(record.games[0].deals)) == ("*", 2)
        assert read_one(ask(deals=[])["egn"]).games == ()

    @pytest.mark.parametrize(
        "changes",
        [
            {"names": ["Adams"]},
            {"names": ["Adams", "ADAMS "]},
            {"names": ["Adams", "\u200b"]},
            {"names": ["Adams", 7]},
            {"names": ["Adams", "x" * 41]},
            {"best_of": 2},
            {"best_of": True},
            {"best_of": "3"},
            {"date": "2026-02-30"},
            {"date": None},
            {"deals": {}},
            {"deals": [[]]},
            {"deals": [{}]},
            {"deals": [{"dealer": "C"}]},
            {"deals": [{**GAME[0], "won": "everything"}]},
            {"deals": [{**GAME[0], "winner": ""}]},
            {"deals": [*GAME, GAME[0]]},
            {"deals": [GAME[0]] * (MOST_DEALS + 1)},
            {"more": 1},
        ],
    )
    def test_what_can_not_be_read_is_refused(self, changes: dict[str, Any]) -> None:
        answer = ask(status=400, **changes)
        assert answer["message"]

    @pytest.mark.parametrize(
        ("body", "status"), [(b"", 400), (b"[]", 400), (b"\xff", 400), (b"0" * (MOST_BYTES + 1), 413)]
    )
    def test_what_is_no_rubber_is_refused(self, body: bytes, status: int) -> None:
        response = Client().post(at("score_egn"), body, content_type="application/json")
        assert response.status_code == status

    def test_plain_fields_are_refused_like_any_text(self) -> None:
        form = "application/x-www-form-urlencoded"
        assert Client().post(at("score_egn"), "names=Adams&best_of=1", content_type=form).status_code == 400

    def test_names_can_not_leave_their_tags(self) -> None:
        record = read_one(ask(names=['"]\n[EGN "1"', "b"])["egn"])
        assert record.players == ('"] [EGN "1"', "b")

    def test_one_network_asks_so_many_times_a_minute(self) -> None:
        for _time in range(REQUESTS.most):
            REQUESTS.take("127.0.0.1")
        assert ask(status=429)["code"] == "too_many"
