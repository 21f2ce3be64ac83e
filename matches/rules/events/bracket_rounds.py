"""Compute the current rounds of a drawn bracket: who meets, who goes on, and who goes out.

Pairings are not stored as decided: they follow from the places of the draw, the awards, the rubbers and the
absences, so that a changed result moves every player it affects. The exception is a pairing that the director
has kept (the fact ``kept``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, TypeAlias

from matches.rules.events.bracket import BYE, ENDS, Node, Source, bracket, reached
from matches.rules.events.facts import Award, EventFacts, PlayerId, StageFacts
from matches.rules.events.outcomes import outcome_of
from matches.rules.events.plan import RubberRules, StagePlan
from matches.rules.events.state import Outcome, PairingState, Result, RoundState, Why

FindResults: TypeAlias = Callable[[str, PlayerId, PlayerId], tuple[Result | None, tuple[Result, ...]]]
"""``find(label, a, b)`` returns the rubber of a pairing, or None, and the two players' other rubbers in that round."""
WHY_CODES: Final[dict[str, tuple[str, ...]]] = {
    "bracket_seeds": ("seeding", "seed_a", "seed_b"),
    "bracket_bye": ("seed",),
    "bracket_lot": (),
    "bracket_lot_bye": (),
    "by_hand": (),
    "bracket_meet": ("came_a", "label_a", "number_a", "came_b", "label_b", "number_b"),
    "bracket_unopposed": ("came", "label", "number"),
    "bracket_kept": (),
}
"""The reasons why two players of a bracket meet: the names of each code's parameters, by code.

Seeds are ranks among the stage's entrants. ``came`` is ``winner`` or ``loser``: the player won or lost the
pairing that is identified by its round's label and its number there. ``by_hand``: the original draw had the
two in different pairings.
"""


@dataclass(frozen=True, slots=True)
class _Slot:
    """The player who came from a source. ``player`` is None if not known yet, or if nobody will ever come."""

    source: Source
    player: PlayerId | None = None
    is_nobody: bool = False


def bracket_rounds(
    stage_facts: StageFacts, plan: StagePlan, facts: EventFacts, find_results: FindResults, rules: RubberRules
) -> tuple[RoundState, ...]:
    """Return the rounds of a drawn bracket that have pairings, in playing order.

    A pairing that no player can reach is omitted. The second final is omitted until the player from the losers' side
    has won the first final. A player without an opponent, because of the draw or because both players of an earlier
    pairing stayed away, gets a pairing that is a bye, as side A. The source of side B is then ``bye``, or the earlier
    pairing that both players missed. A rubber that ended without a winner decides nothing.
    """
    return _BracketPass(stage_facts, plan, facts, find_results, rules).rounds()


class _BracketPass:
    """One pass over the nodes in playing order, each decided from those before it.

    ``slots`` has the players who came from each source so far, ``pairings`` the pairings made so far, by the numbers of
    round and node. ``drawn_pairs`` are the pairs of the first round in the original draw, before changes by hand.
    """

    def __init__(
        self,
        stage_facts: StageFacts,
        plan: StagePlan,
        facts: EventFacts,
        find_results: FindResults,
        rules: RubberRules,
    ) -> None:
        self.stage = stage_facts
        self.plan = plan
        self.facts = facts
        self.find_results = find_results
        self.rules = rules
        places = stage_facts.positions
        self.bracket = bracket(plan, len(places), len(places) - places.count(None))
        self.labels = stage_facts.labels or self.bracket.labels
        self.entries = {entry.player: entry for entry in facts.entries}
        self.seed_ranks = {player: rank for rank, player in enumerate(stage_facts.entrants, start=1)}
        drawn = stage_facts.drawn_positions
        self.drawn_pairs = [{*pair} for pair in zip(drawn[::2], drawn[1::2], strict=True)]
        self.pairings: dict[tuple[int, int], PairingState] = {}
        self.slots = {BYE: _Slot(BYE, is_nobody=True)}
        for number, player in enumerate(places, start=1):
            source = Source("seed", number=number)
            self.slots[source] = _Slot(source, player, is_nobody=player is None)

    def rounds(self) -> tuple[RoundState, ...]:
        for node in reached(self.bracket, self.stage.positions):
            pairing = self._pairing(node)
            on, out = _winner_and_loser(node, pairing)
            self.slots[Source("winner", node.round, node.number)] = on
            self.slots[Source("loser", node.round, node.number)] = out
            if pairing is not None:
                self.pairings[node.round, node.number] = pairing
        return tuple(
            self._round(number, tuple(pairings))
            for number, pairings in groupby(self.pairings.values(), key=lambda pairing: pairing.round)
        )

    def _round(self, number: int, pairings: tuple[PairingState, ...]) -> RoundState:
        is_released = self.stage.is_bracket_released
        return RoundState(
            number=number,
            label=self.labels[number - 1],
            is_released=is_released,
            is_complete=is_released and all(pairing.outcome is not None for pairing in pairings),
            pairings=pairings,
            is_changed=number == 1 and bool(self.stage.changes),
        )

    def _pairing(self, node: Node) -> PairingState | None:
        """Return the pairing of a node, or None if nobody can come or it is a second final that is not needed."""
        a, b = self.slots[node.a], self.slots[node.b]
        is_needless = node.part == "second_final" and not self._is_second_final_needed(node)
        kept = self.facts.kept.get((self.stage.number, node.round, node.number))
        is_kept = kept is not None and (is_needless or set(kept) != {a.player, b.player})
        if kept is not None and is_kept:
            a, b = _Slot(node.a, kept[0]), _Slot(node.b, kept[1])
        elif is_needless or (a.is_nobody and b.is_nobody):
            return None
        if a.is_nobody:
            a, b = b, a
        return self._decide(
            PairingState(
                round=node.round,
                number=node.number,
                kind="bye" if b.is_nobody else "rubber",
                a=a.player,
                b=b.player,
                source_a=str(a.source),
                source_b=str(b.source),
                is_kept=is_kept,
                why=("bracket_kept",) if is_kept else self._why(a, b),
            )
        )

    def _is_second_final_needed(self, node: Node) -> bool:
        """Return whether ``node``, the second final, is played.

        It is if side B of the first final won it: this is the player from the losers' side, so that now both players
        have lost once.
        """
        final = self.pairings.get((node.a.round, node.a.number))
        return (
            final is not None
            and final.kind == "rubber"
            and final.outcome is not None
            and final.outcome.winner == "B"
        )

    def _why(self, a: _Slot, b: _Slot) -> Why:
        if a.source.kind == "seed":
            return self._why_drawn(a, b)
        if b.is_nobody:
            return ("bracket_unopposed", *self._describe_source(a.source))
        return ("bracket_meet", *self._describe_source(a.source), *self._describe_source(b.source))

    def _why_drawn(self, a: _Slot, b: _Slot) -> Why:
        """Return the reason for a pairing of the draw itself, of two places or of one and a bye."""
        if self.stage.changes and {a.player, b.player} not in self.drawn_pairs:
            return ("by_hand",)
        is_by_lot = self.plan.seeding == "lot"
        if b.source.kind == "seed":
            ranks = self._rank(a.source), self._rank(b.source)
            return ("bracket_lot",) if is_by_lot else ("bracket_seeds", self.plan.seeding, *ranks)
        return ("bracket_lot_bye",) if is_by_lot else ("bracket_bye", self._rank(a.source))

    def _rank(self, source: Source) -> int:
        player = self.stage.positions[source.number - 1]
        return self.seed_ranks.get(player, 0) if player is not None else 0

    def _describe_source(self, source: Source) -> tuple[str, str, int]:
        return source.kind, self.labels[source.round - 1], source.number

    def _decide(self, pairing: PairingState) -> PairingState:
        """Return the pairing with its rubber, if there is one, and with its outcome."""
        a, b = pairing.a, pairing.b
        if a is None or b is None:
            outcome = self._outcome(pairing, None, None) if pairing.kind == "bye" else None
            return replace(pairing, outcome=outcome)
        result, others = self.find_results(self.labels[pairing.round - 1], a, b)
        award = self.facts.awards.get((self.stage.number, pairing.round, pairing.number))
        outcome = self._outcome(pairing, result, award)
        if outcome is not None and outcome.decided_by == "rubber" and outcome.winner is None:
            outcome = self._outcome(pairing, None, None)
        return replace(
            pairing,
            outcome=outcome,
            rubber=result.rubber if result else "",
            rubber_state=result.state if result else "",
            also=tuple(other.rubber for other in others),
        )

    def _outcome(self, pairing: PairingState, result: Result | None, award: Award | None) -> Outcome | None:
        is_away = (self._is_away(pairing.a, pairing.round), self._is_away(pairing.b, pairing.round))
        return outcome_of(
            pairing.a,
            pairing.b,
            score=self.plan.score,
            rules=self.rules,
            kind=pairing.kind,
            result=result,
            award=award,
            absent=is_away if pairing.kind == "rubber" else (False, False),
        )

    def _is_away(self, player: PlayerId | None, round_number: int) -> bool:
        """Return whether a player is absent. Nobody is until the bracket is released, because it can still change."""
        entry = self.entries.get(player) if player is not None else None
        if entry is None or not self.stage.is_bracket_released:
            return False
        return entry.is_absent((self.stage.number, round_number))


def _winner_and_loser(node: Node, pairing: PairingState | None) -> tuple[_Slot, _Slot]:
    winner, loser = (Source(kind, node.round, node.number) for kind in ENDS)
    outcome = pairing.outcome if pairing is not None else None
    if pairing is None or (outcome is not None and outcome.winner is None):
        return _Slot(winner, is_nobody=True), _Slot(loser, is_nobody=True)
    if pairing.kind == "bye":
        return _Slot(winner, pairing.a), _Slot(loser, is_nobody=True)
    if outcome is None:
        return _Slot(winner), _Slot(loser)
    ends = (pairing.a, pairing.b) if outcome.winner == "A" else (pairing.b, pairing.a)
    return _Slot(winner, ends[0]), _Slot(loser, ends[1])
