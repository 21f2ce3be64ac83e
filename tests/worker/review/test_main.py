"""The command line, as a program."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from scoring.check import check_file
from worker.review import review_rubber

SAMPLE = Path(__file__).parents[2] / "data" / "samples" / "review.egn"


def run(*arguments: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "worker.review", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def sample_lines() -> list[object]:
    with SAMPLE.open("rb") as stream:
        return [decision.as_json() for checked in check_file(stream) for decision in review_rubber(checked)]


def test_json_is_a_line_a_decision() -> None:
    done = run("--json", str(SAMPLE))
    assert [json.loads(line) for line in done.stdout.splitlines()] == sample_lines()
    assert (done.returncode, done.stderr) == (0, "")


def test_standard_input() -> None:
    done = run("--json", "-", text=SAMPLE.read_text())
    assert [json.loads(line) for line in done.stdout.splitlines()] == sample_lines()
    assert done.returncode == 0


def test_text_is_a_line_a_decision_that_names_its_file_among_several() -> None:
    done = run(str(SAMPLE), str(SAMPLE))
    lines = done.stdout.splitlines()
    assert len(lines) == 2 * len(sample_lines())
    assert lines[0] == (
        f"{SAMPLE}: rubber 1 game 1 deal 1 trick 1: "
        "A played SQ, HK was better by 0.048 marks over 65,780 hands"
    )
    assert run(str(SAMPLE)).stdout.splitlines()[3] == (
        "rubber 1 game 1 deal 1 trick 2: B played CK, DT was better by 0.839 marks over 1,771 hands [flagged]"
    )


def test_a_file_that_cant_be_read_does_not_keep_back_the_others(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Sir,\n")
    missing = tmp_path / "missing.egn"
    done = run("--json", str(missing), str(letter), str(SAMPLE))
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == len(sample_lines())
    complaints = done.stderr.splitlines()
    assert len(complaints) == 2
    assert complaints[0] == f"{missing}: can't be opened: No such file or directory"
    assert complaints[1].startswith(f"{letter}: ")


def test_a_reader_that_has_enough_is_no_error() -> None:
    command = f"{sys.executable} -m worker.review --json {SAMPLE} | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert json.loads(done.stdout)["trick"] == 1
    assert done.stderr == ""


def test_importing_loads_neither_numpy_nor_numba() -> None:
    program = "import sys, worker.review; print({'numpy', 'numba', 'django', 'celery'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
