"""Events are opened, renamed, set up, and their plans changed."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.common.club_clock import club_today
from matches.events.event_state import event_state
from matches.models import Club, Event, LogEntry, Player
from matches.pages.common.dates import weekday_text
from matches.rubbers.open_event import open_event_by_hand
from matches.rules.events.plan import DEFAULT_TIE_BREAKS, EventPlan, StagePlan
from tests.matches.files import import_text, rubber_text
from tests.matches.pages.events.desk.pages import (
    SWISS,
    acting,
    address,
    drawn,
    facts,
    planned,
    played,
    released,
    send,
)
from tests.matches.pages.reading import page, tag, words
from tests.support.html_forms import form_with


def new(club: Club) -> str:
    return reverse("web:event_setup", args=[club.slug])


def plan_of(event: Event) -> EventPlan:
    plan = event_state(event).facts.plan
    assert plan is not None
    return plan


def names_of(event: Event) -> list[str]:
    by_id = dict(Player.objects.values_list("public_id", "name"))
    return [by_id[entry.player] for entry in event_state(event).entries]


def test_event_is_set_up_in_one_sitting(director: Client, club: Club) -> None:
    owner = Player.objects.get(name="Owner")
    people: dict[str, Any] = {"ticked": [str(owner.pk)], "names": "Ann\nmember\n\nAnn"}
    fields: dict[str, Any] = {"name": "Spring Cup", "s1_rounds": "5", "tables": "3", "check_in": "on"}
    html = send(director, new(club), "s1_kind", **fields, **people)
    event = Event.objects.get(name="Spring Cup")
    plan = plan_of(event)
    assert (plan.stages[0].kind, plan.stages[0].rounds, plan.tables, plan.check_in) == ("swiss", 5, 3, True)
    assert plan.stages[0].tie_breaks == tuple(
        name for name in DEFAULT_TIE_BREAKS["swiss"] if name != "points_difference"
    )
    assert plan.lot_seed != ""
    assert names_of(event) == ["Owner", "Member", "Ann"]
    assert facts(event) == ["opened", "planned", "entered"]
    assert "The event is set up." in html


@pytest.mark.parametrize(
    ("how", "kinds"),
    [
        *[("swiss", ["swiss"]), ("round_robin", ["round_robin"]), ("groups", ["round_robin", "knockout"])],
        *[("knockout", ["knockout"]), ("double_elimination", ["double_elimination"]), ("league", ["league"])],
    ],
)
def test_format_is_one_choice(director: Client, club: Club, how: str, kinds: list[str]) -> None:
    fields = {"name": "Spring Cup", "names": "Ann", "best_of": "5"}
    html = send(director, new(club), "s1_kind", status=200, pick="look", how=how, **fields)
    values = form_with(html, "s1_kind").values
    assert [each for name, each in values.items() if name.endswith("_kind")] == [[kind] for kind in kinds]
    assert {name: values[name] for name in fields} == {name: [value] for name, value in fields.items()}
    assert values["how"] == values["shown_how"] == [how]
    send(director, new(club), "s1_kind", name="Spring Cup", how=how, best_of="5")
    plan = plan_of(Event.objects.get(name="Spring Cup"))
    assert ([stage.kind for stage in plan.stages], plan.rules.best_of) == (kinds, 5)
    due = club_today(club) + timedelta(days=7)
    assert plan.stages[0].first_due == (due.isoformat() if how == "league" else "")


def test_league_without_a_last_day_is_refused_beside_the_field(director: Client, club: Club) -> None:
    html = send(director, new(club) + "?format=league", "s1_first_due", status=400, s1_first_due="")
    assert "Last day of the first round : This field is required." in words(html)


def ticked(html: str) -> list[str]:
    sheet = form_with(html, "s1_kind")
    names = dict(Player.objects.values_list("pk", "name"))
    return [names[int(pk)] for pk in sheet.values.get("ticked", [])]


def test_players_of_last_time_are_ticked(director: Client, club: Club) -> None:
    assert ticked(page(director, new(club))) == ["Director", "Helper", "Member", "Owner", "Scorer"]
    planned(club, names=("Ann", "Ben", "Owner"))
    html = page(director, new(club))
    assert ticked(html) == ["Ann", "Ben", "Owner"]
    assert "Last time’s 3" in words(html)


@pytest.mark.parametrize(("pick", "expected"), [("last", 2), ("everybody", 7), ("nobody", 0)])
def test_one_button_ticks_them(director: Client, club: Club, pick: str, expected: int) -> None:
    planned(club, names=("Ann", "Ben"))
    html = send(director, new(club), "s1_kind", status=200, pick=pick, ticked=[])
    assert len(ticked(html)) == expected


def test_counts_are_those_of_who_is_ticked(director: Client, club: Club) -> None:
    people = [str(player.pk) for player in club.players.order_by("pk")[:3]]
    html = send(director, new(club), "s1_kind", status=200, pick="look", ticked=people)
    assert tag(html, role="status").text == "Swiss, 3 players 2 rounds, 2 rubbers, about 1 h 20"
    assert "An odd number: one player has a bye each round." in words(html)
    html = send(director, new(club), "s1_kind", status=200, pick="nobody")
    assert tag(html, role="status").text == "Swiss, 0 players"
    names = "\n".join("abcdefgh")
    fields: dict[str, str | list[str]] = {"s1_rounds": "5", "names": names, "ticked": []}
    html = send(director, new(club), "s1_kind", status=200, pick="look", **fields)
    assert tag(html, role="status").text == "Swiss, 8 players 5 rounds, 20 rubbers, about 3 h 20"


def test_form_sent_twice_draws_once(director: Client, club: Club) -> None:
    form = {**form_with(page(director, new(club)), "s1_kind").values, "name": "Cup", "then": "draw"}
    answers = [director.post(new(club), form).headers["Location"] for _time in range(2)]
    assert answers[0] == answers[1]
    assert facts(Event.objects.get(name="Cup")) == ["opened", "planned", "entered", "drawn"]
    assert "Release Round 1" in words(director.get(answers[0], follow=True).content.decode())


@pytest.mark.parametrize(("field", "value"), [("check_in", ["on"]), ("ticked", [])])
def test_event_not_ready_is_not_drawn(director: Client, club: Club, field: str, value: list[str]) -> None:
    html = send(director, new(club), "s1_kind", status=302, name="Spring Cup", then="draw", **{field: value})
    assert "drawn" not in facts(Event.objects.get(name="Spring Cup"))
    assert "The event is set up." in html


@pytest.mark.parametrize("way_in", ["event_setup", "new_event"])
def test_name_is_the_day_and_free(director: Client, club: Club, way_in: str) -> None:
    at = reverse(f"web:{way_in}", args=[club.slug])
    today = weekday_text(club_today(club))
    assert form_with(page(director, at), "name").values["name"] == [today]
    open_event_by_hand(club, today, act=acting())
    assert form_with(page(director, at), "name").values["name"] == [f"{today} (2)"]


def test_another_kind_is_shown_with_its_own_settings_first(director: Client, club: Club) -> None:
    html = send(director, new(club), "s1_kind", status=200, name="Spring Cup", s1_kind="knockout")
    assert "third_place" in html
    assert form_with(html, "s1_kind").values["s1_shown"] == ["knockout"]
    assert not Event.objects.filter(name="Spring Cup").exists()


def test_stage_more_and_stage_fewer(director: Client, club: Club) -> None:
    html = send(director, new(club), "s1_kind", status=200, pick="more", s1_rounds="7")
    sheet = form_with(html, "s2_kind")
    assert (sheet.values["s1_rounds"], sheet.values["s1_qualifiers"]) == (["7"], ["8"])
    html = director.post(new(club), {**sheet.values, "pick": "fewer"}).content.decode()
    assert "s2_kind" not in form_with(html, "s1_kind").values


def test_what_makes_no_sense_is_told_beside_its_field(director: Client, club: Club) -> None:
    orders: dict[str, Any] = {"s1_tie_break_1": "lot", "s1_tie_break_2": "wins", "s1_tie_break_3": "wins"}
    html = send(director, new(club), "s1_kind", status=400, name="Spring Cup", **orders)
    assert "Put the drawing of lots last. No ties remain after it." in html
    assert "Choose each tie-break once. This one is chosen twice: wins at the table." in html


@pytest.mark.parametrize(("way_in", "field"), [("event_setup", "s1_kind"), ("new_event", "name")])
def test_name_that_is_taken_is_refused(director: Client, club: Club, way_in: str, field: str) -> None:
    open_event_by_hand(club, "Spring Cup", act=acting())
    at = reverse(f"web:{way_in}", args=[club.slug])
    html = send(director, at, field, status=400, name="Spring Cup")
    assert "The club already has an event of this name." in words(html)


def test_open_event_gets_a_plan(director: Client, club: Club) -> None:
    event = open_event_by_hand(club, "Tonight", act=acting())
    assert director.get(address(event, "event_run")).headers["Location"] == address(event, "event_plan")
    send(director, address(event, "event_plan"), "s1_kind", s1_rounds="4")
    assert facts(event) == ["opened", "planned"]


def test_plan_is_changed_before_the_draw(director: Client, club: Club) -> None:
    event = planned(club)
    send(director, address(event, "event_plan"), "s1_kind", s1_rounds="4", best_of="5", variant="triomphe")
    plan = plan_of(event)
    assert (plan.stages[0].rounds, plan.rules.best_of, plan.rules.variant) == (4, 5, "triomphe")


def test_tie_breaks_are_changed_after_the_draw(director: Client, club: Club) -> None:
    event = released(club)
    played(event)
    html = page(director, address(event, "event_plan"))
    sheet = form_with(html, "s1_tie_break_1")
    assert "s1_seeding" not in sheet.values
    assert "best_of" not in sheet.values
    changes: dict[str, Any] = {"s1_tie_break_1": "voles", "reason": "Asked for."}
    send(director, address(event, "event_plan"), "s1_tie_break_1", **changes)
    plan = plan_of(event)
    assert plan.stages[0].tie_breaks[0] == "voles"
    assert plan.stages[0].rounds == SWISS.stages[0].rounds
    assert "the tie-breaks were changed after the draw" in page(director, address(event, "event_run"))


def test_swiss_gets_a_round_more_while_it_is_played(director: Client, club: Club) -> None:
    event = planned(club)
    for _round in range(3):
        drawn(event)
        played(event)
    at = address(event, "event_plan")
    html = send(director, at, "s1_rounds", s1_rounds="4", reason="There is time.")
    assert "Draw round 4" in words(html)
    assert len(drawn(event).stages[0].rounds) == 4
    refused = send(director, at, "s1_rounds", status=400, s1_rounds="2", reason="It is late.")
    assert event_state(event).stages[0].planned_rounds == 4, words(refused)


def test_rounds_of_berger_tables_stay_as_they_are(director: Client, club: Club) -> None:
    event = released(club, replace(SWISS, stages=(replace(SWISS.stages[0], rounds=5),)))
    sheet = form_with(page(director, address(event, "event_plan")), "s1_tie_break_1")
    assert event_state(event).stages[0].method == "berger"
    assert "s1_rounds" not in sheet.values


def test_plan_seen_before_another_changed_it_is_refused(director: Client, club: Club) -> None:
    event = planned(club)
    sheet = form_with(page(director, address(event, "event_plan")), "s1_kind")
    drawn(event)
    answer = director.post(address(event, "event_plan"), {**sheet.values, "s1_rounds": "6"})
    assert answer.status_code == 400
    assert "Someone else has changed this event in the meantime." in words(answer.content.decode())


def test_stages_after_a_drawn_one_may_still_be_added(director: Client, club: Club) -> None:
    event = released(club)
    html = send(director, address(event, "event_plan"), "s1_tie_break_1", status=200, pick="more")
    sheet = form_with(html, "s2_kind")
    form = {**sheet.values, "s1_qualifiers": "4", "reason": "A final is wanted."}
    answer = director.post(address(event, "event_plan"), form)
    assert answer.status_code == 302, words(answer.content.decode())
    plan = plan_of(event)
    assert [(stage.kind, stage.qualifiers) for stage in plan.stages] == [("swiss", 4), ("knockout", 0)]


def test_drawn_plan_saved_as_it_is_changes_nothing(director: Client, club: Club) -> None:
    event = released(club, replace(SWISS, lot_seed=""))
    before = event_state(event).facts.plan
    html = page(director, address(event, "event_plan"))
    assert "Buchholz cut 1, Buchholz" in words(html)
    send(director, address(event, "event_plan"), "s1_tie_break_1")
    state = event_state(event)
    assert (state.facts.plan, state.facts.tie_break_changes) == (before, ())


def opened(director: Client, club: Club) -> Event:
    send(director, reverse("web:new_event", args=[club.slug]), "name", name="Autumn Cup")
    return club.events.get(name="Autumn Cup")


def test_pages_lead_a_director_to_opening_and_renaming(director: Client, club: Club) -> None:
    event = opened(director, club)
    overview = reverse("web:club", args=[club.slug])
    new = f'href="{reverse("web:event_setup", args=[club.slug])}"'
    rename = f'href="{address(event, "rename_event")}"'
    assert new in page(director, overview)
    assert rename in page(director, address(event, "event"))
    import_text(rubber_text(event="Autumn Cup"), club=club)
    assert rename not in page(director, address(event, "event"))
    director.logout()
    assert new not in page(director, overview)


def test_form_sent_twice_opens_one_event(director: Client, club: Club) -> None:
    at = reverse("web:new_event", args=[club.slug])
    form = {**form_with(page(director, at), "name").values, "name": "Autumn Cup"}
    assert director.post(at, form).headers["Location"] == director.post(at, form).headers["Location"]
    assert LogEntry.objects.filter(kind="event.opened").count() == 1


def test_event_without_rubbers_gets_another_name(director: Client, club: Club) -> None:
    event = opened(director, club)
    at = address(event, "rename_event")
    assert form_with(page(director, at), "name").values["name"] == ["Autumn Cup"]
    send(director, at, "name", name="Winter Cup")
    event.refresh_from_db()
    assert event.name == "Winter Cup"


def test_event_that_rubbers_name_keeps_its_name(director: Client, club: Club) -> None:
    import_text(rubber_text(event="Autumn Cup"), club=club)
    event = club.events.get()
    html = send(director, address(event, "rename_event"), "name", status=409, name="Winter Cup")
    assert "This event cannot be renamed" in words(html)
    event.refresh_from_db()
    assert event.name == "Autumn Cup"


PLACES = range(1, 8)
USUAL = list(DEFAULT_TIE_BREAKS["swiss"])
WITHOUT_POINTS = [name for name in USUAL if name != "points_difference"]
OWN = ["wins", "lot"]


def order(html: str) -> list[str]:
    values = form_with(html, "s1_tie_break_1").values
    return [name for place in PLACES if (name := values[f"s1_tie_break_{place}"][0])]


@pytest.mark.parametrize(
    ("begun", "changed", "wanted"),
    [
        (None, {}, WITHOUT_POINTS),
        (None, {"reckoning": "treble"}, USUAL),
        (None, {"rubber_bonus": "2"}, USUAL),
        (USUAL, {}, WITHOUT_POINTS),
        (OWN, {"reckoning": "treble"}, OWN),
    ],
)
def test_order_follows_the_reckoning(
    director: Client, club: Club, begun: list[str] | None, changed: dict[str, str], wanted: list[str]
) -> None:
    html = page(director, new(club))
    assert order(html) == WITHOUT_POINTS
    if begun is not None:
        names = [*begun, *[""] * 7]
        changed = {**changed, **{f"s1_tie_break_{place}": names[place - 1] for place in PLACES}}
    sheet = form_with(html, "s1_tie_break_1")
    answer = director.post(new(club), {**sheet.values, **changed, "pick": "look"})
    assert order(answer.content.decode()) == wanted


def test_tournament_years_away_is_asked_about(director: Client, club: Club) -> None:
    fields: dict[str, Any] = {"name": "Spring Cup", "starts_on": "2062-11-21"}
    html = send(director, new(club), "s1_kind", status=400, **fields)
    assert "Correct the date, or say below that it is right." in words(html)
    assert not Event.objects.filter(name="Spring Cup").exists()
    send(director, new(club), "s1_kind", **fields, sure_dates="2062-11-21")
    assert Event.objects.filter(name="Spring Cup").exists()


def test_first_round_of_a_league_years_away_is_asked_about(director: Client, club: Club) -> None:
    league = StagePlan(kind="league", first_due="2026-12-05", days_apart=7)
    event = planned(club, EventPlan(stages=(league,), lot_seed="s"))
    html = send(director, address(event, "event_plan"), "s1_kind", status=400, s1_first_due="9999-12-30")
    assert "30 December 9999 is years away." in words(html)


def test_pasted_list_of_guests_loses_its_numbering(director: Client, club: Club) -> None:
    pasted = "1. Bob Clay\n2. Ann Bell\t020 7946 0958"
    html = send(director, new(club), "s1_kind", status=400, name="Spring Cup", names=pasted)
    assert "Line 2 has more than a name: Ann Bell 020 7946 0958." in words(html)
    assert not Event.objects.filter(name="Spring Cup").exists()
    send(director, new(club), "s1_kind", name="Spring Cup", names=pasted.partition("\t")[0], ticked=[])
    assert names_of(Event.objects.get(name="Spring Cup"))[-2:] == ["Bob Clay", "Ann Bell"]
