"""Two commits measured by turns: the figures that are compared, and the source of the other commit."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support import soak
from tests.support.soak import NotComparedError, beside, checked_out

MAKER = """
from pathlib import Path

def ensure_environment(lock: str) -> Path:
    return Path.cwd() / ".venv" / f"python for {lock}"
"""


def rows(*values: float, name: str = "a deal", unit: str = "ms") -> list[list[dict[str, object]]]:
    return [[{"name": name, "unit": unit, "value": value}] for value in values]


def test_medians_stand_beside_each_other_with_their_ratio() -> None:
    lines = beside(rows(1, 9, 2, 3, 8), rows(6, 4, 7, 5, 100), "v1")
    assert lines[2:] == ["| a deal | 3 ms | 6 ms | 0.50 |"]


def test_a_figure_that_one_of_them_lacks_is_shown_without_a_ratio() -> None:
    assert beside(rows(2, name="new"), rows(1), "v1")[2:] == ["| new | 2 ms |  |  |"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of two commits: the first without a test, the second with one."""
    folder = tmp_path / "ours"
    (folder / "ecarte_site/setup").mkdir(parents=True)
    for package in ("ecarte_site", "ecarte_site/setup"):
        (folder / package / "__init__.py").touch()
    (folder / "ecarte_site/setup/environment.py").write_text(MAKER)
    (folder / "what.txt").write_text("first")

    def git(*words: str) -> None:
        author = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", *author, *words], cwd=folder, check=True, capture_output=True)

    git("init", "--initial-branch=main")
    git("add", ".")
    git("commit", "-m", "first")
    git("tag", "first")
    (folder / "tests").mkdir()
    (folder / "tests/bench_new.py").write_text("")
    (folder / "what.txt").write_text("second")
    git("add", ".")
    git("commit", "-m", "second")
    return folder


def test_the_other_commit_is_its_own_code_with_the_tests_of_now_and_leaves_nothing(project: Path) -> None:
    with checked_out("first", "dev.txt", project=project) as (folder, python):
        assert (folder / "what.txt").read_text() == "first"
        assert (folder / "tests/bench_new.py").exists()
        assert python == folder / ".venv" / "python for dev.txt"
    assert not folder.exists()
    listed = ["git", "worktree", "list"]
    output = subprocess.run(listed, cwd=project, capture_output=True, text=True, check=True).stdout
    assert len(output.splitlines()) == 1


def test_a_commit_that_there_is_not_is_said_in_a_line(project: Path) -> None:
    with (
        pytest.raises(NotComparedError, match="no commit nowhere"),
        checked_out("nowhere", "dev.txt", project=project),
    ):
        pass


def test_a_comparison_needs_names(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        soak.main(["--against", "HEAD"])
    assert "--against wants the names of benchmarks" in capsys.readouterr().err
