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


def stream(*told: tuple[str, dict[str, Any]]) -> list[Entry]:
    return [
        Entry(1, f"rubber.{kind}", "r1", version, payload, START + timedelta(hours=version), f"key {version}")
        for version, (kind, payload) in enumerate(told, start=1)
    ]


def fold(*told: tuple[str, dict[str, Any]]) -> RubberNow:
    return fold_rubber(stream(*told))


@pytest.mark.parametrize(
    ("kind", "state"), [("imported", "confirmed"), ("entered", "confirmed"), ("reported", "reported")]
)
def test_first_entry_says_what_the_rubber_is(kind: str, state: str) -> None:
    now = fold((kind, BEGUN))

    assert (now.public_id, now.identity, now.event, now.a, now.b) == (
        "r1",
        "played:1",
        "cup",
        "orford",
        "baldwin",
    )
    assert (now.egn, now.state, now.version) == (WON, state, 1)
    assert now.entered_at == now.changed_at == START + timedelta(hours=1)


def test_first_entry_gives_the_time_of_entering_and_the_last_that_of_change() -> None:
    now = fold(("entered", BEGUN), ("disputed", {"by": "A"}), ("confirmed", {}))

    assert now.version == 3
    assert (now.entered_at, now.changed_at) == (START + timedelta(hours=1), START + timedelta(hours=3))


@pytest.mark.parametrize(
    ("told", "side"),
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
        ([LIVE, FIRST, SECOND, ("reported", {**PLAYED_OUT, "by": "B"})], "B"),
        ([LIVE, FIRST, SECOND, ("closed", PLAYED_OUT)], ""),
    ],
)
def test_rubber_rests_on_the_word_of_a_side(told: list[tuple[str, dict[str, Any]]], side: str) -> None:
    assert fold(*told).reported_by == side


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


def test_end_of_a_rubber_played_out_is_written_by_the_engine() -> None:
    now = fold(LIVE, FIRST, SECOND, ("closed", PLAYED_OUT))

    head = HEAD + '[Result "0-1"]\n'
    assert now.egn == head + "\nGame 1\n1. A S =B5 (0-2)\n2. B S Kb =B5 (0-5)\n#0-5\n##0-1\n"


def test_unfinished_rubber_ends_open() -> None:
    now = fold(LIVE, FIRST, ("closed", {"termination": "unfinished", "winner": ""}))

    head = HEAD + '[Termination "unfinished"]\n[Result "*"]\n'
    assert now.egn == head + "\nGame 1\n1. A S =B5 (0-2)\n*\n"


def test_retired_rubber_names_who_won_it() -> None:
    now = fold(LIVE, FIRST, ("reported", {"termination": "retired", "winner": "A", "by": "A"}))

    head = HEAD + '[Termination "retired"]\n[Winner "A"]\n[Result "0-0"]\n'
    assert now.egn == head + "\nGame 1\n1. A S =B5 (0-2)\n##0-0\n"


def test_live_rubber_declared_void_keeps_what_was_played() -> None:
    now = fold(LIVE, FIRST, ("voided", {}))

    assert (now.state, now.egn) == ("void", HEAD + "\nGame 1\n1. A S =B5 (0-2)\n*\n")


def test_correction_replaces_what_it_names_and_nothing_else() -> None:
    now = fold(("entered", BEGUN), ("corrected", {"egn": LOST}))
    moved = {"egn": LOST, "event": "league", "a": "wheble", "b": "orford", "identity": "played:2"}
    then = fold(("entered", BEGUN), ("corrected", moved), ("corrected", {"egn": WON}))

    assert (now.egn, now.event, now.a, now.b, now.identity) == (LOST, "cup", "orford", "baldwin", "played:1")
    assert (then.egn, then.event, then.a, then.b, then.identity) == (
        WON,
        "league",
        "wheble",
        "orford",
        "played:2",
    )


def test_entry_touches_the_events_whose_standings_it_may_change() -> None:
    told = stream(
        ("reported", {**BEGUN, "by": "A"}),
        ("confirmed", {}),
        ("corrected", {"egn": LOST, "event": "league"}),
        ("disputed", {"by": "B"}),
        ("voided", {}),
    )

    assert [touched for _, touched in events_touched(told)] == [
        set(),
        {"cup"},
        {"cup", "league"},
        {"league"},
        set(),
    ]
