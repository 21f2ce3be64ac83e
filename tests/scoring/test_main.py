"""The command line as scripts call it: output and exit status."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scoring.__main__ import main
from tests.samples import SAMPLES, sample

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def run(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = main(arguments)
        printed = capsysbinary.readouterr()
        return subprocess.CompletedProcess(arguments, status, printed.out, printed.err)

    return run


@pytest.mark.e2e
def test_as_a_program_it_ends_with_its_status(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "scoring", "check"]
    missing = subprocess.run([*command, tmp_path / "missing.egn"], capture_output=True, check=False)
    assert (missing.returncode, b"missing.egn" in missing.stderr) == (2, True)
    clean = subprocess.run(
        [*command, "-"], input=(SAMPLES / "evening.egn").read_bytes(), capture_output=True, check=True
    )
    assert b"12 rubbers" in clean.stdout


def test_a_clean_file_is_status_0_and_summed_up(run: Run) -> None:
    done = run("check", str(SAMPLES / "evening.egn"))
    assert done.returncode == 0
    assert (
        done.stdout.decode().splitlines()[-1]
        == "12 rubbers in 1 file: 0 errors, 0 rulings, 1 warning, 0 notes"
    )


def test_findings_are_status_1_and_a_line_each(run: Run) -> None:
    path = str(sample("faults.egn"))
    done = run("check", path)
    assert done.returncode == 1
    lines = done.stdout.decode().splitlines()
    assert lines[0] == (
        f"{path}:7:8: L05 error: A cut HK against CT and should deal first, but B deals. "
        "Correct the cut or the dealer."
    )
    assert lines[-1].startswith("26 rubbers in 1 file: 22 errors, 3 rulings")


def test_json_is_an_object_a_line_for_each_rubber(run: Run) -> None:
    done = run("check", "--json", "-", stdin=(SAMPLES / "evening.egn").read_bytes())
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["index"] for row in rows] == list(range(1, 13))
    assert [len(row["findings"]) for row in rows] == [1, *[0] * 11]


def test_a_file_that_is_not_there_is_status_2_and_the_others_are_read(run: Run) -> None:
    done = run("check", "no-such.egn", str(SAMPLES / "evening.egn"))
    assert done.returncode == 2
    assert "no-such.egn" in done.stderr.decode()
    assert "12 rubbers" in done.stdout.decode()


def test_a_file_that_is_not_egn_is_status_2(run: Run) -> None:
    done = run("check", "-", stdin=bytes(range(256)) * 40)
    assert done.returncode == 2
    assert done.stderr.decode().startswith("-: ")


def test_an_empty_file_is_status_2(run: Run) -> None:
    assert run("check", "-", stdin=b"").returncode == 2


def test_text_before_the_first_rubber_is_found(run: Run) -> None:
    done = run(
        "check", "--json", "-", stdin=b"minutes of the meeting\n" + (SAMPLES / "evening.egn").read_bytes()
    )
    first = json.loads(done.stdout.splitlines()[0])
    assert [(finding["code"], finding["line"]) for finding in first["findings"]] == [("E01", 1), ("L23", 30)]
    assert first["winner"] == "A"
    assert done.returncode == 1


def test_format_leaves_a_canonical_file_as_it_is(run: Run) -> None:
    path = SAMPLES / "evening.egn"
    done = run("format", str(path))
    assert done.returncode == 0
    assert done.stdout == path.read_bytes()


def test_lines_that_end_in_cr_are_checked_and_formatted_as_any_others(run: Run) -> None:
    plain = sample("faults.egn").read_bytes()
    with_cr = plain.replace(b"\n", b"\r")
    assert run("check", "-", stdin=with_cr).stdout == run("check", "-", stdin=plain).stdout
    canonical = (SAMPLES / "evening.egn").read_bytes()
    assert run("format", "-", stdin=canonical.replace(b"\n", b"\r")).stdout == canonical


def test_format_leaves_out_what_it_cannot_read_and_says_so(run: Run) -> None:
    done = run("format", str(sample("faults.egn")))
    assert done.returncode == 1
    assert done.stdout.count(b'[EGN "1"]') == 26 - 3
    assert done.stderr.decode().count("is left out") == 3
