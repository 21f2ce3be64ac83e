"""Reading records of écarté beside python-chess reading games of chess, and endplay boards of bridge.

As many records of each (``tests.bench.peers.records``); tokens are what stands between blanks, in all three.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Sequence
from typing import Any, Final

from scoring.check import check_file
from scoring.notation import read_file
from tests.bench import show
from tests.bench.peers import RUNS, Beside, beside, peer, seconds_in_turn
from tests.bench.peers.records import egn_rubber, pbn_board, pgn_game

RECORDS: Final = 300
UNLAWFUL: Final = 100
JUDGED: Final = "laws, marks, findings with their place"
SHAPE: Final = "shape alone"

Reader = Callable[[str], object]


def main(*, small: bool = False) -> list[Beside]:
    records = 10 if small else RECORDS
    unlawful = 5 if small else UNLAWFUL
    rubbers = "\n".join(egn_rubber(seed) for seed in range(records))
    games = "\n".join(pgn_game(seed) for seed in range(records))
    boards = "\n".join(pbn_board(seed) for seed in range(records))
    for read, text in ((judge_rubbers, rubbers), (read_games, games), (read_boards, boards)):
        if read(text) != records:
            raise AssertionError(f"{read.__name__} did not find {records} records, each without a fault")
    judged, shaped, chess, bridge = seconds_in_turn(
        lambda: judge_rubbers(rubbers),
        lambda: read_rubbers(rubbers),
        lambda: read_games(games),
        lambda: read_boards(boards),
        runs=2 if small else RUNS,
    )
    egn = rates(rubbers, records, judged)
    plain = rates(rubbers, records, shaped)
    figures = [
        *rows("EGN, `scoring.check`", JUDGED, egn),
        *rows("PGN, `chess.pgn`", "moves that are legal", rates(games, records, chess), ours=egn),
        *rows("EGN, `scoring.notation`", SHAPE, plain),
        *rows("PBN, `endplay`", SHAPE, rates(boards, records, bridge), ours=plain),
        *reported(unlawful),
    ]
    return show(figures)


def rates(text: str, records: int, seconds: Sequence[float]) -> dict[str, list[float]]:
    """Records, tokens and bytes a second of each run, by their units."""
    amounts = {"records/s": records, "tokens/s": len(text.split()), "bytes/s": len(text.encode())}
    return {unit: [amount / each for each in seconds] for unit, amount in amounts.items()}


def rows(
    name: str, gives: str, theirs: dict[str, list[float]], *, ours: dict[str, list[float]] | None = None
) -> list[Beside]:
    return [
        beside(name, values, unit, gives=gives, ours=None if ours is None else ours[unit])
        for unit, values in theirs.items()
    ]


def reported(records: int) -> list[Beside]:
    """Return how many records with a single unlawful card or move each reader reports."""
    seeds = range(records)
    counts = {
        "EGN, `scoring.check`": sum(not judge_rubbers(egn_rubber(seed, unlawful=True)) for seed in seeds),
        "PGN, `chess.pgn`": sum(not read_games(pgn_game(seed, unlawful=True)) for seed in seeds),
        "PBN, `endplay`": sum(not read_boards(pbn_board(seed, unlawful=True)) for seed in seeds),
    }
    return [
        Beside(name, float(count), f"of {records}", gives="records with one unlawful card or move, reported")
        for name, count in counts.items()
    ]


def judge_rubbers(text: str) -> int:
    """Return how many rubbers are read without a finding that blocks confirming."""
    rubbers = check_file(io.BytesIO(text.encode()))
    return sum(not any(finding.blocks_confirming for finding in rubber.findings) for rubber in rubbers)


def read_rubbers(text: str) -> int:
    return sum(read.fault is None for read in read_file(io.BytesIO(text.encode())))


def read_games(text: str) -> int:
    """Return how many games are read without an error."""
    read_game: Any = peer("chess.pgn").read_game
    logging.getLogger("chess.pgn").setLevel(
        logging.CRITICAL
    )  # It prints its findings, which are counted anyway.
    stream = io.StringIO(text)
    count = 0
    while (game := read_game(stream)) is not None:
        count += not game.errors
    return count


def read_boards(text: str) -> int:
    """Return how many boards are read with every card that was played; 0 if one can't be read."""
    try:
        boards = peer("endplay.parsers.pbn").loads(text)
    except (ValueError, RuntimeError):
        return 0
    return sum(len(board.play) == 52 for board in boards)


if __name__ == "__main__":
    main()
