from __future__ import annotations

import pytest
from django.utils import translation

from matches.pages.common.findings import note_of
from scoring.findings import Finding

NAMES = ("Boiteau", "Walker")


def test_sentence_names_players_and_cards_in_words() -> None:
    finding = Finding(
        "L25", "ruling", law=25, game=1, deal=2, params={"player": "A", "king": "HK", "adversary": "B"}
    )
    note = note_of(finding, NAMES, place="Game 1, deal 2")
    assert note.message.startswith("Boiteau marks the king, but the king of hearts is not in that hand.")
    assert (str(note.severity_word), note.law, note.place) == ("Decision needed", 25, "Game 1, deal 2")
    assert note.settle != ""


def test_sentence_that_starts_with_a_card_starts_with_a_capital() -> None:
    note = note_of(Finding("L45", "error", law=45, params={"card": "SA"}), NAMES)
    assert note.message == "The ace of spades is seen twice in this deal."


def test_tag_that_bears_a_players_letter_keeps_it() -> None:
    params = {"tag": "A", "stated": "1-0", "body": "0-1"}
    note = note_of(Finding("E05", "error", variant="tag", params=params), NAMES)
    assert "The tag A says 1-0" in note.message


def test_letter_in_text_that_is_quoted_is_no_player() -> None:
    note = note_of(Finding("E01", "error", variant="dealer", params={"found": "A"}), NAMES)
    assert note.message.startswith("A stands where the dealer was expected")


def test_cards_that_would_have_been_lawful_are_named_one_by_one() -> None:
    params = {"player": "A", "card": "SQ", "lead": "CT", "lawful": "C87"}
    note = note_of(Finding("L43R", "ruling", law=43, params=params), NAMES)
    assert note.message.endswith("could have followed suit (the eight of clubs or the seven of clubs).")


def test_card_that_there_is_none_of_stays_as_written() -> None:
    note = note_of(Finding("E02", "error", variant="card", params={"found": "HX", "card": "HX"}), NAMES)
    assert note.message.startswith("HX: the pack has no HX;")


@pytest.mark.parametrize(
    ("finding", "message", "settle"),
    [
        (
            Finding("L25", "ruling", law=25, params={"player": "A", "king": "HK", "adversary": "B"}),
            "Boiteau marque le roi, mais le roi de cœur n’est pas dans cette main.",
            "L’adversaire choisit\u00a0: le jeu est maintenu, ou le coup est rejoué (loi 25).",
        ),
        (
            Finding("L50", "warning", law=50, cause=47, params={"stated": "2-1", "due": "3-1"}),
            "La marque notée est 2-1, moins que ce que donnent les lois\u00a0: 3-1."
            " Le roi seul explique la différence.",
            "Un oubli peut être réparé jusqu’à la retourne suivante\u202f; après elle, la marque inférieure reste.",
        ),
        (
            Finding("L22", "warning", variant="unused", law=22, params={"dealer": "B"}),
            "Walker a tourné un roi et ne l’a jamais marqué.",
            "",
        ),
    ],
    ids=lambda value: value.code if isinstance(value, Finding) else "",
)
def test_finding_and_what_settles_it_are_told_in_french(finding: Finding, message: str, settle: str) -> None:
    with translation.override("fr"):
        note = note_of(finding, NAMES)
        assert (note.message, note.settle) == (message, settle)


def test_choice_under_a_law_names_remedies_in_words() -> None:
    params: dict[str, str | int] = {"law": 15, "chooser": "B", "choices": "fresh, discard"}
    note = note_of(Finding("L15", "ruling", variant="choice", law=15, params=params), NAMES)
    assert (
        note.message
        == "Walker has a choice by law 15 that is not recorded: Fresh deal, Put out the extra cards."
    )


def test_suit_that_was_required_is_named_in_words() -> None:
    params: dict[str, str | int] = {"law": 41, "suit": "D", "card": "CT"}
    note = note_of(Finding("L41", "error", variant="suit", law=41, params=params), NAMES)
    assert note.message == "Law 41 was used to require the suit diamonds, but the ten of clubs is led."
