"""Tables of results for tests, and a naive computation of each tie-break to compare with."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Final

from matches.rules.events.facts import Award, PlayerId, Side
from matches.rules.events.outcomes import outcome_of
from matches.rules.events.plan import RequestedBye, RubberRules, Score, TieBreak
from matches.rules.events.state import Pair, PairingState, Result

RULES: Final = RubberRules()


def rubber(
    round_number: int,
    a: PlayerId,
    b: PlayerId,
    games: Pair = (2, 0),
    *,
    points: Pair | None = None,
    trebles: Pair = (0, 0),
    voles: Pair = (0, 0),
    score: Score = "rubbers",
    group: int = 0,
) -> PairingState:
    """Return a played rubber, won by the side with more games, or by neither if they are equal."""
    winner: Side | None = "A" if games[0] > games[1] else "B" if games[0] < games[1] else None
    result = Result(
        rubber=f"{round_number} {a} {b}",
        order=1,
        round_label=str(round_number),
        a=a,
        b=b,
        state="confirmed",
        is_settled=True,
        winner=winner,
        games=games,
        points=points,
        trebles=trebles,
        voles=voles,
    )
    outcome = outcome_of(a, b, score=score, rules=RULES, result=result)
    return PairingState(round_number, 1, "rubber", a, b, group=group, outcome=outcome)


def walkover(
    round_number: int, winner: PlayerId, loser: PlayerId, *, score: Score = "rubbers"
) -> PairingState:
    award = Award("walkover", winner, version=1)
    outcome = outcome_of(winner, loser, score=score, rules=RULES, award=award)
    return PairingState(round_number, 1, "rubber", winner, loser, outcome=outcome)


def nobody_came(round_number: int, a: PlayerId, b: PlayerId, *, score: Score = "rubbers") -> PairingState:
    award = Award("double_walkover", None, version=1)
    outcome = outcome_of(a, b, score=score, rules=RULES, award=award)
    return PairingState(round_number, 1, "rubber", a, b, outcome=outcome)


def bye(round_number: int, player: PlayerId, *, score: Score = "rubbers") -> PairingState:
    outcome = outcome_of(player, None, score=score, rules=RULES, kind="bye")
    return PairingState(round_number, 1, "bye", player, None, outcome=outcome)


def requested_bye(
    round_number: int, player: PlayerId, gives: RequestedBye, *, score: Score = "rubbers"
) -> PairingState:
    outcome = outcome_of(player, None, score=score, rules=RULES, kind="requested_bye", requested_bye=gives)
    return PairingState(round_number, 1, "requested_bye", player, None, outcome=outcome)


def undecided(round_number: int, a: PlayerId, b: PlayerId) -> PairingState:
    return PairingState(round_number, 1, "rubber", a, b)


def random_stage(random: Random, players: list[PlayerId], rounds: int, *, score: Score) -> list[PairingState]:
    """Return rounds paired at random: with absences, byes, and pairings undecided or not played."""
    pairings: list[PairingState] = []
    for round_number in range(1, rounds + 1):
        there = [player for player in players if random.random() < 0.9]
        random.shuffle(there)
        if len(there) % 2:
            gives = random.choice(["bye", "nothing", "half", "full"])
            idle = there.pop()
            if gives == "bye":
                pairings.append(bye(round_number, idle, score=score))
            else:
                pairings.append(requested_bye(round_number, idle, gives, score=score))  # type: ignore[arg-type]
        for a, b in zip(there[::2], there[1::2], strict=True):
            pairings.append(random_pairing(random, round_number, a, b, score=score))
    return pairings


def random_pairing(
    random: Random, round_number: int, a: PlayerId, b: PlayerId, *, score: Score
) -> PairingState:
    match random.randrange(10):
        case 0:
            return undecided(round_number, a, b)
        case 1:
            return walkover(round_number, a, b, score=score)
        case 2:
            return nobody_came(round_number, a, b, score=score)
        case _:
            games = random.choice([(2, 0), (2, 1), (0, 2), (1, 2), (1, 1)])
            points = random.choice([None, (random.randrange(5), random.randrange(5))])
            trebles = (random.randrange(2), random.randrange(2))
            voles = (random.randrange(3), random.randrange(3))
            return rubber(round_number, a, b, games, points=points, trebles=trebles, voles=voles, score=score)


PLAYERS = ["ann", "bob", "cy", "dot", "eve"]
#        round 1       round 2       round 3            halves
#   ann  beat bob 2-0  beat cy 2-1   walkover over eve       6
#   bob  lost to ann   1-1 with eve  beat dot 2-0            3
#   cy   beat dot 2-1  lost to ann   bye                     4
#   dot  lost to cy    bye           lost to bob             2
#   eve  bye           1-1 with bob  did not come            3
STAGE = [
    rubber(1, "ann", "bob", (2, 0), points=(6, 1), trebles=(1, 0), voles=(2, 1)),
    rubber(1, "dot", "cy", (1, 2), points=(2, 3), voles=(1, 0)),
    bye(1, "eve"),
    rubber(2, "ann", "cy", (2, 1), points=(4, 3)),
    rubber(2, "bob", "eve", (1, 1)),
    bye(2, "dot"),
    walkover(3, "ann", "eve"),
    rubber(3, "bob", "dot", (2, 0), points=(5, 0), trebles=(2, 0)),
    bye(3, "cy"),
]


class NaiveStage:
    """Scores and tie-breaks in whole points. ``full`` is the score of a rubber won straight, in halves."""

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

    def opponents(self, player: PlayerId) -> list[tuple[Fraction, Fraction]]:
        """Return, for each round, the score of the opponent and the share of it that the result earns."""
        scores = []
        for round_number in self.rounds:
            pairing = self.pairing(player, round_number)
            if pairing is None:
                if not self.all_meet:
                    scores.append((self.points(player), Fraction(0)))
                continue
            if pairing.outcome is None:
                continue
            outcome, seat = pairing.outcome, self.seat(pairing, player)
            other = pairing.b if seat == 0 else pairing.a
            if other is None:
                if not self.all_meet:
                    scores.append((self.points(player), Fraction(outcome.halves[0], self.full)))
                continue
            part = Fraction(0)
            if outcome.winner is not None:
                part = Fraction(int(outcome.winner == "AB"[seat]))
            elif outcome.is_played:
                part = Fraction(1, 2)
            is_met = outcome.is_played or self.all_meet
            scores.append((self.points(other) if is_met else self.points(player), part))
        return scores

    def figure(self, name: TieBreak, player: PlayerId) -> Fraction:
        """Return a tie-break of one player, in points for the Buchholz kinds, Sonneborn-Berger and progressive."""
        scores = sorted(score for score, _ in self.opponents(player))
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
                return sum((score * part for score, part in self.opponents(player)), Fraction(0))
            case "games_difference":
                return Fraction(
                    sum(outcome.games[seat] - outcome.games[1 - seat] for _, outcome, seat in own)
                )
            case "points_difference":
                points = [(outcome.points, seat) for _, outcome, seat in own if outcome.points is not None]
                return Fraction(sum(each[seat] - each[1 - seat] for each, seat in points))
            case "trebles":
                return Fraction(sum(outcome.trebles[seat] for _, outcome, seat in own))
            case "voles":
                return Fraction(sum(outcome.voles[seat] for _, outcome, seat in own))
            case "progressive":
                return sum((self.points(player, until=number) for number in self.rounds), Fraction(0))
            case _:
                raise ValueError(name)

    def direct_encounter(self, level: Sequence[PlayerId]) -> dict[PlayerId, Fraction]:
        """Return the points scored among ``level``, or 0 for all if two of them have not met."""
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
