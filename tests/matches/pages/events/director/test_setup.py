"""Setting an event up in one sitting, and changing its plan afterwards."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from matches.events.current_state import event_state
from matches.models import Club, Event, Player
from matches.rubbers.open_event import open_event_by_hand
from matches.rules.events.plan import DEFAULT_TIE_BREAKS
from tests.matches.pages.events.director.pages import (
    SWISS,
    acting,
    address,
    drawn,
    facts,
    planned,
    played,
    send,
    sheet_with,
)
from tests.matches.pages.reading import page, words


def new(club: Club) -> str:
    return reverse("web:event_setup", args=[club.slug])


def names_of(event: Event) -> list[str]:
    by_id = dict(Player.objects.values_list("public_id", "name"))
    return [by_id[entry.player] for entry in event_state(event).entries]


def test_event_is_set_up_in_one_sitting(director: Client, club: Club) -> None:
    owner = Player.objects.get(name="Owner")
    shown = send(
        director,
        new(club),
        "s1_kind",
        name="Spring Cup",
        s1_rounds="5",
        tables="3",
        check_in="on",
        ticked=[str(owner.pk)],
        names="Ann\nmember\n\nAnn",
    )
    event = Event.objects.get(name="Spring Cup")
    plan = event_state(event).facts.plan
    assert plan is not None
    assert (plan.stages[0].kind, plan.stages[0].rounds, plan.tables, plan.check_in) == ("swiss", 5, 3, True)
    assert plan.stages[0].tie_breaks == tuple(
        name for name in DEFAULT_TIE_BREAKS["swiss"] if name != "points_difference"
    )
    assert plan.lot_seed != ""
    assert names_of(event) == ["Owner", "Member", "Ann"]
    assert facts(event) == ["opened", "planned", "entered"]
    assert "The event is set up." in shown


def test_form_sent_twice_is_one_event(director: Client, club: Club) -> None:
    sheet = sheet_with(page(director, new(club)), "s1_kind")
    form = {**sheet.values, "name": "Spring Cup", "names": "Ann\nBen"}
    answers = [director.post(new(club), form).headers["Location"] for _time in range(2)]
    assert answers[0] == answers[1]
    assert facts(Event.objects.get(name="Spring Cup")) == ["opened", "planned", "entered"]


@pytest.mark.parametrize(
    ("pick", "kinds"),
    [
        ("swiss", ["swiss"]),
        ("round_robin", ["round_robin"]),
        ("groups", ["round_robin", "knockout"]),
        ("knockout", ["knockout"]),
        ("double_elimination", ["double_elimination"]),
        ("league", ["league"]),
    ],
)
def test_preset_shows_its_stages_and_keeps_what_was_filled_in(
    director: Client, club: Club, pick: str, kinds: list[str]
) -> None:
    html = send(
        director, new(club), "s1_kind", status=200, pick=pick, name="Spring Cup", names="Ann", best_of="5"
    )
    sheet = sheet_with(html, "s1_kind")
    shown = [value for name, [value] in sheet.values.items() if name.endswith("_kind")]
    assert shown == kinds
    assert (sheet.values["name"], sheet.values["names"], sheet.values["best_of"]) == (
        ["Spring Cup"],
        ["Ann"],
        ["5"],
    )
    due = {"s1_first_due": "2026-12-01"} if pick == "league" else {}
    answer = director.post(new(club), {**sheet.values, **due})
    assert answer.status_code == 302, words(answer.content.decode())
    plan = event_state(Event.objects.get(name="Spring Cup")).facts.plan
    assert plan is not None
    assert [stage.kind for stage in plan.stages] == kinds


def test_another_kind_is_shown_with_its_own_settings_first(director: Client, club: Club) -> None:
    html = send(director, new(club), "s1_kind", status=200, name="Spring Cup", s1_kind="knockout")
    assert "third_place" in html
    assert sheet_with(html, "s1_kind").values["s1_shown"] == ["knockout"]
    assert not Event.objects.filter(name="Spring Cup").exists()


def test_stage_more_and_stage_fewer(director: Client, club: Club) -> None:
    html = send(director, new(club), "s1_kind", status=200, pick="more", s1_rounds="7")
    sheet = sheet_with(html, "s2_kind")
    assert (sheet.values["s1_rounds"], sheet.values["s1_qualifiers"]) == (["7"], ["8"])
    html = director.post(new(club), {**sheet.values, "pick": "fewer"}).content.decode()
    assert "s2_kind" not in sheet_with(html, "s1_kind").values


def test_size_is_worked_out(director: Client, club: Club) -> None:
    html = send(
        director, new(club), "s1_kind", status=200, pick="look", s1_rounds="5", names="\n".join("abcdefgh")
    )
    assert "8 players, 5 rounds: about 20 rubbers" in words(html)


def test_what_makes_no_sense_is_told_beside_its_field(director: Client, club: Club) -> None:
    html = send(
        director,
        new(club),
        "s1_kind",
        status=400,
        name="Spring Cup",
        s1_tie_break_1="lot",
        s1_tie_break_2="wins",
        s1_tie_break_3="wins",
    )
    assert "After the lot nobody is level any more: put it last." in html
    assert "Name each tie-break once: wins at the table stands here twice." in html


def test_name_that_is_taken_is_refused(director: Client, club: Club) -> None:
    open_event_by_hand(club, "Spring Cup", act=acting())
    html = send(director, new(club), "s1_kind", status=400, name="Spring Cup")
    assert "The club has an event of this name already." in html


def test_name_nearly_on_the_list_is_asked_about(director: Client, club: Club) -> None:
    html = send(director, new(club), "s1_kind", status=400, name="Spring Cup", names="Membre\nScorrer")
    assert "Scorrer is nearly Scorer, who is on the list." in words(html)
    sheet = sheet_with(html, "s1_kind")
    answer = director.post(new(club), {**sheet.values, "new_players": ["Scorrer", "Membre"]})
    assert answer.status_code == 302, words(answer.content.decode())
    assert Player.objects.filter(name="Scorrer").exists()


def test_open_event_gets_a_plan(director: Client, club: Club) -> None:
    event = open_event_by_hand(club, "Tonight", act=acting())
    assert director.get(address(event, "event_run")).headers["Location"] == address(event, "event_plan")
    send(director, address(event, "event_plan"), "s1_kind", s1_rounds="4")
    assert facts(event) == ["opened", "planned"]


def test_plan_is_changed_before_the_draw(director: Client, club: Club) -> None:
    event = planned(club)
    send(director, address(event, "event_plan"), "s1_kind", s1_rounds="4", best_of="5", variant="triomphe")
    plan = event_state(event).facts.plan
    assert plan is not None
    assert (plan.stages[0].rounds, plan.rules.best_of, plan.rules.variant) == (4, 5, "triomphe")


def test_tie_breaks_are_changed_after_the_draw_and_it_is_shown(director: Client, club: Club) -> None:
    event = planned(club)
    drawn(event)
    played(event)
    html = page(director, address(event, "event_plan"))
    sheet = sheet_with(html, "s1_tie_break_1")
    assert "s1_seeding" not in sheet.values
    assert "best_of" not in sheet.values
    send(
        director, address(event, "event_plan"), "s1_tie_break_1", s1_tie_break_1="voles", reason="Asked for."
    )
    plan = event_state(event).facts.plan
    assert plan is not None
    assert plan.stages[0].tie_breaks[0] == "voles"
    assert plan.stages[0].rounds == SWISS.stages[0].rounds
    assert "its tie-breaks, was changed after the draw" in page(director, address(event, "event_run"))


def test_swiss_gets_a_round_more_while_it_is_played(director: Client, club: Club) -> None:
    event = planned(club)
    for _round in range(3):
        drawn(event)
        played(event)
    at = address(event, "event_plan")
    told = send(director, at, "s1_rounds", s1_rounds="4", reason="There is time.")
    assert "Draw round 4" in words(told)
    assert len(drawn(event).stages[0].rounds) == 4
    refused = send(director, at, "s1_rounds", status=400, s1_rounds="2", reason="It is late.")
    assert event_state(event).stages[0].planned_rounds == 4, words(refused)


def test_rounds_of_berger_tables_stay_as_they_are(director: Client, club: Club) -> None:
    event = planned(club, replace(SWISS, stages=(replace(SWISS.stages[0], rounds=5),)))
    drawn(event)
    sheet = sheet_with(page(director, address(event, "event_plan")), "s1_tie_break_1")
    assert event_state(event).stages[0].method == "berger"
    assert "s1_rounds" not in sheet.values


def test_plan_seen_before_another_changed_it_is_refused(director: Client, club: Club) -> None:
    event = planned(club)
    sheet = sheet_with(page(director, address(event, "event_plan")), "s1_kind")
    drawn(event)
    answer = director.post(address(event, "event_plan"), {**sheet.values, "s1_rounds": "6"})
    assert answer.status_code == 400
    assert "Somebody else has changed this event meanwhile." in words(answer.content.decode())


def test_stages_after_a_drawn_one_may_still_be_added(director: Client, club: Club) -> None:
    event = planned(club)
    drawn(event)
    html = send(director, address(event, "event_plan"), "s1_tie_break_1", status=200, pick="more")
    sheet = sheet_with(html, "s2_kind")
    answer = director.post(
        address(event, "event_plan"), {**sheet.values, "s1_qualifiers": "4", "reason": "A final is wanted."}
    )
    assert answer.status_code == 302, words(answer.content.decode())
    plan = event_state(event).facts.plan
    assert plan is not None
    assert [(stage.kind, stage.qualifiers) for stage in plan.stages] == [("swiss", 4), ("knockout", 0)]


def test_drawn_plan_saved_as_it_is_changes_nothing(director: Client, club: Club) -> None:
    event = planned(club, replace(SWISS, lot_seed=""))
    drawn(event)
    before = event_state(event).facts.plan
    shown = page(director, address(event, "event_plan"))
    assert "Buchholz cut 1, Buchholz" in words(shown)
    send(director, address(event, "event_plan"), "s1_tie_break_1")
    state = event_state(event)
    assert (state.facts.plan, state.facts.tie_break_changes) == (before, ())
