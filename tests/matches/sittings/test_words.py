"""Every code of the pure modules has its words, which name its parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from matches.rules.sittings.act_errors import ERROR_CODES, SittingActError
from matches.rules.sittings.facts import SITTING_FACT_KINDS
from matches.rules.sittings.state import ENTRY_CODES, HISTORY_CODES, WAITING_CODES, WARNING_CODES
from matches.sittings.words import (
    ENTRIES,
    ERRORS,
    HISTORY,
    LAST_DONE,
    WAITING,
    WARNINGS,
    Templates,
    WordingContext,
    card_sign,
    entry_words,
    error_words,
    terms_words,
)
from tests.matches.sittings.sitting_hands import table

TABLES: list[tuple[str, Templates, Mapping[str, tuple[str, ...]]]] = [
    ("errors", ERRORS, ERROR_CODES),
    ("history", HISTORY, HISTORY_CODES),
    ("waiting", WAITING, WAITING_CODES),
    ("entries", ENTRIES, ENTRY_CODES),
    ("warnings", WARNINGS, WARNING_CODES),
]
CONTEXT = WordingContext({"p1": "Orford", "p2": "Baldwin"}, "GBP")


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
    stake_wanted = error_words(SittingActError("stake_wanted", "p1", 250), CONTEXT)
    assert stake_wanted.endswith("Orford has to stake at least £2.50.")
    assert "10♥" in error_words(SittingActError("cut_card_twice", "HT"), CONTEXT)
    assert "Orford, Baldwin" in error_words(SittingActError("cut_again", ["p1", "p2"]), CONTEXT)
    assert "100 people" in error_words(SittingActError("too_many_people", 100), CONTEXT)
    assert card_sign("?") == "?"


@pytest.mark.django_db
def test_stake_of_who_comes_in_is_told_with_the_game_that_he_comes_in_for() -> None:
    hands = table("pool", custom="entrant")
    hands.put("seated", out=hands.id("Clay"))
    hands.play("A")
    hands.begin()
    words = [entry_words(entry.why, CONTEXT) for entry in hands.state.ledger]
    assert words == ["Stakes for pool 1", "Comes in for game 2"]


def test_terms_are_told_by_kind() -> None:
    pool = terms_words("pool", {"stake": 200, "custom": "entrant"}, CONTEXT)
    assert pool == "stake £2.00, the player who comes in pays a stake"
    assert terms_words("french", {"least": 50}, CONTEXT) == "minimum stake £0.50"
