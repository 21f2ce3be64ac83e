"""Deals as they are stored after play, made by hand."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scoring.cards import parse_cards
from worker.review.equilibrium.sampled_deals import DEAL

ELDER, DEALER = parse_cards("SA.H9.DQ97"), parse_cards("SQJ.H8.DA.C8")


def played_rows(
    *rows: tuple[int, int, tuple[int, int, int], tuple[int, int, int]],
) -> NDArray[np.void]:
    """Return stored deals. Each has the rank of the turn-up, the calls' bits, and the outcomes seen and hidden."""
    stored = np.zeros(len(rows), DEAL)
    for row, (turned, calls, seen, hidden) in zip(stored, rows, strict=True):
        row["elder"], row["dealer"], row["turned"], row["calls"] = ELDER, DEALER, turned, calls
        row["seen"], row["hidden"] = seen, hidden
    return stored
