"""The best cards of a deal in which neither player sees the other hand, without memory or compiled play.

The reference follows the cards that were played, and lists the best cards at each of them. With five and four
cards every hand of the opponent is written out; from three on it asks the review's own search, which has a
reference of its own.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import beats, cards_of, lawful_cards, mask_of
from worker.review.hidden_play import weigh_hidden
from worker.review.kernels import NO_LEAD
from worker.review.knowledge import Knowledge, cards_ruled_out
from worker.solver import solve_leads_many, solve_replies_many

KING = 7
SPADES = 0


class HiddenDeal(NamedTuple):
    """The cards of a deal at the first lead; each pair is the elder hand's and the dealer's."""

    hands: tuple[int, int]
    out: tuple[int, int]
    turned: int
    vulnerable: int
    is_king_kept_back: bool = False


def marks(vulnerable: int, tricks: int) -> int:
    """Return the elder hand's marks, less the dealer's, for the elder hand's tricks (laws 48 and 49)."""
    if tricks >= 3:
        return 2 if tricks == 5 or vulnerable == 2 else 1
    return -2 if tricks == 0 or vulnerable == 1 else -1


def best_cards(deal: HiddenDeal, cards: list[int]) -> list[int]:
    """Return, for each card of ``cards`` in the order of play, the masks of the best cards at that moment."""
    hands = [set(cards_of(hand)) for hand in deal.hands]
    ruled_out: list[set[int]] = [set(), set()]
    won = [0, 0]
    seen = {deal.turned}
    leader, lead = 0, NO_LEAD
    best = []
    for number, card in enumerate(cards):
        player = leader if number % 2 == 0 else 1 - leader
        best.append(_best_now(deal, player, hands, lead, seen, ruled_out, won))
        hands[player].remove(card)
        seen.add(card)
        if number % 2 == 0:
            lead = card
            continue
        ruled_out[player] |= set(cards_of(cards_ruled_out(card, lead, SPADES)))
        leader = player if beats(card, lead, SPADES) else leader
        won[leader] += 1
        lead = NO_LEAD
    return best


def _best_now(
    deal: HiddenDeal,
    player: int,
    hands: list[set[int]],
    lead: int,
    seen: set[int],
    ruled_out: list[set[int]],
    won: list[int],
) -> int:
    own = mask_of(tuple(hands[player]))
    lawful = lawful_cards(own, lead, SPADES)
    if lawful.bit_count() == 1:
        return lawful
    other = 1 - player
    mine = set(cards_of(deal.hands[player] | deal.out[player]))
    size = len(hands[other])
    possible = set(range(32)) - seen - mine - ruled_out[other]
    known = _knowledge(deal, other, possible, size, hands)
    common = []
    for holder in (player, other):
        fits = set(range(32)) - seen - ruled_out[holder]
        common.append(_knowledge(deal, holder, fits, len(hands[holder]), hands))
    sign = 1 if player == 0 else -1
    rest = len(hands[player])
    worth = np.array(
        [
            sign * marks(deal.vulnerable, tricks if player == 0 else 5 - tricks)
            for tricks in range(won[player], won[player] + rest + 1)
        ],
        np.int64,
    )
    if rest == 3 or (rest == 2 and lead == NO_LEAD):
        weighed = weigh_hidden(own, lead, SPADES, known, (common[0], common[1]), worth)
        means = {card: mean for card, (mean, _) in weighed.items()}
    else:
        means = _means_by_hands_seen(own, lead, lawful, known, worth)
    most = max(means.values())
    return mask_of(tuple(card for card, mean in means.items() if abs(mean - most) < 1e-9))


def _knowledge(
    deal: HiddenDeal, holder: int, possible: set[int], size: int, hands: list[set[int]]
) -> Knowledge:
    certain = 0
    has_played = len(hands[holder]) < 5
    if KING in possible and deal.turned != KING and has_played:
        has_king = deal.hands[holder] >> KING & 1
        if has_king and not deal.is_king_kept_back:
            certain = 1 << KING
        elif not has_king:
            possible = possible - {KING}
    return Knowledge(certain, mask_of(tuple(possible)), size)


@cache
def _choices(number: int, size: int) -> NDArray[np.int64]:
    return np.array(list(combinations(range(number), size)), np.int64)


def _means_by_hands_seen(
    own: int, lead: int, lawful: int, known: Knowledge, worth: NDArray[np.int64]
) -> dict[int, float]:
    unknown = cards_of(known.possible & ~known.certain)
    bits = np.array([1 << card for card in unknown], np.int64)
    size = known.size - known.certain.bit_count()
    theirs = (bits[_choices(len(unknown), size)].sum(axis=1) | known.certain).astype(np.uint32)
    mine = np.full(len(theirs), own, np.uint32)
    trumps = np.zeros(len(theirs), np.uint8)
    if lead == NO_LEAD:
        tricks = solve_leads_many(mine, theirs, trumps)
    else:
        leads = np.full(len(theirs), lead, np.uint8)
        tricks = solve_replies_many(theirs | np.uint32(1 << lead), mine, trumps, leads)
    columns = sorted(cards_of(own))
    return {
        card: float(worth[tricks[:, columns.index(card)]].sum()) / len(theirs) for card in cards_of(lawful)
    }
