"""Two commits measured by turns: `manage.py soak NAME --against REV`, `manage.py bench NAME --against REV`.

The module as it is here runs here and at REV, in a worktree with an environment of its own, five times by turns. At REV
the tests are those of here, so that a module that REV lacks runs there too, as long as it asks the service over HTTP,
by commands, or by functions that REV has.
"""

from __future__ import annotations

import contextlib
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ecarte_site.setup.environment import PROJECT
from tests.support import soak
from tests.support.figures import number

TURNS: Final = 5
HERE: Final = "the working tree"
MAKING: Final = (
    "import sys; from pathlib import Path; from ecarte_site.setup.environment import ensure_environment; "
    "print(ensure_environment(sys.argv[1], Path(sys.argv[2])))"
)

Rows = list[dict[str, Any]]


class NotComparedError(Exception):
    """There is no such commit or no environment for it, or the module can't run at one of the two."""


def compare(
    modules: Sequence[str], revision: str, services: Mapping[str, str], *options: str, lock: str = "dev.txt"
) -> None:
    """Print both medians of each figure of ``modules`` and their ratio.

    Raises ``NotComparedError``, for a module that can't run at one of the two as well.
    """
    with checked_out(revision, lock) as (folder, python):
        for module in modules:
            print(f"\n{module.rpartition('bench_')[2]}, {TURNS} times by turns", flush=True)
            here: list[Rows] = []
            there: list[Rows] = []
            for _ in range(TURNS):
                here.append(_measured(module, services, options, HERE, PROJECT, Path(sys.executable)))
                there.append(_measured(module, services, options, revision, folder, python))
            print("\n".join(beside(here, there, revision)), flush=True)


def beside(here: Sequence[Rows], there: Sequence[Rows], revision: str) -> list[str]:
    """Return a table of each figure that both have: its medians, and ours over theirs."""
    others = _medians(there)
    lines = [f"| what | here | {revision} | here over {revision} |", "|---|--:|--:|--:|"]
    for (name, unit), ours in _medians(here).items():
        theirs = others.get((name, unit))
        told = "" if theirs is None else f"{number(theirs)} {unit}"
        ratio = f"{ours / theirs:.2f}" if theirs else ""
        lines.append(f"| {name} | {number(ours)} {unit} | {told} | {ratio} |")
    return lines


def _medians(runs: Sequence[Rows]) -> dict[tuple[str, str], float]:
    values: dict[tuple[str, str], list[float]] = {}
    for rows in runs:
        for row in rows:
            values.setdefault((row["name"], row["unit"]), []).append(row["value"])
    return {key: statistics.median(found) for key, found in values.items()}


def _measured(
    module: str, services: Mapping[str, str], options: Sequence[str], where: str, folder: Path, python: Path
) -> Rows:
    rows = soak.measured(module, services, *options, folder=folder, python=python)
    if not rows:
        raise NotComparedError(f"{module} can't run at {where}; the reason stands above.")
    return rows


@contextlib.contextmanager
def checked_out(revision: str, lock: str, *, project: Path = PROJECT) -> Iterator[tuple[Path, Path]]:
    """Give a folder with ``project`` at ``revision``, but with the tests of now, and the Python of its environment.

    Raises ``NotComparedError``.
    """
    with tempfile.TemporaryDirectory(prefix="ecarte-against-") as place:
        folder = Path(place) / "project"
        _run(["git", "worktree", "add", "--detach", str(folder), revision], project, f"no commit {revision}")
        try:
            shutil.rmtree(folder / "tests", ignore_errors=True)
            shutil.copytree(project / "tests", folder / "tests", ignore=shutil.ignore_patterns("__pycache__"))
            environment = folder / ".venv"
            making = [sys.executable, "-c", MAKING, lock, str(environment)]
            python = _run(making, folder, f"no environment for {revision}").splitlines()[-1]
            yield folder, Path(python)
        finally:
            subprocess.run(
                ["git", "worktree", "remove", "--force", str(folder)],
                cwd=project,
                capture_output=True,
                check=False,
            )


def _run(command: Sequence[str], folder: Path, problem: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotComparedError(f"{problem}: {done.stderr.strip()}")
    return done.stdout.strip()
