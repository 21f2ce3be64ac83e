"""Sentences for the effects of remedies: each effect has a text, and no text is without its remedy."""

from __future__ import annotations

from string import Formatter

from scoring.book import effect_in_english
from scoring.book.effects import effects_of
from scoring.book.shapes import Effect
from scoring.book.words import EFFECTS, REFUSALS
from scoring.incidents import ROWS, Remedy, Situation
from scoring.record import Incident
from scoring.variants import VARIATIONS
from tests.support.rows import each_row

NOWHERE = Situation()


def keys(
    incident: Incident, remedy: Remedy, situation: Situation = NOWHERE, tricks: int | None = None
) -> list[str]:
    return [effect.key for effect in effects_of(incident, remedy, situation, tricks=tricks)]


def test_every_remedy_of_every_law_has_words_and_all_words_are_said() -> None:
    effects = {
        key
        for law, row in ROWS.items()
        for remedy in row.remedies
        for facts in ((), ("king",), ("point",), ("vole",), ("1",))
        for king in (False, True)
        for tricks in (None, 0, 1, 3)
        for variant in VARIATIONS
        for key in keys(
            Incident(law, "A", facts), remedy, Situation(opponent_has_king=king, variant=variant), tricks
        )
    }
    assert effects == set(EFFECTS)


@each_row(
    ("incident", "remedy", "expected"),
    [
        (Incident(6), "stand", ["cut_stands"]),
        (Incident(9), "rectify", ["rectify", "king_barred"]),
        (Incident(9, None, ("looked",)), "stand", ["deal_stands", "king_barred"]),
        (Incident(9), "fresh", ["fresh"]),
        (Incident(13), "stand", ["deal_stands"]),
        (Incident(14), "void", ["void_turn"]),
        (Incident(16), "complete", ["complete_elder", "king_barred"]),
        (Incident(21), "stand", ["hand_stands", "king_barred"]),
        (Incident(25, "A"), "replay", ["king_off", "replay", "penalty"]),
        (Incident(25, "A"), "correct", ["king_withdrawn"]),
        (Incident(30, "A", ("2",)), "short", ["short_elder", "forfeited"]),
        (Incident(34, "A"), "short", ["short_dealer"]),
        (Incident(43, "A"), "stand", ["play_stands", "penalty"]),
        (Incident(50, "A", ("vole", "2")), "mark", ["mark_vole"]),
        (Incident(50, "A"), "mark", ["mark"]),
        (Incident(50, "A"), "note", ["too_late"]),
    ],
)
def test_effects_of_a_remedy(incident: Incident, remedy: Remedy, expected: list[str]) -> None:
    assert keys(incident, remedy) == expected


def test_false_king_is_not_penalised_where_the_opponent_has_it() -> None:
    situation = Situation(opponent_has_king=True)
    assert keys(Incident(25, "A"), "stand", situation) == ["king_off", "play_stands", "no_penalty"]


@each_row(
    ("tricks", "key"),
    [(None, "abandoned"), (0, "abandoned_vole"), (2, "abandoned_point"), (3, "abandoned_made")],
)
def test_hand_given_up_is_the_vole_or_the_point(tricks: int | None, key: str) -> None:
    assert keys(Incident(42, "A"), "abandon", NOWHERE, tricks) == [key]


@each_row(
    ("tricks", "key"),
    [
        (None, "abandoned_offer"),
        (0, "abandoned_vole"),
        (2, "abandoned_offer_point"),
        (3, "abandoned_offer_made"),
    ],
)
def test_who_marks_for_a_hand_given_up_at_la_triomphe_hangs_on_the_offer(
    tricks: int | None, key: str
) -> None:
    assert keys(Incident(42, "A"), "abandon", Situation(variant="triomphe"), tricks) == [key]


@each_row(
    ("law", "english", "french"),
    [
        (52, "note", "no_offence"),
        (53, "note", "no_offence"),
        (54, "no_offence", "note"),
        (55, "note", "note"),
    ],
)
def test_bystanders_offend_by_the_code_that_is_played(law: int, english: str, french: str) -> None:
    assert keys(Incident(law), "note", Situation(code="English")) == [english]
    assert keys(Incident(law), "note", Situation(code="French")) == [french]


def test_sentences_are_whole() -> None:
    for sentence in [*EFFECTS.values(), *REFUSALS.values()]:
        assert sentence.endswith(".")
        assert all(field is None or field.isidentifier() for _, field, _, _ in Formatter().parse(sentence))
    assert effect_in_english(Effect("forfeited", {"number": 2})) == "Tricks forfeited so: 2."
