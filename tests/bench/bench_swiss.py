"""Swiss rounds of 64, 128 and 512 players, beside py4swiss (Dutch system) on the very same rounds in the same run.

Each round of an event is paired by both; our pairings are the ones that are played. Both start from what
they take in memory, so neither reads or writes a file. Milliseconds a round are the median of the rounds of
several events, and so is the ratio, which is taken round by round.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import median

from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from matches.rules.events.swiss import SwissPairing, pair_round
from matches.rules.events.swiss_costs import Candidate
from tests.bench import Figure, show
from tests.matches.rules.events.swiss_play import played

ROUNDS = {64: 6, 128: 7, 512: 9}
"""The number of rounds that it takes to find a single winner, by the number of players."""
EVENTS = {64: 5, 128: 5, 512: 1}
BUDGET_MS = {512: 3_000.0}
"""The budget of a round. With 128 players, a round must take less time than the other engine's."""


@dataclass
class Timed:
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        return median(ours / theirs for ours, theirs in zip(self.ours, self.theirs, strict=True))


def main() -> list[Figure]:
    timed_rounds(8, 1, events=1)  # both engines loaded
    figures = []
    for size, rounds in ROUNDS.items():
        timed = timed_rounds(size, rounds, events=EVENTS[size])
        figures += [
            Figure(f"round of {size} players, median", median(timed.ours), "ms", budget=BUDGET_MS.get(size)),
            Figure(f"round of {size} players, slowest of {len(timed.ours)}", max(timed.ours), "ms"),
            Figure(f"the same rounds by py4swiss, median of {len(timed.theirs)}", median(timed.theirs), "ms"),
            Figure(f"time for {size} players over py4swiss", timed.ratio, "of 1", budget=1.0),
        ]
    return show(figures)


def timed_rounds(size: int, rounds: int, *, events: int) -> Timed:
    """Time rounds of fields with an even number of players, so that there are no byes."""
    timed = Timed()
    for seed in range(events):
        results: dict[str, list[RoundResult]] = {f"p{number}": [] for number in range(1, size + 1)}
        halves = dict.fromkeys(results, 0)
        pairings: Sequence[SwissPairing] = ()
        for number, (present, swiss) in enumerate(played(size, rounds, seed=seed), start=1):
            gained = {candidate.player: candidate.halves - halves[candidate.player] for candidate in present}
            for pairing in pairings:
                results[pairing.a].append(_result(pairing.b, ColorToken.WHITE, gained[pairing.a]))
                results[pairing.b].append(_result(pairing.a, ColorToken.BLACK, gained[pairing.b]))
            timed.ours.append(_milliseconds(partial(_pair, present, number)))
            timed.theirs.append(
                _milliseconds(partial(DutchEngine.generate_pairings, _tournament(present, results, rounds)))
            )
            halves = {candidate.player: candidate.halves for candidate in present}
            pairings = swiss.pairings
    return timed


def _pair(present: Sequence[Candidate], number: int) -> None:
    pair_round(present, round_number=number, seeding="fold", lot_seed="")


def _tournament(
    present: Sequence[Candidate], results: Mapping[str, list[RoundResult]], rounds: int
) -> ParsedTrf:
    """Return the same field in the other engine's format: white deals first, a rubber won is a point."""
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=candidate.number,
            points_times_ten=5 * candidate.halves,
            rank=candidate.number,
            results=list(results[candidate.player]),
        )
        for candidate in present
    ]
    tournament = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=rounds))
    tournament.validate_contents()
    return tournament


def _result(opponent: str, color: ColorToken, gained: int) -> RoundResult:
    result = ResultToken.WIN if gained else ResultToken.LOSS
    return RoundResult(id=int(opponent.removeprefix("p")), color=color, result=result)


def _milliseconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return 1000 * (time.process_time() - started)


if __name__ == "__main__":
    main()
