"""The command line: as a program for its exit status, else as a call of its `main`."""

from __future__ import annotations

import subprocess
import sys

import pytest

from worker.solver.__main__ import main

DEAL = ["--trump", "D", "--leader", "SJA.HK.DK.CJ", "--follower", "HQA9.CT8"]


def test_json_names_every_lead_in_the_order_of_the_notation(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*DEAL, "--json"]) == 0
    answer = '{"best": 5, "cards": {"SJ": 5, "SA": 5, "HK": 5, "DK": 5, "CJ": 5}}\n'
    assert capsys.readouterr() == (answer, "")


def test_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--trump", "C", "--leader", "SA.HK", "--follower", "ST.C8"]) == 0
    assert capsys.readouterr() == ("The leader can force 1 of 2 tricks.\nSA 1\nHK 1\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--leader", "SX", "--follower", "H7"], "--leader SX: the pack has no SX"),
        (["--leader", "SJJ", "--follower", "H7"], "--leader SJJ: a card is named twice"),
        (["--leader", "SJ", "--follower", "7"], "--follower 7: not a set of cards, such as SKQ.HJ7"),
    ],
)
def test_a_position_that_cant_be_solved(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--trump", "D", *arguments]) == 2
    assert capsys.readouterr() == ("", f"worker.solver: {message}\n")


def test_a_position_that_cant_be_solved_ends_the_program_so() -> None:
    command = [sys.executable, "-m", "worker.solver", "--trump", "D", "--leader", "SJ", "--follower", "SJ"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "worker.solver: both hands hold SJ\n"


@pytest.mark.parametrize("arguments", [[], ["--trump", "X", *DEAL[2:]], DEAL[:4]])
def test_arguments_missing_or_wrong(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    output = capsys.readouterr()
    assert (ended.value.code, output.out) == (2, "")
    assert output.err.startswith("usage: python -m worker.solver")
