"""Results of a round: every line by itself, walkovers and decisions, what is in and how it is taken back."""

from __future__ import annotations

from copy import deepcopy

import pytest
from django.test import Client
from django.urls import reverse

from matches.events.current_state import event_state
from matches.events.open_pairings import rubber_of_pairing
from matches.models import Club, Event, Rubber
from matches.pages.events.director.results_form import games_in
from matches.rubbers.commands import record_deal
from matches.rules.events.plan import EventPlan, RubberRules, StagePlan
from matches.rules.events.state import PairingState
from tests.matches.pages.events.director.pages import (
    SWISS,
    acting,
    address,
    drawn,
    facts,
    planned,
    player,
    send,
    sheet_with,
)
from tests.matches.pages.reading import page, words


@pytest.fixture(scope="module")
def made(staffed: Club) -> Event:
    made = planned(staffed, name="Swiss")
    drawn(made)
    return made


@pytest.fixture
def event(db: None, made: Event) -> Event:
    """Six players, the first round released."""
    return deepcopy(made)


def round_one(event: Event) -> str:
    return address(event, "event_results", 1, 1)


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


def test_decision_wants_a_reason(director: Client, event: Event) -> None:
    shown = send(director, round_one(event), "how_1", status=400, how_1="da")
    assert "Say why the rubber is given to one side." in words(shown)
    assert facts(event)[-1] == "released"


def test_all_lines_are_stored_at_once(director: Client, event: Event) -> None:
    shown = send(director, round_one(event), "how_1", how_1="2-0", how_2="2-1", how_3="wa")
    assert "3 results stored." in words(shown)
    assert event_state(event).stages[0].rounds[0].is_complete
    assert "how_1" not in shown


@pytest.mark.parametrize(
    ("how", "points", "said"),
    [
        ("2-0", "5-3 2-5 5-4", "The points make it 2–1 in games."),
        ("", "five three", "Write the points of each game like this: 5-3 2-5 5-4."),
        ("", "5-3", ""),
        ("wa", "5-3 5-2", "Nothing was played: leave the points out."),
    ],
)
def test_wrong_line_is_told_and_the_good_ones_are_kept(
    director: Client, event: Event, how: str, points: str, said: str
) -> None:
    shown = send(director, round_one(event), "how_1", status=400, how_1=how, points_1=points, how_2="2-1")
    assert "1 result stored." in words(shown)
    assert pairing(event, 1).outcome is None
    assert pairing(event, 2).outcome is not None
    assert said in words(shown)
    sheet = sheet_with(shown, "how_1")
    assert (sheet.values["how_1"], sheet.values["points_1"]) == ([how], [points])
    assert "how_2" not in sheet.values
    assert (
        director.post(round_one(event), {**sheet.values, "how_1": "2-0", "points_1": ""}).status_code == 302
    )
    assert pairing(event, 1).outcome is not None


def test_form_sent_twice_is_one_result_each(director: Client, event: Event) -> None:
    sheet = sheet_with(page(director, round_one(event)), "how_1")
    for _time in range(2):
        director.post(round_one(event), {**sheet.values, "how_1": "2-0", "how_2": "wa"})
    assert Rubber.objects.filter(event=event).count() == 1
    assert facts(event).count("awarded") == 1


def test_result_that_came_meanwhile_is_not_entered_twice(director: Client, event: Event) -> None:
    late = sheet_with(page(director, round_one(event)), "how_1")
    send(director, round_one(event), "how_1", how_1="2-0")
    director.post(round_one(event), {**late.values, "how_1": "2-1", "how_2": "2-0"})
    assert [rubber.games_won_b for rubber in Rubber.objects.filter(event=event).order_by("pk")] == [0, 0]


def test_award_is_taken_back(director: Client, event: Event) -> None:
    send(director, round_one(event), "how_1", how_1="wa")
    send(director, round_one(event), "do", "award_undone")
    assert pairing(event, 1).outcome is None
    assert facts(event)[-1] == "award_undone"


def test_result_that_is_in_leads_to_its_correction(director: Client, event: Event) -> None:
    send(director, round_one(event), "how_1", how_1="2-0")
    shown = page(director, round_one(event))
    rubber = Rubber.objects.get(event=event)
    assert reverse("web:rubber", args=[rubber.public_id]) in shown
    assert f"{rubber.public_id}/" in shown
    assert "correct" in words(shown)


def test_links_lead_to_entry_with_the_tags_filled_in(director: Client, club: Club) -> None:
    plan = EventPlan(
        stages=SWISS.stages,
        rules=RubberRules(best_of=5, reckoning="treble", rubber_bonus=2, variant="triomphe"),
    )
    event = planned(club, plan)
    drawn(event)
    shown = page(director, round_one(event))
    start = shown.index(reverse("web:enter_deals", args=[club.slug]))
    link = shown[start : shown.index('"', start)].replace("&amp;", "&")
    sheet = sheet_with(page(director, link), "best_of")
    first = pairing(event, 1)
    assert sheet.values["a"] == [
        next(n for n in ("Ann", "Ben", "Cay", "Dan", "Eve", "Fay") if player(club, n).public_id == first.a)
    ]
    assert (sheet.values["event"], sheet.values["round"], sheet.values["table"]) == (["Cup"], ["1"], ["1"])
    assert sheet.values["variant"] == ["triomphe"]
    assert (sheet.values["best_of"], sheet.values["reckoning"], sheet.values["rubber_bonus"]) == (
        ["5"],
        ["treble"],
        ["2"],
    )


class TestTablesThatBegan:
    """Somebody scanned the table's code before the director entered anything."""

    @pytest.fixture
    def live(self, event: Event) -> Rubber:
        found = pairing(event, 1)
        return rubber_of_pairing(event, "1", (found.a or "", found.b or ""), act=acting())

    def test_table_without_a_deal_takes_a_result(self, director: Client, event: Event, live: Rubber) -> None:
        shown = page(director, round_one(event))
        assert reverse("web:pad", args=[live.public_id]) in shown
        send(director, round_one(event), "how_1", how_1="2-0")
        assert [rubber.state for rubber in Rubber.objects.filter(event=event)] == ["corrected"]
        assert pairing(event, 1).outcome is not None

    def test_table_without_a_deal_takes_an_award(self, director: Client, event: Event, live: Rubber) -> None:
        send(director, round_one(event), "how_1", how_1="wa")
        assert [rubber.state for rubber in Rubber.objects.filter(event=event)] == ["void"]

    def test_table_that_is_being_scored_leads_to_its_pad(
        self, director: Client, event: Event, live: Rubber
    ) -> None:
        record_deal(live, "A S =B5 (0-2)", act=acting())
        shown = page(director, round_one(event))
        assert "being scored: to the pad" in words(shown)
        assert reverse("web:pad", args=[live.public_id]) in shown
        assert "how_1" not in shown
        assert "how_2" in shown

    def test_deal_that_came_meanwhile_is_told(self, director: Client, event: Event, live: Rubber) -> None:
        late = sheet_with(page(director, round_one(event)), "how_1")
        record_deal(live, "A S =B5 (0-2)", act=acting())
        answer = director.post(round_one(event), {**late.values, "how_1": "2-0"})
        assert answer.status_code in (302, 400)
        live.refresh_from_db()
        assert (live.state, Rubber.objects.filter(event=event).count()) == ("live", 1)


def test_round_that_is_not_released_takes_nothing(director: Client, club: Club) -> None:
    event = planned(club)
    drawn(event, is_released=False)
    shown = page(director, round_one(event))
    assert "This round is not released" in words(shown)
    assert "how_1" not in shown
    assert director.get(address(event, "event_results", 1, 2)).status_code == 404


def test_bracket_takes_results_of_later_rounds_as_they_come(director: Client, club: Club) -> None:
    event = planned(club, EventPlan(stages=(StagePlan(kind="knockout"),)), ("Ann", "Ben", "Cay", "Dan"))
    drawn(event)
    assert "not known yet" in words(page(director, address(event, "event_results", 1, 2)))
    send(director, round_one(event), "how_1", how_1="2-0", how_2="2-1")
    send(director, address(event, "event_results", 1, 2), "how_1", how_1="0-2")
    assert event_state(event).stages[0].phase == "complete"


@pytest.mark.parametrize(
    ("text", "games"),
    [("", ()), ("5-3", ((5, 3),)), ("5–3; 2-5", ((5, 3), (2, 5))), ("5", None), ("5-3 x", None)],
)
def test_points_are_read(text: str, games: object) -> None:
    assert games_in(text) == games
