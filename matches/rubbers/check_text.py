"""A rubber's stored text read and judged: once, however many of one change ask for it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.checks import LATEST_CHECKS
from scoring.notation import read_one

TEXTS_KEPT: Final = 32
"""Those of the last changes of a process; a rubber with all its cards takes some hundred kilobytes."""


@lru_cache(maxsize=TEXTS_KEPT)
def judged(text: str, checks: int = LATEST_CHECKS) -> CheckedRubber:
    """The rubber of a canonical text, judged by a version of the checks. Raises ``NotationError``.

    The result is shared: do not change it.
    """
    return check_rubber(read_one(text), checks=checks)
