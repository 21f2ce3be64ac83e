"""Deals with an incident are still checked: faults it accounts for are not reported again, all others are."""

from __future__ import annotations

from scoring.record import Pair
from tests.scoring.egn import checked, codes, one_deal
from tests.support.rows import each_row

REVOKED = "1. A ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 S Kb HK {} DK CT, SJ HA, SA H9, CJ HQ =B5 (0-3)"
LED = "1. A ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 S Kb HK HQ, {} =B4 (0-2)"
GIVEN = "1. B 2-3 ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8 P G {} {} S CA CK, CT HT, H9 H8, D9 CJ, D8 C7 =A4 (1-0)"
ELDERS, DEALERS = "-SA.DQ7+HT.D8.CA", "-SQJ.DA.C8+CKJT7"

CASES = [
    # name of the case, deal, findings
    # Law 43, with another incident in the deal
    ("a revoke, nothing said", REVOKED.format("C8,"), "L43R ruling"),
    ("a revoke let stand", REVOKED.format("C8 !43a(C8):stand"), ""),
    ("a revoke let stand, the card not said", REVOKED.format("C8 !43a:stand"), ""),
    ("the other player's revoke", REVOKED.format("C8 !43b:stand").replace(" (0-3)", ""), "L43R ruling, L43 error"),
    ("told of before it was made", REVOKED.format("!43a:stand C8"), "L43R ruling"),
    ("another card's revoke", REVOKED.format("C8, DK CT !43a(CT):stand").replace("stand DK CT", "stand"),
     "L43R ruling, L43 error"),
    ("a revoke beside an exposed card", REVOKED.replace("1. A ^DJ", "1. A !13a(HQ;own) ^DJ").format("C8,"),
     "L43R ruling"),
    ("a revoke beside a card taken back", REVOKED.format("C8, !39a(H9)"), "L43R ruling"),
    ("a revoke by a hand put right", "1. A ^C9 B:HA.DQ8.CT A:SQ8.DJ.C87 !16a(4):complete(CK) S CT DJ", "L43R ruling"),
    ("a revoke by a long hand", "1. A !9a(looked) ^C9 B:HA.DQ87.CKT A:SQ8.DJ.C87 S CT DJ", "L43R ruling"),
    ("a revoke by a short hand", "1. A ^C9 B:HA.DQ8.CKT A:SQ8.C87 S CT SQ !21a(4):stand", "L43R ruling"),
    # Law 40
    ("a lead out of turn, nothing said", LED.format("HA SA, DK C8, SJ H9, CJ CT"), "L40 error"),
    ("a lead out of turn that stood", LED.format("H9 DK !40a(H9;after) CJ C8, SJ HA, SA CT").replace(
        "=B4 (0-2)", "=B5 (0-3)"), ""),
    ("a lead out of turn taken back", LED.format("!40a(HA;before) DK C8, SJ HA, SA H9, CJ CT").replace(
        "=B4 (0-2)", "=B5 (0-3)"), ""),
    ("a second lead out of turn", LED.format("H9 DK !40a(H9;after) CT CJ, HA SJ, SA C8"), "L40 error"),
    ("a lead out of turn beside another incident", LED.format("HA SA !44a DK C8, SJ H9, CJ CT"), "L40 error"),
    ("a reply to a lead out of turn is bound all the same", LED.format("H9 SA !40a(H9;after) CT CJ"), "L43W ruling"),
    # Law 9 and the number of cards
    ("six rectified to six", "1. A !9a:rectify ^C9 B:HA.DQ87.CKT A:SQ8.DJ.C87", "L09 ruling"),
    ("six in the hand that the incident is not about", "1. A ^C9 B:HA.DQ8.CKT A:SQ8.DJT.C87 !44a", "L09 ruling"),
    # Laws 26, 27 and 38
    ("more taken, and ruled on", GIVEN.format(f"{ELDERS}Q !29a(1):draw(CQ)", DEALERS), ""),
    ("more taken by the other", GIVEN.format(ELDERS, f"{DEALERS}.S7 !29a(1):draw(S7)"), "L27 error, L29 error"),
    ("more taken where fewer are told of", GIVEN.format(f"{ELDERS}Q !44a", DEALERS), "L26 error"),
    ("more taken twice, told of once",
     "1. B P G -1+S78 !29a(1):draw(S7) -1 P G -1+S9T -1 S =A3 (1-0)", "L26 error"),
    ("stock to its last card", "1. A P G -5 -5 P G -5 -5 !35(C7) P G -1 -0 S =A3 (1-0)", "L38 error"),
    ("stock less a card of a long hand",
     "1. A ^C9 !15a(6):discard(D7) P G -5 -5 P G -5 -5 P G -1 -0 S =A3 (1-0)", "L38 error"),
    ("stock with a hand completed",
     "1. A ^C9 !16a(4):complete(D7) P G -5 -5 P G -5 -5 P G -1 -0 S =A3 (1-0)", ""),
    ("stock less a card turned up too many",
     "1. A ^C9 !11a(C9;D7):choose(C9) P G -5 -5 P G -5 -5 P G -1 -0 S =A3 (1-0)", "L38 error"),
    ("stock that gave one card fewer",
     "1. A ^C9 P G -5+SJT98 !30b(1) -5 P G -5 -5 P G -2 -0 S =A3 (1-0)", ""),
    ("a stock shared", "1. A P G -5 -5 P G -5 -5 P G !38a(1):share -1 -0 S =A3 (1-0)", ""),
    ("nothing left to share", "1. A P G -5 -5 P G -5 -5 P G -1 -0 P G !38a(0):share -0 -0 S =A3 (1-0)", ""),
    ("more put out than the stock shares",
     "1. A P G -5 -5 P G -5 -5 P G !38a(1):share -2 -0 S =A3 (1-0)", "L38 error"),
    # E06 and L45
    ("played though laid aside", "1. A ^C9 P G !35(C7) -1 -1 S C7 C8", "E06 error"),
    ("dealt though laid aside", "1. A ^H9 !11a(H9;ST):choose(H9) B:ST9.HT.DT.CT A:HK87.DJ.CJ S HT HK", "L45 error"),
    ("taken though laid aside", GIVEN.format("!35(CA)", f"{ELDERS} {DEALERS}"), "L45 error"),
    ("seen twice, and the pack incorrect", "1. A ^C9 B:HA.DQ8.CKT A:SQ.HA.DJ.C87 !45(HA) =void", ""),
    ("a sixth card of a long hand",
     "1. A !9a(looked) ^C9 B:HA.DQ87.CKT A:SQ87.DJ.C87 S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8, D7 S7 =B5 (0-3)",
     "E06 error"),
    ("no card from a hand that has one",
     "1. A ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C8 S Kb CT --, CK C8, DQ DJ, HA SQ, D8 S8 !21a(4):stand =B5 (0-3)",
     "E06 error"),
    ("a fifth card of a hand left short",
     "1. A ^C9 P G -2 -2 !30b(1):short S CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5",
     "E06 error"),
    ("turned up though dealt, two turned up",
     "1. A ^HT !11a(HT;SK):choose(HT) B:ST9.HT.DT.CT A:HK87.DJ.CJ S", "L10 error"),
    # Kings
    ("the king is held once the hand is completed",
     "1. A ^C9 B:HA.DQ8.CT A:SQ8.DJ.C87 !16a(4):complete(CK) S Kb CT C8", ""),
    ("the king is not held before",
     "1. A ^C9 B:HA.DQ8.CT A:SQ8.DJ.C87 Kb !16a(4):complete(CK) S CT C8", "L25 ruling"),
    ("the king is not held once it was drawn",
     "1. A ^C9 B:HA.DQ8.CJT A:SQ8.DJ.CK87 !17a(6):draw(CK) Ka S CT C8", "L25 ruling"),
    ("the king was held before",
     "1. A ^C9 B:HA.DQ8.CJT A:SQ8.DJ.CK87 Ka !17a(6):draw(CK) S CT C8", ""),
    ("the king was laid aside", "1. A ^C9 P G -1 !35(CK) -1 Ka S =A3 (3-0)", "L25 ruling"),
    ("a late king accounted for", "1. A ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT C8, !23b Kb", ""),
    ("the other player's late king",
     "1. A ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT C8, !23a Kb", "L23 error"),
    # A void deal's cards are not judged
    ("void, with cards seen twice and six in a hand", "1. A ^C9 B:HA.DQ87.CKT A:SQ.HA.DJ.C87 !15a(6):fresh =void", ""),
    ("void, with a revoke", REVOKED.format("C8 !45(C8):void =void").split(" DK CT")[0], ""),
]  # fmt: skip


@each_row(("name", "deal", "expected"), CASES)
def test_an_incident_accounts_for_itself_alone(name: str, deal: str, expected: str) -> None:
    found = codes(one_deal(deal)).split(", ")
    assert ", ".join(one for one in found if one.endswith((" error", " ruling"))) == expected


PUT_RIGHT = [
    # name of the case, deal, its score, findings
    ("a king made good", "1. A ^HK S =B3 (0-1) !50a(king):mark (1-1)", (1, 1), []),
    ("the figure left out", "1. A ^HK S =B3 (0-1) !50a(king):mark", (1, 1), []),
    ("its mark written too", "1. A ^HK S =B3 (0-1) !50a(king):mark Ka (1-1)", (1, 1), []),
    ("a king made good that is not the elder's", "1. A ^HK S =B3 (0-1) !50b(king):mark", (0, 1), ["L22"]),
    ("a point made good", "1. A P R =A3 (0-0) !50a(point):mark (1-0)", (1, 0), []),
    ("a point made good, not scored", "1. A P R =A3 (0-0) !50a(point):mark (0-0)", (1, 0), ["L50"]),
    ("a point made good twice over", "1. A P R =A3 (0-0) !50a(point):mark (2-0)", (1, 0), ["L51"]),
    ("a vole made good, the figure left out", "1. A P R =A5 (1-0) !50a(vole;1)", (2, 0), []),
    ("a mark too many taken down", "1. A P R =A3 (2-0) !51a(1):correct (1-0)", (1, 0), []),
    ("and the figure left out", "1. A P R =A3 (2-0) !51a(1)", (1, 0), []),
    ("not taken down", "1. A P R =A3 (2-0) !51a(1) (2-0)", (1, 0), ["L51"]),
]


@each_row(("name", "deal", "score", "expected"), PUT_RIGHT)
def test_a_score_put_right_is_compared_from_there_on(
    name: str, deal: str, score: Pair, expected: list[str]
) -> None:
    rubber = one_deal(deal)
    assert rubber.games[0].deals[0].score == score
    assert [finding.code for finding in rubber.findings] == expected
    (game,) = rubber.games
    assert game.points == score or expected


IN_THE_NEXT_DEAL = [
    # name of the case, two deals, the score after each, findings
    (
        "before its turn-up",
        "1. A P R =A3 (0-0)\n2. B 3-2 !50a(point) ^C9 P R =B3 (1-1)",
        [(1, 0), (1, 1)],
        [],
    ),
    (
        "behind it",
        "1. A P R =A3 (0-0)\n2. B 3-2 ^C9 !50a(point):mark P R =B3 (0-1)",
        [(1, 0), (0, 1)],
        ["L50", "L50"],
    ),
    ("a king turned up", "1. A ^HK P R =A3 (1-0)\n2. B !50a(king) ^C9 P R =B3 (2-1)", [(2, 0), (2, 1)], []),
    ("its own king", "1. A P R =A3 (1-0)\n2. B ^HK P R =B3 !50b(king) (1-2)", [(1, 0), (1, 2)], []),
    ("an overscore", "1. A P R =A3 (3-0)\n2. B ^C9 !51a(2) P R =B3 (1-1)", [(1, 0), (1, 1)], []),
]


@each_row(("name", "deals", "scores", "expected"), IN_THE_NEXT_DEAL)
def test_the_next_deal_may_put_a_score_right(
    name: str, deals: str, scores: list[Pair], expected: list[str]
) -> None:
    rubber = checked(f"Game 1\n{deals}\n*")
    assert [deal.score for deal in rubber.games[0].deals] == scores
    assert [finding.code for finding in rubber.findings] == expected


AT_FOUR_ALL = "Game 1\n1. A =A5 (2-0)\n2. B =A5 (4-0)\n3. A =B5 (4-2)\n4. B =B5 (4-4)\n"


def test_a_mark_made_good_counts_when_it_is_made() -> None:
    last = "5. A ^HK P R =B3 (4-4) {} {}\n#{}\n*"
    point_first = checked(AT_FOUR_ALL + last.format("!50b(point):mark", "!50a(king):mark", "4-5"))
    king_first = checked(AT_FOUR_ALL + last.format("!50a(king):mark", "!50b(point):mark", "5-4"))
    assert (point_first.games[0].winner, king_first.games[0].winner) == ("B", "A")
    assert [finding.code for finding in (*point_first.findings, *king_first.findings)] == []


def test_a_deal_that_only_makes_the_last_point_good_does_not_come_after_the_game() -> None:
    rubber = checked(
        "Game 1\n1. A =A5 (2-0)\n2. B =A5 (4-0)\n3. A P R =A3 (4-0)\n4. B !50a(point):mark\n#5-0\n##1-0"
    )
    assert (rubber.games[0].winner, rubber.findings) == ("A", ())


def test_the_king_that_the_opponent_holds_saves_the_penalty() -> None:
    play = "S Ka CT C8 !25a:stand CK C7, DQ DJ, HA SQ, D8 S8"
    rubber = one_deal(f"1. A ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 {play} =B5 (0-2)")
    assert rubber.games[0].deals[0].course.incidents[0].situation.opponent_has_king is True
    unknown = one_deal("1. A ^C9 B:HA.DQ8.CJT A:SQ8.DJ.C87 S Ka CT C8 !25a:stand")
    assert unknown.games[0].deals[0].course.incidents[0].situation.opponent_has_king is False
