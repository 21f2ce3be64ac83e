"""Reasons for a card by brute force: every hand written out, every line searched, every fact looked up.

Shares nothing with the review, as ``reference`` does not. Reasons are pairs of a code and its parameters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tests.worker.review.deals import NAMES
from tests.worker.review.reference import (
    PlayedDeal,
    lawful,
    marks_for,
    other,
    penalised_players,
    possible_hands,
    takes,
    tricks_by_card,
    vulnerable_player,
)
from tests.worker.solver.naive import Position, suits_in_order

Reason = tuple[str, dict[str, Any]]

MOST_FACTS = 3


@dataclass
class Moment:
    """The card of that number is to be played, the first is 0."""

    deal: PlayedDeal
    number: int

    @property
    def player(self) -> str:
        return self.deal.plays[self.number][0]

    @property
    def chosen(self) -> int:
        return self.deal.plays[self.number][1]

    @property
    def before(self) -> list[tuple[str, int]]:
        return self.deal.plays[: self.number]

    @property
    def lead(self) -> int | None:
        return self.before[-1][1] if self.number % 2 else None

    def hand_at(self, player: str, number: int) -> list[int]:
        """Return the cards that the player actually had left when the card of that number was to be played."""
        return [card for card in self.deal.hands[player] if (player, card) not in self.deal.plays[:number]]

    @cached_property
    def own(self) -> list[int]:
        return self.hand_at(self.player, self.number)

    @cached_property
    def choices(self) -> list[int]:
        """In the order of the notation."""
        return sorted(lawful(self.own, self.lead, self.deal.trump), key=order)

    @cached_property
    def hands(self) -> list[list[int]]:
        """All hands that the opponent may have, as far as the player can know."""
        return list(possible_hands(self.deal, self.player, self.number))

    @cached_property
    def won(self) -> int:
        """The player's tricks so far."""
        return sum(
            (reply[0] if takes(reply[1], lead[1], self.deal.trump) else lead[0]) == self.player
            for lead, reply in zip(self.before[::2], self.before[1::2], strict=False)
        )

    def marks_of(self, tricks: int, hand: Sequence[int]) -> int:
        """Return the value of ``tricks`` more to the player against ``hand``."""
        whole = [card for who, card in self.before if who != self.player] + list(hand)
        hands = {self.player: self.deal.hands[self.player], other(self.player): whole}
        return marks_for(
            self.won + tricks,
            self.player,
            vulnerable_player(self.deal.letters, self.deal.dealer),
            penalised_players(self.deal, self.number, hands),
        )

    @cached_property
    def places(self) -> list[Position]:
        """Return the position that each hand makes. Hands in the same place differ in nothing that matters."""
        rows: dict[tuple[int, int], str] = {}
        places = []
        suits = suits_in_order(self.deal.trump)
        for hand in self.hands:
            bits = sum(1 << card for card in hand)
            row = []
            for suit in suits:
                cards = bits >> 8 * suit & 255
                if (suit, cards) not in rows:
                    rows[suit, cards] = self.row(suit, hand)
                row.append(rows[suit, cards])
            places.append(tuple(row))
        return places

    def row(self, suit: int, hand: Sequence[int]) -> str:
        """Return the suit's cards from the lowest up, each as the leader's or the follower's."""
        leaders, followers = (self.own, hand) if self.lead is None else ([*hand, self.lead], self.own)
        cards = sorted(card for card in [*leaders, *followers] if card // 8 == suit)
        return "".join("L" if card in leaders else "F" for card in cards)

    @cached_property
    def marks(self) -> list[dict[int, int]]:
        """The marks of each card, hand by hand; searched once for all hands of a place, with the king or without."""
        known: dict[tuple[Position, bool], dict[int, int]] = {}
        marks = []
        for hand, place in zip(self.hands, self.places, strict=True):
            kind = place, self.deal.king in hand
            if kind not in known:
                tricks = tricks_by_card(self.own, hand, self.lead, self.deal.trump)
                known[kind] = {card: self.marks_of(number, hand) for card, number in tricks.items()}
            marks.append(known[kind])
        return marks

    @cached_property
    def best(self) -> list[int]:
        """The cards that win most marks over all hands, in the order of the notation."""
        totals = {card: sum(marks[card] for marks in self.marks) for card in self.choices}
        return [card for card, total in totals.items() if total == max(totals.values())]


def order(card: int) -> tuple[int, int]:
    """Suits S H D C, high to low."""
    return card // 8, -card


def sayable(moment: Moment) -> list[Reason]:
    """Return all reasons except the refutation, in order."""
    chosen, best = moment.chosen, moment.best
    is_best = chosen in best
    safe = cant_lose(moment, [chosen, *best] if is_best else best)
    reasons = [("cant_lose", {"card": NAMES[safe]})] if safe is not None else []
    if is_best:
        return [*reasons, *facts(moment)[:1]]
    if len(moment.hands) > 1:
        reasons = [loses_against(moment, best[0] if safe is None else safe), *reasons]
    return [*reasons, *facts(moment)[:MOST_FACTS], *king(moment)]


def loses_against(moment: Moment, best: int) -> Reason:
    gains = [marks[moment.chosen] - marks[best] for marks in moment.marks]
    return "loses_against", {
        "worlds": len(gains),
        "loses": sum(gain < 0 for gain in gains),
        "gains": sum(gain > 0 for gain in gains),
        "best": NAMES[best],
    }


def cant_lose(moment: Moment, cards: Sequence[int]) -> int | None:
    trump = moment.deal.trump
    if moment.lead is not None:
        return None
    return next(
        (
            card
            for card in cards
            if not any(
                takes(reply, card, trump) for hand in moment.hands for reply in lawful(hand, card, trump)
            )
        ),
        None,
    )


def unseen(moment: Moment) -> set[int]:
    """Return the cards that the player can't locate: neither theirs nor discarded, turned up, laid aside or played."""
    deal, player = moment.deal, moment.player
    played = {card for who, card in moment.before if who != player}
    seen = {*deal.hands[player], *deal.out[player], *deal.seen_gone[player], deal.turn_up, *played}
    return set(range(32)) - seen


def replies(moment: Moment) -> Iterator[tuple[int, int, int]]:
    """Number, lead and reply, of the opponent's replies within the law, the latest first."""
    opponent = other(moment.player)
    for number in reversed(range(1, moment.number - moment.number % 2, 2)):
        (_, lead), (who, reply) = moment.before[number - 1], moment.before[number]
        if who == opponent and reply in lawful(moment.hand_at(who, number), lead, moment.deal.trump):
            yield number, lead, reply


def not_held(lead: int, reply: int, trump: int) -> tuple[str, str, list[int]]:
    """Return the code of what a reply shows, the name of its card there, and the cards that its player did not hold."""
    of_suit = [card for card in range(32) if card // 8 == lead // 8]
    trumps = [card for card in range(32) if card // 8 == trump]
    if reply // 8 == lead // 8:
        return "nothing_higher", "played", [card for card in of_suit if card > lead] if reply < lead else []
    if reply // 8 == trump:
        return "no_suit", "trumped", of_suit
    return "neither_suit_nor_trump", "threw", of_suit + trumps


def facts(moment: Moment) -> list[Reason]:
    """Return what the replies reveal of unseen cards, leaving out what a later reply reveals as well."""
    reasons: list[Reason] = []
    open_cards = unseen(moment)
    for number, lead, reply in replies(moment):
        code, role, missing = not_held(lead, reply, moment.deal.trump)
        assert not set(missing) & set(moment.hand_at(other(moment.player), number))
        assert not any(set(missing) & set(hand) for hand in moment.hands)
        if open_cards & set(missing):
            open_cards -= set(missing)
            reasons.append((code, {"trick": number // 2 + 1, "led": NAMES[lead], role: NAMES[reply]}))
    return reasons


def king(moment: Moment) -> list[Reason]:
    deal, opponent = moment.deal, other(moment.player)
    if deal.king not in unseen(moment):
        return []
    is_false = deal.unmasked.get(opponent, 99) <= moment.number
    if deal.marked.get(opponent, 99) <= moment.number and not is_false:
        return [("king_announced", {})] if all(deal.king in hand for hand in moment.hands) else []
    has_played = any(who == opponent for who, _ in moment.before)
    is_told = any(deal.king in not_held(lead, reply, deal.trump)[2] for _, lead, reply in replies(moment))
    if not has_played or is_told:
        return []
    assert not any(deal.king in hand for hand in moment.hands)
    return [("king_silent", {})]


def check_refutation(moment: Moment, params: dict[str, Any], best: int) -> None:
    """Against a hand of the commonest kind among those that the choice loses against, both lines are best play."""
    at = moment.hands.index(cards_named(params["hand"]))
    hand, marks = moment.hands[at], moment.marks[at]
    assert params["best"] == NAMES[best]
    assert (params["chosen_marks"], params["best_marks"]) == (marks[moment.chosen], marks[best])
    assert marks[moment.chosen] < marks[best]
    kinds = Counter(
        place
        for place, marks in zip(moment.places, moment.marks, strict=True)
        if marks[moment.chosen] < marks[best]
    )
    assert kinds[moment.places[at]] == max(kinds.values())
    for line, card, worth in (
        (params["chosen_line"], moment.chosen, marks[moment.chosen]),
        (params["best_line"], best, marks[best]),
    ):
        tricks = tricks_in_line(moment, hand, [NAMES.index(name) for name in line], card)
        assert moment.marks_of(tricks, hand) == worth


def cards_named(hand: str) -> list[int]:
    """Return the cards of a text such as ``SKQ.H7``, in ascending order."""
    return sorted(NAMES.index(group[0] + rank) for group in hand.split(".") for rank in group[1:])


def tricks_in_line(moment: Moment, hand: Sequence[int], line: Sequence[int], card: int) -> int:
    """Return the player's tricks. Every card but the first is the first in the notation of those that lose no trick."""
    left = {True: list(moment.own), False: list(hand)}
    assert len(line) == len(left[True]) + len(left[False])
    assert line[0] == card
    mine, lead, tricks = True, moment.lead, 0
    for place, played in enumerate(line):
        if place:
            values = tricks_by_card(left[mine], left[not mine], lead, moment.deal.trump)
            assert played == min((c for c in values if values[c] == max(values.values())), key=order)
        left[mine].remove(played)
        if lead is None:
            lead, mine = played, not mine
            continue
        mine = mine if takes(played, lead, moment.deal.trump) else not mine
        tricks += mine
        lead = None
    assert not left[True] + left[False]
    return tricks
