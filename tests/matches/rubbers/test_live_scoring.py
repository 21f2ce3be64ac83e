from __future__ import annotations

from typing import Any

import pytest

from matches.models import Deal, LogEntry, Rubber, Standing
from matches.rubbers.build_record import NotOneDealError
from matches.rubbers.commands import RubberEnd, close_rubber, open_rubber, record_deal, undo_deal
from matches.rubbers.errors import (
    HeldRecordError,
    NoDealError,
    RubberOverError,
    StaleRubberError,
    UndecidedError,
)
from scoring.record import Rubber as Record
from tests.matches.helpers.hands import BROKEN_DEALS, DEALS, Hands, differences

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_live_rubber_shows_its_score_and_counts_for_nothing(hands: Hands) -> None:
    rubber = hands.open(deals=DEALS[:1])

    assert (rubber.state, rubber.games_won_a, rubber.games_won_b, rubber.winner) == ("live", 0, 0, "")
    game = rubber.games.get()
    assert (game.points_a, game.points_b, game.deals.get().egn) == (0, 2, "1. A S =B5 (0-2)")
    assert differences() == []
    assert not Standing.objects.exists()


def test_result_that_was_stated_beforehand_is_not_taken_over(hands: Hands) -> None:
    stated = hands.result((5, 3), Result="1-0", Points="1-0")
    rubber = open_rubber(hands.club, stated, event_name="", players=hands.players, act=hands.act())

    assert "Result" not in rubber.egn
    assert not rubber.games.exists()


def test_deals_are_numbered_and_begin_the_next_game_by_themselves(hands: Hands) -> None:
    rubber = open_rubber(
        hands.club,
        Record((("EGN", "1"), ("A", "x"), ("B", "y"))),
        event_name="",
        players=hands.players,
        act=hands.act(),
    )
    for deal in (*DEALS, "7. A =A4 (1-0)"):
        rubber = record_deal(rubber, deal, act=hands.act())

    deals = Deal.objects.filter(game__rubber=rubber).order_by("game__number", "number")
    assert list(deals.values_list("game__number", "number", "egn")) == [
        (1, 1, "1. A S =B5 (0-2)"),
        (1, 2, "2. B S Kb =B5 (0-5)"),
        (2, 1, "1. A =A4 (1-0)"),
    ]


@pytest.mark.parametrize(
    ("deal", "error"),
    [
        ("", HeldRecordError),
        ("C =B5", HeldRecordError),
        ("A HK HQ Z9", HeldRecordError),
        ("A =B5\n##0-1", HeldRecordError),
        ('A =B5\n[EGN "1"]\n[A "x"]', HeldRecordError),
        ("A =B5 (0-2) 2. B =A3", NotOneDealError),
        ("A =B5 #0-5", NotOneDealError),
    ],
)
def test_text_that_is_not_one_deal_is_refused(hands: Hands, deal: str, error: type[Exception]) -> None:
    rubber = hands.open()

    with pytest.raises(error):
        record_deal(rubber, deal, act=hands.act())

    assert not LogEntry.objects.filter(kind="rubber.deal_recorded").exists()


def test_deal_that_nobody_can_have_played_is_refused(hands: Hands) -> None:
    rubber = hands.open()

    with pytest.raises(HeldRecordError) as refused:
        record_deal(
            rubber,
            "A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S HK C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5",
            act=hands.act(),
        )

    assert [fault.code for fault in refused.value.faults] == ["E06"]
    assert Rubber.objects.get().version == 1


def test_decided_rubber_takes_no_more_deals(hands: Hands) -> None:
    rubber = hands.open(deals=DEALS)

    with pytest.raises(RubberOverError):
        record_deal(rubber, "A =B", act=hands.act())


def test_last_deal_is_taken_back_and_no_more_than_there_are(hands: Hands) -> None:
    rubber = hands.open(deals=DEALS)

    rubber = undo_deal(rubber, act=hands.act())
    assert Deal.objects.get().egn == "1. A S =B5 (0-2)"
    rubber = undo_deal(rubber, act=hands.act())
    assert not rubber.games.exists()
    with pytest.raises(NoDealError):
        undo_deal(rubber, act=hands.act())

    undone = LogEntry.objects.filter(kind="rubber.deal_undone").order_by("pk")
    assert list(undone.values_list("payload", flat=True)) == [{"game": 1, "deal": 2}, {"game": 1, "deal": 1}]
    assert differences() == []


def test_double_tap_records_one_deal(hands: Hands) -> None:
    rubber = hands.open()
    act = hands.act(version=rubber.version)

    once, twice = (record_deal(rubber, DEALS[0], act=act) for _ in range(2))

    assert once.version == twice.version == 2
    assert Deal.objects.count() == 1


def test_second_phone_that_has_not_seen_the_deal_is_told(hands: Hands) -> None:
    rubber = hands.open()
    seen = rubber.version
    now = record_deal(rubber, DEALS[0], act=hands.act(version=seen))

    with pytest.raises(StaleRubberError) as told:
        record_deal(rubber, DEALS[0], act=hands.act(version=seen))

    assert (told.value.rubber.version, told.value.conflict) == (now.version, None)
    assert Deal.objects.count() == 1


@pytest.mark.parametrize(
    ("word", "state", "side"),
    [("final", "confirmed", ""), ("A", "reported", "A"), ("helper", "reported", "")],
)
def test_end_of_play_is_final_or_reported(hands: Hands, word: Any, state: str, side: str) -> None:
    rubber = close_rubber(hands.open(deals=DEALS), word=word, act=hands.act())

    assert (rubber.state, rubber.reported_by, rubber.winner, rubber.games_won_b) == (state, side, "B", 1)
    assert rubber.egn.endswith("#0-5\n##0-1\n")
    assert differences() == []


@pytest.mark.parametrize("word", ["final", "B"])
def test_live_rubber_with_findings_ends_as_a_draft(hands: Hands, word: Any) -> None:
    assert close_rubber(hands.open(deals=BROKEN_DEALS), word=word, act=hands.act()).state == "draft"


def test_undecided_rubber_needs_a_reason_to_end(hands: Hands) -> None:
    rubber = hands.open(deals=DEALS[:1])

    with pytest.raises(UndecidedError):
        close_rubber(rubber, word="final", act=hands.act())

    ended = close_rubber(rubber, word="final", act=hands.act(), ending=RubberEnd("retired", "B"))
    assert (ended.termination, ended.winner, ended.state, ended.findings) == ("retired", "B", "confirmed", [])


def test_unfinished_rubber_is_nobodys(hands: Hands) -> None:
    ended = close_rubber(
        hands.open(deals=DEALS[:1]), word="final", act=hands.act(), ending=RubberEnd("unfinished")
    )

    assert (ended.termination, ended.winner, ended.state, ended.findings) == (
        "unfinished",
        "",
        "confirmed",
        [],
    )


def test_decided_rubber_was_played_out_whatever_is_said(hands: Hands) -> None:
    ended = close_rubber(
        hands.open(deals=DEALS), word="final", act=hands.act(), ending=RubberEnd("retired", "A")
    )

    assert (ended.termination, ended.winner) == ("normal", "B")
