"""Results of a round are entered row by row: walkovers, decisions, counts and ways to take them back."""

from __future__ import annotations

from copy import deepcopy

import pytest
from django.test import Client
from django.urls import reverse

from matches.events.event_state import event_state
from matches.events.pairings import rubber_of_pairing
from matches.models import Club, Event, Player, Rubber
from matches.pages.events.desk.results_form import games_in
from matches.rubbers.change_rubbers import record_deal
from matches.rules.events.plan import EventPlan, RubberRules, StagePlan
from matches.rules.events.state import PairingState
from tests.matches.pages.events.desk.pages import (
    SWISS,
    acting,
    address,
    drawn,
    facts,
    planned,
    released,
    send,
)
from tests.matches.pages.reading import page, tags, words
from tests.support.html_forms import form_with


@pytest.fixture(scope="module")
def made(staffed: Club) -> Event:
    return released(staffed, name="Swiss")


@pytest.fixture
def event(db: None, made: Event) -> Event:
    """Return an event of six players, the first round released."""
    return deepcopy(made)


def round_one(event: Event) -> str:
    """Return the address of the form with lines of text."""
    return address(event, "event_results", 1, 1) + "?text=1"


def _players(event: Event, number: int) -> list[str]:
    drawn_pairing = pairing(event, number)
    return [player for player in (drawn_pairing.a, drawn_pairing.b) if player]


def test_stored_result_is_marked_and_says_how_to_change_it(director: Client, event: Event) -> None:
    tables = address(event, "event_results", 1, 1)
    fields = {"key": "one", "to": "", "how_1": "2-1"}
    html = page(director, director.post(tables, fields).headers["Location"])
    assert "stored. To change a result, open its table and choose another." in words(html)
    assert "To change it, choose another result." in words(html)
    assert [tag.text for tag in tags(html, "a", class_="chosen")] == ["2–1"]


def pairing(event: Event, number: int) -> PairingState:
    return event_state(event).stages[0].pairing(1, number)


@pytest.mark.parametrize(
    ("how", "points", "games", "winner"),
    [
        ("2-0", "", (2, 0), "A"),
        ("1-2", "", (1, 2), "B"),
        ("", "5-3 2-5 5-4", (2, 1), "A"),
        ("0-2", "3:5, 4:5", (0, 2), "B"),
        ("ra", "", (0, 0), "A"),
        ("rb", "5-3", (1, 0), "B"),
    ],
)
def test_line_is_a_rubber(
    director: Client, event: Event, how: str, points: str, games: tuple[int, int], winner: str
) -> None:
    send(director, round_one(event), "how_1", how_1=how, points_1=points)
    outcome = pairing(event, 1).outcome
    assert outcome is not None
    assert (outcome.decided_by, outcome.games, outcome.winner) == ("rubber", games, winner)
    rubber = Rubber.objects.get(event=event)
    assert (rubber.round_label, rubber.table, rubber.state) == ("1", "1", "confirmed")


@pytest.mark.parametrize(
    ("how", "winner", "kind"),
    [("wa", "A", "walkover"), ("n", None, "double_walkover"), ("db", "B", "decision")],
)
def test_line_is_an_award(director: Client, event: Event, how: str, winner: str | None, kind: str) -> None:
    send(director, round_one(event), "how_1", how_1=how, reason="Left the room.")
    outcome = pairing(event, 1).outcome
    assert outcome is not None
    assert (outcome.decided_by, outcome.winner) == ("award", winner)
    assert event_state(event).facts.awards[1, 1, 1].kind == kind
    assert not Rubber.objects.filter(event=event).exists()


def test_all_lines_are_stored_at_once(director: Client, event: Event) -> None:
    html = send(director, round_one(event), "how_1", how_1="2-0", how_2="2-1", how_3="wa")
    assert "3 results stored." in words(html)
    assert event_state(event).stages[0].rounds[0].is_complete
    html = page(director, round_one(event))
    assert "how_1" not in html
    for rubber in Rubber.objects.filter(event=event):
        assert reverse("web:rubber", args=[rubber.public_id]) in html
    assert "correct" in words(html)


def test_score_above_five_says_in_its_row_what_is_stored(director: Client, event: Event) -> None:
    html = send(director, round_one(event), "how_1", points_1="6-2 5-3")
    assert "Game 1: 6–2 is stored as 5–2." in words(html)


@pytest.mark.parametrize(
    ("how", "points", "expected"),
    [
        ("2-0", "5-3 2-5 5-4", "The points make it 2–1 in games."),
        ("", "five three", "Write the points of each game like this: 5-3 2-5 5-4."),
        ("", "5-3", ""),
        ("da", "", "Say why the rubber is given to one side."),
        ("wa", "5-3 5-2", "Nothing was played: leave the points out."),
    ],
)
def test_wrong_line_is_told(director: Client, event: Event, how: str, points: str, expected: str) -> None:
    html = send(director, round_one(event), "how_1", status=400, how_1=how, points_1=points, how_2="2-1")
    names = [player.name for player in Player.objects.filter(public_id__in=_players(event, 2))]
    assert any(
        f"{a} 2–1 {b} stored. To change a result, open “correct”" in words(html)
        for a, b in (names, names[::-1])
    )
    assert pairing(event, 1).outcome is None
    assert pairing(event, 2).outcome is not None
    assert expected in words(html)
    sheet = form_with(html, "how_1")
    assert (sheet.values["how_1"], sheet.values["points_1"]) == ([how], [points])
    assert "how_2" not in sheet.values
    assert (
        director.post(round_one(event), {**sheet.values, "how_1": "2-0", "points_1": ""}).status_code == 302
    )
    assert pairing(event, 1).outcome is not None


def test_form_sent_twice_is_one_result_each(director: Client, event: Event) -> None:
    sheet = form_with(page(director, round_one(event)), "how_1")
    for _time in range(2):
        director.post(round_one(event), {**sheet.values, "how_1": "2-0", "how_2": "wa"})
    assert Rubber.objects.filter(event=event).count() == 1
    assert facts(event).count("awarded") == 1


def test_award_is_taken_back(director: Client, event: Event) -> None:
    send(director, round_one(event), "how_1", how_1="wa")
    send(director, round_one(event), "do", "award_undone")
    assert pairing(event, 1).outcome is None
    assert facts(event)[-1] == "award_undone"


def test_links_lead_to_entry_with_the_tags_filled_in(director: Client, club: Club) -> None:
    plan = EventPlan(
        stages=SWISS.stages,
        rules=RubberRules(best_of=5, reckoning="treble", rubber_bonus=2, variant="triomphe"),
    )
    event = released(club, plan)
    html = page(director, round_one(event))
    start = html.index(reverse("web:enter_deals", args=[club.slug]))
    link = html[start : html.index('"', start)].replace("&amp;", "&")
    sheet = form_with(page(director, link), "best_of")
    first = pairing(event, 1)
    expected = {
        "a": Player.objects.get(public_id=first.a).name,
        "event": "Cup",
        "round": "1",
        "table": "1",
        "variant": "triomphe",
        "best_of": "5",
        "reckoning": "treble",
        "rubber_bonus": "2",
    }
    assert {name: sheet.values[name] for name in expected} == {
        name: [text] for name, text in expected.items()
    }


class TestTablesThatBegan:
    """A player scanned the table's code before the director entered a result."""

    @pytest.fixture
    def live(self, event: Event) -> Rubber:
        state = pairing(event, 1)
        return rubber_of_pairing(event, "1", (state.a or "", state.b or ""), act=acting())

    def test_scored_table_leads_to_its_pad(self, director: Client, event: Event, live: Rubber) -> None:
        late = form_with(page(director, round_one(event)), "how_1")
        record_deal(live, "A S =B5 (0-2)", act=acting())
        html = page(director, round_one(event))
        assert "being scored: to the pad" in words(html)
        assert reverse("web:pad", args=[live.public_id]) in html
        assert "how_1" not in html
        assert "how_2" in html
        answer = director.post(round_one(event), {**late.values, "how_1": "2-0"})
        assert answer.status_code in (302, 400)
        live.refresh_from_db()
        assert (live.state, Rubber.objects.filter(event=event).count()) == ("live", 1)


def test_round_that_is_not_released_takes_nothing(director: Client, club: Club) -> None:
    event = planned(club)
    drawn(event, is_released=False)
    html = page(director, round_one(event))
    assert "This round is not released" in words(html)
    assert "how_1" not in html
    assert director.get(address(event, "event_results", 1, 2)).status_code == 404


def test_bracket_takes_results_of_later_rounds_as_they_come(director: Client, club: Club) -> None:
    event = released(club, EventPlan(stages=(StagePlan(kind="knockout"),)), ("Ann", "Ben", "Cay", "Dan"))
    assert "not known yet" in words(page(director, address(event, "event_results", 1, 2)))
    send(director, round_one(event), "how_1", how_1="2-0", how_2="2-1")
    send(director, address(event, "event_results", 1, 2) + "?text=1", "how_1", how_1="0-2")
    assert event_state(event).stages[0].phase == "complete"


@pytest.mark.parametrize(
    ("text", "games"),
    [("", ()), ("5-3", ((5, 3),)), ("5–3; 2-5", ((5, 3), (2, 5))), ("5", None), ("5-3 x", None)],
)
def test_points_are_read(text: str, games: object) -> None:
    assert games_in(text) == games
