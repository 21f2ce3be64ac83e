from __future__ import annotations

from typing import Any

import pytest

from matches.common.number_format import percent
from matches.models import DealReview
from matches.pages.reviews.chances import luck_sentences, odds_rows
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import read_one
from worker.review.chances import chance_of_game, chance_of_rubber, stake_of_game

NAMES = ("Boiteau", "Walker")
KNOWN: dict[str, Any] = {
    "dealt_marks": 0.31,
    "turned_marks": -0.05,
    "drawn_marks": 0.22,
    "result_marks": 2.0,
    "luck_se": 0.03,
}
CHANCES: dict[str, Any] = {"dealt_chance": 0.05, "turned_chance": -0.01, "drawn_chance": 0.03}
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


def sentences_of(**fields: Any) -> tuple[str, ...]:
    return luck_sentences(DealReview(**{**KNOWN, **fields}), NAMES)


def test_luck_is_given_part_by_part_and_taken_off_the_result() -> None:
    assert sentences_of(**CHANCES) == (
        "Boiteau’s luck: +0.48 points (cards dealt +0.31, turn-up −0.05, cards drawn +0.22).",
        "It raised their chance to win the game by 7\N{NO-BREAK SPACE}%.",
        "The deal brought them 2.00 points more than the average, 0.48 of it luck.",
        "Estimated from random deals; give or take 0.06 points.",
    )


def test_bad_luck_of_a_is_good_luck_of_b() -> None:
    turned = {name: -value for name, value in KNOWN.items()}
    assert sentences_of(**{**turned, "luck_se": 0.03}) == tuple(
        sentence.replace("Boiteau", "Walker") for sentence in sentences_of()
    )


def test_nothing_drawn_is_not_mentioned() -> None:
    assert sentences_of(drawn_marks=0)[0] == (
        "Boiteau’s luck: +0.26 points (cards dealt +0.31, turn-up −0.05)."
    )


def test_luck_that_was_counted_out_has_no_error() -> None:
    assert not any("give or take" in sentence for sentence in sentences_of(luck_se=0))


@pytest.mark.parametrize("missing", ["dealt_marks", "turned_marks", "drawn_marks"])
def test_unknown_luck_is_not_mentioned(missing: str) -> None:
    assert sentences_of(**{missing: None}) == ()


def test_unknown_result_is_not_mentioned() -> None:
    assert not any("average" in sentence for sentence in sentences_of(result_marks=None))


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (0.3, "The deal brought them 0.30 points more than the average; luck alone was worth 0.48."),
        (-0.5, "The deal cost them 0.50 points against the average, in spite of their luck."),
    ],
)
def test_luck_is_told_apart_from_a_result_that_it_exceeds(result: float, sentence: str) -> None:
    assert sentence in sentences_of(result_marks=result)


def rubber(best_of: int = 3, reckoning: str = "treble") -> CheckedRubber:
    return check_rubber(read_one(RUBBER.format(best_of=best_of, reckoning=reckoning)))


def odds_of(checked: CheckedRubber, game: int, deal: int) -> dict[str, tuple[str, str]]:
    rows = odds_rows(checked, game, checked.games[game - 1].deals[deal - 1])
    return {label: (a, b) for label, a, b in rows}


def test_traditional_odds_are_beside_the_chances() -> None:
    chance = chance_of_game(1, 0, deals=False)
    of_rubber = chance_of_rubber(0, 1, 3, chance)
    stake = stake_of_game(1, 0, deals=False)
    assert odds_of(rubber(), 2, 2) == {
        "Traditional odds": ("5", "4"),
        "Chance to win the game": (percent(chance), percent(1 - chance)),
        "Chance to win the rubber": (percent(of_rubber), percent(1 - of_rubber)),
        "Expected value of the game": (f"{stake:+.2f}", f"{-stake:+.2f}".replace("-", "−")),
    }


def test_who_deals_is_taken_into_account() -> None:
    first, second = (odds_of(rubber(), game, 1)["Chance to win the game"] for game in (1, 2))
    assert first == second
    assert first[0] == percent(chance_of_game(0, 0, deals=True))


def test_single_game_without_stakes_has_neither_rubber_nor_stake() -> None:
    assert list(odds_of(rubber(1, "plain"), 1, 2)) == ["Traditional odds", "Chance to win the game"]
