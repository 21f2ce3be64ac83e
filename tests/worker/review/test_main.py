"""The command line: as a program where streams and exit matter, else as a call of its `main`."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from scoring.check import check_file
from scoring.checked import CheckedRubber
from scoring.notation import read_file, write_rubbers
from tests.samples import GOLDEN
from worker.review import review_rubber
from worker.review.__main__ import main
from worker.review.annotate import annotated
from worker.review.decision import Decision
from worker.review.english import describe

SAMPLES = Path(__file__).parents[2] / "data" / "samples"
SAMPLE = SAMPLES / "review.egn"
FAULTS = GOLDEN / "faults.egn"


def run(*arguments: str, reads: Path) -> subprocess.CompletedProcess[str]:
    """A program of its own, with that file for standard input."""
    command = [sys.executable, "-m", "worker.review", *arguments]
    with reads.open("rb") as stream:
        return subprocess.run(command, stdin=stream, capture_output=True, text=True, check=False)


Call = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """What `run` gives, without a program to start."""

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = int(ended.code or 0)
        told = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, status, told.out, told.err)

    return call


@cache
def sample() -> list[tuple[CheckedRubber, list[Decision]]]:
    """The rubbers of the sample, each with all its decisions in order."""
    with SAMPLE.open("rb") as stream:
        return [
            (checked, [decision for deal in review_rubber(checked) for decision in deal.decisions])
            for checked in check_file(stream)
        ]


def sample_lines() -> list[object]:
    return [decision.as_json() for _, decisions in sample() for decision in decisions]


def test_json_is_a_line_a_decision(call: Call) -> None:
    done = call("--json", str(SAMPLE))
    assert [json.loads(line) for line in done.stdout.splitlines()] == sample_lines()
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("line_end", [b"\n", b"\r"])
def test_standard_input(call: Call, monkeypatch: pytest.MonkeyPatch, line_end: bytes) -> None:
    data = SAMPLE.read_bytes().replace(b"\n", line_end)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    done = call("--json", "-")
    assert [json.loads(line) for line in done.stdout.splitlines()] == sample_lines()
    assert done.returncode == 0


def test_text_is_a_line_a_decision_that_names_its_file_among_several(call: Call) -> None:
    told = [describe(decision) for _, decisions in sample() for decision in decisions]
    kinds = {decision.kind for _, decisions in sample() for decision in decisions}
    assert {"card", "proposal"} <= kinds
    assert call(str(SAMPLE)).stdout.splitlines() == told
    assert call("--text", str(SAMPLE), str(SAMPLE)).stdout.splitlines() == 2 * [
        f"{SAMPLE}: {line}" for line in told
    ]


@pytest.mark.parametrize("options", [[], ["--all"]])
def test_annotated_records_have_the_verdicts_in_them_and_are_records_still(
    options: list[str], call: Call
) -> None:
    done = call("--annotated", *options, str(SAMPLE), str(SAMPLE))
    expected = [annotated(checked.rubber, found, every=bool(options)) for checked, found in sample()]
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "".join(write_rubbers(expected + expected))
    assert done.stdout.count("{") > 2 * len(expected) if options else "{" in done.stdout
    reads = list(read_file(io.BytesIO(done.stdout.encode())))
    assert [read.fault for read in reads] == [None] * len(expected) * 2


def test_annotated_leaves_out_what_cant_be_read_and_says_so() -> None:
    done = run("--annotated", "-", reads=FAULTS)
    assert done.returncode == 2
    assert [line.partition(" is left out: ")[0].partition(": ")[2] for line in done.stderr.splitlines()] == [
        "rubber 21",
        "rubber 22",
        "rubber 23",
    ]
    with FAULTS.open("rb") as stream:
        readable = [read for read in read_file(stream) if read.fault is None]
    assert len(list(read_file(io.BytesIO(done.stdout.encode())))) == len(readable)


@pytest.mark.parametrize(
    "options", [["--text", "--json"], ["--json", "--annotated"], ["--all"], ["--json", "--all"]]
)
def test_forms_of_output_exclude_one_another(options: list[str], call: Call) -> None:
    done = call(*options, str(SAMPLE))
    assert (done.returncode, done.stdout) == (2, "")


def test_a_file_that_cant_be_read_does_not_keep_back_the_others(tmp_path: Path, call: Call) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Sir,\n")
    missing = tmp_path / "missing.egn"
    done = call("--json", str(missing), str(letter), str(SAMPLE))
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == len(sample_lines())
    complaints = done.stderr.splitlines()
    assert len(complaints) == 2
    assert complaints[0] == f"{missing}: can't be opened: No such file or directory"
    assert complaints[1].startswith(f"{letter}: ")


def test_a_reader_that_has_enough_is_no_error() -> None:
    command = f"{sys.executable} -m worker.review --json {SAMPLE} | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert json.loads(done.stdout) == sample_lines()[0]
    assert done.stderr == ""


def test_importing_loads_neither_numpy_nor_numba() -> None:
    program = "import sys, worker.review; print({'numpy', 'numba', 'django', 'celery'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
