"""Golden files: sample records, each with the expected result of checking it.

The expected result of a rubber is one line of the output of ``check --json``. The file ``incidents`` has a
deal for each remedy of each law, ``triomphe`` has records of La Triomphe, and ``faults`` has records with
common faults. The files are part of the package, so that authors of other EGN readers can test their readers
with them.
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
    """Check the records of the golden file ``name``, and yield one line of JSON for each rubber."""
    with records_of(name).open("rb") as stream:
        for checked in check_file(stream):
            yield json.dumps(checked.as_json(), ensure_ascii=False)


def differing(name: str) -> list[int]:
    """Check the golden file ``name``, and return the numbers of the rubbers whose result differs from the
    expected one.

    Rubbers are numbered from 1.
    """
    expected = expected_of(name).read_text(encoding="utf-8").splitlines()
    both = zip_longest(checked_lines(name), expected)
    return [number for number, (actual, written) in enumerate(both, start=1) if actual != written]
