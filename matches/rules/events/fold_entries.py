"""Apply facts about the plan and the players (entries, seeds, check-in, absences, byes) to an ``EventDraft``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from matches.rules.events.facts import EntryFacts, Fact, PairingDrawn, Place, PlayerId
from matches.rules.events.fold_draft import EventDraft, FactError, StageDraft
from matches.rules.events.plan import MOST_ENTRANTS
from matches.rules.events.plan_json import PlanError, read_plan
from matches.rules.events.seeding import berger_rounds

WHY_CODES: Final[dict[str, tuple[str, ...]]] = {"late_entry": ("place",)}
"""The reason for a bye that became a pairing when a late player took that ``number`` of the Berger table."""


def plan_event(draft: EventDraft, fact: Fact) -> None:
    try:
        plan = read_plan(fact.payload["plan"])
    except PlanError as error:
        raise FactError(fact, "fact_plan", error.code) from error
    before = draft.plan
    for stage in draft.stages:
        if before is None or not stage.is_drawn:
            continue
        old = before.stages[stage.number - 1]
        if stage.number > len(plan.stages) or plan.stages[stage.number - 1].kind != old.kind:
            raise FactError(fact, "fact_stage_drawn", stage.number)
        new = plan.stages[stage.number - 1]
        is_counted_anew = (old.score, old.tie_breaks) != (new.score, new.tie_breaks)
        if is_counted_anew and fact.version not in draft.tie_break_changes:
            draft.tie_break_changes.append(fact.version)
        if stage.method == "swiss" and new.rounds != old.rounds:
            stage.planned_rounds = new.rounds
    kept = draft.stages[: len(plan.stages)]
    draft.stages = kept + [StageDraft(number) for number in range(len(kept) + 1, len(plan.stages) + 1)]
    draft.plan = plan


def enter(draft: EventDraft, fact: Fact) -> None:
    draft.known_plan(fact)
    players: list[PlayerId] = fact.payload["players"]
    for player in players:
        if player in draft.entries:
            raise FactError(fact, "fact_entered_twice", player)
        draft.entered += 1
        draft.entries[player] = EntryFacts(player, draft.entered, fact.at)
    if len(draft.entries) > MOST_ENTRANTS:
        raise FactError(fact, "fact_too_many_entrants", MOST_ENTRANTS)
    stage = draft.stages[0] if draft.stages else StageDraft(1)
    if not stage.is_drawn:
        return
    if "place" in fact.payload:
        _take_place(draft, fact)
    elif stage.groups or stage.positions:
        raise FactError(fact, "fact_stage_drawn", stage.number)
    stage.entrants.extend(players)


def _take_place(draft: EventDraft, fact: Fact) -> None:
    """Put a late entry at an empty number of a Berger table.

    From the round that the payload names on, the players who would have had the bye meet the new player.
    """
    stage, plan = draft.stages[0], draft.known_plan(fact).stages[0]
    group, place = fact.payload["place"]
    [player] = fact.payload["players"]
    members = stage.groups[group - 1] if 1 <= group <= len(stage.groups) else []
    if not 1 <= place <= len(members) or members[place - 1] is not None:
        raise FactError(fact, "fact_place_taken", group, place)
    members[place - 1] = player
    for number, pairs in enumerate(berger_rounds(len(members), plan.cycles), start=1):
        if number < fact.payload.get("from_round", 1) or number not in stage.rounds:
            continue
        for first, second in pairs:
            if place in (first, second):
                _turn_bye_into_pairing(
                    stage, number, (members[first - 1], members[second - 1]), player, place
                )


def _turn_bye_into_pairing(
    stage: StageDraft, number: int, pair: tuple[PlayerId | None, PlayerId | None], late: PlayerId, place: int
) -> None:
    """Turn a bye into a pairing with the late player, unless a change by hand has taken the bye away."""
    round_ = stage.rounds[number]
    first, second = pair
    if first is None or second is None:
        return
    other = second if first == late else first
    pairings = list(round_.pairings)
    for index, pairing in enumerate(pairings):
        if pairing["a"] == other and pairing["b"] is None and pairing.get("kind") == "bye":
            turned: PairingDrawn = {**pairing, "a": first, "b": second, "why": ["late_entry", place]}
            turned["kind"] = "rubber"
            pairings[index] = turned
    stage.rounds[number] = replace(round_, pairings=tuple(pairings))


def remove_entry(draft: EventDraft, fact: Fact) -> None:
    player = draft.entry(fact.payload["player"], fact).player
    if any(player in stage.entrants for stage in draft.stages):
        raise FactError(fact, "fact_player_drawn", player)
    del draft.entries[player]


def seed(draft: EventDraft, fact: Fact) -> None:
    order: list[PlayerId] = fact.payload["order"]
    seeds = {draft.entry(player, fact).player: place for place, player in enumerate(order, start=1)}
    if len(seeds) != len(order):
        raise FactError(fact, "fact_entered_twice", next(name for name in order if order.count(name) > 1))
    given: list[Sequence[int] | None] = fact.payload.get("ratings", [])
    ratings = {player: (each[0], each[1]) for player, each in zip(order, given, strict=False) if each}
    for player, entry in draft.entries.items():
        draft.entries[player] = replace(entry, seed=seeds.get(player), seed_rating=ratings.get(player))


def check_in(draft: EventDraft, fact: Fact) -> None:
    if not fact.at:
        raise FactError(fact, "fact_no_time")
    entry = draft.entry(fact.payload["player"], fact)
    draft.entries[entry.player] = replace(entry, checked_in_at=fact.at)


def undo_check_in(draft: EventDraft, fact: Fact) -> None:
    entry = draft.entry(fact.payload["player"], fact)
    if not entry.checked_in_at:
        raise FactError(fact, "fact_nothing_to_take_back", "checked_in")
    draft.entries[entry.player] = replace(entry, checked_in_at="")


def withdraw(draft: EventDraft, fact: Fact) -> None:
    if not fact.at:
        raise FactError(fact, "fact_no_time")
    entry = draft.entry(fact.payload["player"], fact)
    absences = (*_end_absences(entry, _round_place(fact)), (_round_place(fact), None))
    draft.entries[entry.player] = replace(entry, withdrawn_at=fact.at, absences=absences)


def come_back(draft: EventDraft, fact: Fact) -> None:
    entry = draft.entry(fact.payload["player"], fact)
    if not entry.withdrawn_at:
        raise FactError(fact, "fact_nothing_to_take_back", "withdrawn")
    absences = _end_absences(entry, _round_place(fact))
    draft.entries[entry.player] = replace(entry, withdrawn_at="", absences=absences)


def _end_absences(entry: EntryFacts, place: Place) -> tuple[tuple[Place, Place | None], ...]:
    """Return the absences, ended at ``place`` if they last longer. One that would then never have begun is dropped."""
    ended = ((start, place if end is None or end > place else end) for start, end in entry.absences)
    return tuple((start, end) for start, end in ended if start < end)


def request_bye(draft: EventDraft, fact: Fact) -> None:
    entry = draft.entry(fact.payload["player"], fact)
    byes = entry.requested_byes | {_round_place(fact)}
    draft.entries[entry.player] = replace(entry, requested_byes=byes)


def undo_bye_request(draft: EventDraft, fact: Fact) -> None:
    entry = draft.entry(fact.payload["player"], fact)
    if _round_place(fact) not in entry.requested_byes:
        raise FactError(fact, "fact_nothing_to_take_back", "bye_requested")
    draft.entries[entry.player] = replace(entry, requested_byes=entry.requested_byes - {_round_place(fact)})


def forbid(draft: EventDraft, fact: Fact) -> None:
    pairs = frozenset(frozenset(pair) for pair in fact.payload["pairs"])
    if any(len(pair) != 2 for pair in pairs):
        raise FactError(fact, "fact_pair")
    draft.forbidden = pairs


def _round_place(fact: Fact) -> Place:
    return fact.payload["stage"], fact.payload["round"]
