"""An event's course by the API: what is read of it, what is refused, and what is done once."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from matches.formats.plan_json import read_plan
from matches.models import Club, Event, Player, Rubber, User
from matches.services.act import Act
from matches.services.draw_events import DRAWN_AT_ONCE, make_draw
from matches.services.event_state import event_facts, event_state
from matches.services.open_pairings import rubber_of_pairing
from matches.services.write_standings import write_standings
from tests.matches.api.calling import Caller, opening, problem, token_for
from tests.matches.api.event_calls import EventCalls, done, planned_by_calls
from tests.matches.web.records import make_member

pytestmark = [pytest.mark.django_db, pytest.mark.core]

SWISS: dict[str, Any] = {"stages": [{"kind": "swiss", "rounds": 3}], "lot_seed": "a"}
ROBIN: dict[str, Any] = {"stages": [{"kind": "round_robin"}]}
KNOCKOUT: dict[str, Any] = {"stages": [{"kind": "knockout"}]}
NAMES = ("Zoë 𝔄 abc", "O'Brien; =1+1", "<b>Ngũgĩ</b>")


@pytest.fixture
def swiss(api: Caller, club: Club) -> EventCalls:
    """Six are entered, and nothing is drawn."""
    return planned_by_calls(api, club, SWISS)


@pytest.fixture
def playing(swiss: EventCalls) -> EventCalls:
    """The first round is released."""
    swiss.draw()
    swiss.fact("released", stage=1, round=1)
    return swiss


def ids(told: EventCalls) -> list[str]:
    return [player.public_id for player in told.players]


def refused(answer: Any, reason: str, **params: Any) -> None:
    told = problem(answer, 409, "event_refused")
    assert (told["reason"], told["params"]) == (reason, params)
    assert told["detail"] != told["title"]


# The event and its plan


def test_event_says_its_phase_and_its_version(swiss: EventCalls) -> None:
    shown = swiss.get()
    assert (shown["phase"], shown["version"]) == ("entry", 3)


def test_plan_comes_back_as_it_went_in_with_every_field(swiss: EventCalls) -> None:
    told = swiss.get("plan/")["plan"]
    assert told["lot_seed"] == "a"
    assert told["stages"][0]["rounds"] == 3
    assert told["rules"]["variant"] == "ecarte"
    assert read_plan(told) == event_facts(swiss.event).plan
    assert swiss.put("plan/", {"plan": told})["plan"] == told


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
    asked = {"what": "void", "rubber": rubber.public_id}
    refused(api.post(f"{path}corrections/preview/", asked), "event_open")


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


def test_event_renamed_on_an_old_tag_is_refused(swiss: EventCalls) -> None:
    tag = swiss.api.tag(swiss.path)
    assert done(swiss.api.patch(swiss.path, {"name": NAMES[0]}, If_Match=tag))["name"] == NAMES[0]
    problem(swiss.api.patch(swiss.path, {"name": "Other"}, If_Match=tag), 412, "changed_meanwhile")


# Entrants


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
    told = problem(swiss.api.post(path, {"players": ["22222222222222"]}), 422, "unknown_player")
    assert told["errors"][0]["pointer"] == "/players/0"


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
    refused(
        swiss.api.patch(path, {"checked_in": True}, If_Match="*"), "checked_in_already", player=ids(swiss)[5]
    )
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
    told = {"player": ids(swiss)[0], "stage": 1, "round": 2}
    swiss.fact("bye_requested", **told)
    assert swiss.get(f"entrants/{told['player']}/")["requested_byes"] == [{"stage": 1, "round": 2}]
    swiss.fact("bye_request_undone", **told)
    answer = swiss.api.post(f"{swiss.path}facts/", {"kind": "bye_request_undone", **told}, If_Match="*")
    refused(answer, "bye_not_requested", **told)


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
    (told,) = swiss.put("forbidden/", {"pairs": [pair]})["pairs"]
    assert [each["id"] for each in told["players"]] == pair
    body = {"pairs": [[pair[0], pair[0]]]}
    answer = swiss.api.put(f"{swiss.path}forbidden/", body, If_Match="*")
    refused(answer, "forbidden_with_himself", player=pair[0])
    assert swiss.put("forbidden/", {"pairs": []})["pairs"] == []


def test_late_entry_takes_the_empty_place_of_a_round_robin(api: Caller, club: Club) -> None:
    told = planned_by_calls(api, club, ROBIN, size=5)
    told.draw()
    told.fact("released", stage=1, round=1, until=5)
    refused(api.post(f"{told.path}entrants/", {"names": ["Late"]}), "entry_place_wanted", stage=1)
    group = event_facts(told.event).stages[0].groups[0]
    body = {"names": ["Late"], "place": [1, group.index(None) + 1]}
    assert told.post("entrants/", body, status=201)["entered"][0]["player"]["name"] == "Late"


def test_somebody_forgotten_has_no_name(playing: EventCalls) -> None:
    Player.objects.filter(pk=playing.players[0].pk).update(name="")
    (line,) = playing.rows(f"standings/?player={ids(playing)[0]}")
    assert line["player"] == {"id": ids(playing)[0], "name": None}


# Draws


def test_draft_is_seen_by_who_runs_the_event_alone(swiss: EventCalls, anybody: Caller) -> None:
    swiss.draw()
    assert len(swiss.rows("stages/1/rounds/1/pairings/")) == 3
    assert anybody.get(f"{swiss.path}pairings/").json()["results"] == []
    assert anybody.get(f"{swiss.path}stages/1/rounds/").json()["results"] == []
    problem(anybody.get(f"{swiss.path}stages/1/rounds/1/pairings/"), 404, "not_found")
    problem(anybody.get(f"{swiss.path}stages/1/crosstable/"), 404, "not_found")
    (stage,) = anybody.get(f"{swiss.path}stages/").json()["results"]
    assert (stage["phase"], stage["rounds_in_draft"], stage["rounds_released"]) == ("draft", 1, 0)


def test_large_draw_is_left_to_the_worker(api: Caller, club: Club) -> None:
    told = planned_by_calls(api, club, SWISS, size=2)
    more = [Player.objects.create(club=club, name=f"More {number}") for number in range(DRAWN_AT_ONCE)]
    told.post("entrants/", {"players": [player.public_id for player in more]}, status=201)
    answer = api.post(f"{told.path}stages/1/draws/", {}, If_Match="*")
    assert done(answer, 202)["finished_at"] is None
    again = api.post(f"{told.path}stages/1/draws/", {}, If_Match="*")
    refused(again, "draw_under_way", draw=answer.json()["id"])
    assert make_draw(told.event.draw_requests.get().pk)
    assert done(api.get(answer.headers["Location"]))["problem"] is None
    assert len(told.rows("pairings/?stage=1")) == (DRAWN_AT_ONCE + 2) // 2


def test_draw_that_may_not_be_made(playing: EventCalls) -> None:
    path = f"{playing.path}stages/"
    done(playing.api.post(f"{path}1/draws/", {}, If_Match="*"), 201)
    refused(playing.api.post(f"{path}1/draws/", {}, If_Match="*"), "draft_waiting", stage=1, round=2)
    problem(playing.api.post(f"{path}9/draws/", {}, If_Match="*"), 404, "not_found")
    may = playing.get("desk/")["stages"][0]
    assert (may["may_draw"], may["why_not"]["code"]) == (False, "draft_waiting")
    playing.fact("draw_discarded", stage=1, round=2)
    assert [each["number"] for each in playing.rows("stages/1/rounds/")] == [1]


def test_draft_is_changed_by_hand(swiss: EventCalls) -> None:
    swiss.draw()
    path = "stages/1/rounds/1/changes/"
    first, second, _third = swiss.pairings()
    a, b = first["players"]["A"]["id"], first["players"]["B"]["id"]
    turned = swiss.post(path, {"do": "turn", "number": 1})["pairings"][0]
    assert [turned["players"][side]["id"] for side in "AB"] == [b, a]
    moved = swiss.post(path, {"do": "move", "number": 1, "table": second["table"]})["pairings"]
    assert [each["table"] for each in moved[:2]] == [second["table"], first["table"]]
    swap = {"do": "swap", "players": [a, second["players"]["A"]["id"]]}
    refused(swiss.api.post(swiss.path + path, swap, If_Match="*"), "reason_needed")
    swapped = swiss.post(path, {**swap, "reason": "They are brothers."})
    assert swapped["pairings"][1]["players"]["A"]["id"] == a
    assert swapped["pairings"][0]["why"]["code"] == "by_hand"
    problem(swiss.api.post(swiss.path + path, {"do": "shuffle"}, If_Match="*"), 422, "invalid")
    elsewhere = f"{swiss.path}stages/1/rounds/2/changes/"
    problem(swiss.api.post(elsewhere, {"do": "turn", "number": 1}, If_Match="*"), 404, "not_found")


# Results and facts


def test_lines_of_results_are_entered_each_on_its_own(playing: EventCalls) -> None:
    place = {"stage": 1, "round": 1}
    winner = playing.pairings()[2]["players"]["B"]["id"]
    told = playing.post(
        "results/",
        {
            "results": [
                {**place, "number": 1, "games": [[5, 3], [2, 5], [5, 4]]},
                {**place, "number": 2, "games_won": [2, 2]},
                {**place, "number": 3, "award": {"kind": "walkover", "winner": winner}},
                {**place, "number": 4, "games_won": [2, 0]},
            ]
        },
    )["results"]
    assert [(line["rubber"] is not None, line["is_awarded"]) for line in told] == [
        (True, False),
        (False, False),
        (False, True),
        (False, False),
    ]
    assert told[1]["problem"]["code"] == "invalid_record"
    assert (told[3]["problem"]["reason"], told[3]["problem"]["params"]["number"]) == ("pairing_unknown", 4)
    shown = playing.pairings()
    assert [(each["decided_by"], each["winner"], each["games"]) for each in shown] == [
        ("rubber", "A", [2, 1]),
        (None, None, None),
        ("award", "B", None),
    ]
    assert [each["number"] for each in playing.rows("pairings/?undecided=true")] == [2]
    assert [each["number"] for each in playing.rows(f"pairings/?player={winner}")] == [3]
    again = playing.post("results/", {"results": [{**place, "number": 1, "games_won": [2, 0]}]})["results"]
    assert again[0]["problem"]["reason"] == "result_there"


@pytest.mark.parametrize(
    "line",
    [
        {},
        {"games_won": [2, 0], "games": [[5, 0], [5, 0]]},
        {"termination": "lost"},
        {"games_won": [2, 0], "number": 0},
        {"games_won": [2, 0], "stage": "1"},
        {"award": {"kind": "gift"}},
    ],
)
def test_line_of_another_shape_is_refused(playing: EventCalls, line: dict[str, Any]) -> None:
    body = {"results": [{"stage": 1, "round": 1, "number": 1, **line}]}
    problem(playing.api.post(f"{playing.path}results/", body), 422, "invalid")


def test_pairing_that_is_being_played_shows_its_score_alone(playing: EventCalls, owner: User) -> None:
    first = playing.pairings()[0]
    two = (first["players"]["A"]["id"], first["players"]["B"]["id"])
    rubber = rubber_of_pairing(playing.event, "1", two, act=Act(by=owner, key=""))
    write_standings(playing.event.pk)
    shown = Caller().get(f"{playing.path}pairings/").json()["results"][0]
    assert (shown["rubber"], shown["games"]) == ({"id": rubber.public_id, "state": "live"}, [0, 0])
    assert (shown["decided_by"], shown["halves"]) == (None, None)


def test_award_is_given_and_taken_back(playing: EventCalls) -> None:
    place = {"stage": 1, "round": 1, "number": 1}
    winner = playing.pairings()[0]["players"]["A"]["id"]
    decision = {"kind": "awarded", **place, "award": "decision", "winner": winner}
    refused(playing.api.post(f"{playing.path}facts/", decision, If_Match="*"), "reason_needed")
    playing.fact(**{**decision, "reason": "The cards were marked."})
    assert playing.pairings()[0]["winner"] == "A"
    playing.fact("award_undone", **place)
    assert playing.pairings()[0]["winner"] is None
    stranger = {**decision, "winner": "22222222222222", "reason": "x"}
    answer = playing.api.post(f"{playing.path}facts/", stranger, If_Match="*")
    refused(answer, "award_stranger", **place, player="22222222222222")


def test_facts_are_listed_with_those_that_count_no_more(playing: EventCalls) -> None:
    undo = playing.api.get(f"{playing.path}undo/")
    assert [each["kind"] for each in done(undo)["facts"]] == ["released"]
    playing.post("undo/", {}, match=undo.headers["ETag"])
    told = [(each["kind"], each["counts"]) for each in playing.rows("facts/")]
    assert told[-3:] == [("event.drawn", True), ("event.released", False), ("event.undone", False)]


@pytest.mark.parametrize(
    "body",
    [{}, {"kind": "drawn"}, {"kind": "released", "stage": 1}, {"kind": "completed", "when": "now"}, []],
)
def test_fact_of_another_shape_is_refused(playing: EventCalls, body: Any) -> None:
    problem(playing.api.post(f"{playing.path}facts/", body, If_Match="*"), 422, "invalid")


def test_event_is_completed_and_opened_again(playing: EventCalls) -> None:
    refused(
        playing.api.post(f"{playing.path}facts/", {"kind": "completed"}, If_Match="*"),
        "stage_unfinished",
        stage=1,
    )
    refused(
        playing.api.post(f"{playing.path}facts/", {"kind": "reopened"}, If_Match="*"), "event_not_complete"
    )


# Corrections


def test_correction_is_refused_where_it_makes_no_sense(playing: EventCalls, club: Club) -> None:
    playing.play()
    path = f"{playing.path}corrections/preview/"
    elsewhere = {"what": "void", "rubber": "22222222222222"}
    assert problem(playing.api.post(path, elsewhere), 422, "invalid")["errors"][0]["pointer"] == "/rubber"
    rubber = playing.pairings()[0]["rubber"]["id"]
    unsound = {"what": "result", "rubber": rubber, "games_won": [2, 2]}
    problem(playing.api.post(path, unsound), 422, "invalid_record")
    a, b = playing.players[:2]
    body = {**opening(club, a, b), "event": playing.event.public_id}
    live = done(playing.api.post("rubbers/", body), 201)["id"]
    problem(
        playing.api.post(path, {"what": "result", "rubber": live, "games_won": [1, 0]}), 409, "wrong_state"
    )
    problem(playing.api.post(path, {"what": "guess"}), 422, "invalid")


def test_record_is_corrected_whole(playing: EventCalls) -> None:
    playing.play()
    first = playing.pairings()[0]
    egn = '[EGN "1"]\n[Round "1"]\n[A "x"]\n[B "y"]\n[BestOf "3"]\n[Result "0-2"]\n##0-2\n'
    egn = egn.replace("##0-2\n", "")
    asked = {"what": "record", "rubber": first["rubber"]["id"], "egn": egn}
    preview = playing.api.post(f"{playing.path}corrections/preview/", asked)
    body = {**asked, "reason": "Another sheet."}
    playing.post("corrections/", body, match=done(preview) and preview.headers["ETag"])
    assert playing.pairings()[0]["games"] == [0, 2]


def test_correction_on_what_has_moved_since_is_refused(playing: EventCalls) -> None:
    playing.play()
    first, second, _third = playing.pairings()
    asked = [{"what": "void", "rubber": each["rubber"]["id"]} for each in (first, second)]
    tags = [playing.api.post(f"{playing.path}corrections/preview/", each).headers["ETag"] for each in asked]
    playing.post("corrections/", {**asked[0], "reason": "x"}, match=tags[0])
    body = {**asked[1], "reason": "y"}
    problem(playing.api.post(f"{playing.path}corrections/", body, If_Match=tags[1]), 412, "changed_meanwhile")
    problem(playing.api.post(f"{playing.path}corrections/", body), 428, "if_match_missing")
    assert event_state(playing.event).stages[0].rounds[0].pairings[1].outcome is not None


# Who sees it, and how often the database is asked


READS = (
    "",
    "plan/",
    "entrants/",
    "stages/",
    "stages/1/",
    "stages/1/rounds/",
    "stages/1/rounds/1/",
    "stages/1/rounds/1/pairings/",
    "pairings/",
    "stages/1/crosstable/",
    "standings/",
    "places/",
)


def test_event_of_a_closed_club_is_not_there_for_others(
    playing: EventCalls, club: Club, anybody: Caller
) -> None:
    Club.objects.filter(pk=club.pk).update(is_public=False)
    member = Caller(token_for(make_member(club, "m@example.org")))
    for more in READS:
        problem(anybody.get(playing.path + more), 404, "not_found")
        done(member.get(playing.path + more))
    for more in ("seeds/", "forbidden/", "desk/", "undo/", "facts/"):
        problem(anybody.get(playing.path + more), 404, "not_found")
        problem(member.get(playing.path + more), 403, "not_allowed")


QUERIES = {
    "plan/": 2,
    "entrants/": 5,
    "stages/": 4,
    "stages/1/": 4,
    "stages/1/rounds/": 5,
    "stages/1/rounds/1/": 4,
    "stages/1/rounds/1/pairings/": 5,
    "pairings/": 4,
    "stages/1/crosstable/": 5,
    "standings/": 4,
    "places/": 3,
    "seeds/": 6,
    "desk/": 6,
    "facts/": 5,
}


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize("more", QUERIES)
def test_call_asks_the_same_with_few_rows_and_with_more(
    api: Caller,
    club: Club,
    django_assert_num_queries: DjangoAssertNumQueries,
    more: str,
    rows: int,
) -> None:
    told = planned_by_calls(api, club, SWISS, size=2 * rows)
    told.draw()
    told.fact("released", stage=1, round=1)
    told.play()
    path = told.path + more
    api.get(path)
    with django_assert_num_queries(QUERIES[more]):
        done(api.get(path))


def test_sparse_fields_and_tags(playing: EventCalls) -> None:
    path = f"{playing.path}stages/1/"
    assert done(playing.api.get(f"{path}?fields=number,phase")) == {"number": 1, "phase": "playing"}
    assert playing.api.get(path, If_None_Match=playing.api.tag(path)).status_code == 304
    rows = done(playing.api.get(f"{playing.path}pairings/?fields=number&page_size=2"))
    assert rows["results"] == [{"number": 1}, {"number": 2}]
    problem(playing.api.get(f"{playing.path}pairings/?cursor=after.1.2"), 400, "invalid_parameter")
    problem(playing.api.get(f"{playing.path}pairings/?stage=x"), 400, "invalid_parameter")


def test_event_that_nobody_has(api: Caller) -> None:
    assert not Event.objects.exists()
    for more in READS:
        problem(api.get(f"events/22222222222222/{more}"), 404, "not_found")
