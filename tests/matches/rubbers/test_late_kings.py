"""Law 22 at the table: a king that the dealer turned up is marked late, behind the deal's score."""

from __future__ import annotations

import pytest

from matches.models import LogEntry
from matches.rubbers.change_rubbers import mark_late_king, record_cut, record_deal, undo_deal
from matches.rubbers.errors import LateKingError, NoDealError, StaleRubberError, StateError
from matches.rubbers.record_deals import late_king_for
from scoring.cards import Player, parse_card
from scoring.check import check_rubber
from scoring.notation import read_one
from tests.matches.rubbers.hands import DEALS, Hands, differences

pytestmark = [pytest.mark.django_db, pytest.mark.core]

TURNED_UP = "A 2-3 ^DK B:SQT.HQ.D9.CJ A:S8.H7.DQT7 S SQ S8, HQ H7, D9 DQ, D7 CJ, DT ST =A3 (2-0)"


def test_king_turned_up_is_marked_behind_the_score(hands: Hands) -> None:
    rubber = hands.open(deals=("B S =B (0-2)", TURNED_UP.replace("(2-0)", "(2-2)")))
    marked = mark_late_king(rubber, "A", act=hands.act("He forgot."))
    assert "2. A 2-3 ^DK" in marked.egn
    assert "=A3 (2-2) Ka (3-2)\n" in marked.egn
    game = marked.games.get()
    assert (game.points_a, game.points_b) == (3, 2)
    entries = list(LogEntry.objects.filter(stream=f"rubber:{rubber.public_id}").order_by("version"))
    assert [entry.kind for entry in entries[-2:]] == ["rubber.deal_undone", "rubber.deal_recorded"]
    assert {entry.reason for entry in entries[-2:]} == {"He forgot."}
    assert differences() == []


@pytest.mark.parametrize(
    ("deal", "line"),
    [
        ("A S =B (0-1)", "A S =B (0-1) Ka (1-1)"),
        # The scorer's own figure goes on, though the laws give another.
        ("A S =B5 (0-1)", "A S =B5 (0-1) Ka (1-1)"),
        # A deal without a figure gets one, or the king would come before the tricks.
        ("A S =B5", "A S =B5 (0-2) Ka (1-2)"),
        ("A ^HK P R =B5 (0-2)", "A ^HK P R =B5 (0-2) Ka (1-2)"),
        ("A S HK HQ, DK C8, SJ HA =B (0-1)", "A S HK HQ, DK C8, SJ HA =B (0-1) Ka (1-1)"),
    ],
)
def test_dealer_is_taken_at_his_word_where_the_turn_up_is_not_on_record(
    hands: Hands, deal: str, line: str
) -> None:
    rubber = hands.open(deals=(deal,))
    marked = mark_late_king(rubber, "A", act=hands.act())
    assert f"1. {line}\n" in marked.egn
    assert differences() == []


def test_next_deal_goes_on_from_the_score_with_the_king(hands: Hands) -> None:
    rubber = mark_late_king(hands.open(deals=("A S =B (0-1)",)), "A", act=hands.act())
    rubber = record_deal(rubber, "B P R =A3 (3-1)", act=hands.act())
    assert rubber.findings == []


def test_late_king_wins_the_game(hands: Hands) -> None:
    rubber = hands.open(deals=("B S =A5 (2-0)", "A S =A5 (4-0)", "B S =B (4-2)", "A S =B (4-3)"))
    marked = mark_late_king(rubber, "A", act=hands.act())
    assert (marked.winner, marked.games_won_a, marked.findings) == ("A", 1, [])


@pytest.mark.parametrize(
    ("deals", "player", "law"),
    [
        # The elder hand marks no king that the other turned up, nor late one from its own hand.
        (("A ^DK S =B (0-1)",), "B", 22),
        (("A S =B (0-1)",), "B", 22),
        # No king was turned up.
        (("A ^DQ S =B (0-1)",), "A", 22),
        (("A ^DQ S HK HQ, DK C8, SJ HA, SA H9, CJ CT =B5 (0-2)",), "A", 22),
        (("A =void",), "A", 22),
        # One is marked already.
        (("A ^DK Ka S =B (1-1)",), "A", 47),
        (("A Kb S =B (0-2)",), "A", 47),
        # After a misdeal that stood.
        (("A !9a(looked) ^DK S =B (0-1)",), "A", 19),
        # The elder hand had five before it was marked.
        (DEALS, "B", 46),
    ],
)
def test_what_the_laws_do_not_allow_is_refused(
    hands: Hands, deals: tuple[str, ...], player: Player, law: int
) -> None:
    rubber = hands.open(deals=deals)
    with pytest.raises(LateKingError) as refused:
        mark_late_king(rubber, player, act=hands.act())
    assert refused.value.law == law
    assert f"(Law {law}.)" in str(refused.value)
    rubber.refresh_from_db()
    assert rubber.version == 1 + len(deals)


def test_next_deal_ends_the_time_for_it(hands: Hands) -> None:
    rubber = hands.open(deals=("A ^DK S =B (0-1)", "B ^H9 P R =A3 (2-1)"))
    with pytest.raises(LateKingError):
        mark_late_king(rubber, "A", act=hands.act())
    undone = undo_deal(rubber, act=hands.act())
    assert mark_late_king(undone, "A", act=hands.act()).egn.endswith("(0-1) Ka (1-1)\n*\n")


@pytest.mark.parametrize(
    ("deals", "players"),
    [
        ((), ()),
        (("A ^DK S =B (0-1)",), ("A",)),
        (("A S =B (0-1)",), ("A",)),
        (("A Ka S =B (1-1)",), ()),
        (("A ^DQ S =B (0-1)",), ()),
        (DEALS, ()),
    ],
)
def test_pad_is_told_who_may_mark_it(hands: Hands, deals: tuple[str, ...], players: tuple[str, ...]) -> None:
    rubber = hands.open(deals=deals)
    assert late_king_for(check_rubber(read_one(rubber.egn))) == players


def test_game_that_is_cut_for_has_no_last_deal(hands: Hands) -> None:
    rubber = record_cut(hands.open(), [(parse_card("CK"), parse_card("D8"))], act=hands.act())
    assert late_king_for(check_rubber(read_one(rubber.egn))) == ()
    with pytest.raises(NoDealError):
        mark_late_king(rubber, "A", act=hands.act())
    with pytest.raises(NoDealError):
        undo_deal(rubber, act=hands.act())


def test_same_act_marks_it_once_and_a_late_one_is_told(hands: Hands) -> None:
    rubber = hands.open(deals=("A S =B (0-1)",))
    act = hands.act(version=rubber.version)
    once, twice = (mark_late_king(rubber, "A", act=act) for _ in range(2))
    assert once.version == twice.version == 4
    with pytest.raises(StaleRubberError):
        mark_late_king(rubber, "A", act=hands.act(version=2))


def test_rubber_that_is_over_takes_no_king(hands: Hands) -> None:
    with pytest.raises(StateError):
        mark_late_king(hands.confirmed(), "A", act=hands.act())
