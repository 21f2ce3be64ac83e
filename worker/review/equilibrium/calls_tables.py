"""Make the tables of calls that are shipped, and check them (``python -m worker.review.tables --calls``)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from worker.review import chances
from worker.review.equilibrium.best_response import Precision
from worker.review.equilibrium.call_worths import ALL_SCORES, Score
from worker.review.equilibrium.calls import Frequencies
from worker.review.equilibrium.calls_data import (
    DATA,
    HEADER,
    Calls,
    calls_at_equilibrium,
    checksum_of,
    frequencies_at,
    from_steps,
    pack,
)
from worker.review.equilibrium.calls_gains import (
    ScoreGains,
    are_within_limits,
    gains_from_row,
    gains_table,
    measure_scores,
)
from worker.review.equilibrium.calls_match import compare_versions
from worker.review.equilibrium.calls_study import Group, Plan, Study, run_study
from worker.review.equilibrium.deal_samples import ends_with_hands_seen
from worker.review.equilibrium.hidden_changes import Changes, played_deals
from worker.review.equilibrium.sampled_deals import PART

FOLDER: Final = Path(__file__).parents[1] / "data"
PLAY: Final = "each hand hidden from the other from the first lead"
CALLS_VERSION: Final = "2"
_GROUPS: Final[tuple[tuple[Score, ...], ...]] = (
    ((1, 2), (0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)),
    ((1, 3), (0, 3)),
    ((2, 3),),
    ((1, 4), (0, 4)),
    ((2, 4),),
    ((3, 1), (3, 0)),
    ((3, 2),),
    ((3, 3),),
    ((3, 4),),
    ((4, 1), (4, 0)),
    ((4, 2),),
    ((4, 3),),
    ((4, 4),),
)
"""The scores that each table serves; it is trained at the first. Tables were trained at all 25 scores and tried at all
others: a table serves another score if this leaves at most .0002 a deal more to gain for best responses.
"""
PLAN: Final = Plan(
    groups=tuple(Group(scores[0], scores) for scores in _GROUPS),
    rounds=(3, 8),
    deals=192,
    iterations=4,
    seed=1886,
)
TRAINING_DEALS: Final = 44 * PART
"""The number of deals that training uses, of those played both hidden and with hands seen. The others only check it."""
PRECISION: Final = Precision(hands=500, deals=8_000)
CHECK_SEED: Final = 1888
CHECK_PRECISION: Final = Precision(hands=250, deals=8_000)
MATCH_SCORES: Final[tuple[Score, ...]] = ((0, 0), (3, 3), (4, 4))


def make_calls(rows: NDArray[np.void], state: Path) -> None:
    """Compute the tables, write them, and print what best responses gain.

    ``rows`` are deals that were played both hidden and with hands seen (``sampled_deals.DEAL``). ``state`` is a folder
    that keeps what is done, so that an interrupted run can go on.
    """
    start = np.array(chances.chances().hands_seen)
    changes = Changes(played_deals(rows[:TRAINING_DEALS]))
    study = run_study(PLAN, start, ends_with_hands_seen, state, changes)
    served = dict(zip(ALL_SCORES, PLAN.served(), strict=True))

    def look_up(role: int, turned: int, score: Score) -> Frequencies:
        return from_steps(study.steps[served[score], role, turned])

    gains = measure_scores(look_up, study.values.chance, PRECISION, PLAN.seed, changes)
    packed = pack(study.steps)
    (FOLDER / DATA).write_bytes(packed)
    (FOLDER / HEADER).write_text(_format(_header(study, packed, gains)), "utf-8")
    calls_at_equilibrium.cache_clear()
    print("\n".join(gains_table(gains, own_scores(PLAN))))
    print(f"calls at the equilibrium: {len(study.steps)} tables, {len(packed):,} bytes")


def check_calls(rows: NDArray[np.void]) -> bool:
    """Measure the shipped tables in other deals, and print the gains. Return whether they are within the limits.

    Hidden values are those with which the tables were made. For comparison, the gains are also measured with hidden
    values from the deals that training did not use, and both versions of the calls are matched in these deals.
    """
    calls = calls_at_equilibrium()
    chance = shipped_chance(calls)
    others = played_deals(rows[TRAINING_DEALS:])

    def look_up(role: int, turned: int, score: Score) -> Frequencies:
        return frequencies_at(calls, role, turned, score)

    changes = Changes(played_deals(rows[:TRAINING_DEALS]))
    gains = measure_scores(look_up, chance, CHECK_PRECISION, CHECK_SEED, changes)
    print("\n".join(gains_table(gains, own_scores(PLAN))))
    if len(others.turned):
        print("with hidden values from other deals:")
        apart = measure_scores(look_up, chance, CHECK_PRECISION, CHECK_SEED, Changes(others))
        print("\n".join(gains_table(apart, own_scores(PLAN))))
        for score in MATCH_SCORES:
            print("\n".join(map(str, compare_versions(others, score, look_up, chance))))
    return are_within_limits(gains)


def shipped_chance(calls: Calls) -> NDArray[np.float64]:
    """Return the chances of winning at every score if both players call by the shipped tables."""
    return np.array(calls.header["chance"])


def shipped_gains(calls: Calls) -> list[ScoreGains]:
    """Return the gains that were measured when the tables were made."""
    return [gains_from_row(row) for row in calls.header["gains"]]


def own_scores(plan: Plan) -> set[Score]:
    return {group.trained_at for group in plan.groups}


def _header(study: Study, packed: bytes, gains: list[ScoreGains]) -> dict[str, Any]:
    return {
        "version": CALLS_VERSION,
        "checksum": checksum_of(packed),
        "tables": PLAN.served(),
        "trained_at": [group.trained_at for group in PLAN.groups],
        **{name: np.round(each, 6).tolist() for name, each in study.values._asdict().items()},
        "assumptions": {
            "deals": PLAN.deals,
            "rounds": PLAN.rounds,
            "iterations": PLAN.iterations,
            "seed": PLAN.seed,
            "play": PLAY,
            "hidden deals": TRAINING_DEALS,
            "later calls and discards": "by policy 1",
        },
        "gains": [row.as_row() for row in gains],
    }


def _format(header: dict[str, Any]) -> str:
    """Return JSON text with a line for each item of a list of lists."""
    parts = []
    for key, value in header.items():
        if isinstance(value, list) and value and isinstance(value[0], list):
            rows = ",\n".join(f"  {json.dumps(row)}" for row in value)
            parts.append(f' "{key}": [\n{rows}\n ]')
        else:
            parts.append(f' "{key}": {json.dumps(value)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"
