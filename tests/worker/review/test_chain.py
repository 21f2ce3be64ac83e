"""The chain of deals: solved twice, and played out."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.examples import in_two_sizes
from tests.worker.review.policy_reference import Result
from tests.worker.review.test_policy import came_of
from worker.review.chain import (
    SCORES,
    count_outcomes,
    kind_of_score,
    marks_of,
    marks_of_deals,
    play_games,
    score_after,
    solve,
)
from worker.review.chances import DATA
from worker.review.policy import OUTCOMES
from worker.review.tables import FOLDER, worst_of_games

GAMES = 20_000


def marked(score: tuple[int, int], result: Result) -> tuple[int, int]:
    """Mark the king before the tricks, and nothing after the fifth point."""
    elder, dealer = score
    for own, other in ((int(result.king == "elder"), int(result.king == "dealer")), result[1:]):
        if elder < 5 and dealer < 5:
            elder, dealer = min(5, elder + own), min(5, dealer + other)
    return elder, dealer


def stake(loser: int) -> int:
    """Return the stake of a treble, a double, or a single (law 46)."""
    return {0: 3, 1: 2, 2: 2, 3: 1, 4: 1}[loser]


Worth = Callable[[int, int], Fraction]


def recursion(counts: NDArray[np.int64]) -> tuple[Worth, Worth]:
    """Return the elder's chance and stake at a score, in fractions, from the counts' definition."""

    def shares(elder: int, dealer: int) -> list[Fraction]:
        row = counts[int(elder == 4), {3: 1, 4: 2}.get(dealer, 0)].sum(axis=0).tolist()
        return [Fraction(number, sum(row)) for number in row]

    @cache
    def mean(kind: str, elder: int, dealer: int) -> Fraction:
        if elder == 5 or dealer == 5:
            won = elder == 5
            if kind == "chance":
                return Fraction(won)
            return Fraction(stake(dealer) if won else -stake(elder))
        total = Fraction(0)
        for outcome, share in enumerate(shares(elder, dealer)):
            if share:
                after = marked((elder, dealer), came_of(outcome))
                if 5 in after:
                    total += share * mean(kind, *after)
                else:
                    # Who dealt is the elder hand of the next deal.
                    next_elder = mean(kind, after[1], after[0])
                    total += share * (1 - next_elder if kind == "chance" else -next_elder)
        return total

    return (lambda elder, dealer: mean("chance", elder, dealer)), (
        lambda elder, dealer: mean("stake", elder, dealer)
    )


def test_solving_agrees_with_a_plain_recursion() -> None:
    counts = count_outcomes(3_000, 11)
    chance, worth = solve(counts)
    plain_chance, plain_stake = recursion(counts)
    for elder in range(5):
        for dealer in range(5):
            assert chance[elder, dealer] == pytest.approx(float(plain_chance(elder, dealer)), abs=1e-12)
            assert worth[elder, dealer] == pytest.approx(float(plain_stake(elder, dealer)), abs=1e-12)


def test_marks_of_a_deal_are_the_mean_of_what_can_be_marked() -> None:
    counts = count_outcomes(500, 12)
    means = marks_of_deals(counts)
    for elder in range(5):
        for dealer in range(5):
            row = counts[kind_of_score(elder, dealer)].sum(axis=0).tolist()
            total = 0
            for outcome, number in enumerate(row):
                king, own, other = came_of(outcome)
                total += number * ((king == "elder") - (king == "dealer"))
                # A king that ends the game leaves the tricks unmarked (law 46).
                if elder + (king == "elder") < 5 and dealer + (king == "dealer") < 5:
                    total += number * (own - other)
            assert means[elder, dealer] == pytest.approx(total / sum(row))


@pytest.mark.parametrize(
    ("score", "outcome", "after"),
    [
        ((0, 0), 0, (0, 2)),
        ((0, 0), 1, (0, 1)),
        ((0, 0), 2, (0, 0)),
        ((0, 0), 8, (2, 0)),
        ((0, 0), 14, (2, 1)),
        # The king is marked first, so that the dealer's fifth point comes before the elder's.
        ((4, 4), 13, (4, 5)),
        ((4, 4), 6, (5, 4)),
        # More than five is five.
        ((4, 0), 4, (5, 0)),
        ((0, 4), 10, (0, 5)),
    ],
)
def test_the_score_after_a_deal(score: tuple[int, int], outcome: int, after: tuple[int, int]) -> None:
    assert score_after(score, outcome) == after


def test_an_outcome_s_marks_are_its_king_s_and_its_tricks() -> None:
    for outcome in range(OUTCOMES):
        king, *tricks = result = came_of(outcome)
        assert marks_of(outcome) == ((int(king == "elder"), int(king == "dealer")), tuple(tricks))
        for score in ((0, 0), (3, 4), (4, 3), (4, 4), (2, 3)):
            assert score_after(score, outcome) == marked(score, result)


@pytest.mark.parametrize(
    ("score", "kind"),
    [((0, 0), (0, 0)), ((3, 2), (0, 0)), ((3, 3), (0, 1)), ((4, 1), (1, 0)), ((4, 4), (1, 2))],
)
def test_what_the_policy_sees_of_a_score(score: tuple[int, int], kind: tuple[int, int]) -> None:
    assert kind_of_score(*score) == kind


@in_two_sizes("games", GAMES // 2, GAMES)
def test_the_table_that_is_shipped_agrees_with_games_played_from_every_score(games: int) -> None:
    assert worst_of_games(games, 5) < 4.5


def test_games_are_counted_for_the_first_elder() -> None:
    """At four all the deal decides, and its counts show how."""
    share, error = play_games(GAMES, 3, score=(4, 4))
    counts = count_outcomes(GAMES, 4)[1, 2].sum(axis=0)
    won = sum(
        number for outcome, number in enumerate(counts.tolist()) if marked((4, 4), came_of(outcome))[0] == 5
    )
    assert error == pytest.approx(sqrt(share * (1 - share) / GAMES))
    assert abs(share - won / GAMES) < 4.5 * sqrt(2) * error


def test_the_shipped_marks_are_what_deals_bring() -> None:
    """With hands seen the marks agree within 4.5 standard errors; a deal's marks are three at most."""
    marks = marks_of_deals(count_outcomes(GAMES, 21))
    table = np.array(json.loads((FOLDER / DATA["ecarte"]).read_text("utf-8"))["hands_seen"]["marks"])
    assert table.shape == (SCORES, SCORES)
    assert np.abs(marks - table).max() < 4.5 * 1.6 / sqrt(GAMES)
