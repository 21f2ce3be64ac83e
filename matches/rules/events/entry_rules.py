"""Checks of facts about the plan, entries, seeds, check-in and forbidden pairs.

After a draw, a plan may change only in what the draw does not depend on. A Swiss stage that is paired round by round
may be made longer or shorter, down to the rounds that are drawn, as long as the next stage is not drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final

from matches.rules.events.act_errors import EventActError
from matches.rules.events.draw_queries import (
    begun_pairings,
    event_plan,
    is_drawn,
    is_paired_by_round,
    last_drawn_stage,
    stage_facts,
)
from matches.rules.events.facts import EntryFacts, PlayerId, StageFacts
from matches.rules.events.plan import MOST_ENTRANTS, EventPlan, StagePlan
from matches.rules.events.plan_json import PlanError, plan_problems, read_plan
from matches.rules.events.state import EventState

ALWAYS_FREE: Final = frozenset({"name", "score", "tie_breaks"})
"""Fields of a stage's plan that may change even after the draw: they affect its table and its name, but no pairing."""
FIXED_BY_A_DRAW: Final = ("check_in", "lot_seed")
"""Fields of an event's plan that may not change once a stage is drawn."""


def entry_of(state: EventState, player: PlayerId) -> EntryFacts:
    """Return a player's entry in the event. Raises ``EventActError`` if the player is not entered."""
    try:
        return state.facts.entry(player)
    except KeyError:
        raise EventActError("not_entered", player) from None


def stage_of(state: EventState, player: PlayerId) -> int:
    """Return the number of the last stage in whose draw the player is, or 0 if the player is in no draw."""
    return max((drawn.number for drawn in state.facts.stages if player in drawn.entrants), default=0)


def check_entered(state: EventState, payload: Mapping[str, Any]) -> None:
    """Check that players may be entered in the event now; raise ``EventActError`` otherwise.

    Before the first stage is drawn, any player may be entered who is not entered already. After that, late
    entries are possible only in the first stage:

    - in a Swiss stage, while a round remains to be drawn;
    - in a round robin, if one of its Berger tables has an empty number;
    - in a bracket, never.
    """
    players: Sequence[PlayerId] = payload["players"]
    plan = event_plan(state)
    known = {entry.player for entry in state.facts.entries}
    for player in players:
        if player in known:
            raise EventActError("entered_already", player)
        known.add(player)
    if not players or "" in players:
        raise EventActError("entry_of_nobody")
    if len(known) > MOST_ENTRANTS:
        raise EventActError("entered_too_many", MOST_ENTRANTS)
    place = payload.get("place")
    if is_drawn(state.facts, 1):
        _check_late_entry(state, plan.stages[0], players, place, payload.get("from_round", 1))
    elif place is not None:
        raise EventActError("entry_place_unused", 1)


def _check_late_entry(
    state: EventState,
    plan: StagePlan,
    players: Sequence[PlayerId],
    place: Sequence[int] | None,
    from_round: int,
) -> None:
    """Check an entry after the draw of the first stage.

    Raises ``EventActError`` if nobody can enter any more, or not at that place or from that round.
    """
    drawn = stage_facts(state.facts, 1)
    if plan.is_bracket:
        raise EventActError("entry_bracket_drawn", 1)
    if is_drawn(state.facts, 2) or state.stages[0].phase == "complete":
        raise EventActError("entry_closed", 1)
    if is_paired_by_round(plan, drawn):
        if len(drawn.rounds) >= drawn.planned_rounds:
            raise EventActError("entry_no_round_left", 1)
        if place is not None:
            raise EventActError("entry_place_unused", 1)
        return
    _check_place(drawn, players, place)
    if not 1 <= from_round <= len(drawn.rounds):
        raise EventActError("round_unknown", 1, from_round)


def _check_place(drawn: StageFacts, players: Sequence[PlayerId], place: Sequence[int] | None) -> None:
    free = free_places(drawn)
    if not free:
        raise EventActError("entry_no_place_left", 1)
    if place is None:
        raise EventActError("entry_place_wanted", 1)
    if len(players) > 1:
        raise EventActError("entry_place_of_one")
    group, number = place
    if (group, number) not in free:
        raise EventActError("entry_place_taken", 1, group, number)


def free_places(drawn: StageFacts) -> tuple[tuple[int, int], ...]:
    """Return the empty Berger numbers for late entries, each with its group first.

    A Swiss stage that plays its table more than once has none: a late player would not meet all equally often.
    """
    if drawn.method and len(drawn.rounds) >= len(drawn.groups[0]):
        return ()
    return tuple(
        (group, number)
        for group, players in enumerate(drawn.groups, start=1)
        for number, player in enumerate(players, start=1)
        if player is None
    )


def check_entry_removed(state: EventState, payload: Mapping[str, Any]) -> None:
    """Check that a player's entry may be removed: they are in no draw; raise ``EventActError`` otherwise."""
    player = entry_of(state, payload["player"]).player
    if stage := stage_of(state, player):
        raise EventActError("removed_after_draw", player, stage)


def check_seeded(state: EventState, payload: Mapping[str, Any]) -> None:
    if stage := last_drawn_stage(state.facts):
        raise EventActError("seeded_after_draw", stage)
    seen: set[PlayerId] = set()
    known = {entry.player for entry in state.facts.entries}
    for player in payload["order"]:
        if player not in known:
            raise EventActError("not_entered", player)
        if player in seen:
            raise EventActError("seeded_twice", player)
        seen.add(player)


def check_checked_in(state: EventState, payload: Mapping[str, Any]) -> None:
    """Check that a player may be checked in; raise ``EventActError`` otherwise.

    After the first draw, a player who is in no draw can't be checked in: they may be removed and entered late.
    """
    entry = entry_of(state, payload["player"])
    if entry.checked_in_at:
        raise EventActError("checked_in_already", entry.player)
    if is_drawn(state.facts, 1) and not stage_of(state, entry.player):
        raise EventActError("checked_in_too_late", entry.player, 1)


def check_check_in_undone(state: EventState, payload: Mapping[str, Any]) -> None:
    entry = entry_of(state, payload["player"])
    if not entry.checked_in_at:
        raise EventActError("not_checked_in", entry.player)
    if stage := stage_of(state, entry.player):
        raise EventActError("check_in_drawn", entry.player, stage)


def check_forbidden(state: EventState, payload: Mapping[str, Any]) -> None:
    """Check a list of pairs that should not meet in later draws; raise ``EventActError`` otherwise.

    A pair may stay on the list after one of the two has left the event, because they may be entered again.
    """
    known = {entry.player for entry in state.facts.entries}
    seen: set[frozenset[PlayerId]] = set()
    for first, second in payload["pairs"]:
        for player in (first, second):
            if player not in known and frozenset((first, second)) not in state.facts.forbidden:
                raise EventActError("not_entered", player)
        if first == second:
            raise EventActError("forbidden_with_himself", first)
        if frozenset((first, second)) in seen:
            raise EventActError("forbidden_twice", first, second)
        seen.add(frozenset((first, second)))


def check_planned(state: EventState, payload: Mapping[str, Any]) -> None:
    """Check that a plan is valid, and changes nothing on which a draw depends; raise ``EventActError`` otherwise.

    The code is that of a ``PlanError`` or of the first of ``plan_json.plan_problems``, if there is one.
    """
    try:
        plan = read_plan(payload["plan"])
    except PlanError as error:
        raise EventActError(error.code, *error.params) from error
    for problem in plan_problems(plan):
        raise EventActError(*problem)
    if state.facts.plan is not None:
        _check_change(state, state.facts.plan, plan)


def _check_change(state: EventState, old: EventPlan, new: EventPlan) -> None:
    last_drawn = last_drawn_stage(state.facts)
    for field in FIXED_BY_A_DRAW if last_drawn else ():
        if getattr(old, field) != getattr(new, field):
            raise EventActError("plan_drawn", field)
    if new.rules != old.rules and any(begun_pairings(state, stage) for stage in range(1, last_drawn + 1)):
        raise EventActError("plan_rules_played")
    if last_drawn > len(new.stages):
        raise EventActError("plan_stage_removed", last_drawn)
    for stage in range(1, last_drawn + 1):
        _check_drawn_stage(state, old, new, stage)


def _check_drawn_stage(state: EventState, old: EventPlan, new: EventPlan, stage: int) -> None:
    before, after = old.stages[stage - 1], new.stages[stage - 1]
    free = ALWAYS_FREE
    if not is_drawn(state.facts, stage + 1):
        free |= {"qualifiers"}
        drawn = stage_facts(state.facts, stage)
        if is_paired_by_round(before, drawn) and after.rounds >= len(drawn.rounds):
            free |= {"rounds"}
    after = replace(after, **{name: getattr(before, name) for name in free})
    for field in fields(before):
        if getattr(before, field.name) != getattr(after, field.name):
            raise EventActError("plan_stage_drawn", stage, field.name)
