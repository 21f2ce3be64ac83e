"""The command line: run as a program if streams and exit status matter, else by a call of its `main`."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scoring.checked import CheckedRubber
from scoring.notation import read_file, write_rubber, write_rubbers
from tests.samples import GOLDEN, SAMPLES
from tests.worker.review.judging import reviewed_sample
from worker.review.__main__ import main
from worker.review.annotate import annotated
from worker.review.decision import Decision
from worker.review.english import describe

SAMPLE = SAMPLES / "review.egn"
FAULTS = GOLDEN / "faults.egn"


Call = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Return the result of the program with these arguments, without starting a process."""

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = int(ended.code or 0)
        output = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, status, output.out, output.err)

    return call


def sample() -> list[tuple[CheckedRubber, list[Decision]]]:
    """Return the rubbers of the sample, each with all its decisions in order."""
    return [
        (checked, [decision for deal in deals for decision in deal.decisions])
        for checked, deals in reviewed_sample("review.egn")
    ]


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """A file with the first rubber of the sample alone."""
    path = tmp_path / "short.egn"
    path.write_text(write_rubber(sample()[0][0].rubber), encoding="utf-8")
    return path


def short_lines() -> list[object]:
    return [decision.as_json() for decision in sample()[0][1]]


def test_json_is_a_line_a_decision(call: Call) -> None:
    done = call("--json", str(SAMPLE))
    expected = [decision.as_json() for _, decisions in sample() for decision in decisions]
    assert [json.loads(line) for line in done.stdout.splitlines()] == expected
    assert (done.returncode, done.stderr) == (0, "")


def test_standard_input(call: Call, short: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = short.read_bytes().replace(b"\n", b"\r")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    done = call("--json", "-")
    assert [json.loads(line) for line in done.stdout.splitlines()] == short_lines()
    assert done.returncode == 0


def test_text_is_a_line_a_decision_that_names_its_file_among_several(call: Call, short: Path) -> None:
    decisions = sample()[0][1]
    lines = [describe(decision) for decision in decisions]
    assert {"card", "proposal"} <= {decision.kind for decision in decisions}
    assert call(str(short)).stdout.splitlines() == lines
    assert call("--text", str(short), str(short)).stdout.splitlines() == 2 * [
        f"{short}: {line}" for line in lines
    ]


@pytest.mark.parametrize("options", [[], ["--all"]])
def test_annotated_records_have_the_verdicts_in_them_and_are_records_still(
    options: list[str], call: Call, short: Path
) -> None:
    done = call("--annotated", *options, str(short), str(short))
    expected = [
        annotated(checked.rubber, decisions, every=bool(options)) for checked, decisions in sample()[:1]
    ]
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "".join(write_rubbers(expected + expected))
    assert done.stdout.count("{") > 2 * len(expected) if options else "{" in done.stdout
    reads = list(read_file(io.BytesIO(done.stdout.encode())))
    assert [read.fault for read in reads] == [None] * len(expected) * 2


def test_annotated_leaves_out_what_cant_be_read_and_says_so(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FAULTS.open("rb") as stream:
        reads = [read for read in read_file(stream) if read.index in (1, 21, 22, 23, 24)]
    text = "".join(f"{read.text}\n" for read in reads)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    done = call("--annotated", "-")
    assert done.returncode == 2
    assert [line.partition(" is left out: ")[0].partition(": ")[2] for line in done.stderr.splitlines()] == [
        "rubber 2",
        "rubber 3",
        "rubber 4",
    ]
    assert len(list(read_file(io.BytesIO(done.stdout.encode())))) == 2


@pytest.mark.parametrize(
    "options", [["--text", "--json"], ["--json", "--annotated"], ["--all"], ["--json", "--all"]]
)
def test_forms_of_output_exclude_one_another(options: list[str], call: Call) -> None:
    done = call(*options, str(SAMPLE))
    assert (done.returncode, done.stdout) == (2, "")


def test_a_file_that_cant_be_read_does_not_keep_back_the_others(
    tmp_path: Path, call: Call, short: Path
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Sir,\n")
    missing = tmp_path / "missing.egn"
    done = call("--json", str(missing), str(letter), str(short))
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == len(short_lines())
    complaints = done.stderr.splitlines()
    assert len(complaints) == 2
    assert complaints[0] == f"{missing}: can't be opened: No such file or directory"
    assert complaints[1].startswith(f"{letter}: ")


def test_a_reader_that_has_enough_is_no_error() -> None:
    """A shorter record would be written before the reader has gone."""
    command = f"{sys.executable} -m worker.review --json {SAMPLE} | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert json.loads(done.stdout) == short_lines()[0]
    assert done.stderr == ""


def test_the_program_ends_with_the_status_of_its_call() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "worker.review", "missing.egn"], capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, b"")


def test_importing_loads_neither_numpy_nor_numba() -> None:
    program = "import sys, worker.review; print({'numpy', 'numba', 'django', 'celery'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
