"""Choices before the play, and their results in deals played from the start by plain Python.

The plain Python follows the policy of thresholds, and so does the judge here: the tests of
``worker.review.first_calls`` show what first calls at the equilibrium change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import sqrt
from random import Random
from statistics import fmean, pvariance
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.cards import PACK, Player, cards_of, parse_card, parse_cards
from tests.worker.review import policy_reference as reference
from tests.worker.review.deals import NAMES
from tests.worker.review.judging import deal_and_stakes
from tests.worker.review.policy_deals import forward, named
from tests.worker.review.policy_reference import Result, Table, exchange, follow_policy, plain_cards, stays
from tests.worker.review.test_policy import BY_TRICKS, ROLES, counted
from worker.review.before_play import BATCH, FIRST_LOOK, STAY, Judge
from worker.review.decision import Decision
from worker.review.equilibrium.call_values import find_changes
from worker.review.outcomes import worths_of
from worker.review.policy import policy_of
from worker.review.stakes import Stakes
from worker.review.strength import trumps_first
from worker.review.turns import Turn

# A is the elder; hearts are trumps, by the seven turned up.
EXCHANGE = "P G -SA.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT7"
PLAY = "CA CK, CT HT, H9 H8, D9 CJ, D8 C7"
DEAL = f"1. B 2-3 ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8 {EXCHANGE} S {PLAY}"
ELDER, ELDER_LATER = parse_cards("SA.H9.DQ97"), parse_cards("HT9.D98.CA")
DEALER = parse_cards("SQJ.H8.DA.C8")
TURNED = parse_cards("H7")

FIRST_CALL = Turn("proposal", 6, "A", ELDER, PACK & ~(ELDER | TURNED), 21, 0, 0, -1, 0, "P")
FIRST_REPLY = Turn("reply", 7, "B", DEALER, PACK & ~(DEALER | TURNED), 21, 0, 0, -1, 0, "G")
ELDER_PUTS_OUT = replace(FIRST_CALL, kind="discard", token=8, gives=1, chosen="SA.DQ7")
GIVEN = replace(FIRST_REPLY, left=18, gives=1, rounds=1, last_out=3, all_out=3)
DEALER_PUTS_OUT = replace(GIVEN, kind="discard", token=9, chosen="SQJ.DA.C8")
UNSEEN_LATER = PACK & ~(ELDER_LATER | parse_cards("SA.DQ7") | TURNED)
LATER_CALL = Turn("proposal", 10, "A", ELDER_LATER, UNSEEN_LATER, 14, 1, 1, 4, 4, "S")
WHOLE = [FIRST_CALL, FIRST_REPLY, ELDER_PUTS_OUT, DEALER_PUTS_OUT, LATER_CALL]


class JudgeByThresholds(Judge):
    """A judge whose players follow the thresholds in first calls, too."""

    def __init__(self, *deal: Any) -> None:
        super().__init__(*deal)
        self.policy = policy_of()


def judge_of(
    turn_up: str, stakes: Stakes, *, elder: Player = "A", by: type[Judge] = JudgeByThresholds
) -> Judge:
    """Return a judge for invented turns, of a deal whose cards are looked up nowhere else."""
    text = DEAL if elder == "A" else DEAL.replace("1. B", "1. A").replace("A:", "X:")
    text = text.replace("B:", "A:").replace("X:", "B:") if elder == "B" else text
    course = deal_and_stakes(text)[0].course
    card = parse_card(turn_up)
    return by(course, stakes, card // 8, card, (1, 1, 1))


def by_name(decision: Decision) -> dict[str, tuple[float, float | None]]:
    return {option.name: (option.marks, option.chance) for option in decision.options}


def changes_of(
    turn: Turn, turn_up: str, chance: NDArray[np.float64], names: Iterable[str]
) -> dict[str, float]:
    """Return what the shipped table says that hidden play changes in the chances of a first call; else zero."""
    if turn.gives or turn.kind == "discard":
        return dict.fromkeys(names, 0.0)
    trump, turned = divmod(parse_card(turn_up), 8)
    own, announced = (trumps_first(cards, trump) for cards in (turn.own, turn.announced_king))
    changes = find_changes(list(names), own, announced, turned, chance).chance
    assert changes is not None
    return changes


def code(result: Result) -> int:
    return 5 * ROLES.index(result.king) + BY_TRICKS.index((result.elder, result.dealer))


def world(random: Random, turn: Turn, turn_up: str, score: tuple[int, int], elder: Player) -> Iterator[Table]:
    """Tables at which the turn may have been met, dealt from the start and played by the policy till then."""
    other = "dealer" if turn.player == elder else "elder"
    unseen = sorted(named(turn.unseen))
    while True:
        if turn.rounds:
            later = turn.kind == "reply" or (turn.kind == "discard" and other == "dealer")
            dealt = forward(random, unseen, turn_up, score, other, turn.last_out, later)
            if dealt is None:
                continue
            theirs, stock = dealt
        else:
            pack = random.sample(unseen, len(unseen))
            theirs, stock = set(pack[:5]), pack[5:]
        hands = [named(turn.own), theirs] if other == "dealer" else [theirs, named(turn.own)]
        table = Table(hands[0], hands[1], stock, turn_up, score, gives=turn.gives)
        if not turn.rounds and turn.kind != "proposal":
            # The player proposed, or gave, with the hand that they have.
            before = replace(table, gives=0)
            if stays(before, other, counted) or (other == "elder" and not plain_cards(before, theirs)):
                continue
        yield table


def comes_of(table: Table, turn: Turn, choice: str, elder: Player) -> Result:
    table = replace(table, elder=set(table.elder), dealer=set(table.dealer), stock=list(table.stock))
    start = reference.PLAY
    if choice in ("S", "R"):
        if not table.gives:
            table.loser = "elder" if choice == "S" else "dealer"
    elif choice == "P":
        start = reference.REPLY
    elif choice == "G":
        table.gives += 1
        start = reference.ELDER_EXCHANGES
    else:
        is_elder = turn.player == elder
        out = [] if choice == "-" else [NAMES[card] for card in cards_of(parse_cards(choice))]
        exchange(table, table.elder if is_elder else table.dealer, out)
        start = reference.DEALER_EXCHANGES if is_elder else reference.CALL
    return follow_policy(table, counted, start=start)


def agrees_with_deals(turn: Turn, turn_up: str, stakes: Stakes, elder: Player, worlds: int) -> None:
    """Check that every choice has, within 4.5 standard errors, its value in deals played from the start."""
    assert stakes.before is not None
    score = stakes.before if elder == "A" else stakes.before[::-1]
    random = Random(turn.own)
    decision = judge_of(turn_up, stakes, elder=elder).judge(turn)
    tables = world(random, turn, turn_up, score, elder)
    sample = [next(tables) for _ in range(worlds)]
    worths = worths_of(stakes, turn.player)
    assert worths.chance is not None
    changes = changes_of(turn, turn_up, worths.chance, [option.name for option in decision.options])
    closely = {turn.chosen, *[option.name for option in decision.options][:STAY]}
    for name, (marks, chance) in by_name(decision).items():
        # The others are judged by their distance in the first look, and many more deals say little about them.
        drawn, deals = (1 / BATCH, worlds) if name in closely else (1 / BATCH + 2 / FIRST_LOOK, FIRST_LOOK)
        codes = [code(comes_of(table, turn, name, elder)) for table in sample[:deals]]
        assert chance is not None
        seen_chance = chance - changes[name]
        for average, worth in ((marks, worths.marks), (seen_chance, worths.chance)):
            values = [float(worth[each]) for each in codes]
            error = sqrt(pvariance(values) * (1 / len(values) + drawn))
            assert abs(average - fmean(values)) <= 4.5 * error + 1e-9, (turn, name)
