"""The published policy in plain Python, from the text of ``worker.review.policy`` and its shares alone.

Cards are names (``HT``), hands are sets, the stock is a list with the next card first. The play is the solver tests'
naive search; how many hands a hand wins against is for the caller to count.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import ceil
from typing import NamedTuple

from tests.worker.review.deals import NAMES
from tests.worker.solver import naive
from tests.worker.solver.naive import position_of
from worker.review.policy import SHARES

ALL_HANDS = 65_780
STEP = 258
CALL, REPLY, ELDER_EXCHANGES, DEALER_EXCHANGES, PLAY = range(5)

Count = Callable[[frozenset[str], str, bool], int]
"""The hands that five cards win against, at this turn-up, with or without the lead."""


class Result(NamedTuple):
    """The outcome of a deal: the owner of the king, and the points of the elder and of the dealer for tricks."""

    king: str
    elder: int
    dealer: int


@dataclass
class Table:
    """The current state of a deal. ``loser`` is the player who pays two for the point, "" for neither."""

    elder: set[str]
    dealer: set[str]
    stock: list[str]
    turn_up: str
    score: tuple[int, int]
    gives: int = 0
    loser: str = ""

    @property
    def trump(self) -> str:
        return self.turn_up[0]

    @property
    def king(self) -> str:
        return self.trump + "K"


def follow_policy(table: Table, count: Count, *, start: int = CALL) -> Result:
    """Play the deal from ``start`` on; ``table`` is used up."""
    step = start
    while step != PLAY:
        if step == CALL:
            if not table.stock or not plain_cards(table, table.elder) or stays(table, "elder", count):
                if not table.gives:
                    table.loser = "elder"
                break
        elif step == REPLY:
            if stays(table, "dealer", count):
                if not table.gives:
                    table.loser = "dealer"
                break
            table.gives += 1
        elif step == ELDER_EXCHANGES:
            # The player asked for cards, so at least one must be discarded.
            exchange(table, table.elder, plain_cards(table, table.elder) or lowest(table, table.elder)[:1])
        elif step == DEALER_EXCHANGES:
            exchange(table, table.dealer, plain_cards(table, table.dealer))
        step = (step + 1) % PLAY
    return played(table)


def stays(table: Table, player: str, count: Count) -> bool:
    """Return True if the elder stands, or if the dealer refuses."""
    role = ("elder", "dealer").index(player)
    hand = table.elder if player == "elder" else table.dealer
    elder_points, dealer_points = table.score
    if table.turn_up == table.king:
        dealer_points += 1
    against = dealer_points if player == "elder" else elder_points
    kind = 2 if table.gives else 1 if against >= 4 else 0
    safe = table.king in hand or table.turn_up == table.king
    share = SHARES[role][kind][safe]
    won = count(frozenset(hand), table.turn_up, player == "elder")
    return won // STEP >= ceil(share * ALL_HANDS / STEP)


def plain_cards(table: Table, hand: set[str]) -> list[str]:
    """Neither trumps nor kings, the lowest rank first."""
    return [card for card in lowest(table, hand) if card[0] != table.trump and card[1] != "K"]


def lowest(table: Table, hand: set[str]) -> list[str]:
    """Sort by rank; those of one rank in the order S H D C, with trumps and spades in each other's place."""
    return sorted(hand, key=places(table.trump).__getitem__)


@cache
def places(trump: str) -> dict[str, int]:
    """Return the rank of each card among all of them, in that order."""
    suits = "SHDC".translate(str.maketrans("S" + trump, trump + "S"))
    return {suit + rank: place for place, (rank, suit) in enumerate(product("789TAJQK", suits))}


def exchange(table: Table, hand: set[str], out: list[str]) -> None:
    for card in out[: len(table.stock)]:
        hand.remove(card)
        hand.add(table.stock.pop(0))


def played(table: Table) -> Result:
    king = ""
    if table.king in table.dealer or table.king == table.turn_up:
        king = "dealer"
    elif table.king in table.elder:
        king = "elder"
    elder, dealer = ([NAMES.index(card) for card in hand] for hand in (table.elder, table.dealer))
    tricks = naive.forced(position_of(elder, dealer, "SHDC".index(table.trump)))
    if tricks >= 3:
        return Result(king, 2 if tricks == 5 or table.loser == "dealer" else 1, 0)
    return Result(king, 0, 2 if tricks == 0 or table.loser == "elder" else 1)
