"""What to lead, as far as what the leader knows decides it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from scoring.cards import HAND_SIZE, Card, CardMask, Suit, format_card
from worker.review.decision import BookAdvice
from worker.review.treatise.holding import (
    ACE,
    KING,
    KNAVE,
    NINE,
    POINTS_OF_FOUR,
    QUEEN,
    Holding,
    PlainSuit,
    holding_of,
)
from worker.review.treatise.standing import HandClass, class_of

_TRUMPS_TO_LEAD_FROM: Final = 3


def book_on_lead(
    hand: CardMask,
    trump: Suit,
    *,
    own: int,
    won: int,
    lost: int,
    led: Sequence[tuple[Card, bool]],
    refused: bool,
    king_against: bool,
) -> BookAdvice | None:
    """What to lead from the cards left in ``hand``; None where the book has no rule, or the hand was not of five.

    ``own``: the leader's points before the deal is scored. ``won`` and ``lost``: his tricks. ``led``: the cards he
    has led so far, in order, each with whether it took its trick. ``refused``: he proposed, and the dealer refused
    to exchange. ``king_against``: the adversary has announced the king of trumps, and not played it.
    """
    if hand.bit_count() + won + lost != HAND_SIZE:
        return None
    holding = holding_of(hand, trump)
    if won + lost == 0:
        return _first_lead(holding, refused=refused)
    if won + lost == HAND_SIZE - 2 and len(holding.trumps) == 1:
        return _with_trump_and_plain_card(holding, own=own, won=won)
    if not all(took for _, took in led):
        return None
    if len(holding.trumps) >= _TRUMPS_TO_LEAD_FROM:
        return _advice("lead-trumps", _cards_of_trumps(holding))
    if not holding.plain:
        return None
    last_suit = led[-1][0] >> 3 if led else None
    going_on = [each for each in holding.plain if each.suit == last_suit]
    if not going_on:
        return _advice("lead-strongest", _strongest(holding.plain))
    strong_trump = _strong_trump(holding, king_against=king_against)
    if strong_trump is None:
        return _advice("lead-go-on", _highest(going_on))
    if own == POINTS_OF_FOUR:
        return _advice("lead-no-forward", _highest(going_on))
    return _advice("lead-trump-first", [strong_trump])


def lead_of_class(holding: Holding, hand_class: HandClass) -> list[Card]:
    """The lead that goes with a class of hands; several where it may be any of them."""
    plain = holding.plain
    match hand_class:
        case "1":
            return _cards_of_trumps(holding)[:1]
        case "2a" | "2d" | "3a" | "3b":
            return _highest(plain[:1])
        case "2b":
            return _highest(plain[1:] if holding.trumps[0] <= NINE else plain[:1])
        case "2c":
            pair = plain[0].ranks
            return _highest(plain[:1] if pair[0] == pair[1] + 1 else plain[1:])
        case "2e":
            return _highest([each for each in plain if each.top == plain[0].top])
        case "3c":
            return _strongest([each for each in plain if len(each.ranks) > 1])
        case _:
            return _strongest(plain)


def _first_lead(holding: Holding, *, refused: bool) -> BookAdvice | None:
    hand_class = class_of(holding)
    if hand_class is not None:
        return _advice(f"lead-{hand_class}", lead_of_class(holding, hand_class))
    if not refused:
        return _advice("lead-strongest", _strongest(holding.plain))
    singles = [each for each in holding.plain if len(each.ranks) == 1]
    if singles:
        best = max([each.top for each in singles])
        return _advice("lead-single", _highest([each for each in singles if each.top == best]))
    sequences = [each for each in holding.plain if each.is_small_sequence]
    if sequences:
        return _advice("lead-sequence", _highest(sequences))
    return None


def _with_trump_and_plain_card(holding: Holding, *, own: int, won: int) -> BookAdvice | None:
    trump, plain = _cards_of_trumps(holding), _highest(holding.plain)
    if won == 1:
        return _advice("lead-one-two", trump)
    if won == 2:
        return _advice("lead-two-one", plain)
    return None if own == POINTS_OF_FOUR else _advice("lead-vole", trump)


def _strong_trump(holding: Holding, *, king_against: bool) -> Card | None:
    """King, queen with the king not announced against it, or knave and ace: the highest of them."""
    trumps = holding.trumps
    if not trumps:
        return None
    if trumps[0] == KING or (trumps[0] == QUEEN and not king_against) or trumps[:2] == (KNAVE, ACE):
        return holding.trump << 3 | trumps[0]
    return None


def _strongest(plain: Sequence[PlainSuit]) -> list[Card]:
    most = max([each.strength for each in plain])
    return _highest([each for each in plain if each.strength == most])


def _highest(plain: Iterable[PlainSuit]) -> list[Card]:
    return [each.highest for each in plain]


def _cards_of_trumps(holding: Holding) -> list[Card]:
    return [holding.trump << 3 | rank for rank in holding.trumps]


def _advice(rule: str, cards: Iterable[Card]) -> BookAdvice:
    """The cards in the order of the notation."""
    ordered = sorted(cards, key=lambda card: (card >> 3, -card))
    return BookAdvice(rule, tuple([format_card(card) for card in ordered]))
