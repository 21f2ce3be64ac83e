"""A result is corrected: its preview, the director's decisions, and the way to take it back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.events.record_facts import record_fact
from matches.models import Club, Event, LogEntry, Rubber
from matches.rules.events.rows import EventRows, expected_rows
from tests.matches.pages.events.corrections.played import (
    B_WINS,
    decide,
    decided_form,
    pairing,
    preview,
    rubber_of,
    state,
    swiss_after,
    winner,
)
from tests.matches.pages.events.desk.pages import acting, address, facts, send
from tests.matches.pages.exchange.club import user
from tests.matches.pages.reading import page, tags, words
from tests.support.html_forms import form_with


class TestSwiss:
    def test_preview_says_what_moves(self, director: Client, swiss: Event) -> None:
        rubber = rubber_of(swiss, 1, 2)
        entries = LogEntry.objects.count()
        a, b = rubber.player_a.name, rubber.player_b.name
        at, html = preview(director, swiss, rubber)
        text = words(html)
        for expected in (
            f"{a} – {b}: 2–0 becomes 0–2. {b} wins the rubber now.",
            "Round 3 was drawn on the old scores; 6 results are in.",
            "Round 4 was drawn on the old scores; 6 results are in.",
            "Leave everything as it was drawn",
            "Draw again from Round 3 on; results so far: 12; they are kept but no longer count in the tournament",
            "Draw again from Round 4 on; results so far: 6",
            "Standings: Swiss",
        ):
            assert expected in text
        assert "Please check 2 things." in words(decide(director, at, html, status=400, reason=""))
        assert (LogEntry.objects.count(), winner(rubber)) == (entries, "A")

    def test_results_to_choose_stand_first(self, director: Client, swiss: Event) -> None:
        html = page(director, address(swiss, "event_correct", rubber_of(swiss, 1, 2).public_id))
        results = [tag["href"].removeprefix("?score=") for tag in tags(html, "a", class_="tap")]
        assert results == ["2-0", "2-1", "1-2", "0-2"]
        assert [tag.text for tag in tags(html, "a", class_="chosen")] == ["2–0"]
        assert tags(html, "details", class_="fold", open="") == []
        assert "A's first" not in html

    def test_points_of_the_games_that_are_dropped_are_named(self, director: Client, swiss: Event) -> None:
        rubber = rubber_of(swiss, 1, 2)
        points = {"game_1_0": "5", "game_1_1": "3", "game_2_0": "2", "game_2_1": "5"}
        points |= {"game_3_0": "5", "game_3_1": "4"}
        with_points: dict[str, Any] = {"games_won_0": "2", "games_won_1": "1", **points}
        decide(director, *preview(director, swiss, rubber, **with_points))
        dropped = "The points of the games are dropped (5–3, 2–5, 5–4): to keep some, go back and enter them."
        at = address(swiss, "event_correct", rubber.public_id)
        assert dropped in words(page(director, f"{at}?score=2-0"))
        kept = {**with_points, "game_1_1": "2"}
        assert "are dropped" not in words(preview(director, swiss, rubber, **kept)[1])

    @pytest.mark.parametrize(
        ("redo", "rounds", "said"),
        [
            ("keep", 4, ["from 2–0 to 0–2", "the sheet was misread"]),
            (
                "1.3",
                2,
                ["discarded the draw, beginning with: Round 3.", "12 rubbers are outside the draw now."],
            ),
        ],
    )
    def test_later_rounds_are_left_or_drawn_again(
        self, director: Client, swiss: Event, redo: str, rounds: int, said: list[str]
    ) -> None:
        rubber = rubber_of(swiss, 1, 2)
        before = rows_of(swiss)
        done = decide(director, *preview(director, swiss, rubber), redo=redo)
        assert [each for each in said if each not in words(done)] == []
        assert (winner(rubber), len(state(swiss).stages[0].rounds)) == ("B", rounds)
        assert Rubber.objects.filter(event=swiss).count() == 24
        undo = form_with(done, "do", "undone")
        assert director.post(undo.action, undo.values).status_code == 302
        assert rows_of(swiss) == before
        assert winner(rubber) == "A"

    def test_finished_event_keeps_its_draw(self, director: Client, club: Club) -> None:
        event = swiss_after(club, 5)
        record_fact(event, "completed", {}, act=acting())
        _at, html = preview(director, event, rubber_of(event, 1, 2))
        assert form_with(html, "seen").values["redo"] == ["keep"]
        folded = words(html.split('name="redo"', 1)[1].split("<details>", 1)[1].split("</details>")[0])
        assert "Draw again instead" in folded
        assert "Draw again from Round 3 on" in folded
        assert "Leave everything as it was drawn" not in folded
        text = words(html)
        assert "Standings: Swiss" in text
        assert "Places in the event" not in text

    def test_same_score_moves_nothing(self, director: Client, club: Club) -> None:
        event = swiss_after(club, 2)
        _at, html = preview(director, event, rubber_of(event, 1, 1), games_won_0="2", games_won_1="0")
        assert "No place, score or draw changes." in words(html)


class TestBracket:
    def test_final_is_kept_as_it_was_played(self, director: Client, cup: Event) -> None:
        at, html = preview(director, cup, rubber_of(cup, 1, 1))
        for expected in (
            "Final: Ann – Ben was played, or is being played. Now Dan – Ben belongs there.",
            "Final: Dan in the place of Ann.",
            "Keep it: Ann – Ben stays, and its result counts",
            "Play it again: Dan – Ben; the rubber Ann – Ben is kept but no longer counts here",
        ):
            assert expected in words(html)
        text = words(decide(director, at, html, keep_1_2_1="keep"))
        assert "Director (director) kept Ann – Ben as it was played (Final)." in text
        assert pairing(cup, 1, 2).is_kept
        assert state(cup).places[pairing(cup, 1, 2).a or ""] == 1

    def test_it_is_played_again(self, director: Client, cup: Event) -> None:
        loser = pairing(cup, 1, 1).b
        decide(director, *preview(director, cup, rubber_of(cup, 1, 1)), keep_1_2_1="again")
        final = pairing(cup, 1, 2)
        assert (final.a, final.outcome, len(state(cup).outside)) == (loser, None, 1)

    def test_void_rubber_leaves_the_final_to_nobody_known(self, director: Client, cup: Event) -> None:
        rubber = rubber_of(cup, 1, 1)
        at, html = preview(director, cup, rubber, void="1")
        text = words(html)
        assert "Ann – Dan: 2–0 is declared void." in text
        assert "opponent is not known yet" in text
        decide(director, at, html, keep_1_2_1="again")
        rubber.refresh_from_db()
        assert rubber.state == "void"

    def test_new_question_that_came_meanwhile_is_asked(self, director: Client, cup: Event) -> None:
        rubber = rubber_of(cup, 1, 1)
        at, html = preview(director, cup, rubber)
        record_fact(cup, "kept", kept(cup), act=acting("as played"))
        entries = LogEntry.objects.count()
        text = words(decide(director, at, html, status=409, keep_1_2_1="again"))
        assert "Something has changed since you looked, and nothing is stored yet." in text
        assert LogEntry.objects.count() == entries

    def test_changed_event_is_looked_at_again(self, director: Client, cup: Event) -> None:
        at, html = preview(director, cup, rubber_of(cup, 1, 1))
        record_fact(cup, "completed", {}, act=acting())
        again = decide(director, at, html, status=409, keep_1_2_1="keep")
        text = words(decide(director, at, again, keep_1_2_1="keep"))
        assert "Director (director) reopened the event." in text

    def test_corrected_rubber_is_looked_at_again(self, director: Client, cup: Event) -> None:
        rubber = rubber_of(cup, 2, 1)
        at, html = preview(director, cup, rubber)
        other = preview(director, cup, rubber, games_won_0="2", games_won_1="1")
        decide(director, *other)
        again = decide(director, at, html, status=409, keep_1_2_1="again")
        assert winner(rubber) == "A"
        decide(director, at, again, keep_1_2_1="again")
        assert winner(rubber) == "B"


def rows_of(event: Event) -> EventRows:
    """Return the rows that should be stored of the event, without its version."""
    rows = expected_rows(state(event))
    return replace(rows, event=rows.event[:2])


def kept(event: Event) -> dict[str, object]:
    final = pairing(event, 1, 2)
    return {"stage": 1, "round": 2, "number": 1, "a": final.a, "b": final.b}


def test_same_form_sent_twice_is_one_act(director: Client, cup: Event) -> None:
    at, html = preview(director, cup, rubber_of(cup, 1, 1))
    form = decided_form(html, keep_1_2_1="keep")
    entries = LogEntry.objects.count()
    answers = [director.post(at, form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert LogEntry.objects.count() == entries + 2


def test_impossible_result_is_refused(director: Client, cup: Event) -> None:
    rubber = rubber_of(cup, 1, 1)
    _at, html = preview(director, cup, rubber, status=400, games_won_0="2", games_won_1="2")
    assert "Please check one thing." in words(html)
    at, html = preview(director, cup, rubber)
    back = decide(director, at, html, status=200, back="1")
    assert form_with(back, "games_won_0").values["games_won_1"] == ["2"]


def test_where_it_was_played_and_by_whom_can_not_be_sent(director: Client, cup: Event) -> None:
    rubber = rubber_of(cup, 1, 1)
    others: dict[str, Any] = {"a": "Cay", "round": "9", "event": "Another"}
    at, html = preview(director, cup, rubber, status=200, games_won_0="0", games_won_1="2", **others)
    decide(director, at, html, keep_1_2_1="keep")
    rubber.refresh_from_db()
    assert (rubber.round_label, rubber.event_id, rubber.winner) == ("Semi-final", cup.pk, "B")


def test_scorer_corrects_no_result_of_an_event(client: Client, cup: Event) -> None:
    client.force_login(user("scorer"))
    page(client, address(cup, "event_correct", rubber_of(cup, 1, 1).public_id), status=403)
    page(client, address(cup, "event_correct_award", 1, 1, 1), status=403)


def test_rubber_of_another_event_is_not_found(director: Client, cup: Event, swiss: Event) -> None:
    page(director, address(cup, "event_correct", rubber_of(swiss, 1, 1).public_id), status=404)


class TestCorrectionOfTheWholeRecord:
    def test_asks_what_is_to_follow(self, director: Client, cup: Event) -> None:
        rubber = rubber_of(cup, 1, 1)
        at = f"/rubbers/{rubber.public_id}/correct/?as=egn"
        text = form_with(page(director, at), "text").values["text"][0]
        changed = {"text": text.replace('"2-0"', '"0-2"').replace("##2-0", "##0-2"), "reason": "turned"}
        html = send(director, at, "text", status=200, **changed)
        assert "Now Dan – Ben belongs there." in words(html)
        assert winner(rubber) == "A"
        form = {**form_with(html, "seen").values, "keep_1_2_1": "keep"}
        assert form["reason"] == ["turned"]
        assert director.post(at, form).status_code == 302
        assert winner(rubber) == "B"
        assert pairing(cup, 1, 2).is_kept
        assert facts(cup)[-1] == "kept"
        entries = LogEntry.objects.count()
        assert director.post(at, form).status_code == 302
        assert LogEntry.objects.count() == entries

    def test_asks_nothing_where_nothing_moves(self, director: Client, cup: Event) -> None:
        rubber = rubber_of(cup, 1, 1)
        at = f"/rubbers/{rubber.public_id}/correct/"
        send(director, at, "games_won_0", winner="", table="7", reason="moved")
        rubber.refresh_from_db()
        assert (rubber.table, rubber.winner) == ("7", "A")


@pytest.mark.parametrize("players", [8, 24])
def test_pages_ask_few_questions_of_the_database(director: Client, club: Club, players: int) -> None:
    event = swiss_after(club, 2, names=tuple(f"Player {number}" for number in range(players)))
    rubber = rubber_of(event, 1, 1)
    at = address(event, "event_correct", rubber.public_id)
    with CaptureQueriesContext(connection) as of_form:
        html = page(director, at)
    sheet = form_with(html, "games_won_0")
    with CaptureQueriesContext(connection) as of_preview:
        answer = director.post(at, {**sheet.values, "winner": "", **B_WINS})
    assert (len(of_form), len(of_preview)) == (5, 10)
    decide(director, at, answer.content.decode(), redo="keep")
    done = address(event, "event_corrected")
    with CaptureQueriesContext(connection) as of_done:
        page(director, done)
    assert len(of_done) == 10, "\n".join(each["sql"].partition("FROM")[2][:160] for each in of_done)


def test_page_of_the_rubber_leads_its_director_here(director: Client, cup: Event) -> None:
    rubber = rubber_of(cup, 1, 1)
    html = page(director, f"/rubbers/{rubber.public_id}/")
    assert html.count(f'href="{address(cup, "event_correct", rubber.public_id)}"') == 1


class TestVoidPage:
    def test_it_shows_what_that_moves_before_it_is_done(self, director: Client, cup: Event) -> None:
        rubber = rubber_of(cup, 1, 1)
        at = reverse("web:void_rubber", args=[rubber.public_id])
        sheet = form_with(page(director, at), "version", str(rubber.version))
        response = director.post(at, {**sheet.values, "reason": "Played with the wrong pack"})
        html = response.content.decode()
        rubber.refresh_from_db()
        assert (rubber.state, response.status_code) == ("confirmed", 200)
        assert "Final: Ann – Ben was played, or is being played." in words(html)
        assert "Played with the wrong pack" in html
        decide(director, at, html, keep_1_2_1="keep")
        rubber.refresh_from_db()
        assert (rubber.state, pairing(cup, 1, 2).is_kept) == ("void", True)
