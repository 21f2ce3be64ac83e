"""Every kind of log entry about a rubber has a sentence: the actor, the rubber, the change, and a ruling's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import pytest

from matches.common.log import RulingMade
from matches.models import Club, LogEntry, Player
from matches.pages.log.log_words_rubbers import CLAUSES, RUBBER_SENTENCES, ruling_clause, ruling_place
from matches.rubbers.states import RubberKind
from scoring.incidents import ROWS
from tests.matches.pages.log.log_entries import (
    DEAL,
    ENDED,
    FAULTY,
    IMPORTED,
    ONE_TWO,
    ONE_TWO_ELSEWHERE,
    OPENED,
    REPORTED,
    RUBBER,
    TWO_ONE,
    VOID,
    append,
    begun,
    line_of,
    make_log_club,
    table_link,
)


@pytest.fixture
def club(db: None) -> Club:
    return make_log_club()


RUBBER_LINES: list[tuple[list[tuple[str, Mapping[str, Any]]], str]] = [
    ([("rubber.entered", begun())], "Clay (director) entered Orford – Baldwin 2–1."),
    ([("rubber.entered", begun(FAULTY))], "Clay (director) entered Orford – Baldwin 0–0, as a draft."),
    ([REPORTED], "Clay (director) reported Orford – Baldwin 2–1."),
    (
        [("rubber.reported", begun(FAULTY, by="A"))],
        "Clay (director) reported Orford – Baldwin 0–0, as a draft.",
    ),
    ([OPENED], "Clay (director) started Orford – Baldwin at the table."),
    ([OPENED, DEAL], "Clay (director) recorded a deal of Orford – Baldwin."),
    (
        [OPENED, ("rubber.cut_recorded", {"game": 1, "cut": "cut A=CK B=D8"})],
        "Clay (director) recorded the cut for deal of Orford – Baldwin.",
    ),
    (
        [OPENED, DEAL, ("rubber.deal_undone", {"deal": 1, "game": 1})],
        "Clay (director) undid the last deal of Orford – Baldwin.",
    ),
    ([OPENED, DEAL, ("rubber.closed", ENDED)], "Clay (director) ended Orford – Baldwin 0–0 at the table."),
    (
        [OPENED, DEAL, ("rubber.reported", {**ENDED, "by": "A"})],
        "Clay (director) reported the result at the table: Orford – Baldwin 0–0.",
    ),
    ([REPORTED, ("rubber.confirmed", {})], "Clay (director) confirmed Orford – Baldwin 2–1."),
    ([REPORTED, ("rubber.disputed", {"by": "B"})], "Clay (director) disputed Orford – Baldwin 2–1."),
    (
        [REPORTED, ("rubber.report_changed", {"egn": ONE_TWO})],
        "Clay (director) corrected the report of Orford – Baldwin from 2–1 to 1–2. It waits to be confirmed.",
    ),
    (
        [REPORTED, ("rubber.report_changed", {"egn": TWO_ONE.replace("#5-4", "#5-1")})],
        "Clay (director) corrected the report of Orford – Baldwin 2–1. The score is the same, "
        "and it waits to be confirmed.",
    ),
    (
        [REPORTED, ("rubber.report_withdrawn", {})],
        "Clay (director) withdrew the report of Orford – Baldwin 2–1.",
    ),
    ([IMPORTED, VOID], "Clay (director) declared Orford – Baldwin 2–1 void."),
    (
        [IMPORTED, ("rubber.corrected", {"egn": ONE_TWO})],
        "Clay (director) corrected Orford – Baldwin from 2–1 to 1–2.",
    ),
    (
        [IMPORTED, ("rubber.corrected", {"egn": TWO_ONE.replace("#5-4", "#5-1")})],
        "Clay (director) corrected the game file of Orford – Baldwin 2–1. The score is the same.",
    ),
    (
        [IMPORTED, ("rubber.corrected", {"egn": ONE_TWO, "a": "dering", "b": "baldwin"})],
        "Clay (director) corrected Orford – Baldwin from 2–1 to 1–2. "
        "The players were Orford – Baldwin and are Dering – Baldwin.",
    ),
    (
        [IMPORTED, ("rubber.corrected", {"egn": ONE_TWO_ELSEWHERE, "event": "shield"})],
        "Clay (director) corrected Orford – Baldwin from 2–1 to 1–2. "
        "The event was Autumn Cup and is Winter Shield. It moved from table 3, round 2 to Semi-final.",
    ),
    (
        [IMPORTED, ("rubber.corrected", {"egn": ONE_TWO, "event": "none"})],
        "Clay (director) corrected Orford – Baldwin from 2–1 to 1–2. "
        "The event was Autumn Cup and is friendly games.",
    ),
    (
        [IMPORTED, VOID, ("rubber.corrected", {"egn": ONE_TWO})],
        "Clay (director) corrected Orford – Baldwin from 2–1 to 1–2. Its result is settled now.",
    ),
    (
        [IMPORTED, ("rubber.corrected", {"egn": FAULTY})],
        "Clay (director) corrected Orford – Baldwin from 2–1 to 0–0. "
        "It is a draft until its findings are settled.",
    ),
]


@pytest.mark.parametrize(("facts", "line"), RUBBER_LINES)
def test_line_about_a_rubber(club: Club, facts: list[tuple[str, Mapping[str, Any]]], line: str) -> None:
    entries = [append(club, f"rubber:{RUBBER}", kind, payload) for kind, payload in facts]
    log_line = line_of(club, entries[-1])
    assert " ".join((log_line.sentence, *log_line.further)) == line
    assert log_line.place == "Table 3, round 2, Autumn Cup"
    assert log_line.url == f"/rubbers/{RUBBER}/"


def test_line_about_an_import_names_its_file(club: Club) -> None:
    entry = append(club, f"rubber:{RUBBER}", *IMPORTED, "import of evening.egn")
    log_line = line_of(club, entry)
    line = "Clay (director) imported Orford – Baldwin 2–1 from the file evening.egn."
    assert log_line.sentence == line
    assert log_line.reason == ""


@pytest.mark.parametrize(
    ("kind", "payload", "line"),
    [
        (
            "rubber.deal_recorded",
            DEAL[1],
            "The table, with the link K7QF of Clay (director), recorded a deal of Orford – Baldwin.",
        ),
        (
            "rubber.confirmed",
            {"by": "B"},
            "Baldwin, with the table’s link K7QF of Clay (director), confirmed Orford – Baldwin 2–1.",
        ),
    ],
)
def test_line_names_the_tables_link(club: Club, kind: str, payload: Mapping[str, Any], line: str) -> None:
    append(club, f"rubber:{RUBBER}", *(OPENED if kind == "rubber.deal_recorded" else REPORTED))
    entry = append(club, f"rubber:{RUBBER}", kind, payload, link=table_link(club))
    assert line_of(club, entry).sentence == line


PUBLIC_LINES: dict[str, str] = {
    "rubber.opened": "Orford – Baldwin was started at the table.",
    "rubber.deal_recorded": "A deal of Orford – Baldwin was recorded.",
    "rubber.cut_recorded": "The cut for deal of Orford – Baldwin was recorded.",
    "rubber.deal_undone": "The last deal of Orford – Baldwin was undone.",
    "rubber.closed": "Orford – Baldwin 0–0 ended at the table.",
    "rubber.confirmed": "Orford – Baldwin 2–1 was confirmed.",
    "rubber.disputed": "Orford – Baldwin 2–1 was disputed.",
    "rubber.report_withdrawn": "The report of Orford – Baldwin 2–1 was withdrawn.",
    "rubber.voided": "Orford – Baldwin 2–1 was declared void.",
}
"""The line of each kind of entry about a rubber that has one sentence, for readers who may not see who acted."""


@pytest.mark.parametrize(("facts", "line"), RUBBER_LINES)
def test_public_line_names_nobody(club: Club, facts: list[tuple[str, Mapping[str, Any]]], line: str) -> None:
    entries = [append(club, f"rubber:{RUBBER}", kind, payload) for kind, payload in facts]
    log_line = line_of(club, entries[-1], is_public=True)
    assert "Clay" not in log_line.sentence
    assert log_line.further == line_of(club, entries[-1]).further
    expected = PUBLIC_LINES.get(facts[-1][0])
    assert expected is None or log_line.sentence == expected


def test_public_line_says_nothing_of_a_tables_link(club: Club) -> None:
    append(club, f"rubber:{RUBBER}", *REPORTED)
    entry = append(club, f"rubber:{RUBBER}", "rubber.confirmed", {"by": "B"}, link=table_link(club))
    assert line_of(club, entry, is_public=True).sentence == "Orford – Baldwin 2–1 was confirmed."


def test_file_named_after_its_sender_is_hidden(club: Club) -> None:
    entries = [
        append(club, f"rubber:{name}", *IMPORTED, f"import of {name}.egn") for name in ("evening", "clay")
    ]
    assert [line_of(club, entry, is_public=True).sentence for entry in entries] == [
        "Orford – Baldwin 2–1 was imported from the file evening.egn.",
        "Orford – Baldwin 2–1 was imported from the file ?.",
    ]


def test_people_are_called_what_they_are_called_now(club: Club) -> None:
    append(club, f"rubber:{RUBBER}", *IMPORTED)
    baldwin = Player.objects.get(public_id="baldwin")
    Player.objects.filter(public_id="orford").update(name="", merged_into=None)
    Player.objects.filter(public_id="dering").update(name="Dering of Kent")
    Player.objects.filter(pk=baldwin.pk).update(merged_into=Player.objects.get(public_id="dering"))
    assert line_of(club, LogEntry.objects.get()).sentence.endswith(
        "imported A former player – Dering of Kent 2–1 from the file ?."
    )


def test_every_kind_has_its_sentence() -> None:
    assert set(get_args(RubberKind)) == set(RUBBER_SENTENCES)
    assert {facts[-1][0] for facts, _line in RUBBER_LINES} | {"rubber.imported"} == set(RUBBER_SENTENCES)


def made(remedy: str, *, deal: int = 2, argument: str = "") -> RulingMade:
    ruling: RulingMade = {"law": 15, "player": "A", "remedy": remedy, "game": 1, "deal": deal}
    if argument:
        ruling["argument"] = argument
    return ruling


def test_every_remedy_can_be_told() -> None:
    assert set(CLAUSES) == {remedy for row in ROWS.values() for remedy in row.remedies}


@pytest.mark.parametrize(
    ("ruling", "words"),
    [
        (made("replay"), "the hand is replayed"),
        (made("discard", argument="SK"), "the surplus is put out (the king of spades)"),
        (made("draw", argument="SK.HA"), "the surplus is drawn (the king of spades and the ace of hearts)"),
    ],
)
def test_what_was_ruled_names_its_cards(ruling: RulingMade, words: str) -> None:
    assert ruling_clause(ruling) == words


def test_where_it_was_ruled() -> None:
    assert ruling_place(made("fresh")) == "It concerns deal 2 of game 1."
    assert ruling_place(made("reshuffle", deal=0)) == "It concerns the opening of game 1."
