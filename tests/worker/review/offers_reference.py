"""La Triomphe by brute force: every hand written out, plain search, offers decided again from the rule.

Cards are ints of 8 * suit + rank in plain lists. Nothing is taken from the review but the frequency of each result
of a hand over all possible opposing hands, in the steps of the published policy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from random import Random

import numpy as np

from tests.worker.review.reference import (
    Judged,
    PlayedDeal,
    judge_by,
    lawful,
    other,
    play_out,
    replies_fit,
    tricks_by_card,
)
from worker.review.offer_hands import fares
from worker.review.strength import hand_number
from worker.solver import solve_many

Hand = Sequence[int]
Worth = Sequence[float]
"""The value of a result to a player: two points lost, one lost, one won, two won."""
HANDS = 65_780
STEP = 258


def tricks_of_elder(elder: Hand, dealer: Hand, trump: int) -> int:
    return max(tricks_by_card(elder, dealer, None, trump).values())


def marks_of_elder(tricks: int, refuser: str) -> int:
    """Return the elder's marks less the dealer's. ``refuser`` is "elder", "dealer" or "" for none."""
    if refuser == "elder":
        return 2 if tricks == 5 else -2
    if refuser == "dealer":
        return -2 if tricks == 0 else 2
    return {0: -2, 1: -1, 2: -1, 3: 1, 4: 1, 5: 2}[tricks]


def tally(own: Hand, hands: Sequence[Hand], turn_up: int, *, leads: bool) -> list[int]:
    """Against how many of ``hands`` ``own`` makes no trick, one, ... five: by the solver's table."""
    theirs = np.array([sum(1 << card for card in hand) for hand in hands], np.uint32)
    mine = np.full_like(theirs, sum(1 << card for card in own))
    trumps = np.full(len(theirs), turn_up // 8, np.uint8)
    tricks = solve_many(mine, theirs, trumps) if leads else 5 - solve_many(theirs, mine, trumps)
    return [int((tricks == number).sum()) for number in range(6)]


def shares_counted(own: Hand, turn_up: int, *, leads: bool) -> tuple[int, int, int]:
    """Against how many of all hands ``own`` makes no trick, the point at least, and the vole."""
    unseen = [card for card in range(32) if card not in own and card != turn_up]
    tricks = tally(own, list(combinations(unseen, 5)), turn_up, leads=leads)
    return tricks[0], sum(tricks[3:]), tricks[5]


def shares_kept(own: Hand, turn_up: int, *, leads: bool) -> tuple[int, int, int]:
    """Return the same in the policy's steps."""
    trump = turn_up // 8
    swapped = {0: trump, trump: 0}
    mask = sum(1 << 8 * swapped.get(card // 8, card // 8) + card % 8 for card in own)
    kept = fares()
    number = hand_number(kept.point.part, mask)
    role, rank = int(not leads), turn_up % 8
    none, point, vole = (int(part.value[role, rank, number]) for part in (kept.none, kept.point, kept.vole))
    return none, point, vole


def offers(own: Hand, turn_up: int, worth: Worth, *, leads: bool) -> bool:
    """Return True if giving the point is worth more than the mean of playing."""
    none, point, vole = shares_kept(own, turn_up, leads=leads)
    steps = HANDS / STEP
    played = none * worth[0] + (steps - none - point) * worth[1] + (point - vole) * worth[2] + vole * worth[3]
    return played < steps * worth[1]


def refuses(own: Hand, turn_up: int, worth: Worth, *, leads: bool) -> bool:
    vole = shares_kept(own, turn_up, leads=leads)[2] / (HANDS / STEP)
    return vole * worth[3] + (1 - vole) * worth[0] > worth[2]


def marks_by_policy(elder: Hand, dealer: Hand, turn_up: int, worth: tuple[Worth, Worth], calls: str) -> int:
    """Return the elder's marks less the dealer's if both continue by the policy after ``calls``, the letters so far."""
    letters = calls
    if letters == "":
        letters = "P" if offers(elder, turn_up, worth[0], leads=True) else "S"
    if letters == "S":
        letters += "P" if offers(dealer, turn_up, worth[1], leads=False) else "S"
    if letters == "P":
        letters += "R" if refuses(dealer, turn_up, worth[1], leads=False) else "G"
    if letters == "SP":
        letters += "R" if refuses(elder, turn_up, worth[0], leads=True) else "G"
    if letters in ("PG", "SPG"):
        return -1 if letters == "PG" else 1
    refuser = {"PR": "dealer", "SPR": "elder"}.get(letters, "")
    return marks_of_elder(tricks_of_elder(elder, dealer, turn_up // 8), refuser)


def hands_that_say(
    calls: str, unseen: Hand, turn_up: int, worth: tuple[Worth, Worth], *, is_elder: bool
) -> list[Hand]:
    """Return the hands of five of ``unseen`` with which the policy would have made the last call of ``calls``."""
    hands: list[Hand] = list(combinations(unseen, 5))
    if not calls:
        return hands
    return [
        theirs
        for theirs in hands
        if offers(theirs, turn_up, worth[is_elder], leads=not is_elder) == (calls[-1] == "P")
    ]


def means(
    own: Hand, unseen: Hand, turn_up: int, worth: tuple[Worth, Worth], calls: str, *, is_elder: bool
) -> tuple[float, Callable[[Worth], float]]:
    """Return what ``calls`` gains the player over every hand of five of ``unseen``: marks, and the mean of a value."""
    marks_by_hand = []
    for theirs in combinations(unseen, 5):
        elder, dealer = (own, theirs) if is_elder else (theirs, own)
        marks = marks_by_policy(elder, dealer, turn_up, worth, calls)
        marks_by_hand.append(marks if is_elder else -marks)
    at = {-2: 0, -1: 1, 1: 2, 2: 3}
    return sum(marks_by_hand) / len(
        marks_by_hand
    ), lambda worth: sum(worth[at[marks]] for marks in marks_by_hand) / len(marks_by_hand)


def judge(deal: PlayedDeal, refuser: str, *, from_trick: int) -> list[Judged]:
    """Judge every card played by choice from that trick on; kings reveal nothing. ``refuser`` may be "" for none."""

    def worth(number: int, player: str, hand: list[int]) -> Callable[[int], int]:
        return lambda tricks: marks_for(tricks, player, refuser)

    return judge_by(deal, possible_hands, worth, from_trick=from_trick)


def marks_for(tricks: int, player: str, refuser: str) -> int:
    """Return the player's marks less the opponent's."""
    if refuser == player:
        return marks_of_elder(tricks, "elder")
    return marks_of_elder(tricks, "dealer" if refuser else "")


def possible_hands(deal: PlayedDeal, player: str, number: int) -> Iterator[list[int]]:
    """Yield every hand that fits the cards played; the king reveals nothing."""
    revealed = [(index, card) for index, (who, card) in enumerate(deal.plays[:number]) if who != player]
    cards = [card for _, card in revealed]
    seen = {*deal.hands[player], deal.turn_up, *cards}
    for rest in combinations([card for card in range(32) if card not in seen], 5 - len(revealed)):
        if replies_fit(deal.plays, deal, [*cards, *rest], revealed):
            yield list(rest)


def random_deal(random: Random) -> tuple[PlayedDeal, str]:
    """Return a deal of La Triomphe played lawfully at random, and the player who refused the point."""
    pack = random.sample(range(32), 11)
    dealer = random.choice("AB")
    elder = other(dealer)
    hands = {elder: pack[:5], dealer: pack[5:10]}
    letters = random.choice(["S", "SS", "PR", "SPR"])
    deal = PlayedDeal(dealer, pack[10], letters, dict(hands), {"A": [], "B": []}, hands, list(letters), [])
    play_out(deal, lambda player, left, lead: random.choice(lawful(left[player], lead, deal.trump)))
    return deal, {"PR": dealer, "SPR": elder}.get(letters, "")
