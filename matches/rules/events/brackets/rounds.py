"""A drawn bracket as it stands: who meets whom, who goes on, and who goes out.

The pairings follow from the places of the draw, the awards, the rubbers and the absences, and nothing is kept but
what the director said is to be kept: changed results move whoever they move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, TypeAlias

from matches.rules.events.brackets.shape import BYE, ENDS, Node, Source, bracket, reached
from matches.rules.events.facts import Award, EventFacts, PlayerId, StageFacts
from matches.rules.events.outcomes import outcome_of
from matches.rules.events.plan import RubberRules, StagePlan
from matches.rules.events.state import Outcome, PairingState, Result, RoundState, Why

Book: TypeAlias = Callable[[str, PlayerId, PlayerId], tuple[Result | None, tuple[Result, ...]]]
"""Of a round's label and two players: the rubber that belongs to their pairing, and the others of the two there."""
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
"""Why two meet. Seeds are ranks among the stage's entrants; ``came`` is ``winner`` or ``loser``, of a pairing given
by the label of its round and its number there. ``by_hand``: the draw had them in other pairings.
"""


@dataclass(frozen=True, slots=True)
class _Slot:
    """Who came from a source: ``player`` None: not known yet, or nobody ever will."""

    source: Source
    player: PlayerId | None = None
    is_nobody: bool = False


def bracket_rounds(
    stage_facts: StageFacts, plan: StagePlan, facts: EventFacts, book: Book, rules: RubberRules
) -> tuple[RoundState, ...]:
    """The rounds of a drawn bracket that have pairings, in playing order.

    A pairing that nobody can reach any more is left out, and so is the second final while the first has not been
    won by who came from the losers' side. Who meets nobody, by the draw or because both of an earlier pairing
    stayed away, goes on with a bye, and stands as its A; opposite stands ``bye``, or the pairing from which nobody
    came. A rubber that ended without a winner decides nothing.
    """
    return _Played(stage_facts, plan, facts, book, rules).rounds()


class _Played:
    """One walk through the nodes in playing order, each from those before it."""

    def __init__(
        self, stage_facts: StageFacts, plan: StagePlan, facts: EventFacts, book: Book, rules: RubberRules
    ) -> None:
        self.stage = stage_facts
        self.plan = plan
        self.facts = facts
        self.book = book
        self.rules = rules
        places = stage_facts.positions
        self.bracket = bracket(plan, len(places), len(places) - places.count(None))
        self.labels = stage_facts.labels or self.bracket.labels
        self.entries = {entry.player: entry for entry in facts.entries}
        self.seed_ranks = {player: rank for rank, player in enumerate(stage_facts.entrants, start=1)}
        drawn = stage_facts.drawn_positions
        self.drawn_pairs = [{*pair} for pair in zip(drawn[::2], drawn[1::2], strict=True)]
        self.pairings: dict[tuple[int, int], PairingState] = {}
        self.came = {BYE: _Slot(BYE, is_nobody=True)}
        for number, player in enumerate(places, start=1):
            source = Source("seed", number=number)
            self.came[source] = _Slot(source, player, is_nobody=player is None)

    def rounds(self) -> tuple[RoundState, ...]:
        for node in reached(self.bracket, self.stage.positions):
            pairing = self._pairing(node)
            on, out = _on_and_out(node, pairing)
            self.came[Source("winner", node.round, node.number)] = on
            self.came[Source("loser", node.round, node.number)] = out
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
        """None where nobody can come, and of a second final that nobody needs."""
        a, b = self.came[node.a], self.came[node.b]
        is_needless = node.part == "second_final" and not self._is_first_final_reversed(node)
        kept = self.facts.kept.get((self.stage.number, node.round, node.number))
        is_kept = kept is not None and (is_needless or set(kept) != {a.player, b.player})
        if kept is not None and is_kept:
            a, b = _Slot(node.a, kept[0]), _Slot(node.b, kept[1])
        elif is_needless or (a.is_nobody and b.is_nobody):
            return None
        if a.is_nobody:
            a, b = b, a
        return self._decided(
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

    def _is_first_final_reversed(self, node: Node) -> bool:
        """Whether the first final was won by its B, who had lost once."""
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
            return ("bracket_unopposed", *self._named(a.source))
        return ("bracket_meet", *self._named(a.source), *self._named(b.source))

    def _why_drawn(self, a: _Slot, b: _Slot) -> Why:
        """Of a pairing of the draw itself: of two places, or of one and a bye."""
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

    def _named(self, source: Source) -> tuple[str, str, int]:
        return source.kind, self.labels[source.round - 1], source.number

    def _decided(self, pairing: PairingState) -> PairingState:
        """The pairing with its rubber, as far as it has one, and with its outcome."""
        a, b = pairing.a, pairing.b
        if a is None or b is None:
            outcome = self._outcome(pairing, None, None) if pairing.kind == "bye" else None
            return replace(pairing, outcome=outcome)
        result, others = self.book(self.labels[pairing.round - 1], a, b)
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
        """Only once the bracket is released: before that he may be taken out of it."""
        entry = self.entries.get(player) if player is not None else None
        if entry is None or not self.stage.is_bracket_released:
            return False
        return entry.is_absent((self.stage.number, round_number))


def _on_and_out(node: Node, pairing: PairingState | None) -> tuple[_Slot, _Slot]:
    """Who comes from a node as its winner and as its loser."""
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
