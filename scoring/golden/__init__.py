"""Golden files: records, and what a check says of them, a line for each rubber, as ``check --json`` prints it.

``incidents`` has a deal for each remedy of each law, ``triomphe`` the variant, ``faults`` records of the common
faults. They ship with the package, for whoever writes another reader of the notation, and to tell whether an
installation works as it should.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Final

from scoring.check import check_file

FOLDER: Final = Path(__file__).parent
NAMES: Final = ("incidents", "triomphe", "faults")


def records_of(name: str) -> Path:
    return FOLDER / f"{name}.egn"


def expected_of(name: str) -> Path:
    return FOLDER / f"{name}.expected.jsonl"


def checked_lines(name: str) -> Iterator[str]:
    """What this installation says of the records, a line for each rubber."""
    with records_of(name).open("rb") as stream:
        for checked in check_file(stream):
            yield json.dumps(checked.as_json(), ensure_ascii=False)


def differing(name: str) -> list[int]:
    """The numbers, from 1, of the rubbers of which this installation says something else than is written down."""
    expected = expected_of(name).read_text(encoding="utf-8").splitlines()
    both = zip_longest(checked_lines(name), expected)
    return [number for number, (said, written) in enumerate(both, start=1) if said != written]
