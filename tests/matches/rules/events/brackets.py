"""Brackets to play through: a draw, results by round and by pair, and the director's acts."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Self

from matches.rules.events.bracket import bracket
from matches.rules.events.bracket_rounds import bracket_rounds
from matches.rules.events.bracket_table import bracket_table
from matches.rules.events.facts import Award, EntryFacts, EventFacts, PairingPlace, PlayerId, Side, StageFacts
from matches.rules.events.plan import RubberRules, StagePlan
from matches.rules.events.seeding import positions
from matches.rules.events.state import Pair, PairingState, Result, RoundState, Table
from tests.matches.rules.events.logs import some_lots

KNOCKOUT = StagePlan(kind="knockout")
THIRD_PLACE = StagePlan(kind="knockout", third_place=True)
CONSOLATION = StagePlan(kind="knockout", consolation=True)
EVERYTHING = StagePlan(kind="knockout", third_place=True, consolation=True)
DOUBLE = StagePlan(kind="double_elimination")
ONE_FINAL = StagePlan(kind="double_elimination", bracket_reset=False)
PLANS = (KNOCKOUT, THIRD_PLACE, CONSOLATION, EVERYTHING, DOUBLE, ONE_FINAL)


@dataclass(slots=True)
class Drawn:
    """A bracket of ``players``, the best first: ``a`` to ``z`` for small fields. What changes it returns it."""

    plan: StagePlan
    stage: StageFacts
    facts: EventFacts
    results: dict[tuple[str, frozenset[PlayerId]], tuple[Result, ...]] = field(default_factory=dict)

    def rounds(self) -> tuple[RoundState, ...]:
        return bracket_rounds(self.stage, self.plan, self.facts, self._book, RubberRules())

    def table(self) -> Table:
        return bracket_table(self.stage, self.plan, self.rounds())

    def pairing(self, round_number: int, number: int) -> PairingState:
        pairings = [pairing for round_ in self.rounds() for pairing in round_.pairings]
        [found] = [each for each in pairings if (each.round, each.number) == (round_number, number)]
        return found

    def beat(self, winner: PlayerId, loser: PlayerId, label: str, *, games: Pair = (2, 0)) -> Self:
        """Enter a rubber of these two in that round, in place of any earlier one."""
        return self.record(rubber(winner, loser, label, games=games))

    def record(self, *results: Result) -> Self:
        first = results[0]
        self.results[first.round_label, frozenset({first.a, first.b})] = results
        return self

    def withdraw(self, player: PlayerId, round_number: int) -> Self:
        absence = ((1, round_number), None)
        entries = tuple(
            replace(entry, absences=(absence,)) if entry.player == player else entry
            for entry in self.facts.entries
        )
        self.facts = replace(self.facts, entries=entries)
        return self

    def change(self, version: int, *positions: PlayerId | None) -> Self:
        """Change the places of the draw by hand."""
        changes = (*self.stage.changes, version)
        self.stage = replace(self.stage, positions=positions, changes=changes)
        return self

    def award(self, place: tuple[int, int], award: Award) -> Self:
        self.facts = replace(self.facts, awards={**self.facts.awards, (1, *place): award})
        return self

    def keep(self, place: tuple[int, int], a: PlayerId, b: PlayerId) -> Self:
        kept: dict[PairingPlace, tuple[PlayerId, PlayerId]] = {**self.facts.kept, (1, *place): (a, b)}
        self.facts = replace(self.facts, kept=kept)
        return self

    def play(self, choose: Callable[[PairingState], Side], *, rounds: int = 100) -> Self:
        """Play this number of rounds in order, or until nothing is left to play."""
        for _ in range(rounds):
            open_round = next((round_ for round_ in self.rounds() if not round_.is_complete), None)
            if open_round is None:
                break
            for pairing in open_round.pairings:
                if pairing.is_undecided and pairing.a and pairing.b:
                    a_wins = choose(pairing) == "A"
                    winner, loser = (pairing.a, pairing.b) if a_wins else (pairing.b, pairing.a)
                    self.beat(winner, loser, open_round.label)
        return self

    def _book(self, label: str, a: PlayerId, b: PlayerId) -> tuple[Result | None, tuple[Result, ...]]:
        results = self.results.get((label, frozenset({a, b})), ())
        return (results[0], results[1:]) if results else (None, ())


def draw(players: str | list[PlayerId], plan: StagePlan = KNOCKOUT, *, is_released: bool = True) -> Drawn:
    places = positions(players, plan.seeding, some_lots(players, "lot"))
    stage = StageFacts(
        number=1,
        entrants=tuple(players),
        positions=places,
        drawn_positions=places,
        labels=bracket(plan, len(places), len(players)).labels,
        is_bracket_released=is_released,
    )
    entries = tuple(EntryFacts(player, number, "") for number, player in enumerate(players, start=1))
    return Drawn(plan, stage, EventFacts(version=1, entries=entries, stages=(stage,)))


def played(
    players: str | list[PlayerId],
    plan: StagePlan = KNOCKOUT,
    choose: Callable[[PairingState], Side] | None = None,
) -> Drawn:
    """Return a bracket played to its end, by default with the better seed winning each pairing."""
    return draw(players, plan).play(choose or better)


def many(count: int) -> list[PlayerId]:
    return [f"p{number:03}" for number in range(1, count + 1)]


def rubber(
    winner: PlayerId | None,
    loser: PlayerId,
    label: str,
    *,
    games: Pair = (2, 0),
    points: Pair | None = None,
    a: PlayerId = "",
    name: str = "",
    is_settled: bool = True,
) -> Result:
    """Return a rubber's result. With ``winner`` None, neither ``a`` nor ``loser`` won it."""
    return Result(
        rubber=name or f"{winner or a} {loser} {label}",
        order=1,
        round_label=label,
        a=winner or a,
        b=loser,
        state="confirmed" if is_settled else "live",
        is_settled=is_settled,
        winner="A" if winner else None,
        games=games,
        points=points,
    )


def better(pairing: PairingState) -> Side:
    """Return the side of the better seed: names are in the order of seeds."""
    return "A" if str(pairing.a) < str(pairing.b) else "B"


def worse(pairing: PairingState) -> Side:
    return "B" if better(pairing) == "A" else "A"


def at_random(seed: int) -> Callable[[PairingState], Side]:
    dice = random.Random(seed)
    return lambda _: "A" if dice.random() < 0.5 else "B"


def drawn_lines(rounds: tuple[RoundState, ...]) -> list[str]:
    """Return each round as ``Final: a-d``. ``?`` is not known yet, ``-`` is no player, ``*`` marks the winner."""
    return [f"{round_.label}: {' '.join(map(_drawn, round_.pairings))}" for round_ in rounds]


def _drawn(pairing: PairingState) -> str:
    winner = pairing.outcome.winner if pairing.outcome else None
    a = (pairing.a or "?") + ("*" if winner == "A" else "")
    if pairing.kind == "bye":
        return f"{a}-"
    return f"{a}-{pairing.b or '?'}" + ("*" if winner == "B" else "")
