"""Compute what hidden play changes in the probability of winning the game from every score.

The same random deals are counted twice: played with both hands seen, and played hidden. The chain of deals
(``worker.review.chain``) is solved for both counts, and the difference is added to the table of hands seen, which rests
on many more deals. What chance does alike to both counts therefore cancels.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import KING_RANK
from worker.review.chain import marks_of_deals, solve
from worker.review.chances import CHANCES_VERSION, chances, checksum_of
from worker.review.equilibrium.call_values import hidden_gains
from worker.review.equilibrium.sampled_deals import EXCHANGES, REFUSES, STANDS
from worker.review.policy import FOUR, OUTCOMES
from worker.review.strength import RANKS

_DEALER_AT: Final = (2, 3, 4)
"""The dealer's points that the policy treats differently, as in ``worker.review.chain``."""
_FEWEST: Final = 2
"""A standard error needs two deals."""


class Change(NamedTuple):
    """The changes by hidden play at every score, as ``[elder hand's points, dealer's points]``.

    ``chance`` and ``stake`` are the elder hand's, ``marks`` those of one deal (``worker.review.chances``). ``error`` is
    the largest standard error of a change of chance.
    """

    chance: NDArray[np.float64]
    stake: NDArray[np.float64]
    marks: NDArray[np.float64]
    error: float


class Gap(NamedTuple):
    """The gain of the elder hand in hidden play over play with both hands seen, in marks of a deal.

    ``share`` is the share of deals in which the deal goes this way; ``error`` the standard error of ``gain``.
    ``seen`` and ``hidden`` are the elder hand's shares of points with hands seen and hidden.
    """

    name: str
    share: float
    gain: float
    error: float
    seen: float
    hidden: float


def ways_taken(rows: NDArray[np.void], elder: int, dealer: int) -> NDArray[np.int64]:
    """Return the way in which each deal goes by the policy at a score (``sampled_deals.STANDS`` and so on).

    ``elder`` and ``dealer`` are the points before the deal. A king turned up counts for the dealer.
    """
    dealer_now = dealer + (rows["turned"] == KING_RANK)
    stands = np.where(dealer_now >= FOUR, rows["calls"] >> 2, rows["calls"]) & 1
    refuses = rows["calls"] >> (3 if elder >= FOUR else 1) & 1
    ways: NDArray[np.int64] = np.where(stands, STANDS, np.where(refuses, REFUSES, EXCHANGES))
    return ways


def count_ways(rows: NDArray[np.void], played: str) -> NDArray[np.int64]:
    """Count outcomes as ``worker.review.chain.count_outcomes`` does. ``played`` is ``seen`` or ``hidden``."""
    counts = np.zeros((2, len(_DEALER_AT), RANKS, OUTCOMES), np.int64)
    for elder_four in (0, 1):
        for kind, dealer in enumerate(_DEALER_AT):
            ways = ways_taken(rows, FOUR * elder_four, dealer)
            outcomes = rows[played][np.arange(len(rows)), ways]
            np.add.at(counts[elder_four, kind], (rows["turned"], outcomes), 1)
    return counts


def change_of_chances(rows: NDArray[np.void], parts: int) -> Change:
    """Return what hidden play changes, with an error from ``parts`` separate parts of the deals."""
    whole = _change(rows)
    apart = np.array([_change(part)[0] for part in np.array_split(rows, parts)])
    error = float((apart.std(axis=0, ddof=1) / np.sqrt(parts)).max())
    return Change(*whole, error)


def _change(rows: NDArray[np.void]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the changes of the chance, the stake and the marks, as in ``Change``."""
    seen, hidden = (count_ways(rows, played) for played in ("seen", "hidden"))
    chances = [solve(counts) for counts in (seen, hidden)]
    marks = [marks_of_deals(counts) for counts in (seen, hidden)]
    return chances[1][0] - chances[0][0], chances[1][1] - chances[0][1], marks[1] - marks[0]


def with_hidden_play(stored: dict[str, Any], rows: NDArray[np.void], parts: int) -> dict[str, Any]:
    """Return the contents of the data file after what hidden play changes is computed again.

    ``stored`` are the earlier contents, or those of a file with both hands seen. The error is estimated from ``parts``
    separate parts of the deals.
    """
    seen = stored.get("hands_seen") or {key: stored[key] for key in ("error", "chance", "stake", "marks")}
    change = change_of_chances(rows, parts)
    hidden = {
        key: np.round(np.array(seen[key]) + difference, 6).tolist()
        for key, difference in (("chance", change.chance), ("stake", change.stake), ("marks", change.marks))
    }
    return {
        "version": CHANCES_VERSION,
        "checksum": checksum_of(hidden["chance"], hidden["stake"], hidden["marks"]),
        "assumptions": stored["assumptions"]
        | {"play": "each hand hidden from the other from the first lead", "hidden deals": len(rows)},
        "error": round(float(np.hypot(seen["error"], change.error)), 6),
        **hidden,
        "hands_seen": seen,
    }


def describe_gaps(rows: NDArray[np.void]) -> list[str]:
    """Return a line for each of ``measured_gaps``, and one that compares the deals with the policy's chain of deals."""
    lines = [
        f"{gap.name}: {gap.share:.4f} of deals, the elder hand gains {gap.gain:+.4f} marks, give or take"
        f" {gap.error:.4f}; points {gap.seen:.4f} with hands seen, {gap.hidden:.4f} hidden"
        for gap in measured_gaps(rows)
    ]
    counts = count_ways(rows, "seen")
    away = float(np.abs(solve(counts)[0] - np.array(chances().hands_seen)).max())
    return [
        *lines,
        f"chances with hands seen, by these {len(rows):,} deals: at most {away:.6f} from the table",
    ]


def measured_gaps(rows: NDArray[np.void]) -> list[Gap]:
    """Return what the elder hand gains in hidden play: standing with any hand, and as the policy plays at love-all."""
    gains = hidden_gains(rows)
    ways = ways_taken(rows, 0, 0)
    everyone = np.ones(len(rows), bool)
    groups = [
        ("any deal, without exchange", everyone, STANDS),
        ("the elder hand stands", ways == STANDS, STANDS),
        ("the dealer refuses", ways == REFUSES, REFUSES),
        ("both exchange", ways == EXCHANGES, EXCHANGES),
    ]
    gaps = []
    for name, chosen, way in groups:
        if chosen.sum() < _FEWEST:
            continue
        points = {played: float((rows[played][chosen, way] % 5 >= 3).mean()) for played in ("seen", "hidden")}
        gaps.append(_gap(name, float(chosen.mean()), gains[chosen, way], points["seen"], points["hidden"]))
    taken = np.arange(len(rows)), ways
    points = {played: float((rows[played][taken] % 5 >= 3).mean()) for played in ("seen", "hidden")}
    gaps.append(_gap("every deal by the policy", 1.0, gains[taken], points["seen"], points["hidden"]))
    return gaps


def _gap(name: str, share: float, gains: NDArray[np.float64], seen: float, hidden: float) -> Gap:
    error = float(gains.std(ddof=1) / np.sqrt(len(gains)))
    return Gap(name, share, float(gains.mean()), error, seen, hidden)
