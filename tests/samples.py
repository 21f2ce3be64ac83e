"""Paths of the sample records that come with expected results: those shipped with ``scoring``, and the tests' own."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from scoring.check import check_file
from scoring.checked import CheckedRubber

TESTS: Final = Path(__file__).parent
SAMPLES: Final = TESTS / "data" / "samples"
GOLDEN: Final = TESTS.parent / "scoring" / "golden"


def sample(name: str) -> Path:
    shipped = GOLDEN / name
    return shipped if shipped.exists() else SAMPLES / name


@cache
def checked_sample(name: str) -> tuple[CheckedRubber, ...]:
    """Return the rubbers of a file of records, checked once in each process."""
    with sample(name).open("rb") as stream:
        return tuple(check_file(stream))
