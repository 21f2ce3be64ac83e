"""Where the records are that come with their answers: those that ship with ``scoring``, and the tests' own."""

from __future__ import annotations

from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parent
SAMPLES: Final = TESTS / "data" / "samples"
GOLDEN: Final = TESTS.parent / "scoring" / "golden"


def sample(name: str) -> Path:
    shipped = GOLDEN / name
    return shipped if shipped.exists() else SAMPLES / name
