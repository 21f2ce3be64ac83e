"""Random events keep the invariants of every event, whatever disturbs them."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections import ChainMap, Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any, get_args

import networkx as nx
import pytest

from matches.rules import events as formats
from matches.rules.events.derive import derive
from matches.rules.events.draw import draw_next
from matches.rules.events.facts import EventFacts, Fact, FactKind, PlayerId
from matches.rules.events.fold import fold
from matches.rules.events.moves import moves
from matches.rules.events.state import EventState, PairingState, Result, StageState
from tests.matches.rules.events.random_event import RandomEvent, Step, plan_of
from tests.matches.rules.events.random_events import play_event

EVENTS = 60
EVENTS_IN_SOAK = 4_000
BLOCKS = 40
MORE_PLAYERS = 24

SORTS = ("WHY_CODES", "BECAUSE_CODES", "WARNING_CODES")
MODULES = [
    importlib.import_module(f"matches.rules.events.{module.name}")
    for module in pkgutil.iter_modules(formats.__path__)
]
CODES = {
    sort: dict(ChainMap(*(getattr(module, sort) for module in MODULES if hasattr(module, sort))))
    for sort in SORTS
}

Drawn = tuple[PlayerId, PlayerId | None]


def check_event(seed: int, *, most_players: int = 12) -> RandomEvent:
    event = play_event(seed, most_players=most_players)
    assert event.stuck in ("", "too_few_players", "too_many_groups"), seed
    chance = Random(seed)
    check_rebuilt(event, chance, seed)
    check_order_of_results(event, chance, seed)
    check_other_ids(event, chance, seed)
    check_undo(event, chance, seed)
    check_correction(event, chance, seed)
    check_places(event.state, seed)
    check_codes(event.state, seed)
    for stage in event.state.stages:
        check_rounds(stage, event.state.facts, seed)
        check_scores(stage, seed)
    for step in event.steps:
        if step.fact.kind == "drawn":
            check_swiss_round(step, seed)
    return event


def check_rebuilt(event: RandomEvent, chance: Random, seed: int) -> None:
    """The log, stored as JSON, and the rubbers in any order give the current state."""
    stored = [replace(fact, payload=json.loads(json.dumps(fact.payload))) for fact in event.log.entries]
    results = chance.sample(event.log.results, len(event.log.results))
    assert derive(fold(stored), results) == event.state, seed


def check_order_of_results(event: RandomEvent, chance: Random, seed: int) -> None:
    """If no two players met twice in a round, the order of the rubbers changes nothing."""
    pairs = Counter((result.round_label, frozenset((result.a, result.b))) for result in event.log.results)
    single = [
        result
        for result in event.log.results
        if pairs[result.round_label, frozenset((result.a, result.b))] == 1
    ]
    orders = chance.sample(range(len(single)), len(single))
    shuffled = [replace(result, order=order) for result, order in zip(single, orders, strict=True)]
    before, after = derive(event.state.facts, single), derive(event.state.facts, shuffled)
    assert replace(after, outside=()) == replace(before, outside=()), seed
    assert sorted(after.outside) == sorted(before.outside), seed


def check_other_ids(event: RandomEvent, chance: Random, seed: int) -> None:
    """Exchanging the ids of all players gives the same state and the same draws under the new ids."""
    players = sorted({player for fact in event.log.entries for player in fact.payload.get("players", ())})
    others = dict(
        zip(players, chance.sample([f"x{player}" for player in players], len(players)), strict=True)
    )
    facts = [replace(fact, payload=renamed(fact.payload, others)) for fact in event.log.entries]
    results = [replace(each, a=others[each.a], b=others[each.b]) for each in event.log.results]
    assert derive(fold(facts), results) == renamed(event.state, others), seed
    drawn = [step for step in event.steps if step.fact.kind == "drawn"]
    for step in chance.sample(drawn, min(2, len(drawn))):
        state = renamed(step.before, others)
        assert draw_next(state, step.fact.payload["stage"]) == renamed(dict(step.fact.payload), others), seed


def renamed(value: Any, others: Mapping[PlayerId, PlayerId]) -> Any:
    """Return the value with every player's id replaced."""
    if isinstance(value, str):
        return others.get(value, value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(
            value, **{each.name: renamed(getattr(value, each.name), others) for each in fields(value)}
        )
    if isinstance(value, Mapping):
        return {renamed(key, others): renamed(each, others) for key, each in value.items()}
    if isinstance(value, list | tuple | frozenset):
        return type(value)(renamed(each, others) for each in value)
    return value


def check_undo(event: RandomEvent, chance: Random, seed: int) -> None:
    """Undoing a fact restores the previous state, except for the length of the log."""
    for step in chance.sample(event.steps, min(8, len(event.steps))):
        if step.fact.kind == "undone":
            continue
        log = event.log.entries[: step.fact.version]
        undone = fold([*log, Fact(step.fact.version + 1, "undone", {"version": step.fact.version})])
        assert replace(undone, version=0) == replace(step.before.facts, version=0), (seed, step.fact)


def check_correction(event: RandomEvent, chance: Random, seed: int) -> None:
    """A corrected result changes no earlier round; correcting it back restores everything."""
    if not event.log.results:
        return
    was = chance.choice(event.log.results)
    corrected = event.random_result(was.rubber, was.order, was.round_label, was.a, was.b, "corrected")
    after = derive(event.state.facts, exchanged(event.log.results, corrected))
    back = derive(event.state.facts, exchanged(event.log.results, was))

    moved = moves(event.state, after)
    assert moves(after, after).is_empty, seed
    assert len(moves(after, back).table_moves) == len(moved.table_moves), seed
    assert back == event.state, seed
    for before, now in zip(event.state.stages, after.stages, strict=True):
        for round_before, round_now in zip(before.rounds, now.rounds, strict=False):
            if round_before.label == was.round_label:
                return
            assert round_now == round_before, seed


def exchanged(results: list[Result], new: Result) -> list[Result]:
    return [new if result.rubber == new.rubber else result for result in results]


def check_places(state: EventState, seed: int) -> None:
    """Shared places leave the matching gap, and every player has a place once all stages are complete."""
    places = sorted(state.places.values())
    drawn = {player for stage in state.stages for player in stage.entrants}
    assert set(state.places) <= drawn, seed
    if all(stage.phase == "complete" for stage in state.stages):
        assert set(state.places) == drawn, seed
        assert places[:1] == [1], seed
        assert all(place == places.index(place) + 1 for place in places), seed


def check_codes(state: EventState, seed: int) -> None:
    """Every reason and warning is a code of some module, with the documented number of parameters."""
    pairings = [pairing for stage in state.stages for round_ in stage.rounds for pairing in round_.pairings]
    lines = [line for stage in state.stages for table in stage.tables for line in table.lines]
    codes = {
        "WHY_CODES": [*(pairing.why for pairing in pairings), *(why for _, why in state.outside)],
        "BECAUSE_CODES": [line.because for line in lines],
        "WARNING_CODES": [*state.warnings, *(each for stage in state.stages for each in stage.warnings)],
    }
    for sort, whys in codes.items():
        for code, *params in filter(None, whys):
            assert len(CODES[sort][code]) == len(params), (seed, code)


def check_rounds(stage: StageState, facts: EventFacts, seed: int) -> None:
    """No player is twice in a round, or in a bracket after elimination, unless a pairing was kept."""
    lives = 2 if stage.plan.kind == "double_elimination" else 1
    is_kept = any(place[0] == stage.number for place in facts.kept)
    losses = Counter[PlayerId]()
    for round_ in stage.rounds:
        present = [player for pairing in round_.pairings for player in (pairing.a, pairing.b) if player]
        assert is_kept or len(present) == len(set(present)), (seed, stage.number, round_.label)
        assert set(present) <= set(stage.entrants), (seed, stage.number, round_.label)
        if not stage.plan.is_bracket or "Third" in round_.label or "Consolation" in round_.label:
            continue
        assert is_kept or all(losses[player] < lives for player in present), (seed, round_.label)
        losses.update(player for pairing in round_.pairings for player in losers(pairing))


def losers(pairing: PairingState) -> Iterator[PlayerId]:
    if pairing.outcome is None or pairing.kind != "rubber":
        return
    for side, player in (("A", pairing.a), ("B", pairing.b)):
        if player is not None and pairing.outcome.winner != side:
            yield player


def check_scores(stage: StageState, seed: int) -> None:
    """Rows are in the order of their scores, which are sums of the pairings' scores."""
    for table in stage.tables:
        positions = [line.position for line in table.lines]
        assert positions == list(range(1, len(positions) + 1)), seed
        assert all(line.rank <= line.position for line in table.lines), seed
    if stage.plan.is_bracket:
        return
    annulled = {warning[1] for warning in stage.warnings if warning[0] == "annulled"}
    for table in stage.tables:
        are_annulled = [line.player in annulled for line in table.lines]
        counting = [line.halves for line in table.lines if line.player not in annulled]
        assert are_annulled == sorted(are_annulled), seed
        assert counting == sorted(counting, reverse=True), seed
    if annulled:
        return
    scores = Counter[PlayerId]()
    for pairing in (pairing for round_ in stage.rounds for pairing in round_.pairings):
        for side, player in enumerate((pairing.a, pairing.b)):
            if player is not None and pairing.outcome is not None:
                scores[player] += pairing.outcome.halves[side]
    lines = [line for table in stage.tables for line in table.lines]
    assert {line.player: line.halves for line in lines} == {
        player: scores[player] for player in stage.entrants
    }


def check_swiss_round(step: Step, seed: int) -> None:
    """Rematches and second byes occur only if the players cannot be paired without them."""
    stage_number, rounds = step.fact.payload["stage"], step.fact.payload.get("rounds", ())
    stage = step.before.stages[stage_number - 1]
    if stage.plan.kind != "swiss" or len(rounds) != 1 or step.fact.payload.get("groups"):
        return
    drawn: list[Drawn] = [
        (pairing["a"], pairing["b"])
        for pairing in rounds[0]["pairings"]
        if pairing.get("kind") != "requested_bye"
    ]
    past = [pairing for round_ in stage.rounds for pairing in round_.pairings]
    met = {frozenset((pairing.a, pairing.b)) for pairing in past}
    had_bye = set(byes_of(past, plan_of(step.before).requested_bye))
    players = {player for pair in drawn for player in pair if player is not None}
    rematches = [pair for pair in drawn if pair[1] is not None and frozenset(pair) in met]
    byes = [a for a, b in drawn if b is None]
    assert len(byes) == len(players) % 2, seed
    if rematches:
        assert not can_be_paired(players, met, byes_to=players), (seed, rounds[0]["number"])
    if had_bye & set(byes):
        assert not can_be_paired(players, met, byes_to=players - had_bye), (seed, rounds[0]["number"])


def byes_of(past: list[PairingState], requested_bye: str) -> Iterator[PlayerId]:
    """Yield the players who scored a whole rubber without playing."""
    for pairing in past:
        outcome = pairing.outcome
        if outcome is None or outcome.is_played or outcome.winner is None:
            continue
        winner = pairing.a if outcome.winner == "A" else pairing.b
        if winner is not None and (pairing.kind != "requested_bye" or requested_bye == "full"):
            yield winner


def can_be_paired(
    players: Collection[PlayerId], met: set[frozenset[PlayerId | None]], *, byes_to: Collection[PlayerId]
) -> bool:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(players)
    graph.add_edges_from((a, b) for a in players for b in players if a < b and frozenset((a, b)) not in met)
    if len(players) % 2:
        graph.add_node("")
        graph.add_edges_from(("", player) for player in byes_to)
    return len(nx.max_weight_matching(graph, maxcardinality=True)) * 2 == len(graph)


def test_events_at_random_hold_together() -> None:
    kinds = Counter[str]()
    for seed in range(EVENTS):
        kinds.update(step.fact.kind for step in check_event(seed).steps)
    rare = {"check_in_undone", "entry_removed", "reopened", "returned", "bye_request_undone", "keep_undone"}
    assert set(get_args(FactKind)) - set(kinds) <= rare


@pytest.mark.soak
@pytest.mark.parametrize("block", range(BLOCKS))
def test_many_more_events_at_random_hold_together(block: int) -> None:
    size = EVENTS_IN_SOAK // BLOCKS
    for seed in range(EVENTS + block * size, EVENTS + (block + 1) * size):
        check_event(seed, most_players=MORE_PLAYERS if seed % 10 == 0 else 12)
