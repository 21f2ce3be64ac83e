"""Make files to import: the samples, and small ones for one test."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from pathlib import Path

from matches.exchange.imports.candidates import Outcome
from matches.exchange.imports.import_rubbers import RubberImport
from matches.models import Club
from tests.samples import sample

SAMPLES = Path(__file__).resolve().parent.parent / "data" / "samples"
EVENING = SAMPLES / "evening.egn"
SEASON = SAMPLES / "season.egn"
FAULTS = sample("faults.egn")

TWO_DEALS = (
    "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3)",
    "2. B 2-3 ^S8 A:ST.HQA.DJ.CK B:SKJ.HKT.D8 S ST Kb SK, SJ CK, D8 DJ, HQ HK, HT HA =B3 (0-5)",
)
TRIOMPHE_DEALS = (
    "1. B 2-3 ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8 P R H9 H8, DQ DA, D9 C8, D7 SJ, SA SQ =A4 (2-0)",
    "2. A 2-3 ^HQ B:SA.H9.DQ97 A:SQJ.H8.DA.C8 S P G =B (2-1)",
    "3. B 2-3 ^C7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8 S S DQ DA, D9 C8, SQ SA, SJ H9, H8 D7 =B4 (2-2)",
    "4. A S P R =B4 (4-2)",
    "5. B P G =B (4-3)",
    "6. A S =A (5-3)",
)
"""A game of La Triomphe that A wins: both accept and refuse offers, in two deals with all cards."""
LATE_KING = "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT C8, CK Kb C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3)"
"""The first deal with the king marked after it was played: an error by law 23."""


def first_rubbers(path: Path, number: int) -> list[str]:
    """Return the texts of the first rubbers of a sample file."""
    return re.split(r"^(?=\[EGN )", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1 : number + 1]


def rubber_text(
    name_a: str = "Orford",
    name_b: str = "Baldwin",
    *,
    event: str = "Autumn Cup",
    club: str | None = "Portland",
    tags: Iterable[str] = (),
    ids: Iterable[str] = (),
    deals: Iterable[str] = TWO_DEALS,
) -> str:
    """Return one rubber of a single game that B wins.

    ``tags`` precede the players' tags, ``ids`` follow them.
    """
    head = ['[EGN "1"]', f'[Event "{event}"]']
    if club is not None:
        head.append(f'[Club "{club}"]')
    head += [*tags, f'[A "{name_a}"]', f'[B "{name_b}"]', *ids, '[BestOf "1"]']
    return "\n".join([*head, "", "Game 1", *deals, "#0-5", "##0-1", ""])


def triomphe_text() -> str:
    """Return a rubber of one game of La Triomphe in canonical form."""
    head = ['[EGN "1"]', '[Club "Portland"]', '[Date "2026.11.14"]', '[A "Orford"]', '[B "Baldwin"]']
    rules = ['[BestOf "1"]', '[Reckoning "treble"]', '[Result "1-0"]', '[Variant "Triomphe"]']
    return "\n".join([*head, *rules, "", "Game 1", *TRIOMPHE_DEALS, "#5-3", "##1-0", ""])


def other_result(text: str) -> str:
    """Return the rubber of ``rubber_text`` with A as the winner of the game."""
    head, _, _ = text.partition("\nGame 1")
    return f"{head}\nGame 1 #5-0\n##1-0\n"


def import_text(*texts: str, club: Club | None = None, source: str = "evening.egn") -> list[Outcome]:
    return import_bytes("\n".join(texts).encode(), club=club, source=source)


def import_path(path: Path, *, club: Club | None = None) -> list[Outcome]:
    with path.open("rb") as stream:
        return list(RubberImport(stream, source=path.name, club=club).outcomes())


def import_bytes(data: bytes, *, club: Club | None = None, source: str = "evening.egn") -> list[Outcome]:
    """Import a file. Clubs that the import makes are public here."""
    outcomes = list(RubberImport(io.BytesIO(data), source=source, club=club).outcomes())
    if club is None:
        Club.objects.update(is_public=True)
    return outcomes


def fates(outcomes: Iterable[Outcome]) -> list[str]:
    return [outcome.fate for outcome in outcomes]
