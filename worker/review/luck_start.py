"""Look up the mean value of the dealt hands at every score, from which luck in the deal is measured.

Luck is the value after an event less the mean before it, by the policy of reviews with both hands seen. The chances of
winning (``worker.review.chances``) are those of hidden play and would give the dealer luck on average.
``python -m worker.review.tables --luck`` makes the file from random deals. This module imports only the standard
library and ``worker.review.chances``.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from worker.review.chances import checksum_of
from worker.review.data_files import WrongTableError, read_json

DATA: Final = "luck.json"


@cache
def stored() -> dict[str, Any]:
    """Return the contents of the file. Raises ``WrongTableError`` if it does not match its checksum."""
    contents = read_json(DATA)
    if checksum_of(contents["chance"], contents["marks"]) != contents["checksum"]:
        raise WrongTableError(f"worker/review/data/{DATA} differs from its checksum")
    return contents


def start_value(score: tuple[int, int]) -> tuple[float, float]:
    """Return the elder hand's mean chance of winning the game and mean marks of the deal, with both hands seen.

    ``score`` is (elder hand's, dealer's) points before the deal.
    """
    elder, dealer = score
    contents = stored()
    return contents["chance"][elder][dealer], contents["marks"][elder][dealer]
