from __future__ import annotations

import pytest

from matches.rubbers.projection import content_checksum, trebles_won, voles_won
from matches.rubbers.text import nameless_text
from scoring.notation import read_one
from scoring.record import Pair
from tests.matches.files import rubber_text
from tests.scoring.egn import checked

RECKONINGS = ("plain", "treble")


@pytest.mark.parametrize("reckoning", RECKONINGS)
@pytest.mark.parametrize(
    ("games", "won"),
    [
        ("Game 1 #5-0\nGame 2 #0-5\nGame 3 #5-0\n##2-1", (2, 1)),
        ("Game 1 #5-0\nGame 2 #5-1\n##2-0", (1, 0)),
        ("Game 1 #5-1\nGame 2 #4-5\nGame 3 #2-5\n##1-2", (0, 0)),
        ("Game 1\n1. A S =A5 (2-0)\n2. B S =A5 (4-0)\n*", (0, 0)),
        ("Game 1\n1. A S Kb =B5 (0-3)\n2. B S =B5 (0-5)\nGame 2 #5-3\n*", (0, 1)),
    ],
    ids=["three trebles", "a treble and a double", "no treble", "not to the end", "from the deals"],
)
def test_trebles_are_games_against_nothing_by_any_reckoning(games: str, won: Pair, reckoning: str) -> None:
    ending = {"Termination": "unfinished"} if games.endswith("*") else {}
    rubber = checked(games, BestOf="3", Reckoning=reckoning, **ending)
    assert trebles_won(rubber) == won


@pytest.mark.parametrize(
    ("deals", "won"),
    [
        ("1. A S =B5 (0-2)\n2. B S =A5 (2-2)\n3. A S =B5 (2-4)", (1, 2)),
        ("1. A S =B4 (0-2)\n2. B S =A3 (2-2)", (0, 0)),
        ("1. A S =B (0-2)", (0, 0)),
        ("1. A S =B5", (0, 1)),
        ("1. A S !45:void =void", (0, 0)),
        ("1. A P R !43b(HK):stand =B3 (0-1)", (0, 0)),
        ("1. A S !43b(HK):stand =B5 (0-1)", (0, 1)),
        ("1. A S !42a =B5 (0-2)", (0, 1)),
        ("1. A S =B5 (0-2)\n2. B S =B5 (0-4)\n3. A S Kb =B5 (0-5)", (0, 2)),
    ],
    ids=[
        *("three voles", "points that count two", "how many tricks is not told", "no figures"),
        *("a void deal", "a point with a penalty", "a vole with a penalty", "a hand abandoned"),
        "the king was enough",
    ],
)
def test_voles_are_five_tricks_that_were_marked(deals: str, won: Pair) -> None:
    assert voles_won(checked(f"Game 1\n{deals}\n*", Termination="unfinished")) == won


def test_checksum_tells_players_from_content() -> None:
    text = nameless_text(read_one(rubber_text()))
    checksums = {
        content_checksum("a", "b", text),
        content_checksum("b", "a", text),
        content_checksum("a", "b", text.replace("=B5", "=B4")),
    }
    assert len(checksums) == 3
