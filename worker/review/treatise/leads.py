"""The treatise's advice on which card to lead, if what the leader knows decides it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.cards import HAND_SIZE, Card, CardMask, Suit, king_of
from worker.review.decision import BookAdvice
from worker.review.treatise.first_leads import advice_with, first_lead
from worker.review.treatise.holding import (
    ACE,
    JACK,
    KING,
    NINE,
    POINTS_OF_FOUR,
    QUEEN,
    PlainSuit,
)
from worker.review.treatise.leading import (
    Position,
    advice,
    highest,
    position_of,
    strongest_advice,
    trump_cards,
)
from worker.review.treatise.standing import class_of

_TRUMPS_TO_LEAD_FROM: Final = 3
_TRICKS_BEFORE_TRUMP: Final = 3
"""The tricks that plain suits make for the vole before the single trump is led (hint 19)."""
_CONTINUED: Final = ("2a", "3c")
"""Classes of standing hands for which another passage of the treatise goes on with the suit, where hint 19 leads the
trump first.
"""
_REGAINED: Final = ("3a", "3c")
"""Classes of standing hands whose suit the treatise leads again after it was trumped, once the lead is
regained.
"""


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
    other: int = 0,
    exchanged: bool = False,
    replies: Sequence[Card] = (),
    whole: CardMask = 0,
    out: CardMask = 0,
    gone: CardMask = 0,
) -> BookAdvice | None:
    """Return the treatise's advice on which card of ``hand`` to lead, or None if no rule covers the position.

    - ``hand``: the cards left. The result is None if the hand did not have five cards at the start.
    - ``own`` and ``other``: the leader's and the opponent's points. A king of trumps that the leader held is
      not included.
    - ``won`` and ``lost``: the numbers of tricks that the leader has won and lost so far.
    - ``led``: the cards that the leader has led so far, in order, each with whether it won its trick.
    - ``replies``: the opponent's replies to the cards in ``led``.
    - ``refused``: whether the leader proposed and the dealer refused.
    - ``exchanged``: whether cards were exchanged.
    - ``king_against``: whether the opponent has announced the king of trumps and not played it.
    - ``whole``: the leader's five cards at the first lead, or 0 if unknown.
    - ``out``: the cards that the leader discarded.
    - ``gone``: other cards that the opponent is known not to have.
    """
    if hand.bit_count() + won + lost != HAND_SIZE:
        return None
    position = position_of(
        hand,
        trump,
        own=own,
        won=won,
        lost=lost,
        led=led,
        refused=refused,
        king_against=king_against,
        other=other,
        exchanged=exchanged,
        replies=replies,
        whole=whole,
        out=out,
        gone=gone,
    )
    if won + lost == 0:
        return first_lead(position)
    if won + lost == HAND_SIZE - 2 and len(position.trumps) == 1:
        return _lead_trump_or_plain_card(position)
    special = _lead_by_tricks(position)
    if special is not None:
        return special
    if not all(took for _, took in led):
        return _lead_after_regaining(position)
    return _lead_unstopped(position)


def _lead_trump_or_plain_card(position: Position) -> BookAdvice | None:
    trump, plain = trump_cards(position), highest(position.plain)
    if position.won == 1:
        return advice("lead-one-two", trump)
    if position.won == 2:
        return advice("lead-two-one", plain)
    return None if position.wants_the_point_alone else advice("lead-vole", trump)


def _lead_by_tricks(position: Position) -> BookAdvice | None:
    """Return the lead if it depends on the tricks won so far, whether or not a lead was lost, or None (hint 20,
    hands III and VI).
    """
    trumps, plain, score = position.trumps, position.plain, (position.won, position.lost)
    if score == (2, 0) and position.king_against and len(trumps) == 3 and trumps[0] == QUEEN:
        small = [card for card in trump_cards(position)[1:] if card & 7 <= NINE]
        return advice("lead-small-trump", small or trump_cards(position)[-1:])
    if score == (2, 0) and trumps and position.has_no_trump_against:
        kings = [each for each in plain if each.top == KING]
        if kings:
            return advice("lead-king-first", highest(kings))
    if score != (1, 1) or not position.has_trump_tenace:
        return None
    if len(trumps) == 2 and len(plain) == 1:
        return advice("lead-tenace", highest(plain), "" if trumps[0] == KING else "tenace")
    if len(trumps) == 3 and trumps[0] == KING:
        return advice("lead-under-trump", trump_cards(position)[-1:])
    return None


def _lead_after_regaining(position: Position) -> BookAdvice | None:
    """Return the lead after an earlier lead lost its trick, or None."""
    if position.dealt is None or not position.led:
        return None
    card, took = position.led[-1]
    suit = [each for each in position.plain if each.suit == card >> 3]
    if not took and suit and class_of(position.dealt) in _REGAINED:
        return advice("lead-again", highest(suit))
    kings = [each for each in position.plain if each.top == KING and len(each.ranks) == 2]
    forced = (position.won, position.lost) == (1, 1) and len(position.trumps) == 1
    if forced and kings and position.dealt.trumps[:1] < (KING,):
        return advice("lead-hand-1-forced", highest(kings), "pattern")
    return None


def _lead_unstopped(position: Position) -> BookAdvice | None:
    """Return the lead if every lead so far won its trick, or None."""
    plain = position.plain
    if not position.led and not position.trumps:
        kept = _lead_beside_tenace(position)
        if kept is not None:
            return kept
    after_king = _lead_after_trump_king(position)
    if after_king is not None:
        return after_king
    if len(position.trumps) >= _TRUMPS_TO_LEAD_FROM:
        return advice("lead-trumps", trump_cards(position))
    if not plain:
        return None
    for_the_vole = _lead_for_the_vole(position)
    if for_the_vole is not None:
        return for_the_vole
    last_suit = position.led[-1][0] >> 3 if position.led else None
    going_on = [each for each in plain if each.suit == last_suit]
    if not going_on:
        return _lead_another_suit(position)
    return _lead_change_of_suit(position, going_on[0]) or _lead_going_on(position, going_on[0])


def _lead_beside_tenace(position: Position) -> BookAdvice | None:
    """Return the lead that keeps king and jack of a suit until the opponent leads it, or None (hand VII)."""
    plain = position.plain
    tenaces = [
        each
        for each in plain
        if each.ranks[:2] == (KING, JACK) and not position.gone_of(each.suit) >> QUEEN & 1
    ]
    others = [each for each in plain if each not in tenaces]
    if len(tenaces) != 1 or len(others) != 1 or others[0].top == KING:
        return None
    return advice("lead-hand-7", highest(others), "pattern")


def _lead_after_trump_king(position: Position) -> BookAdvice | None:
    """Return the second lead if the first was the king of trumps, or None (hint 17, hands V and XIII)."""
    king = king_of(position.trump)
    if len(position.led) != 1 or position.led[0][0] != king or position.won != 1 or not position.plain:
        return None
    reply = position.replies[0] if position.replies else None
    plain, long = position.plain, [each for each in position.plain if len(each.ranks) > 1]
    queen = king - (KING - QUEEN)
    if reply is not None and len(position.trumps) == 2 and reply == queen:
        if all(each.top >= QUEEN for each in plain):
            return advice("lead-hand-13-kings", highest(plain))
        if not position.wants_the_point_alone:
            return advice("lead-hand-13", trump_cards(position)[:1])
    if position.refused and not position.trumps:
        sequences = [each for each in plain if each.is_small_sequence]
        if sequences and len(sequences) < len(long):
            return advice("lead-sequence", highest(sequences))
        thrown = [each for each in long if reply is not None and reply >> 3 == each.suit]
        if thrown and len(long) == 1 and position.singles:
            return advice("lead-hand-5", highest(position.singles), "pattern")
    return None


def _lead_another_suit(position: Position) -> BookAdvice | None:
    """Return the lead if the hand has no more cards of the suit led last, or no suit was led.

    Return None if the treatise has no advice.
    """
    dealt = position.dealt
    was_hand_1 = dealt is not None and len(dealt.trumps) == 2 and len(position.led) == 1
    tops = [each.top for each in dealt.plain] if dealt is not None else []
    is_forward = not position.king_against and not position.wants_the_point_alone
    if was_hand_1 and tops == [KING, KING] and position.trumps[:1] >= (JACK,) and is_forward:
        return advice("lead-hand-1", trump_cards(position)[:1], "" if position.exchanged else "pattern")
    return strongest_advice(position.plain)


def _lead_change_of_suit(position: Position, suit: PlainSuit) -> BookAdvice | None:
    """Return the lead that leaves the suit led last although it won, or None (hint 19, hands VIII to XI)."""
    others = [each for each in position.plain if each is not suit]
    singles = [each for each in others if len(each.ranks) == 1]
    trumps, tricks = position.trumps, (position.won, position.lost)
    if tricks == (2, 0) and not trumps and len(suit.ranks) == 1 and len(singles) == 2:
        return advice("lead-outside", highest(singles))
    if (
        tricks == (1, 0)
        and position.king_against
        and len(trumps) == 2
        and position.has_trump_tenace
        and len(suit.ranks) == 1
        and len(singles) == 1
        and singles[0].top >= NINE
    ):
        return advice("lead-change-tenace", highest(singles), "tenace")
    return None


def _lead_for_the_vole(position: Position) -> BookAdvice | None:
    """Return a lead from a new suit for the vole, with a weak trump and high cards beside it, or None (hint 19)."""
    led = {card >> 3 for card, _ in position.led}
    others = [each for each in position.plain if each.suit not in led]
    if not led or not others or len(position.trumps) != 1 or position.strong_trump is not None:
        return None
    if position.lost or position.wants_the_point_alone or _is_of_class(position, ("3a", "3b", "3c")):
        return None
    if min([each.top for each in others]) < ACE or position.won + len(others) < _TRICKS_BEFORE_TRUMP:
        return None
    best = max([each.top for each in others])
    return advice("lead-vole-change", highest([each for each in others if each.top == best]), "high-cards")


def _lead_going_on(position: Position, suit: PlainSuit) -> BookAdvice:
    """Return the lead that continues the suit, or of the trump that comes before it (hints 18, 19, 26)."""
    card = suit.highest
    trump = position.strong_trump
    if trump is None:
        return advice("lead-go-on", [card])
    if position.wants_the_point_alone:
        return advice("lead-no-forward", [card])
    if position.other == POINTS_OF_FOUR and trump & 7 == QUEEN:
        return advice("lead-hand-2", [card])
    first = advice("lead-trump-first", [trump])
    hand_class = None if position.dealt is None else class_of(position.dealt)
    return advice_with(first, advice(f"lead-{hand_class}", [card])) if hand_class in _CONTINUED else first


def _is_of_class(position: Position, classes: Sequence[str]) -> bool:
    return position.dealt is not None and class_of(position.dealt) in classes
