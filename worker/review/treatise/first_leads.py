"""The treatise's advice on the first lead of a deal, from five cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.cards import SUIT_MASK, Card
from worker.review.decision import BookAdvice
from worker.review.treatise.holding import (
    ACE,
    JACK,
    KING,
    NINE,
    POINTS_OF_FOUR,
    QUEEN,
    TEN,
    PlainSuit,
    has_gap,
)
from worker.review.treatise.leading import (
    Position,
    advice,
    highest,
    strongest,
    strongest_advice,
    trump_cards,
)
from worker.review.treatise.proposing import is_like_hand_3, is_like_hand_14
from worker.review.treatise.standing import HandClass, class_of, has_four_court_cards

_PAIRS_OF_HINT_15: Final = ((QUEEN, JACK), (JACK, ACE))
_HIGH_PAIRS: Final = (*_PAIRS_OF_HINT_15, (JACK, TEN))
"""Pairs of trumps to lead from beside kings: hint 15 names the first two, hand I has the third."""


def first_lead(position: Position) -> BookAdvice | None:
    """Return the treatise's advice on the first lead of a deal from five cards, or None if no rule covers the
    hand.
    """
    hand_class = class_of(position.holding)
    if hand_class is None:
        return _lead_after_refusal(position) if position.refused else _lead_with_no_class(position)
    if hand_class == "1":
        return _lead_from_three_trumps(position)
    by_kings = _lead_from_two_kings(position)
    if by_kings is not None:
        return by_kings
    by_class = _lead_of_class(position, hand_class)
    if _has_trumps_of_hint_15(position):
        trump = trump_cards(position)[:1]
        by_hint = advice("lead-trump-courts", trump, "court-cards", by_class)
        return by_class if by_class.choices == by_hint.choices else by_hint
    shorter = _lead_shortest_of_equals(position)
    if shorter is None or shorter.choices == by_class.choices:
        return by_class
    if by_class.rule == "lead-2b":
        return advice_with(shorter, by_class)
    return advice_with(by_class, shorter) if by_class.rule == "lead-3c" else by_class


def advice_with(first: BookAdvice, also: BookAdvice) -> BookAdvice:
    return BookAdvice(first.rule, first.choices, first.reading, also)


def _lead_from_three_trumps(position: Position) -> BookAdvice:
    """Return the highest trump (hand 1), or the lower plain card if only the point is wanted (hand III)."""
    plain = position.plain
    if position.wants_the_point_alone and is_like_hand_3(position.holding):
        low = min([each.top for each in plain])
        return advice("lead-hand-3", highest([each for each in plain if each.top == low]))
    return advice("lead-1", trump_cards(position)[:1])


def _lead_from_two_kings(position: Position) -> BookAdvice | None:
    """Return the lead from two high trumps, a single king and a guarded king (hand I, hint 15), or None."""
    if position.trumps not in _HIGH_PAIRS or len(position.plain) != 2 or position.wants_the_point_alone:
        return None
    pair, single = position.plain
    if pair.top != KING or single.top != KING:
        return None
    reading = "" if position.trumps == (JACK, TEN) and pair.ranks[1] == TEN else "pattern"
    also = advice("lead-2b", [pair.highest])
    if position.exchanged:
        shortest = _lead_shortest_of_equals(position)
        return None if shortest is None else advice_with(shortest, also)
    return advice("lead-hand-1", trump_cards(position)[:1], reading, also)


def _has_trumps_of_hint_15(position: Position) -> bool:
    """Return whether hint 15 applies: queen and jack, or jack and ace, of trumps, and court cards alone beside them.

    It does not apply after an exchange, because hand I then finds out first who has the king, nor at four, where no
    forward game is played (hint 26).
    """
    is_forward = not position.exchanged and not position.wants_the_point_alone
    return is_forward and position.trumps in _PAIRS_OF_HINT_15 and position.holding.is_all_court_cards


def _lead_shortest_of_equals(position: Position) -> BookAdvice | None:
    """Return the lead from the shortest of two suits with the same top card (hint 17, hand I), or None.

    The treatise says so for hands that would lead a trump next.

    A suit from which the player has discarded a card is no shorter for the opponent than one of the same
    length.
    """
    if not _would_lead_a_trump(position):
        return None
    tops = [each for each in position.plain if each.top == position.plain[0].top]
    if len(tops) < 2 or tops[0].top < QUEEN:
        return None

    def count_seen(plain_suit: PlainSuit) -> int:
        return len(plain_suit.ranks) + (position.out >> (plain_suit.suit << 3) & SUIT_MASK).bit_count()

    least = min(map(count_seen, tops))
    shortest = [each for each in tops if count_seen(each) == least]
    return advice("lead-shortest", highest(shortest)) if len(shortest) < len(tops) else None


def _would_lead_a_trump(position: Position) -> bool:
    top = position.trumps[:1]
    if position.wants_the_point_alone:
        return False
    return top != (KING,) and (position.strong_trump is not None or position.trumps in _HIGH_PAIRS)


def _lead_of_class(position: Position, hand_class: HandClass) -> BookAdvice:
    """Return the advice for a hand of a class of the treatise's standing hands (``standing.class_of``)."""
    plain, rule = position.plain, f"lead-{hand_class}"
    match hand_class:
        case "2b":
            return _lead_with_guarded_queen(position)
        case "2c":
            return advice(rule, highest(plain[:1] if plain[0].is_sequence else plain[1:]))
        case "2e":
            return _lead_from_single_cards(position)
        case "3a" if position.trumps[0] == KING and not position.wants_the_point_alone:
            return advice("lead-3a-king", trump_cards(position))
        case "2a" | "2d" | "3a" | "3b":
            return advice(rule, highest(plain[:1]))
        case "3c":
            cards, reading = strongest([each for each in plain if len(each.ranks) > 1])
            return advice(rule, cards, reading)
        case "4" if not has_four_court_cards(position.holding):
            # Three queens: the treatise begins with a guarded one, whichever.
            guarded = [each for each in plain if len(each.ranks) > 1]
            return advice("lead-queens", highest(guarded or plain))
        case _:
            cards, reading = strongest(plain)
            is_headed_by_a_single_card = any(each.top > cards[0] & 7 for each in position.singles)
            return advice(rule, cards, "strongest" if is_headed_by_a_single_card else reading)


def _lead_with_guarded_queen(position: Position) -> BookAdvice:
    """Return the lead from two trumps, a guarded queen or king, and a fifth card (hand 3, hand IV)."""
    pair, single = position.plain
    trumps = position.trumps
    if pair.top == KING:
        return advice("lead-2b", [pair.highest])
    if trumps[0] == QUEEN and single.top == QUEEN:
        return advice("lead-queens-trump", trump_cards(position)[:1])
    if single.top == KING:
        tenace = has_gap(pair.ranks, position.gone_of(pair.suit))
        return advice("lead-hand-4", [single.highest if tenace else pair.highest], "tenace" if tenace else "")
    if trumps[0] == KING and not pair.is_sequence:
        return advice("lead-2b", [pair.highest])
    low = trumps[0] <= NINE
    return advice(
        "lead-2b", [single.highest if low else pair.highest], "" if trumps[0] == KING else "low-trumps"
    )


def _lead_from_single_cards(position: Position) -> BookAdvice:
    """Return the lead from two trumps and single cards of three suits (hand 5, hand VI)."""
    plain, trumps = position.plain, position.trumps
    cards, _ = strongest(plain)
    ranks = position.holding.plain_ranks
    if ranks[:2] != (KING, JACK) or ranks[2] >= ACE:
        return advice("lead-2e", cards)
    if min(trumps) >= JACK and trumps[0] != KING and not position.wants_the_point_alone:
        return advice("lead-hand-6-high", trump_cards(position)[:1], "high-trumps")
    if trumps[0] < QUEEN and position.has_trump_tenace:
        return advice("lead-hand-6", highest([each for each in plain if each.top == JACK]), "tenace")
    return advice("lead-2e", cards)


def _lead_with_no_class(position: Position) -> BookAdvice:
    by_kings = _lead_shortest_of_equals(position)
    return by_kings or strongest_advice(position.plain)


def _lead_after_refusal(position: Position) -> BookAdvice | None:
    """Return the lead from a hand of no class after a refusal (hint 17, hands V, X, XIV), or None for other hands."""
    holding = position.holding
    if position.own == position.other == POINTS_OF_FOUR and is_like_hand_14(holding):
        return advice("lead-hand-14", trump_cards(position), "pattern")
    if position.trumps == (KING,):
        is_named = _is_like_hint_17(position.plain) or _is_like_hand_5(position.plain)
        return advice("lead-king-refused", trump_cards(position), "" if is_named else "pattern")
    guarded_kings = [each for each in position.plain if each.top == KING and len(each.ranks) > 1]
    if guarded_kings:
        cards, reading = strongest(guarded_kings)
        return advice("lead-guarded-king", cards, reading)
    singles = position.singles
    sequences = [each for each in position.plain if each.is_small_sequence]
    if sequences and (not singles or max(each.top for each in singles) == KING):
        return advice("lead-sequence", highest(sequences))
    if singles:
        best = max([each.top for each in singles])
        is_named = [each.top for each in position.plain].count(QUEEN) == 2
        is_open = holding.plain_ranks[0] == KING or (sequences and not is_named)
        reading = "weak-hand" if is_open else ""
        return advice("lead-single", highest([each for each in singles if each.top == best]), reading)
    if len(_list_guarded_court_cards(position.plain)) == 1:
        return BookAdvice("lead-never-guarded", ())
    return None


def _is_like_hint_17(plain: Sequence[PlainSuit]) -> bool:
    """Return whether two suits are low cards in sequence and a guarded queen, as in hint 17."""
    pairs = [each for each in plain if len(each.ranks) == 2]
    return len(pairs) == 2 and any(each.is_small_sequence for each in pairs) and pairs[0].top == QUEEN


def _is_like_hand_5(plain: Sequence[PlainSuit]) -> bool:
    """Return whether the hand has two cards of a suit, both a ten or better, beside two single cards, as hand V
    has.
    """
    return len(plain) == 3 and plain[0].ranks[-1] >= TEN


def _list_guarded_court_cards(plain: Sequence[PlainSuit]) -> list[Card]:
    return [each.highest for each in plain if each.top in (JACK, QUEEN) and len(each.ranks) > 1]
