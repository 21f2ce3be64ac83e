from __future__ import annotations

from matches.web.findings import note_of
from scoring.findings import Finding

NAMES = ("Boiteau", "Walker")


def test_sentence_names_players_and_cards_in_words() -> None:
    finding = Finding(
        "L25", "ruling", law=25, game=1, deal=2, params={"player": "A", "king": "HK", "adversary": "B"}
    )
    note = note_of(finding, NAMES, place="Game 1, deal 2")
    assert note.message.startswith("Boiteau marks the king, but the king of hearts is not in that hand.")
    assert (str(note.severity_word), note.law, note.place) == ("Ruling wanted", 25, "Game 1, deal 2")
    assert note.settle != ""


def test_sentence_that_starts_with_a_card_starts_with_a_capital() -> None:
    note = note_of(Finding("L45", "error", law=45, params={"card": "SA"}), NAMES)
    assert note.message == "The ace of spades is seen twice in this deal."


def test_tag_that_bears_a_players_letter_keeps_it() -> None:
    params = {"tag": "A", "stated": "1-0", "body": "0-1"}
    note = note_of(Finding("E05", "error", variant="tag", params=params), NAMES)
    assert "The tag A says 1-0" in note.message
