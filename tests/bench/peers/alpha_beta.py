"""A plain search of the play with both hands seen, and sampling over it: the code one writes without a table.

The search is plain alpha-beta: no order of leads, no memory of positions. It takes law 43 from ``scoring`` and
shares nothing else with the solver. The very same lines are run by Python and, compiled, by Numba.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar

import numba
import numpy as np

from scoring.cards import CardMask, beats, cards_of, lawful_cards, mask_of
from tests.bench.bench_hidden import Position
from worker.review.knowledge import Knowledge

Function = TypeVar("Function", bound=Callable[..., object])
Search: TypeAlias = Callable[[int, int, int, int, Any, Any, Any], None]
Values: TypeAlias = Callable[[Position, list[CardMask]], list[float]]
"""The mean marks of each lawful card, as ``cards_of`` has them, over hands of the opponent."""


class Compiler(Protocol):
    """Makes of a function one that does the same."""

    def __call__(self, function: Function, /) -> Function: ...


def as_it_is(function: Function, /) -> Function:
    return function


def plain_values() -> Values:
    search = _search(as_it_is)

    def values(position: Position, hands: list[CardMask]) -> list[float]:
        choice = position.choice
        totals = [0] * 32
        search(choice.own, choice.lead, position.trump, choice.lawful, hands, position.worth.tolist(), totals)
        return [totals[card] / len(hands) for card in cards_of(choice.lawful)]

    return values


@cache
def compiled_values() -> Values:
    """Search compiled by Numba, which compiles at the first call in a process."""
    compiler: Any = numba.njit
    search = _search(compiler)

    def values(position: Position, hands: list[CardMask]) -> list[float]:
        choice = position.choice
        totals = np.zeros(32, np.int64)
        dealt = np.array(hands, np.int64)
        search(choice.own, choice.lead, position.trump, choice.lawful, dealt, position.worth, totals)
        return [float(totals[card]) / len(hands) for card in cards_of(choice.lawful)]

    return values


def sampled_hands(known: Knowledge, samples: int, random: Random) -> list[CardMask]:
    """Return ``samples`` random hands that fit, with replacement; or each hand once, if there are no more than that."""
    unknown = cards_of(known.possible & ~known.certain)
    wanted = known.size - known.certain.bit_count()
    if known.worlds <= samples:
        return [known.certain | mask_of(hand) for hand in combinations(unknown, wanted)]
    return [known.certain | mask_of(random.sample(unknown, wanted)) for _ in range(samples)]


def _search(compiled: Compiler) -> Search:
    lawful, wins = compiled(lawful_cards), compiled(beats)

    @compiled
    def count(hand: int) -> int:
        cards = 0
        while hand:
            hand &= hand - 1
            cards += 1
        return cards

    @compiled
    def forced(leader: int, follower: int, trump: int, least: int, most: int) -> int:
        """Return the leader's tricks. Beyond ``least`` and ``most``, only the bound itself is certain."""
        if leader == 0:
            return 0
        left = count(leader)
        best = 0
        for lead in range(32):
            if not leader >> lead & 1:
                continue
            worst = left
            replies = lawful(follower, lead, trump)
            for reply in range(32):
                if not replies >> reply & 1:
                    continue
                mine, theirs = leader ^ 1 << lead, follower ^ 1 << reply
                low, high = max(least, best), min(most, worst)
                if wins(reply, lead, trump):
                    tricks = left - 1 - forced(theirs, mine, trump, left - 1 - high, left - 1 - low)
                else:
                    tricks = 1 + forced(mine, theirs, trump, low - 1, high - 1)
                worst = min(worst, tricks)
                if worst <= low:
                    break
            best = max(best, worst)
            if best >= most:
                break
        return best

    @compiled
    def tricks_with(card: int, own: int, theirs: int, lead: int, trump: int) -> int:
        left = count(own)
        mine = own ^ 1 << card
        if lead >= 0:
            if wins(card, lead, trump):
                return 1 + forced(mine, theirs, trump, 0, left)
            return left - 1 - forced(theirs, mine, trump, 0, left)
        worst = left
        replies = lawful(theirs, card, trump)
        for reply in range(32):
            if replies >> reply & 1:
                rest = theirs ^ 1 << reply
                if wins(reply, card, trump):
                    tricks = left - 1 - forced(rest, mine, trump, 0, left)
                else:
                    tricks = 1 + forced(mine, rest, trump, 0, left)
                worst = min(worst, tricks)
        return worst

    @compiled
    def search(own: int, lead: int, trump: int, choices: int, hands: Any, worth: Any, totals: Any) -> None:
        """Add up in ``totals`` what each card of ``choices`` is worth against each of ``hands``."""
        for place in range(len(hands)):
            theirs = hands[place]
            for card in range(32):
                if choices >> card & 1:
                    totals[card] += worth[tricks_with(card, own, theirs, lead, trump)]

    return search
