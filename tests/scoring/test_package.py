"""``scoring`` as a separate package: its contents, and that it works without any other package installed."""

from __future__ import annotations

import doctest
import os
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

from ecarte_site.setup.environment import PROJECT
from scoring.__main__ import main
from tests.samples import GOLDEN, SAMPLES

SCORING = PROJECT / "scoring"
DECLARED: dict[str, Any] = tomllib.loads((SCORING / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy: a build leaves folders beside its sources."""
    folder = tmp_path_factory.mktemp("wheel")
    source = shutil.copytree(SCORING, folder / "scoring", ignore=shutil.ignore_patterns("__pycache__"))
    words = ["wheel", "-q", "--no-index", "--no-deps", "--no-build-isolation", "-w", str(folder), str(source)]
    subprocess.run([sys.executable, "-m", "pip", *words], check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the package in it, and no other."""
    folder = tmp_path_factory.mktemp("alone")
    venv.create(folder)
    python = folder / "bin" / "python"
    words = ["--python", str(python), "install", "-q", "--no-index", "--no-deps", str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", *words], check=True, capture_output=True)
    return python


def run(command: list[str], cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run in a folder, and with a path, that contain nothing of the project."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)


def test_every_folder_with_code_is_a_package_of_it() -> None:
    packages = {
        ".".join(("scoring", *path.parent.relative_to(SCORING).parts)) for path in SCORING.rglob("*.py")
    }
    assert set(DECLARED["tool"]["setuptools"]["packages"]) == packages
    assert DECLARED["project"]["dependencies"] == []


@pytest.mark.e2e
def test_wheel_has_every_module_the_reference_and_the_golden_files(wheel: Path) -> None:
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = {
        f"scoring/{path.relative_to(SCORING).as_posix()}"
        for pattern in ("*.py", "golden/*.egn", "golden/*.jsonl", "notation.md", "findings.md", "py.typed")
        for path in SCORING.rglob(pattern)
    }
    assert inside == expected


@pytest.mark.e2e
def test_installed_alone_it_says_of_the_golden_files_what_it_should(python: Path, tmp_path: Path) -> None:
    done = run([str(python.parent / "ecarte-scoring"), "golden"], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "".join(
        f"{name}.egn: as expected\n" for name in ("incidents", "triomphe", "faults")
    )


@pytest.mark.e2e
def test_installed_alone_it_checks_and_formats(python: Path, tmp_path: Path) -> None:
    evening = SAMPLES / "evening.egn"
    command = str(python.parent / "ecarte-scoring")
    checked = run([command, "check", "--json", str(evening)], tmp_path)
    assert checked.returncode == 0
    assert len(checked.stdout.splitlines()) == 12
    formatted = run([str(python), "-m", "scoring", "format", str(evening)], tmp_path)
    assert formatted.stdout == evening.read_text(encoding="utf-8")
    assert run([command, "notation"], tmp_path).stdout == (SCORING / "notation.md").read_text(
        encoding="utf-8"
    )


@pytest.mark.e2e
def test_a_changed_answer_is_told_by_its_rubber(python: Path, tmp_path: Path) -> None:
    command = str(python.parent / "ecarte-scoring")
    folder = Path(run([command, "golden", "--where"], tmp_path).stdout.strip())
    assert folder != GOLDEN
    expected = folder / "triomphe.expected.jsonl"
    written = expected.read_text(encoding="utf-8")
    lines = written.splitlines(keepends=True)
    try:
        expected.write_text("".join([lines[0], lines[1].replace('"winner"', '"loser"', 1), *lines[2:]]))
        done = run([command, "golden"], tmp_path)
    finally:
        expected.write_text(written, encoding="utf-8")
    assert done.returncode == 1
    assert "triomphe.egn: differs at rubber 2\n" in done.stdout


def test_examples_of_its_page_hold() -> None:
    result = doctest.testfile(str(SCORING / "README.md"), module_relative=False, encoding="utf-8")
    assert (result.attempted, result.failed) == (5, 0)


def test_its_page_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    page = (SCORING / "README.md").read_text(encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["--help"])
    printed = capsys.readouterr().out
    for command in ("check", "format", "tables", "notation", "golden"):
        assert command in printed
        assert f"ecarte-scoring {command}" in page
