"""Every code of the pure part has its words, and they name what the code has to tell."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from matches.rules.sittings.errors import ERROR_CODES, SittingActError
from matches.rules.sittings.facts import SITTING_FACT_KINDS
from matches.rules.sittings.state import ENTRY_CODES, HISTORY_CODES, WAITING_CODES, WARNING_CODES
from matches.sittings.words import (
    ENTRIES,
    ERRORS,
    HISTORY,
    LAST_DONE,
    WAITING,
    WARNINGS,
    Said,
    Templates,
    card_sign,
    entry_words,
    error_words,
    terms_words,
)
from tests.matches.helpers.sitting_hands import table

TABLES: list[tuple[str, Templates, Mapping[str, tuple[str, ...]]]] = [
    ("errors", ERRORS, ERROR_CODES),
    ("history", HISTORY, HISTORY_CODES),
    ("waiting", WAITING, WAITING_CODES),
    ("entries", ENTRIES, ENTRY_CODES),
    ("warnings", WARNINGS, WARNING_CODES),
]
SAID = Said({"p1": "Orford", "p2": "Baldwin"}, "GBP")


@pytest.mark.parametrize(("templates", "codes"), [row[1:] for row in TABLES], ids=[row[0] for row in TABLES])
def test_every_code_has_words_of_its_own_parameters(
    templates: Templates, codes: Mapping[str, tuple[str, ...]]
) -> None:
    assert set(templates) == set(codes)
    for code, text in templates.items():
        named = set(re.findall(r"%\((\w+)\)s", str(text)))
        assert named <= {*codes[code], *({"number"} if code == "too_many_people" else ())}, code


def test_whatever_can_be_taken_back_has_a_name() -> None:
    assert set(LAST_DONE) == set(SITTING_FACT_KINDS) - {"opened", "undone"}


def test_errors_name_people_cards_and_amounts_as_the_club_writes_them() -> None:
    assert error_words(SittingActError("stake_wanted", "p1", 250), SAID).startswith(
        "Orford has to stake at least £2.50"
    )
    assert "10♥" in error_words(SittingActError("cut_card_twice", "HT"), SAID)
    assert "Orford, Baldwin" in error_words(SittingActError("cut_again", ["p1", "p2"]), SAID)
    assert "100 people" in error_words(SittingActError("too_many_people", 100), SAID)
    assert card_sign("?") == "?"


@pytest.mark.django_db
def test_stake_of_who_comes_in_is_told_with_the_game_that_he_comes_in_for() -> None:
    hands = table("pool", custom="entrant")
    hands.put("seated", out=hands.id("Clay"))
    hands.play("A")
    hands.begin()
    assert [entry_words(entry.why, SAID) for entry in hands.state.ledger] == [
        "Stakes for pool 1",
        "Comes in for game 2",
    ]


def test_terms_are_told_by_kind() -> None:
    assert terms_words("pool", {"stake": 200, "custom": "entrant"}, SAID) == (
        "stake £2.00, whoever comes in pays a stake"
    )
    assert terms_words("french", {"least": 50}, SAID) == "least stake £0.50"
