"""Rubbers in the API: read, entered, recorded deal by deal and corrected."""

from __future__ import annotations

from typing import Any, Final

import pytest

from matches.models import Club, PadEntry, Player, Rubber, User
from matches.rubbers.text import named_text
from tests.matches.api.calling import CORRECT, Caller, guests, opening, path_of, problem, result, token_for
from tests.matches.api.shared_scene import api, club, made_once, people
from tests.matches.pages.records import DEALS, import_text, make_member, text

__all__ = ["api", "club", "made_once", "people"]
pytestmark = [pytest.mark.django_db, pytest.mark.core]

EGN = "text/vnd.ecarte.egn"


def entered(api: Caller, body: dict[str, Any]) -> dict[str, Any]:
    answer = api.post("rubbers/", body)
    assert answer.status_code == 201, answer.content
    made: dict[str, Any] = answer.json()
    assert answer.headers["Location"] == f"/api/v1/rubbers/{made['id']}/"
    assert answer.headers["ETag"] == api.tag(f"rubbers/{made['id']}/")
    return made


def test_shows_a_rubber(anybody: Caller, rubber: Rubber) -> None:
    body = anybody.get(path_of(rubber)).json()

    assert body.pop("entered_at") == body.pop("changed_at")
    assert body == {
        "id": rubber.public_id,
        "club": rubber.club.public_id,
        "event": rubber.event.public_id,
        "players": {
            "A": {"id": rubber.player_a.public_id, "name": "Boiteau"},
            "B": {"id": rubber.player_b.public_id, "name": "Walker"},
        },
        "date": "2026.11.14",
        "round": "1",
        "table": "4",
        "best_of": 1,
        "reckoning": "plain",
        "rubber_bonus": 0,
        "cut": "rubber",
        "code": "English",
        "variant": "ecarte",
        "termination": "normal",
        "depth": "play",
        "state": "confirmed",
        "reported_by": None,
        "version": 1,
        "winner": "B",
        "games_won": [0, 1],
        "points": [0, 1],
        "findings": [],
        "next_deal": None,
    }


def test_shows_findings_as_the_command_line_does(api: Caller, club: Club) -> None:
    late = DEALS.replace("S Kb CT C8, CK C7", "S CT C8, CK Kb C7")
    (rubber,) = import_text(club, text(deals=late))
    (finding,) = api.get(path_of(rubber)).json()["findings"]
    assert (finding["code"], finding["law"], finding["severity"]) == ("L23", 23, "error")
    assert (finding["game"], finding["deal"], finding["line"]) == (1, 1, None)
    assert finding["message"]


def test_names_nobody_who_was_forgotten(anybody: Caller, rubber: Rubber) -> None:
    Player.objects.filter(pk=rubber.player_a_id).update(name="")
    rubber.refresh_from_db()
    assert anybody.get(path_of(rubber)).json()["players"]["A"]["name"] is None


def test_gives_the_notation_by_accept_and_by_suffix(anybody: Caller, rubber: Rubber) -> None:
    expected = named_text(rubber.egn, ("Boiteau", "Walker"))
    accepted = anybody.get(path_of(rubber), Accept=EGN)
    suffixed = anybody.get(f"rubbers/{rubber.public_id}.egn")
    for answer in (accepted, suffixed):
        assert answer.headers["Content-Type"] == f"{EGN}; charset=utf-8"
        assert answer.content.decode() == expected
    assert "Accept" in accepted.headers["Vary"]


def test_shows_games_and_deals(anybody: Caller, rubber: Rubber) -> None:
    game = {"number": 1, "points": [0, 5], "winner": "B", "value": 1}
    assert anybody.get(path_of(rubber, "games")).json()["results"] == [game]
    assert anybody.get(path_of(rubber, "games/1")).json() == game

    deals = anybody.get(path_of(rubber, "deals")).json()["results"]
    assert deals == anybody.get(path_of(rubber, "games/1/deals")).json()["results"]
    assert deals[1] == anybody.get(path_of(rubber, "games/1/deals/2")).json()
    assert deals[0] == {
        "game": 1,
        "number": 1,
        "dealer": "A",
        "depth": "play",
        "is_void": False,
        "vulnerable": "B",
        "tricks": [0, 5],
        "score": [0, 3],
        "marks": [{"player": "B", "law": 47, "points": 1}, {"player": "B", "law": 48, "points": 2}],
        "king_by": "B",
        "king_turned_up": False,
        "calls": "S",
        "egn": DEALS.split("\n")[0],
    }


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ["confirmed", "void"]),
        ("state=void", ["void"]),
        ("state=live", []),
        ("club={club}", ["confirmed", "void"]),
        ("event={event}", ["confirmed"]),
        ("player={player}", ["confirmed"]),
        ("date_from=2026-11-14&date_to=2026-11-14", ["confirmed"]),
        ("date_from=2026-11-15", ["void"]),
        ("date_to=2026-11-13", []),
        ("date_from=0999-12-31", ["confirmed", "void"]),
        ("date_to=0999-12-31", []),
    ],
)
def test_lists_by_filters(anybody: Caller, rubber: Rubber, query: str, expected: list[str]) -> None:
    (later,) = import_text(rubber.club, text("Clay", "Pettes"))
    unknown_day = import_text(rubber.club, text("Clay", "Orford"))[0]
    Rubber.objects.filter(pk=later.pk).update(date="2026.12.01", state="void")
    Rubber.objects.filter(pk=unknown_day.pk).update(date="2026.11.??", state="draft")
    ids = {
        "club": rubber.club.public_id,
        "event": rubber.event.public_id,
        "player": rubber.player_b.public_id,
    }
    answer = anybody.get("rubbers/?" + query.format(**ids))
    states = [line["state"] for line in answer.json()["results"]]
    assert [state for state in states if state != "draft"] == expected
    assert ("draft" in states) == (query in ("", "club={club}"))


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("state=odd", "state"),
        ("club=1", "club"),
        ("date_from=14.11.2026", "date_from"),
        ("dates=2026", "dates"),
        ("page_size=0", "page_size"),
        ("page_size=", "page_size"),
        ("cursor=2", "cursor"),
        ("player=%00", "player"),
    ],
)
def test_refuses_a_parameter_that_makes_no_sense(
    anybody: Caller, rubber: Rubber, query: str, parameter: str
) -> None:
    error_body = problem(anybody.get(f"rubbers/?{query}"), 400, "invalid_parameter")
    assert [error["parameter"] for error in error_body["errors"]] == [parameter]


class TestEntering:
    def test_enters_a_result(self, api: Caller, club: Club) -> None:
        a, b = guests(club)
        made = entered(
            api, result(club, a, b, games=[[5, 3], [2, 5], [5, 0]], games_won=[2, 1], date="2026.11.21")
        )
        assert (made["state"], made["winner"], made["games_won"]) == ("confirmed", "A", [2, 1])
        assert (made["date"], made["depth"]) == ("2026.11.21", "result")
        points = [game["points"] for game in api.get(f"rubbers/{made['id']}/games/").json()["results"]]
        assert points == [[5, 3], [2, 5], [5, 0]]

    def test_enters_a_record_in_the_notation(self, api: Caller, club: Club) -> None:
        guests(club, "Boiteau", "Walker")
        made = entered(api, {"form": "egn", "club": club.public_id, "egn": text()})
        assert (made["state"], made["depth"], made["games_won"]) == ("confirmed", "play", [0, 1])
        again = api.get(f"rubbers/{made['id']}.egn").content.decode()
        assert again.replace('[Club "Portland"]\n', "") == text()

    def test_opens_an_event_that_the_text_names_for_who_may(self, api: Caller, club: Club) -> None:
        guests(club, "Boiteau", "Walker")
        cup = text().replace("[A ", '[Event "Autumn Cup"]\n[A ', 1)
        made = entered(api, {"form": "egn", "club": club.public_id, "egn": cup})
        assert api.get(f"events/{made['event']}/").json()["name"] == "Autumn Cup"

    def test_places_faults_in_the_text(self, api: Caller, club: Club) -> None:
        guests(club, "Boiteau", "Walker")
        broken = text().replace("2. B 2-3", "2. C 2-3")
        answer = api.post("rubbers/", {"form": "egn", "club": club.public_id, "egn": broken})
        (finding,) = problem(answer, 422, "invalid_record")["findings"]
        assert (finding["code"], finding["line"], finding["column"]) == ("E01", 8, 4)
        assert not Rubber.objects.exists()

    def test_knows_the_same_rubber_again(self, api: Caller, club: Club) -> None:
        a, b = guests(club)
        first = entered(api, result(club, a, b, date="2026.11.21"))
        error = problem(api.post("rubbers/", result(club, a, b, date="2026.11.21")), 409, "same_rubber")
        assert (error["rubber"], error["version"]) == (first["id"], 1)
        other = entered(api, result(club, a, b, date="2026.11.21", is_another=True))
        assert other["id"] != first["id"]

    @pytest.mark.parametrize(
        ("change", "status", "code", "pointer"),
        [
            ({"form": "song"}, 422, "invalid", "/form"),
            ({"form": ["egn"]}, 422, "invalid", "/form"),
            ({"players": ["x"]}, 422, "invalid", "/players/0"),
            ({"players": ["bcdfghjkmnpqrs", "bcdfghjkmnpqrt"]}, 422, "unknown_player", "/players/0"),
            ({"event": "bcdfghjkmnpqrs"}, 422, "unknown_event", "/event"),
            ({"games": [[5, -1]]}, 422, "invalid", "/games/0/1"),
            ({"games_won": [2**62, 0]}, 422, "invalid", "/games_won/0"),
            ({"best_of": 2}, 422, "invalid", "/best_of"),
            ({"table": "x" * 201}, 422, "invalid", "/table"),
            ({"tabel": "4"}, 422, "invalid", "/tabel"),
            ({"date": "yesterday"}, 422, "invalid", "/date"),
            ({"date": "2026.02.30"}, 422, "invalid", "/date"),
            ({"date": "2026-11.28"}, 422, "invalid", "/date"),
            ({"date": "28/11/2026"}, 422, "invalid", "/date"),
        ],
    )
    def test_points_at_what_is_wrong(
        self, api: Caller, club: Club, change: dict[str, Any], status: int, code: str, pointer: str
    ) -> None:
        a, b = guests(club)
        error_body = problem(api.post("rubbers/", result(club, a, b) | change), status, code)
        assert [error["pointer"] for error in error_body["errors"]] == [pointer]

    @pytest.mark.parametrize("day", ["2026.11.28", "2026-11-28", "2026-11-??", "2026.??.??", ""])
    def test_date_is_read_in_both_spellings(self, api: Caller, club: Club, day: str) -> None:
        a, b = guests(club)
        assert entered(api, result(club, a, b, date=day))["date"] == (day.replace("-", ".") or None)

    @pytest.mark.parametrize("change", [{"round": "1\n2"}])
    def test_refuses_what_the_notation_cannot_say(
        self, api: Caller, club: Club, change: dict[str, Any]
    ) -> None:
        a, b = guests(club)
        problem(api.post("rubbers/", result(club, a, b) | change), 422, "invalid_record")

    def test_what_the_laws_are_against_is_a_draft(self, api: Caller, club: Club) -> None:
        a, b = guests(club)
        made = entered(api, result(club, a, b, games_won=[5, 0]))
        assert made["state"] == "draft"
        assert [finding["code"] for finding in made["findings"]] == ["L46"]

    def test_one_player_is_not_two(self, api: Caller, club: Club) -> None:
        a, _ = guests(club)
        problem(api.post("rubbers/", result(club, a, a)), 422, "invalid")

    def test_a_club_that_is_not_seen_is_not_there(self, api: Caller, club: Club) -> None:
        a, b = guests(club)
        problem(api.post("rubbers/", {**result(club, a, b), "club": "bcdfghjkmnpqrs"}), 404, "not_found")


class TestDealByDeal:
    FIRST, SECOND = DEALS.split("\n")

    @pytest.fixture
    def live(self, api: Caller, club: Club) -> str:
        a, b = guests(club)
        made = entered(api, opening(club, a, b))
        assert made["state"] == "live"
        return f"rubbers/{made['id']}/"

    def test_records_deals_to_the_end(self, api: Caller, live: str) -> None:
        answer = api.post(f"{live}deals/", {"egn": self.FIRST}, If_Match=api.tag(live))
        body = answer.json()
        assert (answer.status_code, answer.headers["ETag"]) == (201, api.tag(live))
        assert body["next_deal"] == {"game": 1, "deal": 2, "dealer": "B", "score": [0, 3]}
        assert api.get(answer.headers["Location"]).json() == body

        answer = api.post(f"{live}deals/", {"egn": self.SECOND}, If_Match=answer.headers["ETag"])
        assert answer.json()["next_deal"] is None
        over = problem(
            api.post(f"{live}deals/", {"egn": "A S =A3"}, If_Match=api.tag(live)), 409, "wrong_state"
        )
        assert over["state"] == "live"

        closed = api.post(f"{live}close/", {}, If_Match=api.tag(live)).json()
        assert (closed["state"], closed["winner"], closed["depth"]) == ("confirmed", "B", "play")
        assert [deal["egn"] for deal in api.get(f"{live}deals/").json()["results"]] == [
            self.FIRST,
            self.SECOND,
        ]

    def test_records_deals_of_la_triomphe(self, api: Caller, club: Club) -> None:
        a, b = guests(club)
        made = entered(api, opening(club, a, b) | {"variant": "triomphe"})
        live = f"rubbers/{made['id']}/"
        assert made["variant"] == "triomphe"
        for egn, score in (("A S P G =B", [0, 1]), ("B P R =B4", [2, 1])):
            body = api.post(f"{live}deals/", {"egn": egn}, If_Match=api.tag(live)).json()
            assert body["next_deal"]["score"] == score
        api.post(f"{live}close/", {"termination": "retired", "winner": "A"}, If_Match=api.tag(live))
        taken, refused = api.get(f"{live}deals/").json()["results"]
        assert (taken["calls"], taken["tricks"], taken["vulnerable"]) == ("SPG", None, "none")
        assert (refused["calls"], refused["tricks"], refused["vulnerable"]) == ("PR", [1, 4], "B")

    def test_tells_who_keeps_the_score_what_is_next(self, api: Caller, anybody: Caller, live: str) -> None:
        api.post(f"{live}deals/", {"egn": self.FIRST}, If_Match=api.tag(live))
        assert api.get(live).json()["next_deal"]["dealer"] == "B"
        assert anybody.get(live).json()["next_deal"] is None

    def test_takes_the_last_deal_back(self, api: Caller, live: str) -> None:
        api.post(f"{live}deals/", {"egn": self.FIRST}, If_Match=api.tag(live))
        answer = api.delete(f"{live}deals/last/", If_Match=api.tag(live))
        assert answer.json()["next_deal"]["score"] == [0, 0]
        problem(api.delete(f"{live}deals/last/", If_Match=api.tag(live)), 409, "wrong_state")

    def test_ends_one_that_nobody_has_won(self, api: Caller, live: str) -> None:
        problem(api.post(f"{live}close/", {}, If_Match=api.tag(live)), 409, "wrong_state")
        ending = {"termination": "retired", "winner": "A"}
        closed = api.post(f"{live}close/", ending, If_Match=api.tag(live)).json()
        assert (closed["termination"], closed["winner"]) == ("retired", "A")

    def test_is_not_ended_while_two_phones_contradict_each_other(self, api: Caller, live: str) -> None:
        rubber = Rubber.objects.get(public_id=api.get(live).json()["id"])
        by = User.objects.all()[0]
        kept = {"key": "k" * 22, "device": "d", "seen": 1, "kind": "deal", "told": {}, "outcome": "kept"}
        PadEntry.objects.create(rubber=rubber, by=by, fork=1, **kept)
        ending = {"termination": "retired", "winner": "A"}
        problem(api.post(f"{live}close/", ending, If_Match=api.tag(live)), 409, "conflict_open")

    @pytest.mark.parametrize("deal", ["", "A S =A5 B S =B5", "A XX", "#5-3", "{", "A =A3 #5-3"])
    def test_refuses_what_is_no_deal(self, api: Caller, live: str, deal: str) -> None:
        answer = api.post(f"{live}deals/", {"egn": deal}, If_Match=api.tag(live))
        assert answer.status_code == 422, answer.content
        assert api.get(live).json()["version"] == 1

    def test_shows_the_score_and_nothing_else(self, api: Caller, anybody: Caller, live: str) -> None:
        api.post(f"{live}deals/", {"egn": self.FIRST}, If_Match=api.tag(live))
        for caller in (api, anybody):
            response = caller.get(live)
            assert (response.json()["findings"], response.json()["depth"]) == (None, None)
            assert b"HA" not in response.content
            assert caller.get(f"{live}games/").json()["results"][0]["points"] == [0, 3]
            for hidden in ("deals/", "games/1/deals/", "games/1/deals/1/"):
                problem(caller.get(live + hidden), 404, "not_found")
            problem(caller.get(live, Accept=EGN), 404, "not_found")
            problem(caller.get(f"{live[:-1]}.egn"), 404, "not_found")


class TestChanging:
    REASON: Final = {"reason": "The score sheet says otherwise."}

    def test_corrects_a_record_and_keeps_who_played(self, api: Caller, rubber: Rubber) -> None:
        path = path_of(rubber)
        body = {"egn": CORRECT, **self.REASON}
        answer = api.post(f"{path}correct/", body, If_Match=api.tag(path))
        document = answer.json()
        assert (answer.status_code, answer.headers["ETag"]) == (200, api.tag(path))
        assert (document["state"], document["version"], document["winner"]) == ("corrected", 2, "A")
        assert document["players"]["A"]["id"] == rubber.player_a.public_id
        assert document["event"] == rubber.event.public_id

    def test_correction_sent_again_is_answered_again_though_it_took_the_power_to_correct_away(
        self, club: Club
    ) -> None:
        scorer = make_member(club, "scorer@example.org", role="scorer")
        (rubber,) = import_text(club, text(deals=DEALS.replace("S Kb CT C8, CK C7", "S CT C8, CK Kb C7")))
        api, path = Caller(token_for(scorer)), path_of(rubber)
        body, seen = {"egn": CORRECT, **self.REASON}, api.tag(path)
        first, again = (
            api.post(f"{path}correct/", body, If_Match=seen, Idempotency_Key="one") for _time in range(2)
        )

        assert (first.status_code, first.json()["state"]) == (200, "corrected")
        expected = (200, first.json(), first.headers["ETag"])
        assert (again.status_code, again.json(), again.headers["ETag"]) == expected
        assert again.headers["Idempotency-Replayed"] == "true"
        assert rubber.conflicts.count() == 0
        other = {**body, "reason": "Another."}
        problem(api.post(f"{path}correct/", other, If_Match=api.tag(path)), 403, "not_allowed")

    def test_answer_of_before_is_for_nobody_else_and_for_nobody_who_sees_the_club_no_more(
        self, api: Caller, club: Club, rubber: Rubber
    ) -> None:
        path = path_of(rubber)
        seen = api.tag(path)
        director = make_member(club, "director@example.org", role="director")
        sent = {"If_Match": seen, "Idempotency_Key": "one"}
        his = Caller(token_for(director))
        assert his.post(f"{path}dispute/", self.REASON, **sent).status_code == 200
        problem(api.post(f"{path}dispute/", self.REASON, **sent), 412, "changed_meanwhile")
        Club.objects.update(is_public=False)
        director.players.update(user=None)
        problem(his.post(f"{path}dispute/", self.REASON, **sent), 404, "not_found")

    def test_correction_that_comes_too_late_is_kept(self, api: Caller, rubber: Rubber) -> None:
        path = path_of(rubber)
        seen = api.tag(path)
        api.post(f"{path}dispute/", self.REASON, If_Match=seen)
        for headers in ({}, {"Idempotency_Key": "late"}, {"Idempotency_Key": "late"}):
            answer = api.post(f"{path}correct/", {"egn": CORRECT, **self.REASON}, If_Match=seen, **headers)
            error = problem(answer, 412, "changed_meanwhile")
            assert (error["version"], error["state"]) == (2, "disputed")
            (conflict,) = rubber.conflicts.all()
            assert (error["conflict"], conflict.reason) == (conflict.public_id, self.REASON["reason"])

    def test_disputes_confirms_and_declares_void(self, api: Caller, rubber: Rubber) -> None:
        path = path_of(rubber)
        states = []
        for action, body in (("dispute", self.REASON), ("confirm", {}), ("void", self.REASON)):
            answer = api.post(f"{path}{action}/", body, If_Match=api.tag(path))
            states.append(answer.json()["state"])
        assert states == ["disputed", "confirmed", "void"]
        problem(api.post(f"{path}confirm/", {}, If_Match=api.tag(path)), 409, "wrong_state")

    @pytest.mark.parametrize("action", ["dispute", "void"])
    def test_wants_a_reason(self, api: Caller, rubber: Rubber, action: str) -> None:
        path = path_of(rubber)
        error_body = problem(api.post(f"{path}{action}/", {}, If_Match=api.tag(path)), 422, "invalid")
        assert [error["pointer"] for error in error_body["errors"]] == ["/reason"]
