"""Law 22 in a record: which player may mark a king behind the last deal, and the effect on the deal."""

from __future__ import annotations

from scoring.late_king import late_king_for, law_against_late_king, with_late_king
from scoring.notation import write_deal
from tests.scoring.egn import checked, codes
from tests.support.rows import each_row

PLAYED = "HK HQ, DK C8, SJ HA, SA H9, CJ CT"


@each_row(
    ("deals", "player", "law"),
    [
        ("1. A ^DK S =B (0-1)", "A", None),
        ("1. A S =B (0-1)", "A", None),
        ("1. A S =B (0-1)", "B", 22),
        ("1. A ^DK S =B (0-1)", "B", 22),
        ("1. A ^DJ S =B (0-1)", "A", 22),
        (f"1. A ^DJ S {PLAYED} =B5 (0-2)", "A", 22),
        ("1. A ^DK Ka S =B (1-1)", "A", 47),
        ("1. A ^DK S =B (0-1) !50a(king):mark", "A", 47),
        ("1. A !9a(looked) ^DK S =B (0-1)", "A", 19),
        ("1. A ^DK =void", "A", 22),
        # The one before the last is past.
        ("1. A ^DK S =B (0-1)\n2. B S =A (1-1)", "A", 22),
        ("", "A", 22),
    ],
)
def test_dealer_marks_the_king_turned_up_and_nobody_else_does(
    deals: str, player: str, law: int | None
) -> None:
    rubber = checked(f"Game 1\n{deals}\n*")
    assert law_against_late_king(rubber, "A" if player == "A" else "B") == law
    assert (player in late_king_for(rubber)) == (law is None)


@each_row("deals", ["1. A ^DK S =B3 (0-1)", "1. A S =B3 (0-1)", ""])
def test_no_king_is_marked_at_la_triomphe(deals: str) -> None:
    rubber = checked(f"Game 1\n{deals}\n*", Variant="Triomphe")
    assert law_against_late_king(rubber, "A") == 47
    assert late_king_for(rubber) == ()


@each_row("next_game", ["", "\nGame 2 cut A=CK B=D8"])
def test_nothing_is_marked_in_a_game_that_is_over(next_game: str) -> None:
    rubber = checked(f"Game 1\n1. A ^DK S Kb =B5 (0-5){next_game}\n*", BestOf="3")
    assert law_against_late_king(rubber, "A") == 46


@each_row(
    ("before", "after"),
    [
        ("1. A ^DK S =B (0-1)", "1. A ^DK S =B (0-1) Ka (1-1)"),
        ("1. A ^DK S =B5", "1. A ^DK S =B5 (0-2) Ka (1-2)"),
        # The result is not known: the point counts one or two.
        ("1. A =B", "1. A =B Ka"),
    ],
)
def test_king_stands_behind_the_score_and_a_new_score_behind_it(before: str, after: str) -> None:
    deal = with_late_king(checked(f"Game 1\n{before}\n*"), "A")
    assert write_deal(deal) == after
    assert "L47" not in codes(checked(f"Game 1\n{after}\n*"))
