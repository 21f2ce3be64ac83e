"""The table of a Swiss stage of 500 after nine rounds, with the tie-breaks that a club gets unless it says otherwise.

The reference of the same run only adds up everybody's score and sorts by it.
"""

from __future__ import annotations

from random import Random
from typing import Final

from matches.rules.events.facts import PlayerId, Side
from matches.rules.events.plan import TIE_BREAKS, RubberRules, StagePlan
from matches.rules.events.state import Outcome, PairingState
from matches.rules.events.tables import table
from tests.bench import Figure, best_seconds, show
from tests.matches.rules.events.logs import some_lots

PLAYERS: Final = 500
ROUNDS: Final = 9
RULES: Final = RubberRules()
SWISS: Final = StagePlan(kind="swiss", rounds=ROUNDS)
EVERYTHING: Final = StagePlan(kind="swiss", rounds=ROUNDS, tie_breaks=TIE_BREAKS)


def main() -> list[Figure]:
    entrants = [f"player{number}" for number in range(PLAYERS)]
    pairings = played_stage(entrants, ROUNDS)
    title = f"table of {PLAYERS} after {ROUNDS} Swiss rounds"
    figures = [
        Figure(title, 1000 * table_seconds(entrants, pairings, SWISS), "ms"),
        Figure(f"{title}, by all tie-breaks", 1000 * table_seconds(entrants, pairings, EVERYTHING), "ms"),
        Figure(
            "scores of the same only added up and sorted",
            1000 * best_seconds(lambda: by_score_alone(pairings)),
            "ms",
        ),
    ]
    return show(figures)


def table_seconds(entrants: list[PlayerId], pairings: list[PairingState], plan: StagePlan) -> float:
    lots = some_lots(entrants, "bench")
    return best_seconds(lambda: table(entrants, pairings, plan=plan, rules=RULES, lots=lots))


def by_score_alone(pairings: list[PairingState]) -> list[PlayerId]:
    halves: dict[PlayerId, int] = {}
    for pairing in pairings:
        if pairing.outcome is not None:
            for player, own in zip((pairing.a, pairing.b), pairing.outcome.halves, strict=True):
                if player is not None:
                    halves[player] = halves.get(player, 0) + own
    return sorted(halves, key=lambda player: halves[player], reverse=True)


def played_stage(entrants: list[PlayerId], rounds: int) -> list[PairingState]:
    random = Random(1877)
    halves = dict.fromkeys(entrants, 0)
    pairings: list[PairingState] = []
    for round_number in range(1, rounds + 1):
        order = sorted(entrants, key=lambda player: (-halves[player], random.random()))
        for number, (a, b) in enumerate(zip(order[::2], order[1::2], strict=True), start=1):
            winner: Side = random.choice(("A", "B"))
            games = (2, random.randint(0, 1))
            outcome = Outcome(
                decided_by="rubber",
                winner=winner,
                halves=(2, 0) if winner == "A" else (0, 2),
                is_played=True,
                games=games if winner == "A" else games[::-1],
                points=(random.randint(0, 6), random.randint(0, 6)),
            )
            halves[a if winner == "A" else b] += 2
            pairings.append(PairingState(round_number, number, "rubber", a, b, outcome=outcome))
    return pairings


if __name__ == "__main__":
    main()
