"""When somebody may be entered, seeded or checked in, and leave again: before his draw, and who comes late."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matches.rules.events.draw_state import (
    event_plan,
    is_drawn,
    is_paired_by_round,
    last_drawn_stage,
    stage_facts,
)
from matches.rules.events.errors import EventActError
from matches.rules.events.facts import EntryFacts, PlayerId, StageFacts
from matches.rules.events.plan import MOST_ENTRANTS, StagePlan
from matches.rules.events.state import EventState


def entry_of(state: EventState, player: PlayerId) -> EntryFacts:
    """Raises ``EventActError`` for somebody who is not entered."""
    try:
        return state.facts.entry(player)
    except KeyError:
        raise EventActError("not_entered", player) from None


def stage_of(state: EventState, player: PlayerId) -> int:
    """The last stage that he was drawn in, 0 where there is none."""
    return max((drawn.number for drawn in state.facts.stages if player in drawn.entrants), default=0)


def check_entered(state: EventState, payload: Mapping[str, Any]) -> None:
    """Before the draw, or late into the first stage: a Swiss takes him while a round is left to draw, a round
    robin where a place of its tables is empty, a bracket not at all.
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
    """The group and Berger number of each empty place, which who comes late may take. None in a Swiss that goes
    through its table more than once: he would not meet everybody as often.
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
    """Only who was never drawn leaves no trace; who was is withdrawn."""
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
    """Who is not there when the first stage is drawn is not in it; he can be removed and entered late."""
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
    """Any time: it counts from the next draw on. A pair stays where one of the two has left the entries since: he
    may be entered again.
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
