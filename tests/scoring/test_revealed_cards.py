"""Cards of a deal that incidents revealed, and facts for the remedies that depend on them."""

from __future__ import annotations

from scoring.cards import format_cards
from tests.scoring.egn import course_of
from tests.support.rows import each_row

GIVEN = "1. B 2-3 ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8 P G {} {} S CA CK, CT HT"
ELDERS_EXCHANGE, DEALERS_EXCHANGE = "-SA.DQ7+HT.D8.CA", "-SQJ.DA.C8+CKJT7"


CASES = [
    # the deal, what of A's hand B has seen, of B's hand A, and what both saw laid aside
    ("1. A ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 !13a(DJ;own) S CT C8", "DJ", "", ""),
    ("1. A ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 !13a(HA;adversary):stand S CT C8", "", "HA", ""),
    ("1. A !11a(C9;SK):choose(C9) ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT C8", "", "", "SK"),
    (GIVEN.format(f"!36b(D8;adversary):take {ELDERS_EXCHANGE}", DEALERS_EXCHANGE), "D8", "", ""),
    (GIVEN.format(ELDERS_EXCHANGE, f"!36b(CT;own):take {DEALERS_EXCHANGE}"), "", "CT", ""),
    (GIVEN.format(ELDERS_EXCHANGE, f"!35(CQ) {DEALERS_EXCHANGE}"), "", "", "CQ"),
    ("1. A ^C9 B:HA.DQ8.CKT A:SQ8.DJT.C87 !17a(6;looked):draw(DT) S CT C8", "", "", "DT"),
    ("1. A ^C9 B:HA.DQ8.CKT A:SQ8.DJT.C87 !17a(6):draw(DT) S CT C8", "", "", ""),
    ("1. A ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 S HK C8 !43a(C8):replay HK HQ", "C8", "HK", ""),
    ("1. A ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 S HK !39a(C8) HQ", "C8", "", ""),
    ("1. A ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 S HK HQ !40a(HA;before) DK C8", "HA", "", ""),
]


@each_row(("deal", "of_a", "of_b", "aside"), CASES)
def test_what_both_players_saw_is_kept(deal: str, of_a: str, of_b: str, aside: str) -> None:
    course = course_of(deal)
    assert (*map(format_cards, course.revealed), format_cards(course.aside)) == (of_a, of_b, aside)


def test_cards_of_a_play_that_did_not_count_were_shown_by_whom_played_them() -> None:
    course = course_of("1. A ^DJ S HK C8 !43a(C8):replay HK HQ")
    assert [format_cards(revealed) for revealed in course.revealed] == ["C8", "HK"]
    assert format_cards(course.incidents[0].revealed) == "HK.C8"


LEADERS = [
    # law 41 at a moment of the play, the hand of the player who leads
    ("S !41b(H) HK HQ, DK C8", "SJA.HK.DK.CJ"),
    ("S HK !41b(S) HQ, DK C8", "SJA.HK.DK.CJ"),
    ("S HK HQ, !41b(H) DK C8", "SJA.DK.CJ"),
    ("S HK HQ, DK !41b(S) C8", "SJA.DK.CJ"),
    ("S HK C8 !41b(H) DK !43a(C8):replay HK HQ", "SJA.DK.CJ"),
]


@each_row(("play", "hand"), LEADERS)
def test_the_leaders_hand_is_that_before_the_lead(play: str, hand: str) -> None:
    course = course_of(f"1. A ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 {play}")
    assert format_cards(course.incidents[0].situation.leader_hand or 0) == hand


KINGS = [
    # a king announced falsely by A, whether B is known to hold it
    ("1. A ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Ka CT C8 !25a:stand", True),
    ("1. A ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Ka CK C8 !25a:stand", True),
    ("1. A ^C9 B:HA.DQ8.CJT A:SQ8.DJ.C87 S Ka CT C8 !25a:stand", False),
    ("1. A ^C9 S Ka CK C8 !25a:stand", True),
    ("1. A ^C9 S Ka CT C8 !25a:stand", None),
    ("1. A P R Ka !25a:stand Kb =A3", True),
]


@each_row(("deal", "has_king"), KINGS)
def test_who_holds_the_king_that_was_announced_falsely(deal: str, has_king: bool | None) -> None:
    assert course_of(deal).incidents[0].situation.opponent_has_king is has_king


TOO_LATE = [
    # a mark made good, whether the next turn-up has been
    ("1. A 3-2 !50a(point) ^C9", False),
    ("1. A 3-2 ^C9 !50a(point)", True),
    ("1. A P R !50a(vole) =A3", True),
    ("1. A ^CK !50a(king) S", False),
    ("1. A P R =A3 !50a(point)", False),
    ("1. A P R =A3 (0-0) !50a(point)", False),
]


@each_row(("deal", "is_too_late"), TOO_LATE)
def test_a_mark_left_out_is_made_good_until_the_next_turn_up(deal: str, is_too_late: bool) -> None:
    assert course_of(deal).incidents[0].situation.is_too_late is is_too_late
