"""Play in which neither player sees the other's hand, by the definition: sets of cards, fractions, and no masks.

Shares nothing with the review. "P" is the player whose decision it is, "Q" the opponent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import TypeVar, cast

from tests.worker.review.reference import lawful, takes

Kept = TypeVar("Kept")
Hand = frozenset[int]
Belief = tuple[Hand, Hand]
"""The cards that a hand must have, and all that it can have."""


@dataclass(frozen=True)
class Moment:
    """The state of the play. ``common``: what both know of each hand; ``known``: what P alone knows of Q's.

    ``won`` are P's tricks since the decision; ``mover`` plays to ``lead``, or leads.
    """

    common: tuple[tuple[str, Belief], ...]
    known: Belief
    mover: str
    lead: int | None
    won: int = 0


class Search:
    def __init__(self, trump: int, worth: Sequence[int]) -> None:
        self.trump = trump
        self.worth = worth
        self.kept: dict[object, object] = {}

    def worth_of_cards(self, moment: Moment, own: Hand) -> dict[int, tuple[Fraction, int]]:
        """Return P's mean value with each lawful card by P's knowledge, and the number of hands behind it."""
        other_size = len(own) - (moment.lead is not None)
        hands = list(hands_of(moment.known, other_size, own))
        return {
            card: (mean([self._after(moment, card, own, hand, knows=True) for hand in hands]), len(hands))
            for card in lawful(sorted(own), moment.lead, self.trump)
            if hands
        }

    def _value(self, moment: Moment, own: Hand, theirs: Hand, *, knows: bool) -> Fraction:
        """Return P's value. With ``knows`` P plays by their own knowledge, else by what both know."""
        if not own and not theirs:
            return Fraction(self.worth[moment.won])
        cards = self._cards_played(moment, own if moment.mover == "P" else theirs, knows=knows)
        return mean([self._after(moment, card, own, theirs, knows=knows) for card in cards])

    def _cards_played(self, moment: Moment, hand: Hand, *, knows: bool) -> list[int]:
        """Return the lawful cards with the highest average value to the player to move."""
        cards = lawful(sorted(hand), moment.lead, self.trump)
        if len(cards) == 1:
            return cards
        knows = knows and moment.mover == "P"
        return self._once(
            ("cards", moment, hand, knows), lambda: self._best_cards(moment, hand, cards, knows=knows)
        )

    def _best_cards(self, moment: Moment, hand: Hand, cards: list[int], *, knows: bool) -> list[int]:
        belief = moment.known if knows else dict(moment.common)[other(moment.mover)]
        others = list(hands_of(belief, len(hand) - (moment.lead is not None), hand))
        sign = 1 if moment.mover == "P" else -1
        values = {}
        for card in cards:
            pairs = [(hand, hidden) if moment.mover == "P" else (hidden, hand) for hidden in others]
            values[card] = sign * sum(
                (self._after(moment, card, own, theirs, knows=knows) for own, theirs in pairs), Fraction(0)
            )
        return [card for card in cards if values[card] == max(values.values())]

    def _after(self, moment: Moment, card: int, own: Hand, theirs: Hand, *, knows: bool) -> Fraction:
        if moment.mover == "P":
            own -= {card}
        else:
            theirs -= {card}
        following = self._once(("moment", moment, card), lambda: self._following(moment, card))
        return self._once(
            ("value", following, own, theirs, knows), lambda: self._value(following, own, theirs, knows=knows)
        )

    def _following(self, moment: Moment, card: int) -> Moment:
        """Return the state and the knowledge after the card is played, whatever the hands."""
        mover, lead = moment.mover, moment.lead
        gone = {card}
        ruled_out: set[int] = set()
        if lead is None:
            following = replace(moment, mover=other(mover), lead=card)
        else:
            ruled_out = {
                beside
                for beside in range(32)
                if beside != card and card not in lawful([card, beside], lead, self.trump)
            }
            winner = mover if takes(card, lead, self.trump) else other(mover)
            following = replace(moment, mover=winner, lead=None, won=moment.won + (winner == "P"))
        return replace(
            following,
            common=tuple(
                (player, without(belief, gone | (ruled_out if player == mover else set())))
                for player, belief in moment.common
            ),
            known=without(moment.known, gone | (ruled_out if mover == "Q" else set())),
        )

    def _once(self, key: object, work: Callable[[], Kept]) -> Kept:
        if key not in self.kept:
            self.kept[key] = work()
        return cast(Kept, self.kept[key])


def hands_of(belief: Belief, size: int, not_these: Hand) -> Iterator[Hand]:
    certain, possible = belief[0] - not_these, belief[1] - not_these
    if len(certain) <= size:
        for more in combinations(sorted(possible - certain), size - len(certain)):
            yield certain | frozenset(more)


def without(belief: Belief, gone: set[int]) -> Belief:
    return belief[0] - gone, belief[1] - gone


def mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def other(player: str) -> str:
    return "Q" if player == "P" else "P"
