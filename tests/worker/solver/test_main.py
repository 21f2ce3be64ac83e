"""The command line, as a program."""

from __future__ import annotations

import subprocess
import sys

import pytest

DEAL = ["--trump", "D", "--leader", "SJA.HK.DK.CJ", "--follower", "HQA9.CT8"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "worker.solver", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_json_names_every_lead_in_the_order_of_the_notation() -> None:
    done = run(*DEAL, "--json")
    assert done.stdout == '{"best": 5, "cards": {"SJ": 5, "SA": 5, "HK": 5, "DK": 5, "CJ": 5}}\n'
    assert (done.returncode, done.stderr) == (0, "")


def test_plain_text() -> None:
    done = run("--trump", "C", "--leader", "SA.HK", "--follower", "ST.C8")
    assert done.stdout == "The leader can force 1 of 2 tricks.\nSA 1\nHK 1\n"
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--leader", "SX", "--follower", "H7"], "--leader SX: the pack has no SX"),
        (["--leader", "SJJ", "--follower", "H7"], "--leader SJJ: a card is named twice"),
        (["--leader", "SJJJ", "--follower", "H7"], "--leader SJJJ: a card is named twice"),
        (["--leader", "SJ", "--follower", "7"], "--follower 7: not a set of cards, such as SKQ.HJ7"),
        (["--leader", "SJ", "--follower", "SJ"], "both hands hold SJ"),
        (["--leader", "SJ", "--follower", "H87"], "the leader holds 1 cards, the follower 2"),
    ],
)
def test_a_position_that_cant_be_solved(arguments: list[str], message: str) -> None:
    done = run("--trump", "D", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"worker.solver: {message}\n"


@pytest.mark.parametrize("arguments", [[], ["--trump", "X", *DEAL[2:]], DEAL[:4]])
def test_arguments_missing_or_wrong(arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: python -m worker.solver")
