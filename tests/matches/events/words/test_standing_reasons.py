from __future__ import annotations

import pytest
from django.utils import translation

from matches.events.words.standing_reasons import REASONS, standing_reason
from matches.rules.events.standings import FIGURES, Line, Result, standings
from scoring.record import Pair

ALICE, BERT, CARA, DORA = 1, 2, 3, 4


def beat(winner: int, loser: int, *, games: Pair = (2, 0), points: Pair | None = (2, 0)) -> Result:
    return Result((winner, loser), "A", games, points)


TABLES = {
    "rubbers_won": standings([ALICE, BERT], [beat(ALICE, BERT)]),
    "points_difference": standings(
        [ALICE, BERT, CARA, DORA], [beat(ALICE, CARA), beat(BERT, DORA, points=(5, 1))]
    ),
    "games_difference": standings(
        [ALICE, BERT, CARA, DORA], [beat(ALICE, CARA, games=(2, 1)), beat(BERT, DORA)]
    ),
    "mutual_rubbers": standings(
        [ALICE, BERT, CARA, DORA], [beat(ALICE, BERT), beat(BERT, CARA), beat(DORA, ALICE)]
    ),
    "": standings([ALICE, BERT, CARA], [beat(ALICE, BERT), beat(BERT, CARA), beat(CARA, ALICE)]),
}
"""A table for each figure, some line of which it decides; for the empty one, a place that is shared."""


def deciding(figure: str) -> Line:
    return next(line for line in TABLES[figure] if (line.decided_by or "") == figure and line.reason)


@pytest.mark.parametrize("figure", TABLES)
def test_english_is_that_of_the_table_with_signs_in_place_of_hyphens(figure: str) -> None:
    line = deciding(figure)
    assert standing_reason(figure, line.reason) == line.reason.replace(" -", " −")


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        ("rubbers_won", "Plus de robres gagnés\u00a0: 1 contre 0."),
        (
            "points_difference",
            "Autant de robres gagnés\u202f; meilleure différence de points\u00a0: +4 contre +2.",
        ),
        (
            "games_difference",
            "Même différence de points\u202f; meilleure différence de parties\u00a0: +2 contre +1.",
        ),
        ("", "À égalité en tout avec le suivant\u00a0: ils partagent la place."),
    ],
)
def test_reason_is_told_in_french(figure: str, said: str) -> None:
    with translation.override("fr"):
        assert standing_reason(figure, deciding(figure).reason) == said


def test_every_figure_has_its_reason() -> None:
    assert set(REASONS) == set(FIGURES)


def test_last_line_needs_no_reason() -> None:
    assert standing_reason("", "") == ""


def test_reason_of_a_figure_that_is_no_more_stays_as_it_was_stored() -> None:
    assert standing_reason("colour", "Better colour: 2 to 1.") == "Better colour: 2 to 1."
