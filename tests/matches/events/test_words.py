"""Every code of the pure modules of events has its words, with its parameters."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping

import pytest
from django.utils import translation

from matches.common.round_names import round_words
from matches.events import error_words as event_error_words
from matches.events import sentences as event_sentences
from matches.events.error_words import error_words
from matches.events.sentences import (
    STANDING_REASONS,
    because_words,
    outside_words,
    standing_reason,
    warning_words,
    why_words,
)
from matches.events.words import (
    FIGURE_NAMES,
    Templates,
    figure_text,
    format_words,
    halves_text,
    quarters_text,
    stage_words,
)
from matches.rules import events as formats
from matches.rules.events.open_table import FIGURES, Result, StandingRow, standings
from matches.rules.events.plan import TIE_BREAKS, EventPlan, StagePlan
from scoring.record import Pair

SORTS: Mapping[str, Templates] = {
    "WHY_CODES": {**event_sentences.PAIRING_REASONS, **event_sentences.OUTSIDE_REASONS},
    "BECAUSE_CODES": {**event_sentences.PLACE_REASONS, "decided": "%(figure)s %(own)s %(below)s"},
    "WARNING_CODES": event_sentences.WARNINGS,
    "ERROR_CODES": {
        **event_error_words.ACT_ERRORS,
        **event_error_words.FACT_ERRORS,
        **event_error_words.DRAW_PROBLEMS,
    },
}
"""The sentences of each kind of codes."""
NAMES = {"ann": "Ann", "ben": "Ben"}


def tables() -> Iterator[tuple[str, str, Mapping[str, tuple[str, ...]]]]:
    """Yield every table of codes in ``matches.rules.events``: its module, its kind, its codes."""
    for module in pkgutil.iter_modules(formats.__path__):
        loaded = importlib.import_module(f"matches.rules.events.{module.name}")
        for sort in SORTS:
            if codes := getattr(loaded, sort, None):
                yield module.name, sort, codes


@pytest.mark.parametrize(("module", "sort", "codes"), list(tables()), ids=lambda value: str(value)[:30])
def test_every_code_has_a_sentence_of_its_parameters(
    module: str, sort: str, codes: Mapping[str, tuple[str, ...]]
) -> None:
    for code, params in codes.items():
        assert code in SORTS[sort], f"{module}.{sort}: {code}"
        wanted = set(re.findall(r"%\((\w+)\)s", str(SORTS[sort][code])))
        assert wanted <= set(params), f"{module}.{sort}: {code}"


def test_a_code_is_of_one_module_in_each_sort() -> None:
    """A code in two modules must have the same parameters in both: a sentence is looked up by the code alone."""
    seen: dict[tuple[str, str], tuple[str, ...]] = {}
    for _module, sort, codes in tables():
        for code, params in codes.items():
            assert seen.setdefault((sort, code), params) == params


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            why_words(("swiss_across", 3, 2), NAMES),
            "1½ against 1: not everyone could meet a player with the same score.",
        ),
        (why_words(("bracket_seeds", "fold", 1, 8), NAMES), "Seed 1 meets seed 8."),
        (
            why_words(("bracket_meet", "winner", "Quarter-final", 1, "loser", "Losers 2", 3), NAMES),
            "The winner of Quarter-final, 1, meets the loser of Losers 2, 3.",
        ),
        (why_words((), NAMES), ""),
        (outside_words(("not_entered", "ann"), NAMES), "Ann is not entered."),
        (
            warning_words(("swiss_rematch", "ann", "ben"), NAMES),
            "Ann and Ben meet again, because it could not be avoided.",
        ),
        (error_words("entered_already", ("ben",), NAMES), "Ben is entered already."),
        (error_words("entered_already", ("gone",), NAMES), "a former player is entered already."),
        (error_words("plan_best_of_even", (4,)), "Best of 4 can end in a tie. Choose an odd number."),
        (because_words(("level",)), "Tied with the next player."),
        (because_words(("decided", "score", 7, 6, [])), "Better score: 3½ to 3."),
        (
            because_words(("decided", "sonneborn_berger", 13, 12, ["score", "buchholz"])),
            "Tied on score and Buchholz; better Sonneborn-Berger: 3¼ to 3.",
        ),
        (because_words(("decided", "lot", 4, 2, ["score"])), "Tied on score; decided by lot."),
        (because_words(()), ""),
    ],
)
def test_sentences(words: str, expected: str) -> None:
    assert words == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (halves_text(0), "0"),
        (halves_text(1), "½"),
        (halves_text(3), "1½"),
        (halves_text(-3), "−1½"),
        (quarters_text(5), "1¼"),
        (quarters_text(2), "½"),
        (figure_text("points_difference", 4), "+4"),
        (figure_text("points_difference", -4), "−4"),
        (figure_text("wins", 3), "3"),
    ],
)
def test_figures(text: str, expected: str) -> None:
    assert text == expected


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("3", "Round 3"),
        ("Groups: 3", "Groups: Round 3"),
        ("Round of 16", "Round of 16"),
        ("Consolation quarter-final", "Consolation: Quarter-final"),
        ("Finals: Losers 2", "Finals: Losers 2"),
        ("Ladies' night", "Ladies' night"),
    ],
)
def test_labels_of_rounds(label: str, expected: str) -> None:
    assert round_words(label) == expected


def test_stage_is_called_by_its_name_or_its_kind() -> None:
    assert stage_words(StagePlan(kind="swiss"), 1, 1) == "Swiss"
    assert stage_words(StagePlan(kind="swiss"), 2, 3) == "Stage 2, Swiss"
    assert stage_words(StagePlan(kind="swiss", name="Main"), 2, 3) == "Main"


def test_format_names_the_stages_in_order() -> None:
    plan = EventPlan(stages=(StagePlan(kind="round_robin"), StagePlan(kind="knockout")))
    assert format_words(plan) == "round robin, then knockout"


def test_every_figure_has_a_name() -> None:
    assert {"score", *TIE_BREAKS} == set(FIGURE_NAMES)


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
"""A table for each figure that decides one of its rows. The empty figure has a shared place."""


def deciding(figure: str) -> StandingRow:
    return next(line for line in TABLES[figure] if (line.decided_by or "") == figure and line.reason)


@pytest.mark.parametrize("figure", TABLES)
def test_english_is_that_of_the_table_with_signs_in_place_of_hyphens(figure: str) -> None:
    line = deciding(figure)
    sentence = line.reason.replace(" -", " −") if figure else "Tied with the next player."
    assert standing_reason(figure, line.reason) == sentence


@pytest.mark.parametrize(
    ("figure", "sentence"),
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
        ("", "À égalité avec le joueur suivant."),
    ],
)
def test_reason_is_told_in_french(figure: str, sentence: str) -> None:
    with translation.override("fr"):
        assert standing_reason(figure, deciding(figure).reason) == sentence


def test_every_figure_has_its_reason() -> None:
    assert set(STANDING_REASONS) == set(FIGURES)


def test_last_line_needs_no_reason() -> None:
    assert standing_reason("", "") == ""


def test_reason_of_a_figure_that_is_no_more_stays_as_it_was_stored() -> None:
    assert standing_reason("colour", "Better colour: 2 to 1.") == "Better colour: 2 to 1."
