"""What a score is worth before a deal."""

from __future__ import annotations

import pytest

from matches.pages.rubbers.odds import odds_text, prospects
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import read_one
from worker.review.chances import chance_of_game, chance_of_rubber, stake_of_game

RUBBER = """\
[EGN "1"]
[A "A"]
[B "B"]
[BestOf "{best_of}"]
[Reckoning "{reckoning}"]
[Termination "unfinished"]

Game 1
1. A S =B5 (0-2)
2. B S =B3 (0-3)
3. A S =B5 (0-5)
#0-5
Game 2
1. A S =A3 (1-0)
2. B S =B3 (1-1)
*
"""


def rubber(best_of: int = 3, reckoning: str = "treble") -> CheckedRubber:
    return check_rubber(read_one(RUBBER.format(best_of=best_of, reckoning=reckoning)))


def told(checked: CheckedRubber, game: int, deal: int) -> dict[str, tuple[str, str]]:
    rows = prospects(checked, game, checked.games[game - 1].deals[deal - 1])
    return {row.what: (row.a, row.b) for row in rows}


def test_odds_of_old_stand_beside_the_chances() -> None:
    chance = chance_of_game(1, 0, deals=False)
    of_rubber = chance_of_rubber(0, 1, 3, chance)
    stake = stake_of_game(1, 0, deals=False)
    assert told(rubber(), 2, 2) == {
        "Odds on the table": ("5", "4"),
        "Chance of the game, in 100": (f"{100 * chance:.1f}", f"{100 * (1 - chance):.1f}"),
        "Chance of the rubber, in 100": (f"{100 * of_rubber:.1f}", f"{100 * (1 - of_rubber):.1f}"),
        "Stake to be expected, in points": (f"{stake:+.2f}", f"{-stake:+.2f}".replace("-", "−")),
    }


def test_who_deals_is_taken_into_account() -> None:
    first, second = (told(rubber(), game, 1)["Chance of the game, in 100"] for game in (1, 2))
    assert first == second
    assert first[0] == f"{100 * chance_of_game(0, 0, deals=True):.1f}"


def test_single_game_without_stakes_has_neither_rubber_nor_stake() -> None:
    assert list(told(rubber(1, "plain"), 1, 2)) == ["Odds on the table", "Chance of the game, in 100"]


@pytest.mark.parametrize(("before", "text"), [((0, 0), "5 to 5"), ((2, 1), "4 to 3"), ((3, 4), "1 to 2")])
def test_odds_are_what_the_adversary_wants_to_what_is_wanted(before: tuple[int, int], text: str) -> None:
    assert odds_text(before) == text
