"""The marks of a game and its deals, and what is left unknown."""

from __future__ import annotations

from scoring.check_game import check_game
from tests.samples import checked_sample
from tests.scoring.egn import checked, first_deal


def test_game_by_itself_is_marked_as_in_its_rubber() -> None:
    for rubber in checked_sample("evening.egn"):
        for game in rubber.games:
            alone = check_game(game.game, rubber.rubber.rules)
            assert [deal.as_json() for deal in alone.deals] == [deal.as_json() for deal in game.deals]
            assert (alone.points, alone.winner, alone.value) == (game.points, game.winner, game.value)


def test_the_scorer_decides_between_one_and_two_where_the_calls_are_not_recorded() -> None:
    one, two = first_deal("1. A =B3 (0-1)"), first_deal("1. A =B3 (0-2)")
    assert [mark.as_json() for mark in one.marks] == [{"player": "B", "law": 48, "points": 1}]
    assert [mark.as_json() for mark in two.marks] == [{"player": "B", "law": 49, "points": 2}]


def test_points_are_unknown_until_the_next_score_that_is_written() -> None:
    deals = checked("Game 1\n1. A =B3\n2. B P R =A3\n3. A P R =A3 (3-1)\n*").games[0].deals
    assert [deal.score for deal in deals] == [None, None, (3, 1)]


def test_the_games_end_decides_for_its_last_deal() -> None:
    deals = checked("Game 1\n1. A =A5 (2-0)\n2. B =A5 (4-0)\n3. A S =B\n*").games[0].deals
    assert deals[2].score is None
    game = checked("Game 1\n1. A =A5 (2-0)\n2. B =A5 (4-0)\n3. A =A\n#5-0\n##1-0").games[0]
    assert (game.deals[2].score, game.winner) == ((5, 0), "A")


def test_a_games_end_above_five_is_read_as_five() -> None:
    game = checked("Game 1\n1. A =A5 (2-0)\n2. B =A5 (4-0)\n3. A =A\n#7-0\n##1-0").games[0]
    assert (game.deals[2].score, game.points) == ((5, 0), (5, 0))
    unknown = checked("Game 1\n1. A =B3\n2. B\n#0-6\n##0-1").games[0]
    assert unknown.points == (0, 5)


def test_a_mark_not_made_good_is_lost_to_the_deals_that_follow() -> None:
    rubber = checked("Game 1\n1. A S Kb =B5 (0-2)\n2. B P R =A3 (2-2)\n*")
    assert [finding.code for finding in rubber.findings] == ["L50"]
    assert [deal.score for deal in rubber.games[0].deals] == [(0, 3), (2, 2)]


def test_nothing_marked_after_the_fifth_point_counts() -> None:
    rubber = checked("Game 1\n1. A P R Kb =B5 (0-3)\n2. B P R =A3 (2-3)\n3. A P R Kb =B5 (2-5)\n*")
    assert rubber.findings == ()
    assert rubber.games[0].points == (2, 5)
    king_first = checked("Game 1\n1. A S =B5 (0-2)\n2. B S =B3 (0-4)\n3. A S Kb =A3 (0-5)\n*")
    assert king_first.findings == ()
    assert [mark.law for mark in king_first.games[0].deals[2].marks] == [47]


def test_a_king_behind_the_score_adds_to_it() -> None:
    deal = first_deal("1. B ^HK S =A3 (1-0) Kb (1-1)")
    assert deal.score == (1, 1)


def test_a_penalised_offender_marks_nothing_for_the_point_and_one_for_the_vole() -> None:
    point = first_deal("1. A P R !43b(HK):stand =B3 (0-1)")
    assert [mark.as_json() for mark in point.marks] == [{"player": "B", "law": 48, "points": 1}]
    vole = first_deal("1. A S !43b(HK):stand =B5 (0-1)")
    assert [mark.as_json() for mark in vole.marks] == [{"player": "B", "law": 48, "points": 1}]
    nothing = first_deal("1. A S !43b(HK):stand =B3 (0-0)")
    assert nothing.marks == ()
    opponent = first_deal("1. A S !43b(HK):stand =A3 (2-0)")
    assert [mark.law for mark in opponent.marks] == [49]


def test_a_void_deal_has_no_marks_and_says_so() -> None:
    deal = first_deal("1. A P R Kb =void")
    assert deal.as_json()["void"] is True
    assert (deal.marks, deal.score) == ((), (0, 0))


def test_hands_left_out_are_derived_from_the_cards() -> None:
    deal = first_deal(
        "1. B ^H7 P G -SA.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT7 S CA CK, CT HT, H9 H8, D9 CJ, D8 C7 =A4"
    )
    whole = first_deal(
        "1. B ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8 P G -SA.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT7 "
        "S CA CK, CT HT, H9 H8, D9 CJ, D8 C7 =A4"
    )
    assert deal.course.dealt == whole.course.dealt
    assert deal.course.hands == whole.course.hands
    assert deal.depth == "play"


def test_play_of_a_decided_game_may_stop_at_the_third_trick() -> None:
    deal = "3. A ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 S HK HQ, DK C8, SJ HA =B"
    undecided = checked(f"Game 1\n1. A =A5 (2-0)\n2. B =A5 (4-0)\n{deal} (4-1)\n*")
    assert undecided.games[0].deals[2].depth == "marks"
    decided = checked(f"Game 1\n1. A =B5 (0-2)\n2. B =B5 (0-4)\n{deal} (0-5)\n##0-1")
    assert decided.games[0].deals[2].depth == "play"


def test_a_king_marked_by_the_opponent_saves_a_false_one_the_penalty() -> None:
    deal = first_deal("1. A P R Kb !25b:stand Ka =B3 (1-2)")
    assert [(mark.player, mark.law, mark.points) for mark in deal.marks] == [("A", 47, 1), ("B", 49, 2)]
