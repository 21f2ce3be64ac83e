"""Endings of five cards with both hands seen, beside the solver of bridge (DDS, by way of endplay).

Alike are the question (how many tricks the side on lead takes when nobody errs), the five cards a hand and
the trump. Bridge has four hands of 52 cards, and no duty to win the trick or to trump. DDS searches each
position; here there is a table. Endings of two cards show what setting a board up takes DDS.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from scoring.cards import HAND_SIZE
from tests.bench import show
from tests.bench.bench_solver import Columns, random_deals
from tests.bench.peers import RUNS, Beside, beside, peer, seconds_in_turn
from worker.solver import solve_leads, solve_leads_many, solve_many, warm

ROWS: Final = 1_000_000
AT_A_TIME: Final = 200
"""The number of positions that DDS accepts in one call."""
ONE_BY_ONE: Final = 50
REPEATED: Final = 200
"""Calls of ours that are timed together: one of 200 rows is over too soon for a clock."""

BEST: Final = "tricks of the best lead"
EVERY: Final = "tricks of every lead"
SUITS: Final = "SHDC"
RANKS: Final = "23456789TJQKA"
SEATS: Final = 4


class Work(NamedTuple):
    """A function to be timed, and the number of positions that it solves."""

    name: str
    gives: str
    positions: int
    solve: Callable[[], object]


def main(*, small: bool = False) -> list[Beside]:
    runs = 2 if small else RUNS
    warm()
    bridge = bridge_works()
    figures = [
        *measured(ours_at_once(2_000 if small else ROWS), [], runs=runs),
        *measured(ours_by_few(rows=AT_A_TIME, singles=ONE_BY_ONE, repeated=REPEATED), bridge, runs=runs),
        *measured([], [of_two_cards()], runs=runs),
    ]
    return show(figures)


def measured(ours: Sequence[Work], theirs: Sequence[Work], *, runs: int) -> list[Beside]:
    """Return a row for each, all timed in the same rounds. If there are as many of theirs, each is next to ours."""
    seconds = seconds_in_turn(*(work.solve for work in (*ours, *theirs)), runs=runs)
    rates = [
        [work.positions / each for each in took] for work, took in zip((*ours, *theirs), seconds, strict=True)
    ]
    rows = [
        beside(work.name, rate, "positions/s", gives=work.gives)
        for work, rate in zip(ours, rates, strict=False)
    ]
    for place, work in enumerate(theirs):
        own = rates[place] if ours else None
        rate = rates[len(ours) + place]
        rows.append(beside(work.name, rate, "positions/s", gives=work.gives, ours=own))
    return rows


def ours_at_once(rows: int) -> list[Work]:
    """Return our works, with ``rows`` rows in each call."""
    columns = random_deals(rows)
    name = f"écarté, {rows:,} a call"
    return [
        Work(name, BEST, rows, lambda: solve_many(*columns)),
        Work(name, EVERY, rows, lambda: solve_leads_many(*columns)),
    ]


def ours_by_few(*, rows: int, singles: int, repeated: int) -> list[Work]:
    """Return the same works as ``bridge_works``, each call of many rows repeated."""
    columns = random_deals(rows)
    positions = positions_of(columns)[:singles]
    name = f"écarté, {rows} a call"
    return [
        Work(name, BEST, rows * repeated, lambda: [solve_many(*columns) for _ in range(repeated)]),
        Work(name, EVERY, rows * repeated, lambda: [solve_leads_many(*columns) for _ in range(repeated)]),
        Work("écarté, one a call", EVERY, singles, lambda: [solve_leads(*each) for each in positions]),
    ]


def positions_of(columns: Columns) -> list[tuple[int, int, int]]:
    """Return the rows, each as masks of the leader and the follower, and the trump suit."""
    leaders, followers, trumps = (column.tolist() for column in columns)
    return list(zip(leaders, followers, trumps, strict=True))


def bridge_works() -> list[Work]:
    bridge = Bridge(bridge_endings(AT_A_TIME, HAND_SIZE))
    name = f"bridge, DDS, {AT_A_TIME} a call"
    return [
        Work(name, BEST, AT_A_TIME, bridge.solve_best),
        Work(name, EVERY, AT_A_TIME, bridge.solve_every),
        Work("bridge, DDS, one a call", EVERY, ONE_BY_ONE, lambda: bridge.solve_one_by_one(ONE_BY_ONE)),
    ]


def of_two_cards() -> Work:
    bridge = Bridge(bridge_endings(AT_A_TIME, 2))
    return Work(f"bridge, DDS, {AT_A_TIME} of two cards a call", BEST, AT_A_TIME, bridge.solve_best)


def bridge_endings(count: int, size: int) -> list[tuple[str, int]]:
    """Return ``count`` deals of ``size`` cards of 52 to each of four hands, in PBN, and the trump suit of each."""
    random = Random(52)
    pack = [suit + rank for suit in SUITS for rank in RANKS]
    endings = []
    for _ in range(count):
        cards = random.sample(pack, SEATS * size)
        hands = [cards[size * seat : size * (seat + 1)] for seat in range(SEATS)]
        endings.append(("N:" + " ".join(map(_hand, hands)), random.randrange(len(SUITS))))
    return endings


def _hand(cards: Sequence[str]) -> str:
    return ".".join("".join(card[1] for card in cards if card[0] == suit) for suit in SUITS)


class Bridge:
    """Endings of bridge as endplay holds them, north on lead, solved by one thread.

    Raises ``MissingServiceError`` without endplay.
    """

    def __init__(self, endings: Sequence[tuple[str, int]]) -> None:
        self._dds: Any = peer("endplay.dds")
        types: Any = peer("endplay.types")
        self._best: Any = peer("endplay.dds.solve").SolveMode.OptimalOne
        self._deals = [
            types.Deal(pbn, first=types.Player.north, trump=types.Denom(trump)) for pbn, trump in endings
        ]
        peer("endplay._dds").SetMaxThreads(1)

    def solve_best(self) -> Any:
        return self._dds.solve_all_boards(self._deals, self._best)

    def solve_every(self) -> Any:
        return self._dds.solve_all_boards(self._deals)

    def solve_one_by_one(self, count: int) -> list[Any]:
        return [self._dds.solve_board(deal) for deal in self._deals[:count]]


if __name__ == "__main__":
    main()
