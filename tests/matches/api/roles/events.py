"""The calls that run an event: plan, entrants, draws, pairings, results and corrections."""

from __future__ import annotations

from typing import Any, Final

from matches.clubs.roles import Action
from tests.matches.api.event_calls import EventCalls, planned_by_calls
from tests.matches.api.roles.scene import Call, Ready, Scene

SWISS: Final[dict[str, Any]] = {"stages": [{"kind": "swiss", "rounds": 3}]}
KNOCKOUT: Final[dict[str, Any]] = {"stages": [{"kind": "knockout"}]}


def entered(here: Scene, plan: dict[str, Any] = SWISS) -> EventCalls:
    return planned_by_calls(here.api, here.club, plan, size=4)


def drawn(here: Scene, plan: dict[str, Any] = SWISS) -> EventCalls:
    event_calls = entered(here, plan)
    event_calls.draw()
    return event_calls


def released(here: Scene, plan: dict[str, Any] = SWISS) -> EventCalls:
    event_calls = drawn(here, plan)
    event_calls.fact("released", stage=1, round=1)
    return event_calls


def played(here: Scene) -> EventCalls:
    event_calls = released(here)
    event_calls.play(1, 1)
    return event_calls


def of(make: Any, more: str, body: Any = None) -> Ready:
    """Return ``make``'s event with an address below its own."""

    def ready(here: Scene) -> tuple[str, Any]:
        event_calls: EventCalls = make(here)
        return event_calls.path + more, body(event_calls) if callable(body) else body

    return ready


def of_first(make: Any, more: str, body: Any = None) -> Ready:
    """Return ``make`` with the address of the first entrant below the event's."""

    def ready(here: Scene) -> tuple[str, Any]:
        event_calls: EventCalls = make(here)
        return f"{event_calls.path}entrants/{event_calls.players[0].public_id}/{more}", body

    return ready


def bracket(here: Scene) -> EventCalls:
    return released(here, KNOCKOUT)


def a_draw(here: Scene) -> tuple[str, Any]:
    event_calls = entered(here)
    return f"{event_calls.path}draws/{event_calls.draw()['id']}/", None


def a_newcomer(here: Scene) -> tuple[str, Any]:
    (player,) = here.guests("Newcomer")
    return f"{entered(here).path}entrants/", {"players": [player.public_id]}


def ids(event_calls: EventCalls) -> list[str]:
    return [player.public_id for player in event_calls.players]


def another_result(event_calls: EventCalls) -> dict[str, Any]:
    (first, *_others) = event_calls.pairings(1, 1)
    return {"what": "void", "rubber": first["rubber"]["id"]}


RUN: Final[Action] = "run_event"
PLAN: Final = {"plan": SWISS}
A_RESULT: Final = {"results": [{"stage": 1, "round": 1, "number": 1, "games_won": [2, 0]}]}

CALLS: Final = [
    Call("event_plan", "GET", "anyone", of(entered, "plan/")),
    Call("event_plan", "PUT", RUN, of(entered, "plan/", PLAN)),
    Call("event_entrants", "GET", "anyone", of(entered, "entrants/")),
    Call("event_entrants", "POST", RUN, a_newcomer),
    Call("event_entrant", "GET", "anyone", of_first(entered, "")),
    Call("event_entrant", "PATCH", RUN, of_first(entered, "", {"seed": 2})),
    Call("event_entrant", "DELETE", RUN, of_first(entered, "")),
    Call(
        "event_check_ins",
        "POST",
        "check_in",
        of(entered, "check-ins/", lambda event_calls: {"players": ids(event_calls)}),
    ),
    Call("event_seeds", "GET", RUN, of(entered, "seeds/")),
    Call("event_seeds", "PUT", RUN, of(entered, "seeds/", {"by": "name"})),
    Call("event_forbidden", "GET", RUN, of(entered, "forbidden/")),
    Call(
        "event_forbidden",
        "PUT",
        RUN,
        of(entered, "forbidden/", lambda event_calls: {"pairs": [ids(event_calls)[:2]]}),
    ),
    Call("event_stages", "GET", "anyone", of(entered, "stages/")),
    Call("event_stage", "GET", "anyone", of(entered, "stages/1/")),
    Call("event_rounds", "GET", "anyone", of(entered, "stages/1/rounds/")),
    Call("event_round", "GET", "anyone", of(released, "stages/1/rounds/1/")),
    Call("event_round", "GET", RUN, of(drawn, "stages/1/rounds/1/"), refusal=404),
    Call("event_round_pairings", "GET", "anyone", of(released, "stages/1/rounds/1/pairings/")),
    Call("event_bracket", "GET", "anyone", of(bracket, "stages/1/bracket/")),
    Call("event_crosstable", "GET", "anyone", of(released, "stages/1/crosstable/")),
    Call("event_draws", "POST", RUN, of(entered, "stages/1/draws/")),
    Call("event_draw", "GET", RUN, a_draw),
    Call(
        "event_draw_changes",
        "POST",
        RUN,
        of(drawn, "stages/1/rounds/1/changes/", {"do": "turn", "number": 1}),
    ),
    Call("event_facts", "GET", RUN, of(drawn, "facts/")),
    Call("event_facts", "POST", RUN, of(drawn, "facts/", {"kind": "released", "stage": 1, "round": 1})),
    Call("event_results", "POST", RUN, of(released, "results/", A_RESULT)),
    Call("event_correction_preview", "POST", RUN, of(played, "corrections/preview/", another_result)),
    Call(
        "event_corrections",
        "POST",
        RUN,
        of(
            played,
            "corrections/",
            lambda event_calls: {**another_result(event_calls), "reason": "They never met."},
        ),
    ),
    Call("event_undo", "GET", RUN, of(drawn, "undo/")),
    Call("event_undo", "POST", RUN, of(drawn, "undo/")),
    Call("event_desk", "GET", RUN, of(drawn, "desk/")),
    Call("event_pairings", "GET", "anyone", of(released, "pairings/")),
    Call("event_standings", "GET", "anyone", of(played, "standings/")),
    Call("event_places", "GET", "anyone", of(played, "places/")),
]
