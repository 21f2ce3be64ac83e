"""Loading: nothing heavy before the first solve, a cache that can be placed, and is never stale."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[3]

SOLVE_ONE = "from worker.solver import solve_leads; print(max(solve_leads(1 << 0, 1 << 7, 1).values()))"

SMALL_KERNEL = """\
import scoring.cards
from worker.solver.compiling import compiled

beats = compiled(scoring.cards.beats)


@compiled
def is_beaten(lead: int, reply: int) -> int:
    return 1 if beats(reply, lead, 0) else 0
"""
TRY_RULE = "from worker.solver.small_kernel import is_beaten; print(is_beaten(7, 0))"

# The smallest kernel, which is compiled in no time.
COUNT_CARDS = "from worker.solver.kernels import count_cards; print(count_cards(7))"


def python(program: str, *, folder: Path = PROJECT, **variables: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", **variables}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_importing_loads_neither_numpy_nor_numba() -> None:
    program = "import sys, worker.solver; print({'numpy', 'numba'} & set(sys.modules))"
    assert python(program) == "set()"


@pytest.mark.parametrize(
    ("program", "answer"),
    [
        pytest.param(COUNT_CARDS, "3", id="smallest"),
        pytest.param(SOLVE_ONE, "0", id="whole", marks=pytest.mark.soak),
    ],
)
def test_solves_where_nothing_can_be_written(program: str, answer: str, tmp_path: Path) -> None:
    no_folder = tmp_path / "file"
    no_folder.write_text("")
    nowhere = str(no_folder / "cache")
    assert python(program, NUMBA_CACHE_DIR=nowhere, XDG_CACHE_HOME=nowhere, HOME=nowhere) == answer


@pytest.mark.parametrize(
    "program",
    [pytest.param(TRY_RULE, id="smallest"), pytest.param(SOLVE_ONE, id="whole", marks=pytest.mark.soak)],
)
def test_kernels_are_kept_where_numba_is_told_to_and_a_rule_that_changes_is_not_read_from_them(
    program: str, tmp_path: Path
) -> None:
    """The kernels compile the rule of ``scoring.cards``, which lies in another file than they do."""
    for room in ("scoring", "worker"):
        shutil.copytree(PROJECT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "worker" / "solver" / "small_kernel.py").write_text(SMALL_KERNEL)
    kept = tmp_path / "cache"
    assert python(program, folder=tmp_path, NUMBA_CACHE_DIR=str(kept)) == "0"
    assert list(kept.rglob("*.nbc"))
    rule = tmp_path / "scoring" / "cards.py"
    rule.write_text(rule.read_text().replace("return reply > lead", "return reply < lead"))
    assert python(program, folder=tmp_path, NUMBA_CACHE_DIR=str(kept)) == "1"
