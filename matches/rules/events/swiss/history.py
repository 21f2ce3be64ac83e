"""What players have behind them in a Swiss stage: all that the next round is paired by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from matches.rules.events.draw_state import event_plan, stage_entrants, stage_facts
from matches.rules.events.facts import PlayerId
from matches.rules.events.plan import RequestedBye
from matches.rules.events.state import EventState, PairingState
from matches.rules.events.swiss.pairing import Candidate


@dataclass(slots=True)
class _Past:
    """What somebody has behind him in a Swiss stage."""

    halves: int = 0
    met: frozenset[PlayerId] = frozenset()
    first_deals: int = 0
    second_deals: int = 0
    last_dealt_first: bool | None = None
    byes: int = 0


def swiss_candidates(state: EventState, stage: int, players: Iterable[PlayerId]) -> list[Candidate]:
    """These players for the next round of the stage. What is undecided counts as met, and scores nothing yet.

    Two who were drawn together have met, whether or not they played. Who scored in full without playing, by a
    walkover or by a bye that he asked for and that gives as much, has had a bye as well. Who deals first counts
    where it came to that.
    """
    past: defaultdict[PlayerId, _Past] = defaultdict(_Past)
    for round_ in state.stages[stage - 1].rounds:
        for pairing in round_.pairings:
            _add_pairing(past, pairing, event_plan(state).requested_bye)
    forbidden: defaultdict[PlayerId, set[PlayerId]] = defaultdict(set)
    for first, second in map(tuple, state.facts.forbidden):
        forbidden[first].add(second)
        forbidden[second].add(first)
    entrants = stage_facts(state.facts, stage).entrants or stage_entrants(state, stage)
    ranks = {player: rank for rank, player in enumerate(entrants, start=1)}
    return [
        Candidate(
            player=player,
            number=ranks[player],
            halves=past[player].halves,
            met=past[player].met,
            forbidden=frozenset(forbidden[player]),
            first_deals=past[player].first_deals,
            second_deals=past[player].second_deals,
            last_dealt_first=past[player].last_dealt_first,
            byes=past[player].byes,
        )
        for player in players
    ]


def _add_pairing(
    past: defaultdict[PlayerId, _Past], pairing: PairingState, requested_bye: RequestedBye
) -> None:
    outcome = pairing.outcome
    is_unplayed = outcome is not None and not outcome.is_played
    for side, (player, other) in enumerate(((pairing.a, pairing.b), (pairing.b, pairing.a))):
        if player is None:
            continue
        own = past[player]
        own.halves += outcome.halves[side] if outcome is not None else 0
        if other is not None:
            own.met |= {other}
        if pairing.kind == "requested_bye":
            own.byes += requested_bye == "full"
        elif outcome is not None and is_unplayed:
            own.byes += outcome.winner == ("A", "B")[side]
        elif other is not None:
            own.last_dealt_first = side == 0
            own.first_deals += side == 0
            own.second_deals += side == 1
