"""Records to enter: the sample evening's rubbers, each at a table of its own, by which it can be identified."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from ecarte_site.setup.environment import PROJECT
from tests.bench import records_of

EVENING: Final = PROJECT / "tests" / "data" / "samples" / "evening.egn"


@cache
def _records() -> list[str]:
    return records_of(EVENING)


def player_names() -> list[str]:
    return sorted(set(re.findall(r'^\[[AB] "([^"]*)"\]', EVENING.read_text(), re.MULTILINE)))


def numbered_record(number: int, table: str) -> str:
    """Return one of the evening's rubbers, all recorded in full, at ``table``."""
    records = _records()
    record = records[number % len(records)].rstrip("\n")
    return re.sub(r'^\[Table "[^"]*"\]', f'[Table "{table}"]', record, count=1, flags=re.MULTILINE) + "\n"


def numbered_file(tables: Iterable[str]) -> bytes:
    return "\n".join(numbered_record(number, table) for number, table in enumerate(tables)).encode()
