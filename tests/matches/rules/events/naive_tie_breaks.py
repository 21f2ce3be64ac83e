"""Tie-breaks straight from their definitions, over a list of pairings: slow, and too simple to be wrong."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from matches.rules.events.facts import PlayerId
from matches.rules.events.plan import TieBreak
from matches.rules.events.state import PairingState


class NaiveStage:
    """Scores and tie-breaks in whole points. ``full``: what a rubber won straight scores, in halves."""

    def __init__(self, pairings: Sequence[PairingState], *, all_meet: bool, full: int) -> None:
        self.pairings = pairings
        self.all_meet = all_meet
        self.full = full
        self.rounds = sorted({pairing.round for pairing in pairings if pairing.outcome})

    def seat(self, pairing: PairingState, player: PlayerId) -> int:
        return 0 if pairing.a == player else 1

    def pairing(self, player: PlayerId, round_number: int) -> PairingState | None:
        for pairing in self.pairings:
            if pairing.round == round_number and player in (pairing.a, pairing.b):
                return pairing
        return None

    def points(self, player: PlayerId, *, until: int = 99) -> Fraction:
        total = Fraction(0)
        for pairing in self.pairings:
            if pairing.outcome and player in (pairing.a, pairing.b) and pairing.round <= until:
                total += Fraction(pairing.outcome.halves[self.seat(pairing, player)], 2)
        return total

    def adversaries(self, player: PlayerId) -> list[tuple[Fraction, Fraction]]:
        """Of each round: the score of him whom the player met, and the part of it that the result brings."""
        found = []
        for round_number in self.rounds:
            pairing = self.pairing(player, round_number)
            if pairing is None:
                if not self.all_meet:
                    found.append((self.points(player), Fraction(0)))
                continue
            if pairing.outcome is None:
                continue
            outcome, seat = pairing.outcome, self.seat(pairing, player)
            other = pairing.b if seat == 0 else pairing.a
            if other is None:
                if not self.all_meet:
                    found.append((self.points(player), Fraction(outcome.halves[0], self.full)))
                continue
            part = Fraction(0)
            if outcome.winner is not None:
                part = Fraction(int(outcome.winner == "AB"[seat]))
            elif outcome.is_played:
                part = Fraction(1, 2)
            is_met = outcome.is_played or self.all_meet
            found.append((self.points(other) if is_met else self.points(player), part))
        return found

    def figure(self, name: TieBreak, player: PlayerId) -> Fraction:
        """A tie-break of one player; Buchholz and its kin, Sonneborn-Berger and progressive in points."""
        scores = sorted(score for score, _ in self.adversaries(player))
        own = [
            (pairing, pairing.outcome, self.seat(pairing, player))
            for pairing in self.pairings
            if pairing.outcome and player in (pairing.a, pairing.b)
        ]
        match name:
            case "wins":
                return Fraction(
                    sum(outcome.is_played and outcome.winner == "AB"[seat] for _, outcome, seat in own)
                )
            case "buchholz":
                return sum(scores, Fraction(0))
            case "buchholz_cut_1":
                return sum(scores[1:], Fraction(0))
            case "buchholz_median":
                return sum(scores[1:-1], Fraction(0))
            case "sonneborn_berger":
                return sum((score * part for score, part in self.adversaries(player)), Fraction(0))
            case "games_difference":
                return Fraction(
                    sum(outcome.games[seat] - outcome.games[1 - seat] for _, outcome, seat in own)
                )
            case "points_difference":
                return Fraction(
                    sum(
                        outcome.points[seat] - outcome.points[1 - seat]
                        for _, outcome, seat in own
                        if outcome.points is not None
                    )
                )
            case "trebles":
                return Fraction(sum(outcome.trebles[seat] for _, outcome, seat in own))
            case "voles":
                return Fraction(sum(outcome.voles[seat] for _, outcome, seat in own))
            case "progressive":
                return sum((self.points(player, until=number) for number in self.rounds), Fraction(0))
            case _:
                raise ValueError(name)

    def direct_encounter(self, level: Sequence[PlayerId]) -> dict[PlayerId, Fraction]:
        """Points scored among ``level``; 0 for all where two of them have not met."""
        scored = dict.fromkeys(level, Fraction(0))
        for player in level:
            for other in level:
                mutual = [
                    pairing
                    for pairing in self.pairings
                    if {pairing.a, pairing.b} == {player, other}
                    and pairing.outcome
                    and (pairing.outcome.is_played or self.all_meet)
                ]
                if player != other and not mutual:
                    return dict.fromkeys(level, Fraction(0))
                for pairing in mutual:
                    if player != other and pairing.outcome:
                        scored[player] += Fraction(pairing.outcome.halves[self.seat(pairing, player)], 2)
        return scored
