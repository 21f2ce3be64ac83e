"""The positions to try: the shipped file is whole, current, and what the engine computes."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ecarte_site.setup.environment import PROJECT
from scoring.player_view import view_at
from worker.review import position_verdicts, positions
from worker.review.reasons import REASON_CODES
from worker.review.tables import FOLDER, row_by_row

SHIPPED = positions.positions()


def test_there_are_twelve_and_every_kind_of_choice_is_among_them() -> None:
    assert len(SHIPPED) == 12
    assert {each.kind for each in SHIPPED} == {"card", "proposal", "reply", "discard", "king"}
    assert len({each.record for each in SHIPPED}) == 12


@pytest.mark.parametrize("position", SHIPPED, ids=range(1, 13))
def test_position_can_be_shown_and_has_a_best_choice_and_a_mistake(position: positions.TryPosition) -> None:
    view = view_at(
        position.checked(), game=1, deal=position.deal, token=position.token, player=position.player
    )
    assert view.hand.bit_count() == 6 - (position.trick or 1)
    assert view.score is not None
    assert 2 <= len(position.verdicts) <= 5
    best = max(each.chance for each in position.verdicts)
    for verdict in position.verdicts:
        assert 0 <= verdict.chance <= 1
        assert verdict.chance + verdict.loss == pytest.approx(best, abs=2e-6)
        for reason in verdict.reasons:
            assert reason.keys() == {"code", *REASON_CODES[reason["code"]]}
    assert position.best
    assert any(each.label in ("mistake", "blunder") or each.loss >= 0.02 for each in position.verdicts)


def test_file_is_shipped_as_it_is_written() -> None:
    text = (FOLDER / positions.DATA).read_text("utf-8")
    assert text == row_by_row(position_verdicts.file_contents(SHIPPED))


def test_first_verdict_is_what_the_engine_computes() -> None:
    assert position_verdicts.judge_source(position_verdicts.SOURCES[0]) == SHIPPED[0]


@pytest.mark.long
def test_verdicts_are_what_the_engine_computes() -> None:
    assert position_verdicts.compute_positions() == SHIPPED


def test_reading_them_loads_neither_numpy_nor_numba() -> None:
    code = (
        "import sys; from worker.review.positions import positions; positions()[0].checked();"
        "sys.exit(bool({'numpy', 'numba'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=PROJECT).returncode == 0
