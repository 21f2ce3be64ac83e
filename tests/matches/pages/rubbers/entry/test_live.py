from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.models import LogEntry, Rubber
from matches.rubbers.change_rubbers import RubberEnd, close_rubber
from tests.matches.pages.reading import page, words
from tests.matches.pages.rubbers.entry.people import DEAL, People, at, opened, stored

VOLE = {**DEAL, "said": "unnoted", "winner": "A", "won": "vole"}


@pytest.fixture
def live(people: People) -> Rubber:
    return opened(people)


def record(client: Client, rubber: Rubber, fields: dict[str, Any] | None = None, *, status: int = 302) -> str:
    """Send a deal on the version that is here; the page that answers, or the one that it leads to."""
    rubber.refresh_from_db()
    sent = {**DEAL, "key": f"deal {rubber.version}", "version": rubber.version, **(fields or {})}
    response = client.post(at("enter_deal", rubber.public_id), sent)
    assert response.status_code == status, words(response.content.decode())
    rubber.refresh_from_db()
    return page(client, response["Location"]) if status == 302 else response.content.decode()


def lines(rubber: Rubber) -> list[str]:
    rubber.refresh_from_db()
    return [line for line in rubber.egn.splitlines() if line[:1].isdigit() or line.startswith("Game")]


class TestDeals:
    def test_first_deal_asks_who_dealt(self, people: People, live: Rubber) -> None:
        html = page(people.client("Orford"), at("enter_deal", live.public_id))
        assert "the cut decides it" in html
        assert "checked" not in html.partition('name="dealer"')[2].partition("</div>")[0]

    def test_marks_are_told_with_their_laws(self, people: People, live: Rubber) -> None:
        page_html = record(people.client("Orford"), live, {"king": "B", "winner": "A"})
        assert 'name="dealer" value="B" id="id_dealer_1" checked' in page_html
        html = words(page_html)
        assert "Orford deals · Stood" in html
        assert "Baldwin marks one: the king (law 47)." in html
        assert "Orford marks two: the point, counting two (law 49)." in html
        assert "If Baldwin loses, the point counts two (law 49)." in html
        assert "That makes it Orford two, Baldwin one." in html
        assert "Baldwin deals, and Orford is the elder hand." in html
        assert lines(live) == ["Game 1", "1. A S Kb =A (2-1)"]

    @pytest.mark.parametrize(
        ("fields", "line"),
        [
            ({"king": "announced-B", "winner": "B"}, "1. A S kb =B (0-1)"),
            (
                {"said": "given_refused", "times": "2", "conditional": "on", "winner": "B"},
                "1. A P G P G P g R =B (0-1)",
            ),
        ],
    )
    def test_signs_are_written(self, people: People, live: Rubber, fields: dict[str, Any], line: str) -> None:
        record(people.client("Orford"), live, fields)
        assert lines(live) == ["Game 1", line]

    def test_decided_game_is_said_and_the_next_begins(self, people: People, live: Rubber) -> None:
        client = people.client("Orford")
        for dealer in "ABA":
            html = record(client, live, {**VOLE, "dealer": dealer})
        assert "Orford wins game 1, 5–0." in html
        assert "Game 2, deal 1" in html
        record(client, live, {**VOLE, "dealer": "B"})
        assert lines(live)[-2:] == ["Game 2", "1. B =A5 (2-0)"]

    def test_deal_out_of_turn_is_found_and_kept(self, people: People, live: Rubber) -> None:
        client = people.client("Orford")
        record(client, live)
        html = words(record(client, live, {"dealer": "A"}))
        assert "Orford deals, but it is Baldwin" in html
        assert len(lines(live)) == 3

    def test_line_of_the_notation_counts_in_place_of_the_rest(self, people: People, live: Rubber) -> None:
        line = "A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3)"
        record(people.client("Orford"), live, {"line": line, "winner": "", "dealer": ""})
        assert lines(live) == ["Game 1", f"1. {line}"]

    @pytest.mark.parametrize(
        ("fields", "wrong"),
        [
            ({"winner": ""}, "Say who won the deal"),
            ({"winner": "nobody"}, "No king ends the game here"),
            ({"said": "unnoted", "won": "point"}, "the calls decide"),
            ({"said": ""}, "Say what was called"),
            ({"dealer": ""}, "This field is required"),
            ({"dealer": "C"}, "Select a valid choice"),
            ({"conditional": "on"}, "No cards were given"),
            ({"times": "999999999999"}, "less than or equal to 20"),
            ({"score_0": "6", "score_1": "0"}, "less than or equal to 5"),
            ({"score_0": "6" * 5000, "score_1": "0"}, "whole number"),
            ({"line": "A S HX =B"}, "Line 1, column 5"),
            ({"line": "A S =B\n2. B S =A"}, "Write one deal alone"),
            ({"line": "A\0S"}, "Null characters"),
            ({"line": "x" * 2001}, "at most 2000"),
            ({"line": '\n[EGN "1"]'}, "Line"),
            ({"version": "0"}, "greater than or equal to 1"),
            ({"version": "9" * 400}, "less than or equal"),
        ],
    )
    def test_invalid_deal(self, people: People, live: Rubber, fields: dict[str, Any], wrong: str) -> None:
        html = words(record(people.client("Orford"), live, fields, status=400))
        assert wrong in html.replace("&#x27;", "'")
        assert lines(live) == []


class TestOnce:
    def test_same_form_sent_twice_is_one_deal(self, people: People, live: Rubber) -> None:
        fields = {**DEAL, "version": live.version}
        for _time in range(2):
            response = people.client("Orford").post(at("enter_deal", live.public_id), fields)
            assert response.status_code == 302
        assert len(lines(live)) == 2

    def test_second_phone_keeps_what_was_typed(self, people: People, live: Rubber) -> None:
        seen = live.version
        record(people.client("Orford"), live)
        fields = {"version": seen, "key": "other phone", "winner": "A", "score_0": "2", "score_1": "1"}
        html = record(people.client("Baldwin"), live, fields, status=409)
        assert "Someone else has recorded or undone a deal" in html
        assert f'name="version" value="{live.version}"' in html
        assert 'name="winner" value="A" id="id_winner_0" checked' in html
        assert 'name="score_0" value="2"' in html
        assert len(lines(live)) == 2

    def test_deal_that_comes_after_the_end_is_said_to_be_lost(self, people: People, live: Rubber) -> None:
        client = people.client("Director")
        record(client, live)
        key = f"deal {live.version}"
        close_rubber(live, authority="final", act=people.act("Director"), ending=RubberEnd("unfinished"))
        assert "this deal is not recorded" in words(record(client, live, {"key": "late"}))
        again = record(client, live, {"key": key, "version": live.version})
        assert "this deal is not recorded" in words(again)

    def test_last_deal_is_undone_once(self, people: People, live: Rubber) -> None:
        client, undo = people.client("Orford"), at("undo_deal", live.public_id)
        response = client.post(undo, {"key": "early", "version": live.version}, follow=True)
        assert "No deal has been recorded yet" in response.content.decode()
        record(client, live)
        record(client, live, {"dealer": "B"})
        fields = {"key": "undo", "version": live.version}
        for _time in range(2):
            client.post(undo, fields)
        assert lines(live) == ["Game 1", "1. A S =B (0-1)"]


class TestWhoMay:
    def test_helper_takes_back_no_deal_of_others(self, people: People, live: Rubber) -> None:
        client = people.client("Helper")
        html = record(client, live)
        assert "Undo the last deal" not in html
        assert client.post(at("undo_deal", live.public_id), {}).status_code == 403

    def test_rubber_that_is_over_has_no_such_page(self, people: People) -> None:
        rubber = stored(people)
        response = people.client("Owner").get(at("enter_deal", rubber.public_id))
        assert response["Location"] == at("rubber", rubber.public_id)


class TestPrivacy:
    def test_others_see_the_score_alone(self, people: People, client: Client, live: Rubber) -> None:
        record(people.client("Orford"), live, {"line": "A ^C9 S =B5 (0-2) {a secret}"})
        html = page(client, at("rubber", live.public_id))
        assert "0 2" in words(html)
        assert "secret" not in html
        assert "Go on entering" not in html
        for name in ("rubber_history", "rubber_egn"):
            page(client, at(name, live.public_id), status=404)
        page(client, at("rubber_then", live.public_id, 2), status=404)

    def test_pages_lead_to_the_pad(self, people: People, live: Rubber) -> None:
        for name in ("rubber", "enter_deal"):
            html = page(people.client("Orford"), at(name, live.public_id))
            assert f'href="{at("pad", live.public_id)}"' in html


class TestEnd:
    @pytest.mark.parametrize(
        ("who", "state", "by"),
        [("Scorer", "confirmed", ""), ("Orford", "reported", "A"), ("Helper", "reported", "")],
    )
    def test_result_counts_by_role(self, people: People, live: Rubber, who: str, state: str, by: str) -> None:
        client = people.client(who)
        for dealer in "ABABAB":
            html = record(client, live, {**VOLE, "dealer": dealer})
        assert "Orford wins the rubber, 2–0." in html
        assert "Record the deal" not in html
        fields = {"key": "end", "version": live.version}
        for _time in range(2):
            response = client.post(at("close_rubber", live.public_id), fields)
            assert response["Location"] == at("rubber", live.public_id)
        live.refresh_from_db()
        assert (live.state, live.reported_by, live.games_won_a) == (state, by, 2)
        assert LogEntry.objects.filter(stream=f"rubber:{live.public_id}").count() == 8

    @pytest.mark.parametrize(
        ("fields", "status", "winner"),
        [
            ({"termination": "unfinished", "winner": ""}, 302, ""),
            ({"termination": "retired", "winner": "B"}, 302, "B"),
            ({"termination": "retired", "winner": ""}, 400, ""),
            ({"termination": "unfinished", "winner": "A"}, 400, ""),
            ({"termination": "normal", "winner": ""}, 400, ""),
        ],
    )
    def test_rubber_may_end_early(
        self, people: People, live: Rubber, fields: dict[str, str], status: int, winner: str
    ) -> None:
        record(people.client("Scorer"), live)
        sent = {"key": "end", "version": live.version, **fields}
        assert people.client("Scorer").post(at("close_rubber", live.public_id), sent).status_code == status
        live.refresh_from_db()
        assert (live.state, live.winner) == ("confirmed" if status == 302 else "live", winner)


class TestTriomphe:
    """A rubber in which the point may be offered, and no king is marked."""

    @pytest.fixture
    def live(self, people: People) -> Rubber:
        return opened(people, variant="triomphe")

    def test_form_asks_for_the_offer_and_for_no_king(self, people: People, live: Rubber) -> None:
        html = page(people.client("Orford"), at("enter_deal", live.public_id))
        assert 'value="refused_by_elder"' in html
        assert 'name="king"' not in html
        assert 'name="times"' not in html

    def test_refused_point_without_a_vole_counts_two(self, people: People, live: Rubber) -> None:
        fields = {"said": "refused_by_dealer", "winner": "A", "won": "4"}
        html = words(record(people.client("Orford"), live, fields))
        assert "Baldwin marks two: the point refused, without a vole (law 49)." in html
        assert lines(live) == ["Game 1", "1. A P R =A4 (0-2)"]

    @pytest.mark.parametrize(
        ("fields", "question"),
        [
            ({"said": "unoffered", "winner": ""}, "The point was not taken: say who won the tricks."),
            (
                {"said": "unnoted", "winner": "A", "won": "4"},
                "Say whether the point was offered and taken, or write the score after the deal",
            ),
        ],
        ids=["who won", "the offer"],
    )
    def test_what_is_missing_is_asked_for_and_not_the_calls(
        self, people: People, live: Rubber, fields: dict[str, str], question: str
    ) -> None:
        html = words(record(people.client("Orford"), live, fields, status=400))
        assert question in html
        assert "one or two" not in html
