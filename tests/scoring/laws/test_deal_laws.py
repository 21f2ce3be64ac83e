"""The laws that one deal can keep or break: each row is a deal and its findings, in order.

The deals are variations of two that were played without fault, ``KEPT`` and ``EXCHANGED``.
"""

from __future__ import annotations

from tests.scoring.egn import codes, one_deal
from tests.scoring.text_table import rows_of
from tests.support.rows import each_row

STOOD = "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S"
REPLAYED = "1. A ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 S"
NO_KING = "1. A ^C9 B:HA.DQ8.CJT A:SQ8.DJ.C87 S"
DEALERS_KING = "1. A ^H9 B:ST9.HT.DT.CT A:HK87.DJ.CJ S HT HK,"
GIVEN = "1. B 2-3 ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8 P G"
STOCK_BUT_ONE = "1. A P G -5 -5 P G -5 -5"
KEPT = f"{STOOD} Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3)"
EXCHANGED = f"{GIVEN} -SA.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT7 S CA CK, CT HT, H9 H8, D9 CJ, D8 C7 =A4 (1-0)"

CASES = f"""
kept | {KEPT} |
exchanged and kept | {EXCHANGED} |
# Law 9, 15-18: both hands have five cards
six in a hand | 1. A 2-3 ^C9 B:HA.DQ87.CKT A:SQ8.DJ.C87 S Kb | L09 ruling
four in a hand | 1. A 2-3 ^C9 B:HA.DQ8.CK A:SQ8.DJ.C87 S Kb | L09 ruling
known in part | 1. A ^C9 B:HA.CK~ A:SQ8.DJ.C87 S Kb |
six in a hand, ruled on | 1. A ^C9 B:HA.DQ87.CKT A:SQ8.DJ.C87 !15a(6):discard(D7) S Kb |
# Law 10: the turn-up is in neither hand
turn-up in a hand | 1. A 2-3 ^C8 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3)
    | L10 error
turn-up in a derived hand | 1. A ^C8 S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 | L10 error
# Law 19, 22: the king turned up
king turned up and marked | 1. A ^CK S Ka =B3 (1-1) |
elder marks the king turned up | 1. A ^CK S Kb =B3 (0-2) | L22 error
king turned up, marked late | 1. A ^CK S =B3 (0-1) Ka (1-1) |
king turned up, never marked | 1. A 2-3 ^CK B:HA.DQ8.CQT A:SQ8.DJ.C87 S CT C8, CQ C7, DQ DJ, HA SQ, D8 S8 =B5 (0-2)
    | L22 warning
a misdeal with its hands written bars the king
    | 1. A ^HK B:SKQJ.HJ.DQ9 A:S98.H9.DT.CJ !15b(6):discard(SJ) Ka P R =A3 (1-0) | L19 error
a misdeal let stand bars the king | 1. A !9a(looked):stand ^CK S Ka =B3 (0-1) | L19 error
# Laws 23, 24: the king held is announced before its holder plays
king held, never announced | {STOOD} CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-2) | L23 warning
announced after a card | {STOOD} CT C8, Kb CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3) | L23 error
the king led first, announced before it is played to | {STOOD} CK Kb C8, CT C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3) |
the king led first, announced after it was played to | {STOOD} CK C8, Kb CT C7, DQ DJ, HA SQ, D8 S8 =B5 (0-2)
    | L23 error
the dealer's first card, announced before the next card | {DEALERS_KING} Ka CJ CT, DJ DT, H8 S9, H7 ST =A5 (3-0) |
the dealer's first card, announced after the next card | {DEALERS_KING} CJ Ka CT, DJ DT, H8 S9, H7 ST =A5 (2-0)
    | L23 error
made good behind the score, in marks alone | 1. A S =B3 (0-1) Kb (0-2) |
announced in time, then the hand replayed
    | {REPLAYED} DK Kb C8, HK CT !43a(CT):replay HK HQ, DK C8, SJ HA, SA H9, CJ CT =B5 (0-3) |
# Law 25: a king not held
a king not held | {STOOD} Ka CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-2) | L25 ruling, L23 warning
a king put out | {GIVEN} -SA.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT7 S Ka CA CK, CT HT, H9 H8, D9 CJ, D8 C7 =A4 (1-0)
    | L25 ruling
a king not held, ruled on | {STOOD} Ka CT C8, !25a:stand CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-2) |
a false king, scored as well | {NO_KING} Kb =B3 (0-2) | L25 ruling
# Laws 26, 27, 37: calls and exchanges are binding
proposed, then stood | 1. A P S =B3 (0-1) | L26 error
proposed twice | 1. A P P G =B3 (0-1) | L26 error
stood, then proposed | 1. A S P R =B3 (0-2) | L26 error
proposed after a refusal | 1. A P R P G =B3 (0-1) | L26 error
called after a card | {STOOD} Kb CT C8, P CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3) | L26 error
gave, then refused | 1. A P G R =B3 (0-2) | L27 error
gave unasked | 1. A G =B3 (0-1) | L27 error
answered a stand | 1. A S R =B3 | L27 error
exchanged without a gift | 1. A P R -2 -2 =B3 | L26 error
a third exchange | 1. A P G -2 -2 -1 S =B3 (0-1) | L26 error
elder puts out none | 1. A P G -0 -2 S =B3 (0-1) | L26 error
elder takes more | {GIVEN} -SA.DQ7+HT.D8.CAQ -SQJ.DA.C8+CKJT7 S CA CK, CT HT, H9 H8, D9 CJ, D8 C7 =A4 (1-0)
    | L26 error
dealer takes fewer | {GIVEN} -SA.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT S CA CK, CT HT, H9 H8, D9 CJ, D8 C7 =A4 (1-0)
    | L27 error
dealer keeps all | 1. A P G -2 -0 S =B3 (0-1) |
given twice, then refused | 1. A P G -2 -2 P R =B3 (0-1) |
refused after a turn-up in giving | 1. A P G -2 !37a(CK):aside -2 P R =B3 (0-1) | L37 error
refused after giving again | 1. A P G -2 !37a(CK):aside -2 P G -1 -1 P R =B3 (0-1) |
a call taken back, and its exchange | 1. A P -2 -2 S =B3 (0-1) | L26 error
# Law 38: a stock of twenty-one
to the last card of the stock | {STOCK_BUT_ONE} P G -1 -0 S =A3 (1-0) |
past the stock | {STOCK_BUT_ONE} P G -2 -0 S =A3 (1-0) | L38 error
past the stock, a card set aside | {STOCK_BUT_ONE} !35(C7):aside P G -1 -0 S =A3 (1-0) | L38 error
# Law 40: the right player leads
led out of turn | {STOOD} Kb CT C8, C7 CK, DQ DJ, HA SQ, D8 S8 =B5 (0-3) | L40 error
led out of turn, the leader's own hand left out | 1. A ^DJ A:HQA9.CT8 S CT CJ =A (2-0) | L40 error
# Law 42: a hand given up
given up at once | {NO_KING} CT !42a =B5 (0-2) |
given up at once, scored a point | {NO_KING} CT !42a =B (0-1) | L42 error
given up after a trick, scored the vole | 1. A ^DJ B:SJA.HT.DK.CJ A:HQA9.DT.C8 P G -CJ+S7 -C8+S8 S HT HQ !42a =B (0-2)
    | L51 error
given up by the winner | 1. A S !42a =A (2-0) | L42 error
# Law 43: follow suit, and win if able
revoked | {STOOD} Kb CT C8, CK DJ, DQ C7, SQ HA, S8 D8 =A3 (2-1) | L43R ruling
revoked with the winner in hand | 1. A ^C9 B:HA.DQ8.CT7 A:HKQ.DJ.SQ.C8 S HA SQ, CT C8, C7 DJ, DQ HQ, D8 HK =B5 (0-2)
    | L43R ruling
followed low with the winner in hand
    | 1. A ^C9 B:HT.DQ8.CT7 A:HK8.DJ.SQ.CA S HT H8, CT CA, HK C7, DQ DJ, D8 SQ =B4 (0-1) | L43W ruling
void, and did not trump | 1. A ^C9 B:HT.DQ8.CT7 A:SK8.DJ.SQ.CA S HT S8, CT CA, SQ C7, DQ DJ, D8 SK =B4 (0-1)
    | L43W ruling
revoked in the replay | {REPLAYED} Kb HK C8 !43a(C8):replay HK C8, DK CT, SJ HA, SA H9, CJ HQ =B5 (0-3) | L43R ruling
revoked, and let stand | {REPLAYED} Kb HK C8 !43a(C8):stand DK CT, SJ HA, SA H9, CJ HQ =B5 (0-3) |
revoked twice, and one let stand | 1. A ^DJ B:SJA.HKT.DK A:HQA.CT98 S Kb HK C8 !43a(C8):stand HT C9 | L43R ruling
# Law 45: 32 different cards
in both hands | 1. A 2-3 ^C9 B:HA.DQ8.CKT A:HA.SQ8.DJ.C8 S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3) | E06 error
in both hands, nothing played | 1. A ^C9 B:HA.DQ8.CKT A:SQ.HA.DJ.C87 S Kb | L45 error
twice in a hand | 1. A ^C9 B:HAA.DQ8.CK A:SQ8.DJ.C87 S Kb | L45 error
a copy too many in a hand | 1. A ^DJ B:SJA.HK.DK.CJ A:SJ.HQA9.CT8 S =B (0-2) | L45 error
put out by both | 1. A P G -CJ+S7 -CJ+S8 S =B3 (0-1) | L45 error
played twice, no turn-up | 1. A S HK HQ, DK C8, SJ HA, SA H9, HK CT =B5 (0-2) | L45 error
taken, and dealt to the other | {GIVEN} -SA.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT.D9 | L45 error
an incorrect pack, voided | 1. A ^C9 B:HA.DQ8.CKT A:SQ.HA.DJ.C87 !45(HA):void =void |
# E06: a card that its player can't have
played from nowhere | {STOOD} Kb CT C8, CK C7, DQ DJ, HA SQ, D9 S8 =B5 (0-3) | E06 error
replied from the other hand | {STOOD} Kb CT C8, CK C7, DQ DJ, HA D8, SQ S8 =B5 (0-3) | E06 error
put out from nowhere | {GIVEN} -SK.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT7 S CA CK, CT HT, H9 H8, D9 CJ, D8 C7 =A4 (1-0)
    | E06 error
the turn-up played, hands unknown | 1. A ^C9 S CT C9, CK C7 | E06 error
the turn-up put out | 1. A ^C9 P G -C9+S7 -1 S =B3 (0-1) | E06 error
a card put out is played, hands left out | 1. A ^DJ P G -C7+HK -D8+CT S HK HQ, DK C8, SJ HA, SA H9, C7 CT =B5 (0-2)
    | E06 error
played from neither hand nor exchange | 1. A ^DJ B:SJA.HK.DK.CJ P G -1+H8 -1 S H7 HQ =B (0-1) | E06 error
replied with the opponent's card, own hand left out | 1. A ^DJ B:SJA.HK.DK.CJ S HK SJ =B (0-1) | E06 error
# Law 47: one king a deal
marked by both | 1. A S Ka Kb =B3 (1-1) | L47 error
# Law 48: the outcome
outcome against the cards | {STOOD} Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B4 (0-2) | L48 error
outcome excluded by the tricks shown | 1. A ^C9 S CT C8, CK C7, DQ DJ =A (2-0) | L48 error
outcome still possible | 1. A ^C9 S CT C8, CK C7 =A3 (2-0) |
# Laws 50, 51: the running score
too low | {STOOD} Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-2) | L50 warning
too high | {STOOD} Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-4) | L51 error
too low for one, too high for the other | {STOOD} Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (3-0) | L51 error
put right at once | {STOOD} Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-2) (0-3) |
no outcome, the scorer decides | 1. A S (0-1) |
play breaks off, the scorer decides | {REPLAYED} HK HQ (0-2) |
above five | 1. A S =B (0-7) | L51 error, E05 note
"""


@each_row(("name", "deal", "expected"), rows_of(CASES))
def test_each_law_is_found_broken_and_found_kept(name: str, deal: str, expected: str) -> None:
    assert codes(one_deal(deal)) == expected


CAUSES = [
    # what was scored, the deal, the law that alone explains it
    ("the king forgotten", "1. A P R Ka =B3 (0-2)", 47),
    ("two points scored as one", "1. A S =A3 (1-0)", 49),
    ("two after a second proposal", "1. A P G -2 -2 P R =B3 (0-2)", 49),
    ("the vole scored as the point", "1. A P G =B5 (0-1)", 48),
    ("the tricks forgotten", "1. A P G =B3 (0-0)", 48),
    ("king or point", "1. A P G Kb =B3 (0-1)", None),
    ("too much by far", "1. A P G =B3 (0-4)", None),
]


@each_row(("scored", "deal", "cause"), CAUSES)
def test_a_score_that_differs_names_the_law_that_alone_explains_it(
    scored: str, deal: str, cause: int | None
) -> None:
    (finding,) = one_deal(deal).findings
    assert finding.code in ("L50", "L51")
    assert finding.cause == cause


def test_a_finding_of_the_play_carries_its_trick() -> None:
    (finding,) = one_deal(KEPT.replace("D8 S8", "D9 S8")).findings
    assert finding.trick == 5


def test_a_finding_stands_at_its_token() -> None:
    (finding,) = one_deal(KEPT.replace("(0-3)", "(0-4)")).findings
    assert finding.line is not None
    assert finding.column == KEPT.index("(0-3)") + 1
