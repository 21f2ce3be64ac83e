"""Every code that the pure modules of events have stands in words, with its parameters."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping

import pytest

from matches.events.words import errors as event_error_words
from matches.events.words import sentences
from matches.events.words.errors import error_words
from matches.events.words.labels import (
    FIGURE_NAMES,
    Templates,
    figure_text,
    format_words,
    halves_text,
    quarters_text,
    round_words,
    stage_words,
)
from matches.events.words.sentences import because_words, outside_words, warning_words, why_words
from matches.rules import events as formats
from matches.rules.events.plan import TIE_BREAKS, EventPlan, StagePlan

SORTS: Mapping[str, Templates] = {
    "WHY_CODES": {**sentences.PAIRING_REASONS, **sentences.OUTSIDE_REASONS},
    "BECAUSE_CODES": {**sentences.PLACE_REASONS, "decided": "%(figure)s %(own)s %(below)s"},
    "WARNING_CODES": sentences.WARNINGS,
    "ERROR_CODES": {
        **event_error_words.ACT_ERRORS,
        **event_error_words.FACT_ERRORS,
        **event_error_words.DRAW_PROBLEMS,
    },
}
"""The sentences of each sort of codes."""
NAMES = {"ann": "Ann", "ben": "Ben"}


def tables() -> Iterator[tuple[str, str, Mapping[str, tuple[str, ...]]]]:
    """Every table of codes in ``matches.rules.events``: its module, its sort, its codes."""
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
    """Or else has the same parameters in both: a sentence is looked up by the code alone."""
    seen: dict[tuple[str, str], tuple[str, ...]] = {}
    for _module, sort, codes in tables():
        for code, params in codes.items():
            assert seen.setdefault((sort, code), params) == params


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (why_words(("swiss_across", 3, 2), NAMES), "1½ against 1: not all could meet somebody level."),
        (why_words(("bracket_seeds", "fold", 1, 8), NAMES), "Seed 1 meets seed 8."),
        (
            why_words(("bracket_meet", "winner", "Quarter-final", 1, "loser", "Losers 2", 3), NAMES),
            "The winner of Quarter-final, 1, meets the loser of Losers 2, 3.",
        ),
        (why_words((), NAMES), ""),
        (outside_words(("not_entered", "ann"), NAMES), "Ann is not entered."),
        (
            warning_words(("swiss_rematch", "ann", "ben"), NAMES),
            "Ann and Ben meet again: there was no way round it.",
        ),
        (error_words("entered_already", ("ben",), NAMES), "Ben is entered already."),
        (error_words("entered_already", ("gone",), NAMES), "a former player is entered already."),
        (error_words("plan_best_of_even", (4,)), "Best of 4 can end level: choose an odd number."),
        (because_words(("level",)), "Level with the next in everything that counts: they share the place."),
        (because_words(("decided", "score", 7, 6, [])), "Better score: 3½ to 3."),
        (
            because_words(("decided", "sonneborn_berger", 13, 12, ["score", "buchholz"])),
            "Level on score and Buchholz; better Sonneborn-Berger: 3¼ to 3.",
        ),
        (because_words(("decided", "lot", 4, 2, ["score"])), "Level on score; the lot decided."),
        (because_words(()), ""),
    ],
)
def test_sentences(words: str, said: str) -> None:
    assert words == said


@pytest.mark.parametrize(
    ("text", "said"),
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
def test_figures(text: str, said: str) -> None:
    assert text == said


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("3", "Round 3"),
        ("Groups: 3", "Groups: Round 3"),
        ("Round of 16", "Round of 16"),
        ("Consolation quarter-final", "Consolation: Quarter-final"),
        ("Finals: Losers 2", "Finals: Losers 2"),
        ("Ladies' night", "Ladies' night"),
    ],
)
def test_labels_of_rounds(label: str, said: str) -> None:
    assert round_words(label) == said


def test_stage_is_called_by_its_name_or_its_kind() -> None:
    assert stage_words(StagePlan(kind="swiss"), 1, 1) == "Swiss"
    assert stage_words(StagePlan(kind="swiss"), 2, 3) == "Stage 2, Swiss"
    assert stage_words(StagePlan(kind="swiss", name="Main"), 2, 3) == "Main"


def test_format_names_the_stages_in_order() -> None:
    plan = EventPlan(stages=(StagePlan(kind="round_robin"), StagePlan(kind="knockout")))
    assert format_words(plan) == "round robin, then knockout"


def test_every_figure_has_a_name() -> None:
    assert {"score", *TIE_BREAKS} == set(FIGURE_NAMES)
