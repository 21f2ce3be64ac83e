"""Decided pairings of a stage in one line each, for tests of tables; and random stages."""

from __future__ import annotations

from random import Random
from typing import Final

from matches.rules.events.facts import Award, PlayerId, Side
from matches.rules.events.outcomes import outcome_of
from matches.rules.events.plan import RequestedBye, RubberRules, Score
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
    """Played, and won by the side with more games; by nobody where both have as many."""
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
    """Rounds paired at random: some are away, one may have a bye, and some pairings are undecided or not played."""
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
            return rubber(
                round_number,
                a,
                b,
                random.choice([(2, 0), (2, 1), (0, 2), (1, 2), (1, 1)]),
                points=random.choice([None, (random.randrange(5), random.randrange(5))]),
                trebles=(random.randrange(2), random.randrange(2)),
                voles=(random.randrange(3), random.randrange(3)),
                score=score,
            )


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
