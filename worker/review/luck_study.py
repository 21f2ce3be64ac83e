"""Compute the mean value of the dealt hands at every score, for ``worker.review.luck_start``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from worker.review import chances
from worker.review.chain import SCORES, marks_made
from worker.review.equilibrium.call_worths import ALL_SCORES, worth_at
from worker.review.equilibrium.calls_data import calls_at_equilibrium
from worker.review.first_calls import deal_from_calls, policy_at
from worker.review.policy import OUTCOMES

DEALS: Final = 1 << 20
"""The number of random deals at each score."""


def compute_start(deals: int, seed: int) -> dict[str, Any]:
    """Return the contents of the data file, from ``deals`` random deals at each score."""
    chance, marks = np.zeros((SCORES, SCORES)), np.zeros((SCORES, SCORES))
    worst = 0.0
    table = np.array(chances.chances().chance)
    for at, score in enumerate(ALL_SCORES):
        counts = np.zeros(OUTCOMES, np.int64)
        deal_from_calls(policy_at(score), *score, seed + at, deals, counts)
        shares = counts / deals
        worth = worth_at(score, table)
        chance[score] = shares @ worth
        marks[score] = shares @ np.array([marks_made(score, outcome) for outcome in range(OUTCOMES)])
        worst = max(worst, float(np.sqrt(shares @ (worth - chance[score]) ** 2 / deals)))
    rounded = {"chance": chance.round(6).tolist(), "marks": marks.round(6).tolist()}
    return {
        "checksum": chances.checksum_of(rounded["chance"], rounded["marks"]),
        "chances": chances.checksum(),
        "calls": calls_at_equilibrium().header["checksum"],
        "deals": deals,
        "seed": seed,
        "error": round(worst, 6),
        **rounded,
    }
