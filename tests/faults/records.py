"""Records to enter: the sample evening's rubbers, each at a table of its own, by which it is found again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from ecarte_site.setup.environment import PROJECT

EVENING: Final = PROJECT / "tests" / "data" / "samples" / "evening.egn"


@cache
def _records() -> list[str]:
    text = EVENING.read_text()
    starts = [match.start() for match in re.finditer(r'^\[EGN "', text, re.MULTILINE)]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def player_names() -> list[str]:
    """Who plays in the evening's rubbers."""
    return sorted(set(re.findall(r'^\[[AB] "([^"]*)"\]', EVENING.read_text(), re.MULTILINE)))


def numbered_record(number: int, table: str) -> str:
    """One of the evening's rubbers, all recorded in full, at ``table``."""
    records = _records()
    record = records[number % len(records)].rstrip("\n")
    return re.sub(r'^\[Table "[^"]*"\]', f'[Table "{table}"]', record, count=1, flags=re.MULTILINE) + "\n"


def numbered_file(tables: Iterable[str]) -> bytes:
    """A file with a rubber for each of the tables."""
    return "\n".join(numbered_record(number, table) for number, table in enumerate(tables)).encode()
