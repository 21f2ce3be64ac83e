from __future__ import annotations

from typing import Any

import pytest

from matches.models import Deal, LogEntry, Rubber, Standing
from matches.rubbers.change_rubbers import (
    RubberEnd,
    close_rubber,
    open_rubber,
    record_cut,
    record_deal,
    undo_deal,
)
from matches.rubbers.errors import (
    CutNotDueError,
    HeldRecordError,
    NoDealError,
    NotOneDealError,
    RubberOverError,
    StaleRubberError,
    UndecidedError,
)
from scoring.cards import Card, parse_card
from scoring.record import Rules
from tests.matches.rubbers.hands import BROKEN_DEALS, DEALS, Hands, differences

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
    rubber = hands.open(deals=(*DEALS, "7. A =A4 (1-0)"), rules=Rules(best_of=3))
    deals = Deal.objects.filter(game__rubber=rubber).order_by("game__number", "number")
    first_game = [(1, 1, "1. A S =B5 (0-2)"), (1, 2, "2. B S Kb =B5 (0-5)")]
    assert list(deals.values_list("game__number", "number", "egn")) == [*first_game, (2, 1, "1. A =A4 (1-0)")]


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
    impossible = "A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S HK C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5"
    with pytest.raises(HeldRecordError) as refused:
        record_deal(rubber, impossible, act=hands.act())
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
    with pytest.raises(StaleRubberError) as error:
        record_deal(rubber, DEALS[0], act=hands.act(version=seen))
    assert (error.value.rubber.version, error.value.conflict) == (now.version, None)
    assert Deal.objects.count() == 1


@pytest.mark.parametrize(
    ("authority", "state", "side"),
    [("final", "confirmed", ""), ("A", "reported", "A"), ("helper", "reported", "")],
)
def test_end_of_play_is_final_or_reported(hands: Hands, authority: Any, state: str, side: str) -> None:
    rubber = close_rubber(hands.open(deals=DEALS), authority=authority, act=hands.act())
    assert (rubber.state, rubber.reported_by, rubber.winner, rubber.games_won_b) == (state, side, "B", 1)
    assert rubber.egn.endswith("#0-5\n##0-1\n")
    assert differences() == []


@pytest.mark.parametrize("authority", ["final", "B"])
def test_live_rubber_with_findings_ends_as_a_draft(hands: Hands, authority: Any) -> None:
    assert close_rubber(hands.open(deals=BROKEN_DEALS), authority=authority, act=hands.act()).state == "draft"


def test_undecided_rubber_needs_a_reason_to_end(hands: Hands) -> None:
    rubber = hands.open(deals=DEALS[:1])
    with pytest.raises(UndecidedError):
        close_rubber(rubber, authority="final", act=hands.act())
    ended = close_rubber(rubber, authority="final", act=hands.act(), ending=RubberEnd("retired", "B"))
    assert (ended.termination, ended.winner, ended.state, ended.findings) == ("retired", "B", "confirmed", [])


@pytest.mark.parametrize(
    ("deals", "ending", "termination", "winner"),
    [
        # An unfinished rubber is nobody's.
        (DEALS[:1], RubberEnd("unfinished"), "unfinished", ""),
        # A decided one was played out, whatever is said.
        (DEALS, RubberEnd("retired", "A"), "normal", "B"),
    ],
)
def test_end_names_the_winner_of_what_was_played(
    hands: Hands, deals: tuple[str, ...], ending: RubberEnd, termination: str, winner: str
) -> None:
    ended = close_rubber(hands.open(deals=deals), authority="final", act=hands.act(), ending=ending)
    assert (ended.termination, ended.winner) == (termination, winner)
    assert (ended.state, ended.findings) == ("confirmed", [])


def cards(*pairs: str) -> list[tuple[Card, Card]]:
    return [(parse_card(pair[:2]), parse_card(pair[2:])) for pair in pairs]


def test_cut_stands_in_the_game_s_heading_before_and_after_its_first_deal(hands: Hands) -> None:
    rubber = record_cut(hands.open(), cards("CKSK", "CKD8"), act=hands.act())
    assert rubber.egn.endswith("Game 1 cut A=CK B=SK A=CK B=D8\n*\n")
    rubber = record_deal(rubber, "A S =B5 (0-2)", act=hands.act())
    assert "Game 1 cut A=CK B=SK A=CK B=D8\n1. A S =B5 (0-2)\n*\n" in rubber.egn


def test_cutting_anew_takes_the_first_cut_s_place(hands: Hands) -> None:
    rubber = record_cut(hands.open(), cards("CKD8"), act=hands.act())
    rubber = record_cut(rubber, cards("C7D8"), act=hands.act())
    assert "Game 1 cut A=C7 B=D8\n" in rubber.egn


def test_deals_taken_back_leave_their_game_s_cut(hands: Hands) -> None:
    rubber = record_cut(hands.open(), cards("CKD8"), act=hands.act())
    rubber = undo_deal(record_deal(rubber, "A S =B5 (0-2)", act=hands.act()), act=hands.act())
    assert rubber.egn.endswith("Game 1 cut A=CK B=D8\n*\n")


def test_game_that_was_dealt_is_not_cut_for(hands: Hands) -> None:
    with pytest.raises(CutNotDueError):
        record_cut(hands.open(deals=("A S =B5 (0-2)",)), cards("CKD8"), act=hands.act())


def test_tie_decides_nothing(hands: Hands) -> None:
    with pytest.raises(HeldRecordError) as refused:
        record_cut(hands.open(), cards("CKDK"), act=hands.act())
    assert [fault.code for fault in refused.value.faults] == ["L05"]


def test_what_the_winner_chose_is_recorded_with_the_cut(hands: Hands) -> None:
    rubber = record_cut(
        hands.open(), cards("CKD8"), act=hands.act(), chosen=(("cards", "red"), ("seat", "north"))
    )
    assert rubber.egn.endswith("Game 1 cut A=CK B=D8 cards=red seat=north\n*\n")
