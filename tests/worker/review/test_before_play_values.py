"""The value of choices before the play, by enumeration and by deals played from the start."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from statistics import fmean

import pytest

from scoring.cards import PACK, Player, format_cards, mask_of, parse_card, parse_cards
from scoring.check import check_file
from tests.samples import SAMPLES
from tests.support.examples import in_all, in_two_sizes
from tests.worker.review import policy_reference as reference
from tests.worker.review.before_play_reference import (
    DEALER_PUTS_OUT,
    ELDER_PUTS_OUT,
    FIRST_CALL,
    FIRST_REPLY,
    LATER_CALL,
    WHOLE,
    agrees_with_deals,
    by_name,
    changes_of,
    code,
    judge_of,
)
from tests.worker.review.deals import NAMES
from tests.worker.review.policy_reference import Table, follow_policy, plain_cards, stays
from tests.worker.review.test_policy import counted
from worker.review.outcomes import worths_of
from worker.review.stakes import Stakes, stakes_of
from worker.review.turns import Turn, turns_of


def test_to_stand_at_once_is_counted_over_every_hand() -> None:
    """The known count of the ten of hearts turned up."""
    stakes = Stakes("B", (0, 0))
    own = parse_cards("H987.S7.D7")
    turn = replace(FIRST_CALL, own=own, unseen=PACK & ~(own | parse_cards("HT")), chosen="S")
    decision = judge_of("HT", stakes).judge(turn)
    assert decision.worlds == 65_780
    assert decision.reasons[1].as_json() == {"code": "makes_point", "makes": 37_310, "worlds": 65_780}


@pytest.mark.parametrize("before", [(4, 3), *in_all((0, 0), (2, 4))])
@pytest.mark.parametrize(("kind", "name", "start"), [("proposal", "S", "elder"), ("reply", "R", "dealer")])
def test_what_is_counted_agrees_with_enumeration(
    kind: str, name: str, start: str, before: tuple[int, int]
) -> None:
    """With fewer cards unseen, and every hand played out by naive search."""
    random = Random(sum(before))
    player: Player = "A" if start == "elder" else "B"
    stakes = Stakes("B", before)
    worths = worths_of(stakes, player)
    assert worths.chance is not None
    for _ in range(3):
        cards = random.sample(range(32), 20)
        turn_up, own, unseen = NAMES[cards[0]], cards[1:6], cards[6:]
        turn = replace(
            FIRST_CALL if kind == "proposal" else FIRST_REPLY,
            own=mask_of(own),
            unseen=mask_of(unseen),
            left=9,
            chosen=name,
        )
        decision = judge_of(turn_up, stakes).judge(turn)
        codes = []
        for theirs in combinations(unseen, 5):
            hands = [{NAMES[card] for card in hand} for hand in (own, theirs)]
            elder, dealer = hands if start == "elder" else hands[::-1]
            table = Table(elder, dealer, ["SA"], turn_up, before, loser=start)
            if start == "dealer" and (not plain_cards(table, table.elder) or stays(table, "elder", counted)):
                continue
            codes.append(code(follow_policy(table, counted, start=reference.PLAY)))
        assert decision.worlds == len(codes)
        marks, chance = by_name(decision)[name]
        assert marks == pytest.approx(fmean(worths.marks[each] for each in codes), abs=1e-12)
        change = changes_of(turn, turn_up, worths.chance, [name])[name]
        counted_chance = fmean(worths.chance[each] for each in codes)
        assert chance == pytest.approx(min(1.0, max(0.0, counted_chance + change)), abs=1e-12)


@pytest.mark.parametrize("before", [(4, 3), *in_all((0, 0), (3, 4))])
@pytest.mark.parametrize("turn", WHOLE[:4], ids=lambda turn: f"{turn.kind}-{turn.player}")
def test_choices_are_worth_what_comes_of_them(turn: Turn, before: tuple[int, int]) -> None:
    agrees_with_deals(turn, "H7", Stakes("B", before), "A", 250)


# The second time round: the opponent put out three cards.
SECOND = [
    replace(LATER_CALL, last_out=3, all_out=3, left=15),
    replace(FIRST_REPLY, left=18, gives=1, rounds=1, last_out=4, all_out=4),
    replace(ELDER_PUTS_OUT, gives=2, rounds=1, last_out=4, all_out=4, left=17, chosen="SA"),
]


@pytest.mark.parametrize("turn", SECOND, ids=lambda turn: f"{turn.kind}-{turn.player}")
def test_later_choices_are_worth_what_comes_of_them(turn: Turn) -> None:
    agrees_with_deals(turn, "H7", Stakes("B", (1, 2)), "A", 150)


@in_two_sizes("deals", 400, 1_500)
def test_a_call_is_remembered_when_cards_are_put_out(deals: int) -> None:
    """The elder kept three trumps or kings, and had proposed all the same: they are not strong ones."""
    turn = replace(DEALER_PUTS_OUT, last_out=2, all_out=2, left=19)
    agrees_with_deals(turn, "H7", Stakes("B", (0, 0)), "A", deals)


@pytest.mark.parametrize("turn_up", ["SK", *in_all("D8", "CQ")])
def test_choices_in_any_suit_of_trumps_are_worth_what_comes_of_them(turn_up: str) -> None:
    """B is the elder, with random cards."""
    random = Random(turn_up)
    card = parse_card(turn_up)
    own = mask_of(random.sample([other for other in range(32) if other != card], 5))
    for turn in (FIRST_CALL, FIRST_REPLY, ELDER_PUTS_OUT):
        player: Player = "A" if turn.player == "B" else "B"
        some = format_cards(own & -own)
        turn = replace(
            turn,
            player=player,
            own=own,
            unseen=PACK & ~(own | 1 << card),
            chosen=some if turn.kind == "discard" else turn.chosen,
        )
        agrees_with_deals(turn, turn_up, Stakes("A", (2, 1)), "B", 200)


@pytest.mark.soak
def test_a_season_s_choices_are_worth_what_comes_of_them() -> None:
    random = Random(1)
    with (SAMPLES / "season.egn").open("rb") as stream:
        deals = [
            (deal, stakes_of(rubber, game, deal))
            for rubber in check_file(stream)
            for game in rubber.games
            for deal in game.deals
            if deal.depth == "play"
        ]
    for deal, stakes in random.sample(deals, 60):
        for turn in turns_of(deal.course):
            if turn.rounds == 0:
                assert deal.course.turn_up is not None
                agrees_with_deals(turn, NAMES[deal.course.turn_up], stakes, deal.course.elder, 500)
