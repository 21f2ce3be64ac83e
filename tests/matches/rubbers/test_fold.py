from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from matches.common.log import Entry
from matches.rubbers.fold import RubberNow, events_touched, fold_rubber
from scoring.notation import read_one, write_rubber

START = datetime(2026, 11, 21, 20, tzinfo=UTC)
HEAD = '[EGN "1"]\n[A "A"]\n[B "B"]\n[BestOf "1"]\n'
WON = HEAD + "\nGame 1 #5-3\n##1-0\n"
LOST = HEAD + "\nGame 1 #3-5\n##0-1\n"
BEGUN = {"identity": "played:1", "event": "cup", "a": "orford", "b": "baldwin", "egn": WON}
LIVE: tuple[str, dict[str, Any]] = ("opened", {**BEGUN, "egn": HEAD})
FIRST = ("deal_recorded", {"game": 1, "deal": "1. A S =B5 (0-2)"})
SECOND = ("deal_recorded", {"game": 1, "deal": "2. B S Kb =B5 (0-5)"})
UNDONE: tuple[str, dict[str, Any]] = ("deal_undone", {"game": 1, "deal": 2})
PLAYED_OUT = {"termination": "normal", "winner": ""}


def stream(*entries: tuple[str, dict[str, Any]]) -> list[Entry]:
    return [
        Entry(1, f"rubber.{kind}", "r1", version, payload, START + timedelta(hours=version), f"key {version}")
        for version, (kind, payload) in enumerate(entries, start=1)
    ]


def fold(*entries: tuple[str, dict[str, Any]]) -> RubberNow:
    return fold_rubber(stream(*entries))


@pytest.mark.parametrize(
    ("kind", "state"), [("imported", "confirmed"), ("entered", "confirmed"), ("reported", "reported")]
)
def test_first_entry_says_what_the_rubber_is(kind: str, state: str) -> None:
    now = fold((kind, BEGUN))
    assert (now.public_id, now.identity) == ("r1", "played:1")
    assert (now.event, now.a, now.b) == ("cup", "orford", "baldwin")
    assert (now.egn, now.state, now.version) == (WON, state, 1)
    assert now.entered_at == now.changed_at == START + timedelta(hours=1)


def test_first_entry_gives_the_time_of_entering_and_the_last_that_of_change() -> None:
    now = fold(("entered", BEGUN), ("disputed", {"by": "A"}), ("confirmed", {}))
    assert now.version == 3
    assert (now.entered_at, now.changed_at) == (START + timedelta(hours=1), START + timedelta(hours=3))


@pytest.mark.parametrize(
    ("reporter", "answer", "is_agreed"),
    [
        ("A", "B", True),
        ("B", "A", True),
        ("A", "", False),
        ("", "A", False),
        ("", "B", False),
        ("A", "A", False),
    ],
)
def test_result_is_agreed_if_both_sides_have_said_it(reporter: str, answer: str, is_agreed: bool) -> None:
    now = fold(("reported", {**BEGUN, "by": reporter}), ("confirmed", {"by": answer}))
    assert (now.state, now.is_agreed) == ("confirmed", is_agreed)


@pytest.mark.parametrize(
    ("entries", "side"),
    [
        ([("reported", {**BEGUN, "by": "A"})], "A"),
        ([("reported", {**BEGUN, "by": "B"})], "B"),
        ([("reported", {**BEGUN, "by": ""})], ""),
        ([("reported", {**BEGUN, "by": "A"}), ("confirmed", {})], ""),
        ([("entered", BEGUN), ("disputed", {"by": "A"})], "B"),
        ([("entered", BEGUN), ("disputed", {"by": "B"})], "A"),
        ([("reported", {**BEGUN, "by": "A"}), ("disputed", {"by": ""})], ""),
        ([("entered", BEGUN), ("disputed", {"by": "A"}), ("corrected", {"egn": LOST})], ""),
        ([("reported", {**BEGUN, "by": "A"}), ("voided", {})], ""),
        ([("reported", {**BEGUN, "by": "B"}), ("report_changed", {"egn": LOST})], "B"),
        ([("reported", {**BEGUN, "by": "A"}), ("report_withdrawn", {})], ""),
        ([LIVE, FIRST, SECOND, ("reported", {**PLAYED_OUT, "by": "B"})], "B"),
        ([LIVE, FIRST, SECOND, ("closed", PLAYED_OUT)], ""),
    ],
)
def test_rubber_rests_on_the_word_of_a_side(entries: list[tuple[str, dict[str, Any]]], side: str) -> None:
    assert fold(*entries).reported_by == side


def test_live_rubber_is_its_tags_before_the_first_deal() -> None:
    assert fold(LIVE).egn == fold(LIVE, FIRST, UNDONE).egn == HEAD


def test_deals_make_the_text_of_a_live_rubber() -> None:
    later = ("deal_recorded", {"game": 2, "deal": "1. A =B (0-1)"})
    assert fold(LIVE, FIRST, SECOND, later).egn == (
        HEAD + "\nGame 1\n1. A S =B5 (0-2)\n2. B S Kb =B5 (0-5)\nGame 2\n1. A =B (0-1)\n*\n"
    )
    assert fold(LIVE, FIRST, SECOND, later, UNDONE, UNDONE).egn == HEAD + "\nGame 1\n1. A S =B5 (0-2)\n*\n"


def test_every_live_text_is_canonical() -> None:
    for deals in ([], [FIRST], [FIRST, SECOND], [FIRST, SECOND, UNDONE]):
        text = fold(LIVE, *deals).egn
        assert write_rubber(read_one(text)) == text


@pytest.mark.parametrize(
    ("ended", "tags", "text"),
    [
        # The engine writes the end of a rubber played out.
        ([SECOND, ("closed", PLAYED_OUT)], '[Result "0-1"]', "2. B S Kb =B5 (0-5)\n#0-5\n##0-1"),
        # An unfinished rubber ends open.
        (
            [("closed", {"termination": "unfinished", "winner": ""})],
            '[Termination "unfinished"]\n[Result "*"]',
            "*",
        ),
        # A retired one names who won it.
        (
            [("reported", {"termination": "retired", "winner": "A", "by": "A"})],
            '[Termination "retired"]\n[Winner "A"]\n[Result "0-0"]',
            "##0-0",
        ),
    ],
)
def test_end_of_a_rubber_is_written(ended: list[tuple[str, dict[str, Any]]], tags: str, text: str) -> None:
    assert fold(LIVE, FIRST, *ended).egn == f"{HEAD}{tags}\n\nGame 1\n1. A S =B5 (0-2)\n{text}\n"


def test_live_rubber_declared_void_keeps_what_was_played() -> None:
    now = fold(LIVE, FIRST, ("voided", {}))
    assert (now.state, now.egn) == ("void", HEAD + "\nGame 1\n1. A S =B5 (0-2)\n*\n")


def test_correction_replaces_what_it_names_and_nothing_else() -> None:
    now = fold(("entered", BEGUN), ("corrected", {"egn": LOST}))
    moved = {"egn": LOST, "event": "league", "a": "wheble", "b": "orford", "identity": "played:2"}
    then = fold(("entered", BEGUN), ("corrected", moved), ("corrected", {"egn": WON}))
    assert (now.egn, now.event, now.a, now.b, now.identity) == (LOST, "cup", "orford", "baldwin", "played:1")
    assert (then.egn, then.event) == (WON, "league")
    assert (then.a, then.b, then.identity) == ("wheble", "orford", "played:2")


def test_entry_touches_the_events_whose_standings_it_may_change() -> None:
    log = stream(
        ("reported", {**BEGUN, "by": "A"}),
        ("confirmed", {}),
        ("corrected", {"egn": LOST, "event": "league"}),
        ("disputed", {"by": "B"}),
        ("voided", {}),
    )
    touched = [events for _, events in events_touched(log)]
    assert touched == [set(), {"cup"}, {"cup", "league"}, {"league"}, set()]


@pytest.mark.parametrize("kind", ["imported", "entered", "opened"])
def test_beginning_in_the_middle_of_a_stream_is_refused(kind: str) -> None:
    with pytest.raises(ValueError, match=f"rubber.{kind}"):
        fold(("entered", BEGUN), (kind, BEGUN))
