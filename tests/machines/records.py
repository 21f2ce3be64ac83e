"""Rubbers of the sample season that are recorded card by card, no two alike: none is spared its review by another's."""

from __future__ import annotations

from pathlib import Path

from scoring.check import check_file
from tests.bench.bench_import import RUBBER_START, SEASON


def recorded_rubbers(count: int, file: Path) -> None:
    """Write the first ``count`` of them into ``file``."""
    text = SEASON.read_text(encoding="utf-8")
    starts = [match.start() for match in RUBBER_START.finditer(text)]
    records = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    chosen: list[str] = []
    with SEASON.open("rb") as stream:
        for record, rubber in zip(records, check_file(stream), strict=True):
            if {deal.depth for game in rubber.games for deal in game.deals} == {"play"}:
                chosen.append(record)
            if len(chosen) == count:
                break
    file.write_text("".join(chosen), encoding="utf-8")
