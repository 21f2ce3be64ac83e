"""The stakes of a deal: points on top of a score, in order, and their value; a king counts once, from its
holder's first card on.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.cards import Player
from scoring.marks import KING_POINTS
from tests.scoring.egn import checked
from tests.worker.review.judging import cards_judged, deal_and_stakes
from worker.review.chances import chance_of_game, stake_of_game
from worker.review.stakes import Marks, Stakes, stakes_of

LOVE_ALL = Stakes(dealer="B", before=(0, 0))
# A's points and B's before the deal, who marks what, and the points after it. B deals, so A deals next.
STEPS: list[tuple[tuple[int, int], Player, Marks, tuple[int, int]]] = [
    ((0, 0), "A", (), (0, 0)),
    ((0, 0), "A", ((1, 0),), (1, 0)),
    ((0, 0), "B", ((1, 0),), (0, 1)),
    ((0, 0), "A", ((1, 0), (0, 2)), (1, 2)),
    ((0, 0), "A", ((0, 0), (2, 0)), (2, 0)),
    ((1, 3), "B", ((0, 1), (2, 0)), (2, 5)),
    # The first to five has won, whatever is marked behind it.
    ((4, 4), "A", ((1, 0), (0, 2)), (5, 4)),
    ((4, 4), "B", ((0, 1), (2, 0)), (5, 4)),
    ((4, 3), "A", ((0, 2), (1, 0)), (4, 5)),
    # No point is marked above five.
    ((4, 1), "A", ((2, 0),), (5, 1)),
]


@pytest.mark.parametrize(("before", "player", "steps", "after"), STEPS)
def test_points_are_marked_in_their_order(
    before: tuple[int, int], player: Player, steps: Marks, after: tuple[int, int]
) -> None:
    stakes = replace(LOVE_ALL, before=before)
    own, other = after if player == "A" else after[::-1]
    assert stakes.chance(player, before, steps) == chance_of_game(own, other, deals=player == "A")
    assert stakes.stake(player, before, steps) == stake_of_game(own, other, deals=player == "A")


@pytest.mark.parametrize(("player", "deals"), [("A", False), ("B", True)])
def test_before_the_cards_the_dealer_still_deals(player: Player, deals: bool) -> None:
    stakes = replace(LOVE_ALL, before=(3, 1))
    own, other = (3, 1) if player == "A" else (1, 3)
    assert stakes.chance_before(player) == chance_of_game(own, other, deals=deals)


def test_nothing_is_known_of_chances_without_a_score() -> None:
    stakes = replace(LOVE_ALL, before=None, kings=(("A", 3),))
    assert stakes.chance_before("A") is None
    assert stakes.score_at(9) is None
    assert stakes.score_with(["A"]) is None


@pytest.mark.parametrize(
    ("token", "score"), [(0, (2, 3)), (4, (2, 3)), (5, (3, 3)), (8, (3, 3)), (9, (3, 4))]
)
def test_kings_count_from_their_token_on(token: int, score: tuple[int, int]) -> None:
    stakes = replace(LOVE_ALL, before=(2, 3), kings=(("A", 4), ("B", 8)))
    assert stakes.score_at(token) == score


@pytest.mark.parametrize(
    ("games", "best_of", "swing"),
    [((0, 0), 1, 1.0), ((0, 0), 3, 0.5), ((1, 0), 3, 0.5), ((1, 1), 3, 1.0), ((2, 0), 5, 0.25)],
)
def test_a_game_sways_the_rubber(games: tuple[int, int], best_of: int, swing: float) -> None:
    stakes = replace(LOVE_ALL, games=games, best_of=best_of)
    assert stakes.rubber_swing("A") == pytest.approx(swing)
    assert stakes.rubber_swing("B") == pytest.approx(swing)


RUBBER = """Game 1
1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3)
2. B 2-3 ^S8 A:ST.HQA.DJ.CK B:SKJ.HKT.D8 S ST Kb SK, SJ CK, D8 DJ, HQ HK, HT HA =B3 (0-5)
#0-5
Game 2
1. A 2-3 ^DK B:SJ8.HQ.CKQ A:SKT7.H7.CJ Ka P G -SJ8.HQ.CQ+SA.HT.DT.C8 -ST7.H7.CJ+H8.DQ8.CA S HT H8, DT DQ,
 SK SA, D8 C8, CA CK =A3 (2-0)
*
"""


def test_the_stakes_of_a_record_s_deals() -> None:
    rubber = checked(RUBBER, BestOf="5", Reckoning="treble", Termination="unfinished")
    first, second = rubber.games
    assert stakes_of(rubber, first, first.deals[0]) == Stakes(
        dealer="A", before=(0, 0), kings=(("B", 7),), games=(0, 0), best_of=5, reckoning="treble"
    )
    late = stakes_of(rubber, first, first.deals[1])
    assert (late.dealer, late.before, [king for king, _ in late.kings]) == ("B", (0, 3), ["B"])
    after = stakes_of(rubber, second, second.deals[0])
    assert (after.games, after.before, after.kings) == ((0, 1), (0, 0), (("A", 6),))


def test_a_king_that_was_not_marked_by_law_does_not_count() -> None:
    """B holds no king of clubs."""
    body = "Game 1\n1. A ^C9 B:HA.DQ8.CQT A:SQ8.DJ.C87 S CT Kb C8, CQ C7, DQ DJ, HA SQ, D8 S8\n*"
    rubber = checked(body)
    (game,) = rubber.games
    assert game.deals[0].course.kings
    assert stakes_of(rubber, game, game.deals[0]).kings == ()


DEAL = "1. B 2-3 ^H7 A:SA.HK.DQ97 B:SQJ.H8.DA.C8 S "
AFTER = " DQ DA, D9 SJ, D7 C8, SA SQ"
BEFORE_IT = DEAL + "Ka HK H8," + AFTER
BEHIND_IT = DEAL + "HK Ka H8," + AFTER
TWICE = DEAL + "Ka HK H8, Ka" + AFTER


def chances(text: str) -> list[list[float | None]]:
    return [[option.chance for option in decision.options] for decision in cards_judged(text)]


def test_a_king_marked_behind_the_first_card_counts_as_one_marked_before_it() -> None:
    """Law 24 allows the mark if the king itself is that card."""
    assert len(chances(BEHIND_IT)[0]) == 5
    assert chances(BEHIND_IT) == chances(BEFORE_IT)


def test_a_king_marked_twice_counts_once() -> None:
    """Law 47."""
    _, stakes = deal_and_stakes(TWICE)
    assert [player for player, _ in stakes.kings] == ["A"]
    assert stakes.score_at(1 << 20) == (KING_POINTS, 0)
    assert chances(TWICE) == chances(BEFORE_IT)
