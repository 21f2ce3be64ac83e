"""A study goes on where it was, serves every score by one table, and carries the chances from round to round."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from worker.review.chain import SCORES
from worker.review.chances import chances
from worker.review.equilibrium.call_worths import ALL_SCORES
from worker.review.equilibrium.calls_study import Group, Plan, run_study
from worker.review.equilibrium.deal_samples import Deals, ends_with_hands_seen
from worker.review.equilibrium.hands import KINDS
from worker.review.strength import RANKS

LATE = tuple(score for score in ALL_SCORES if 4 in score)
PLAN = Plan(
    groups=(
        Group((0, 0), tuple(score for score in ALL_SCORES if score not in LATE)),
        Group((4, 4), LATE),
    ),
    rounds=(1, 1),
    deals=1,
    iterations=1,
    seed=7,
)
START = np.array(chances().chance)


def refuse(deals: Deals, turned: int) -> NDArray[np.uint16]:
    raise AssertionError("deals were drawn again")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("study")
    run_study(PLAN, START, ends_with_hands_seen, made, report=lambda line: None)
    return made


def test_a_finished_study_draws_nothing_again(folder: Path) -> None:
    lines: list[str] = []
    study = run_study(PLAN, START, refuse, folder, report=lines.append)
    assert study.steps.shape == (2, 2, RANKS, KINDS)
    assert len(lines) == len(PLAN.rounds)
    assert study.values.chance.shape == (SCORES, SCORES)
    assert 0.4 < study.values.chance[0, 0] < 0.6


def test_an_interrupted_study_goes_on_to_the_same_result(folder: Path) -> None:
    before = run_study(PLAN, START, refuse, folder, report=lambda line: None)
    (folder / "round-1-turn-up-5.npz").unlink()
    (folder / "round-1-turn-up-6.partial").write_bytes(b"half")
    lines: list[str] = []
    after = run_study(PLAN, START, ends_with_hands_seen, folder, report=lines.append)
    assert [line.split(":")[0] for line in lines if "turn-up" in line] == ["round 2, turn-up 5"]
    assert (before.steps == after.steps).all()
    assert (before.values.chance == after.values.chance).all()


def test_the_second_round_begins_with_the_chances_of_the_first(folder: Path) -> None:
    lines: list[str] = []
    run_study(PLAN._replace(rounds=(1,)), START, refuse, folder, report=lines.append)
    run_study(PLAN, START, refuse, folder, report=lines.append)
    assert lines[0] == lines[1]
    assert lines[1].split("love-all")[1] != lines[2].split("love-all")[1]


def test_a_game_that_is_over_with_the_turn_up_leaves_nothing_to_call(folder: Path) -> None:
    """At four-all a king turned up ends the game; the frequencies there are zero."""
    study = run_study(PLAN, START, refuse, folder, report=lambda line: None)
    assert not study.steps[1, :, 7].any()
    assert study.steps[1, :, 6].any()


def test_each_score_has_the_table_of_its_group() -> None:
    served = dict(zip(ALL_SCORES, PLAN.served(), strict=True))
    assert served[0, 0] == served[3, 3] == 0
    assert served[4, 0] == served[2, 4] == 1
