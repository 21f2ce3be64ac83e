"""Grade whole deals at once: count the tricks that each card lost, with both hands seen."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.cards import CARD_NAMES, HAND_SIZE, CardMask, Suit, format_card
from worker.solver.batch import columns_of
from worker.solver.compiling import compiled
from worker.solver.faults import position_fault
from worker.solver.kernels import (
    UNLAWFUL,
    VALUE_BITS,
    VALUE_MASK,
    as_int,
    beats,
    count_cards,
    is_position,
    place_of,
    position_number,
)
from worker.solver.numbering import Numbering
from worker.solver.table import solver_table

_NOT_HELD: Final = 1
_AGAINST_LAW: Final = 2


def grade_deals(
    leaders: NDArray[np.uint32],
    followers: NDArray[np.uint32],
    trumps: NDArray[np.uint8],
    cards: NDArray[np.uint8],
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    leaders, followers, trumps, cards = columns_of(
        leaders=leaders, followers=followers, trumps=trumps, cards=cards
    )
    table = solver_table()
    lost = np.zeros(cards.shape, np.uint8)
    tricks = np.zeros(len(cards), np.uint8)
    fault = np.zeros(2, np.int64)
    row = grade_rows(
        table.numbering, table.leads, table.replies, leaders, followers, trumps, cards, lost, tricks, fault
    )
    if row >= 0:
        hands = int(leaders[row]), int(followers[row]), int(trumps[row])
        place, kind = fault.tolist()
        raise ValueError(f"row {row}: {_describe_fault(hands, place, int(cards[row, place]), kind)}")
    return lost, tricks


def _describe_fault(hands: tuple[CardMask, CardMask, Suit], place: int, card: int, kind: int) -> str:
    """Return why a deal can't be graded: because of its hands, or of the card played at ``place``."""
    if not kind:
        return position_fault(*hands) or f"the hands hold {hands[0].bit_count()} cards, not {HAND_SIZE}"
    name = format_card(card) if card < len(CARD_NAMES) else f"card {card}"
    why = "its player has not got it" if kind == _NOT_HELD else "its player must not play it (law 43)"
    return f"{name} is played at place {place + 1}, but {why}"


@compiled
def grade_rows(
    numbering: Numbering,
    leads: NDArray[np.uint16],
    replies: NDArray[np.uint16],
    leaders: NDArray[np.uint32],
    followers: NDArray[np.uint32],
    trumps: NDArray[np.uint8],
    cards: NDArray[np.uint8],
    lost: NDArray[np.uint8],
    tricks: NDArray[np.uint8],
    fault: NDArray[np.int64],
) -> int:
    """Store the tricks that each card lost in ``lost``, and the tricks that the first leader won in
    ``tricks``.

    Return the index of the first row that can't be graded, or -1 if all rows can. ``fault`` then has the
    index of the faulty card in the row and the kind of fault; the kind is 0 if the hands themselves are
    invalid.
    """
    for row in range(len(leaders)):
        ours, theirs, trump = as_int(leaders[row]), as_int(followers[row]), as_int(trumps[row])
        if not is_position(ours, theirs, trump) or count_cards(ours) != HAND_SIZE:
            fault[0], fault[1] = 0, 0
            return row
        # ``ours`` is the hand of the player who leads to the trick.
        first_leads = True
        for trick in range(HAND_SIZE):
            size = HAND_SIZE - trick
            lead, reply = as_int(cards[row, 2 * trick]), as_int(cards[row, 2 * trick + 1])
            if lead > 31 or not ours >> lead & 1:
                fault[0], fault[1] = 2 * trick, _NOT_HELD
                return row
            if reply > 31 or not theirs >> reply & 1:
                fault[0], fault[1] = 2 * trick + 1, _NOT_HELD
                return row
            number = position_number(numbering, ours, theirs, trump, size)
            place = place_of(ours, lead, trump)
            lost[row, 2 * trick] = _behind_best(as_int(leads[number]), place, size)
            answers = as_int(replies[number, place])
            answer = place_of(theirs, reply, trump)
            if answers >> VALUE_BITS * answer & VALUE_MASK == UNLAWFUL:
                fault[0], fault[1] = 2 * trick + 1, _AGAINST_LAW
                return row
            lost[row, 2 * trick + 1] = _behind_best(answers, answer, size)
            ours ^= 1 << lead
            theirs ^= 1 << reply
            wins = beats(reply, lead, trump)
            if first_leads != wins:
                tricks[row] += 1
            if wins:
                ours, theirs = theirs, ours
                first_leads = not first_leads
    return -1


@compiled
def _behind_best(values: int, place: int, cards: int) -> int:
    """Return how far the value at ``place`` is below the best value of a lawful card."""
    best = 0
    for each in range(cards):
        value = values >> VALUE_BITS * each & VALUE_MASK
        if value != UNLAWFUL and value > best:
            best = value
    return best - (values >> VALUE_BITS * place & VALUE_MASK)
