"""The last three tricks by the definition: hands and histories in plain Python, and no reach vectors.

A plan is asked for the chance of each card, given the player's hand and the cards played. Nothing else is shared with
the solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from tests.worker.review.reference import lawful, takes

Hand = frozenset[int]
History = tuple[int, ...]
Chances = Callable[[int, Hand, History], dict[int, float]]
"""The player (0 led to the third trick), their cards, and the cards played so far -> the chance of each card."""
Hands = tuple[list[Hand], list[Hand]]


def hands_of(possible: int, certain: int) -> list[Hand]:
    cards = [card for card in range(32) if possible >> card & 1]
    needed = {card for card in range(32) if certain >> card & 1}
    return [frozenset(hand) for hand in combinations(cards, 3) if needed <= set(hand)]


def value_of(hands: Hands, worth: list[float], chances: Chances) -> float:
    """Return the leader's mean if both players play by ``chances``."""
    pairs = [(one, other) for one in hands[0] for other in hands[1] if not one & other]
    return sum(_play_out(one, other, (), worth, chances) for one, other in pairs) / len(pairs)


def _play_out(one: Hand, other: Hand, history: History, worth: list[float], chances: Chances) -> float:
    player, _, won = state_after(history)
    if not one and not other:
        return worth[won]
    hand = other if player else one
    total = 0.0
    for card, chance in chances(player, hand, history).items():
        if chance:
            rest = (one, other - {card}) if player else (one - {card}, other)
            total += chance * _play_out(*rest, (*history, card), worth, chances)
    return total


def best_value(hands: Hands, worth: list[float], chances: Chances, player: int) -> float:
    """Return the player's mean if they play best against an opponent who plays by ``chances``."""
    total = 0.0
    pairs = 0
    for hand in hands[player]:
        others = {other: 1.0 for other in hands[1 - player] if not other & hand}
        pairs += len(others)
        total += _best(player, hand, others, (), worth, chances)
    return total / pairs


def _best(
    player: int, hand: Hand, others: dict[Hand, float], history: History, worth: list[float], chances: Chances
) -> float:
    """Return the player's value, summed over the opponent's hands with the weight of each."""
    if not others:
        return 0.0
    mover, lead, won = state_after(history)
    if len(history) == 6:
        return sum(others.values()) * (worth[won] if player == 0 else -worth[won])
    if mover == player:
        return max(
            _best(player, hand - {card}, others, (*history, card), worth, chances)
            for card in lawful(sorted(hand), lead, 0)
        )
    by_card: dict[int, dict[Hand, float]] = {}
    for other, weight in others.items():
        for card, chance in chances(mover, other, history).items():
            if chance:
                rest = other - {card}
                so_far = by_card.setdefault(card, {})
                so_far[rest] = so_far.get(rest, 0.0) + weight * chance
    return sum(
        _best(player, hand, rests, (*history, card), worth, chances) for card, rests in by_card.items()
    )


def state_after(history: History) -> tuple[int, int | None, int]:
    """Return the player to move, the card to reply to, and the tricks that player 0 has won."""
    leader = 0
    won = 0
    for lead, reply in _tricks(history):
        if takes(reply, lead, 0):
            leader = 1 - leader
        won += leader == 0
    if len(history) % 2:
        return 1 - leader, history[-1], won
    return leader, None, won


def _tricks(history: History) -> Iterator[tuple[int, int]]:
    whole = len(history) // 2 * 2
    return zip(history[0:whole:2], history[1:whole:2], strict=True)
