"""The API plans an event and enters players: what it decides, refuses and does only once."""

from __future__ import annotations

from typing import Any

import pytest

from matches.events.event_state import event_facts
from matches.events.write_standings import write_standings
from matches.models import Club, Player, Rubber
from matches.rules.events.plan_json import read_plan
from tests.factories.clubs import make_club
from tests.matches.api.calling import Caller, problem
from tests.matches.api.event_calls import (
    KNOCKOUT,
    ROBIN,
    SWISS,
    EventCalls,
    done,
    ids,
    planned_by_calls,
    refused,
)
from tests.matches.api.shared_scene import (
    api,
    club,
    made_once,
    made_playing,
    made_swiss,
    people,
    playing,
    swiss,
)

__all__ = ["api", "club", "made_once", "made_playing", "made_swiss", "people", "playing", "swiss"]
pytestmark = pytest.mark.django_db

NAMES = ("Zoë 𝔄 abc", "O'Brien; =1+1", "<b>Ngũgĩ</b>")


def test_event_says_its_phase_and_its_version(swiss: EventCalls) -> None:
    event = swiss.get()
    assert (event["phase"], event["version"]) == ("entry", 3)


def test_plan_comes_back_as_it_went_in_with_every_field(swiss: EventCalls) -> None:
    plan = swiss.get("plan/")["plan"]
    assert plan["lot_seed"] == "a"
    assert plan["stages"][0]["rounds"] == 3
    assert plan["rules"]["variant"] == "ecarte"
    assert read_plan(plan) == event_facts(swiss.event).plan
    assert swiss.put("plan/", {"plan": plan})["plan"] == plan


def test_event_in_which_nothing_is_planned_has_no_plan_and_no_stages(anybody: Caller, rubber: Rubber) -> None:
    path = f"events/{rubber.event.public_id}/"
    write_standings(rubber.event.pk)
    assert anybody.get(f"{path}plan/").json()["plan"] is None
    assert anybody.get(f"{path}stages/").json()["results"] == []
    (first, second) = anybody.get(f"{path}standings/").json()["results"]
    assert (first["stage"], first["player"]["name"], first["why"]["code"]) == (None, "Walker", "rubbers_won")
    assert second["why"] is None


def test_nothing_is_done_to_an_event_that_has_no_plan(api: Caller, rubber: Rubber) -> None:
    path = f"events/{rubber.event.public_id}/"
    refused(api.post(f"{path}facts/", {"kind": "completed"}, If_Match="*"), "event_open")
    refused(api.post(f"{path}undo/", {}, If_Match="*"), "event_open")
    fields = {"what": "void", "rubber": rubber.public_id}
    refused(api.post(f"{path}corrections/preview/", fields), "event_open")


@pytest.mark.parametrize(
    ("plan", "pointer"),
    [
        ({"stages": []}, "/plan/stages"),
        ({"stages": [{"kind": "ladder"}]}, "/plan/stages/0/kind"),
        ({"stages": [{"kind": "swiss", "rounds": "3"}]}, "/plan/stages/0/rounds"),
        ({"stages": [{"kind": "swiss", "name": "a\0b"}]}, "/plan/stages/0/name"),
        ({"stages": [{"kind": "swiss", "colour": 1}]}, "/plan/stages/0/colour"),
        ({"stages": [{"kind": "swiss"}], "check_in": "yes"}, "/plan/check_in"),
    ],
)
def test_plan_of_another_shape_is_refused_where_it_is_wrong(
    swiss: EventCalls, plan: dict[str, Any], pointer: str
) -> None:
    answer = swiss.api.put(f"{swiss.path}plan/", {"plan": plan}, If_Match="*")
    assert problem(answer, 422, "invalid")["errors"][0]["pointer"] == pointer


def test_plan_that_can_not_be_played_is_refused_with_its_first_fault(swiss: EventCalls) -> None:
    plan = {"stages": [{"kind": "swiss", "groups": 2}]}
    answer = swiss.api.put(f"{swiss.path}plan/", {"plan": plan}, If_Match="*")
    refused(answer, "plan_unused", stage=1, field="groups")


def test_plan_of_what_is_drawn_stays(playing: EventCalls) -> None:
    other = {**KNOCKOUT, "lot_seed": "a"}
    answer = playing.api.put(f"{playing.path}plan/", {"plan": other}, If_Match="*")
    refused(answer, "plan_stage_drawn", stage=1, field="kind")


def test_change_is_made_on_the_version_that_was_read(swiss: EventCalls) -> None:
    path, tag = f"{swiss.path}plan/", swiss.api.tag(f"{swiss.path}plan/")
    problem(swiss.api.put(path, {"plan": SWISS}), 428, "if_match_missing")
    done(swiss.api.put(path, {"plan": SWISS}, If_Match=tag))
    problem(swiss.api.put(path, {"plan": SWISS}, If_Match=tag), 412, "changed_meanwhile")
    # Any tag of the event as it is will do.
    done(swiss.api.put(path, {"plan": SWISS}, If_Match=swiss.api.tag(f"{swiss.path}seeds/")))


def test_names_come_back_as_they_went_in(swiss: EventCalls) -> None:
    entered = swiss.post("entrants/", {"names": list(NAMES)}, status=201)["entered"]
    assert [each["player"]["name"] for each in entered] == list(NAMES)
    assert [each["number"] for each in entered] == [7, 8, 9]
    again = swiss.api.post(f"{swiss.path}entrants/", {"names": [NAMES[0]]})
    refused(again, "entered_already", player=entered[0]["player"]["id"])
    assert NAMES[0] in again.json()["detail"]


def test_nobody_unknown_is_entered_and_nobody_at_all(swiss: EventCalls) -> None:
    path = f"{swiss.path}entrants/"
    refused(swiss.api.post(path, {}), "entry_of_nobody")
    error = problem(swiss.api.post(path, {"players": ["22222222222222"]}), 422, "unknown_player")
    assert error["errors"][0]["pointer"] == "/players/0"


def test_request_sent_again_enters_once(swiss: EventCalls) -> None:
    body = {"names": ["Late"]}
    first = swiss.api.post(f"{swiss.path}entrants/", body, Idempotency_Key="k1")
    again = swiss.api.post(f"{swiss.path}entrants/", body, Idempotency_Key="k1")
    assert (first.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
    assert again.json() == first.json()
    assert len(swiss.rows("entrants/")) == 7


def test_entrant_is_seeded_checked_in_and_taken_out(swiss: EventCalls) -> None:
    path = f"{swiss.path}entrants/{ids(swiss)[5]}/"
    tag = swiss.api.tag(path)
    changed = done(swiss.api.patch(path, {"seed": 1, "checked_in": True}, If_Match=tag))
    assert changed["seed"] == 1
    assert changed["checked_in_at"]
    assert [each["player"]["id"] for each in swiss.get("seeds/")["seeds"]] == [ids(swiss)[5], *ids(swiss)[:5]]
    problem(swiss.api.patch(path, {"seed": 2}, If_Match=tag), 412, "changed_meanwhile")
    assert [each["player"]["id"] for each in swiss.rows("entrants/?checked_in=true")] == [ids(swiss)[5]]
    assert len(swiss.rows("entrants/?checked_in=false")) == 5
    answer = swiss.api.patch(path, {"checked_in": True}, If_Match="*")
    refused(answer, "checked_in_already", player=ids(swiss)[5])
    assert swiss.api.delete(path, If_Match="*").status_code == 204
    problem(swiss.api.get(path), 404, "not_found")
    problem(swiss.api.delete(path, If_Match="*"), 404, "not_found")


def test_change_of_one_entrant_is_in_no_other_ones_way(swiss: EventCalls) -> None:
    tags = [swiss.api.tag(f"{swiss.path}entrants/{player}/") for player in ids(swiss)[:2]]
    for player, tag in zip(ids(swiss), tags, strict=False):
        done(swiss.api.patch(f"{swiss.path}entrants/{player}/", {"checked_in": True}, If_Match=tag))


def test_entrant_withdraws_and_returns(playing: EventCalls) -> None:
    player = ids(playing)[0]
    path = f"{playing.path}entrants/{player}/"
    gone = done(playing.api.patch(path, {"withdrawn_from": {"stage": 1, "round": 2}}, If_Match="*"))
    assert gone["absences"] == [{"since": {"stage": 1, "round": 2}, "until": None}]
    assert [each["player"]["id"] for each in playing.rows("entrants/?withdrawn=true")] == [player]
    assert Caller().get(path).json()["absences"] is None
    back = done(playing.api.patch(path, {"returns_in": {"stage": 1, "round": 3}}, If_Match="*"))
    assert back["withdrawn_at"] is None
    assert back["absences"][0]["until"] == {"stage": 1, "round": 3}


def test_bye_is_asked_for_and_not_wanted_any_more(swiss: EventCalls) -> None:
    fields = {"player": ids(swiss)[0], "stage": 1, "round": 2}
    swiss.fact("bye_requested", **fields)
    assert swiss.get(f"entrants/{fields['player']}/")["requested_byes"] == [{"stage": 1, "round": 2}]
    swiss.fact("bye_request_undone", **fields)
    answer = swiss.api.post(f"{swiss.path}facts/", {"kind": "bye_request_undone", **fields}, If_Match="*")
    refused(answer, "bye_not_requested", **fields)


@pytest.mark.parametrize("by", ["entry", "name", "lot"])
def test_seeds_by_the_usual_orders(swiss: EventCalls, by: str) -> None:
    seeds = swiss.put("seeds/", {"by": by})["seeds"]
    assert sorted(each["seed"] for each in seeds) == [1, 2, 3, 4, 5, 6]
    if by != "lot":
        assert [each["player"]["id"] for each in seeds] == ids(swiss)


def test_seeds_in_an_order_of_ones_own_or_by_one_thing_alone(swiss: EventCalls) -> None:
    seeds = swiss.put("seeds/", {"order": ids(swiss)[::-1]})["seeds"]
    assert [each["player"]["id"] for each in seeds] == ids(swiss)[::-1]
    both = swiss.api.put(f"{swiss.path}seeds/", {"order": ids(swiss), "by": "lot"}, If_Match="*")
    problem(both, 422, "invalid")
    refused(swiss.api.put(f"{swiss.path}seeds/", {"by": "rating"}, If_Match="*"), "nobody_rated")


def test_pairs_that_are_not_to_meet(swiss: EventCalls) -> None:
    pair = sorted(ids(swiss)[:2])
    (pair_of_players,) = swiss.put("forbidden/", {"pairs": [pair]})["pairs"]
    assert [each["id"] for each in pair_of_players["players"]] == pair
    body = {"pairs": [[pair[0], pair[0]]]}
    answer = swiss.api.put(f"{swiss.path}forbidden/", body, If_Match="*")
    refused(answer, "forbidden_with_himself", player=pair[0])
    assert swiss.put("forbidden/", {"pairs": []})["pairs"] == []


def test_late_entry_takes_the_empty_place_of_a_round_robin(api: Caller, club: Club) -> None:
    event_calls = planned_by_calls(api, club, ROBIN, size=5, name="Robin", player="Robin")
    event_calls.draw()
    event_calls.fact("released", stage=1, round=1, until=5)
    refused(api.post(f"{event_calls.path}entrants/", {"names": ["Late"]}), "entry_place_wanted", stage=1)
    group = event_facts(event_calls.event).stages[0].groups[0]
    body = {"names": ["Late"], "place": [1, group.index(None) + 1]}
    assert event_calls.post("entrants/", body, status=201)["entered"][0]["player"]["name"] == "Late"


def test_somebody_forgotten_has_no_name(playing: EventCalls) -> None:
    Player.objects.filter(pk=playing.players[0].pk).update(name="")
    (line,) = playing.rows(f"standings/?player={ids(playing)[0]}")
    assert line["player"] == {"id": ids(playing)[0], "name": None}


def test_nobody_of_another_club_is_named_in_a_refusal(swiss: EventCalls) -> None:
    hidden = make_club("hidden", is_public=False)
    secret = Player.objects.create(club=hidden, name="Somebody Secret")
    pairs = {"pairs": [[secret.public_id, ids(swiss)[0]]]}
    answer = swiss.api.put(f"{swiss.path}forbidden/", pairs, If_Match="*")
    refused(answer, "not_entered", player=secret.public_id)
    assert "Secret" not in answer.content.decode()
    swiss.draw()
    swiss.fact("released", stage=1, round=1)
    award = {"kind": "walkover", "winner": secret.public_id}
    lines = {"results": [{"stage": 1, "round": 1, "number": 1, "award": award}]}
    error = swiss.post("results/", lines)["results"][0]["problem"]
    assert (error["reason"], error["params"]["player"]) == ("award_stranger", secret.public_id)
    assert "Secret" not in error["detail"]
    newcomer = Player.objects.create(club=swiss.event.club, name="Newcomer")
    error = swiss.api.put(
        f"{swiss.path}forbidden/", {"pairs": [[newcomer.public_id, ids(swiss)[0]]]}, If_Match="*"
    )
    assert "Newcomer" in error.json()["detail"]


def test_what_lots_are_drawn_from_is_kept_from_others(swiss: EventCalls, anybody: Caller) -> None:
    assert swiss.get("plan/")["plan"]["lot_seed"] == "a"
    plan = done(anybody.get(f"{swiss.path}plan/"))["plan"]
    assert "lot_seed" not in plan
    assert plan["stages"] == swiss.get("plan/")["plan"]["stages"]
