"""The cut of three for who stays out of a pool's first game, and for who deals it. Law 5 says which card is higher."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cmp_to_key
from typing import TypeAlias

from matches.rules.events.facts import PlayerId, Side
from matches.rules.sittings.facts import CardName
from scoring.cards import parse_card
from scoring.laws.cutting import dealer_by_cut
from scoring.record import Cut, Game

Rounds: TypeAlias = Sequence[Mapping[PlayerId, CardName]]


def dealer_of(pairs: Sequence[tuple[CardName, CardName]]) -> Side | None:
    """Who deals by these pairs, A's card and B's; None while they tie. Raises ``KeyError`` for what is no card."""
    cut = Cut(tuple((parse_card(card_a), parse_card(card_b)) for card_a, card_b in pairs))
    return dealer_by_cut(Game(1, (cut,)))


def pairs_between(rounds: Rounds, a: PlayerId, b: PlayerId) -> tuple[tuple[CardName, CardName], ...]:
    """What the two cut against each other, up to the round that decided between them."""
    pairs: list[tuple[CardName, CardName]] = []
    for cards in rounds:
        if a in cards and b in cards:
            pairs.append((cards[a], cards[b]))
            if dealer_of(pairs):
                break
    return tuple(pairs)


def lowest(rounds: Rounds) -> tuple[PlayerId, ...]:
    """Who cut lowest: one, or all those who tie for it and have to cut again."""

    def compared(one: PlayerId, other: PlayerId) -> int:
        return _compared(rounds, one, other)

    players = sorted(rounds[0], key=cmp_to_key(compared))
    return tuple(player for player in players if not _compared(rounds, player, players[0]))


def is_in_order(rounds: Rounds) -> bool:
    """Whether in each round but the first only such cut as tied until then, all of them, and it was needed: for who is
    lowest, or for which of the other two deals.
    """
    return all(set(rounds[index]) in _ties(rounds[:index]) for index in range(1, len(rounds)))


def _ties(rounds: Rounds) -> list[set[PlayerId]]:
    """Who may cut next: those who tie for the lowest, else the two who tie for the deal."""
    low = lowest(rounds)
    if len(low) > 1:
        return [set(low)]
    others = set(rounds[0]) - set(low)
    a, b = sorted(others)
    return [] if _compared(rounds, a, b) else [others]


def _compared(rounds: Rounds, one: PlayerId, other: PlayerId) -> int:
    dealer = dealer_of(pairs_between(rounds, one, other)) if one != other else None
    return {"A": 1, "B": -1, None: 0}[dealer]
