"""Look up and estimate by how much hidden play changes the value of first calls, for every kind of hand.

A change is the value in hidden play less that with both hands seen, in marks to the player who calls, at a score where
no player has four points, if both then follow the published policy. ``python -m worker.review.tables --hidden`` makes
the file. It has a byte for each call, turn-up and kind of hand (``worker.review.equilibrium.hands``), in hundredths of
a mark.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE, KING_RANK, PACK, CardMask
from worker.review.chain import TRICKS
from worker.review.data_files import WrongTableError, read_bytes
from worker.review.equilibrium.hands import KINDS, Kinds, hand_kinds, hand_of, kind_of
from worker.review.equilibrium.hidden_deal import HiddenPlay, hidden_play
from worker.review.equilibrium.pooling import hand_levels, pooled_means
from worker.review.equilibrium.sampled_deals import EXCHANGES, REFUSES, STANDS
from worker.review.kernels import BEST, NO_LEAD, tally_choices
from worker.review.strength import KING_OF_TRUMPS, RANKS
from worker.solver.compiling import compiled
from worker.solver.kernels import as_int

DATA: Final = "hidden_calls.bin"
CALLS: Final = ("S", "P", "R", "G")
"""The calls in the order of the file. The elder hand makes the first two, the dealer the last two."""
UNITS: Final = 100
"""The number of steps of the file to a mark."""
_MOST: Final = 127
_DIGEST: Final = 32
"""The length of a SHA-256 in bytes."""
_UNSEEN: Final = 26
"""The number of cards that a player sees neither in their hand nor turned up."""
_ELDER_VULNERABLE: Final = 1
_STANDS_BIT, _REFUSES_BIT = 1, 2
"""The bits of ``calls`` in a played deal (``sampled_deals.DEAL``): the elder hand stands, the dealer refuses."""


class Changes(NamedTuple):
    """The change by hidden play in the value of each call, by the letter of the call.

    ``chance`` is in probability of winning the game, or None if the score is unknown.
    """

    marks: dict[str, float]
    chance: dict[str, float] | None


def estimate_calls(rows: NDArray[np.void]) -> NDArray[np.float64]:
    """Return the values of all calls, as ``[call, turn-up, kind]``, from played deals (``sampled_deals.DEAL``).

    A dealer who replies knows that the elder hand proposed, so only deals in which the policy proposes count for the
    dealer's calls.
    """
    gained = hidden_gains(rows)
    elders, dealers = (_members(rows["turned"], rows[role]) for role in ("elder", "dealer"))
    proposed = rows["calls"] & _STANDS_BIT == 0
    refused = rows["calls"] & _REFUSES_BIT != 0
    after_proposal = np.where(refused, gained[:, REFUSES], gained[:, EXCHANGES])
    levels = hand_levels()
    estimates = [
        pooled_means(gained[:, STANDS], elders, levels, standing_lead_costs()),
        pooled_means(after_proposal, elders, levels),
        pooled_means(-gained[proposed, REFUSES], dealers[proposed], levels),
        pooled_means(-gained[proposed, EXCHANGES], dealers[proposed], levels),
    ]
    return np.array(estimates).reshape(len(CALLS), RANKS, KINDS)


def hidden_gains(rows: NDArray[np.void]) -> NDArray[np.float64]:
    """Return what the elder hand gains in marks by hidden play, as ``[deal, way]``. A loss is negative."""
    marks = np.array([own - other for own, other in TRICKS], np.float64)
    gains: NDArray[np.float64] = marks[rows["hidden"] % len(TRICKS)] - marks[rows["seen"] % len(TRICKS)]
    return gains


def _members(turned: NDArray[np.uint8], hands: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Return ``turned * KINDS + kind`` for each hand."""
    members = np.zeros(len(hands), np.int64)
    _fill_members(hand_kinds(), hands, turned, members)
    return members


@compiled
def _fill_members(
    kinds: Kinds, hands: NDArray[np.uint32], turned: NDArray[np.uint8], members: NDArray[np.int64]
) -> None:
    for row in range(len(hands)):
        rank = as_int(turned[row])
        members[row] = rank * KINDS + kind_of(kinds, as_int(hands[row]), rank)


@cache
def standing_lead_costs() -> NDArray[np.float64]:
    """Return the marks that standing loses because one lead must do against every hand.

    The result is indexed by ``turned * KINDS + kind``. A value is exact if both hands are seen after the first lead,
    and zero or negative.
    """
    costs = np.zeros(RANKS * KINDS)
    hands = np.array(
        [hand_of(hand_kinds(), kind, turned) for turned in range(RANKS) for kind in range(KINDS)], np.int64
    )
    with hidden_play() as play:
        _fill_lead_costs(play, hands, costs)
    return costs


@compiled
def _fill_lead_costs(play: HiddenPlay, hands: NDArray[np.int64], costs: NDArray[np.float64]) -> None:
    """Store in ``costs`` the mean of the best single lead less that of the best lead against each hand (``BEST``)."""
    worth = play.worth[_ELDER_VULNERABLE, 0]
    tally = np.zeros((BEST + 1, HAND_SIZE + 1), np.int64)
    for member in range(len(hands)):
        hand = as_int(hands[member])
        tally[:] = 0
        # The turn-up is a spade, and its rank is its number as a card.
        possible = PACK & ~(hand | 1 << member // KINDS)
        number = tally_choices(play.table, hand, NO_LEAD, 0, 0, possible, tally)
        most = -2 * number
        every = 0
        for card in range(BEST + 1):
            if card == BEST or hand >> card & 1:
                total = 0
                for tricks in range(HAND_SIZE + 1):
                    total += as_int(tally[card, tricks]) * as_int(worth[tricks])
                if card == BEST:
                    every = total
                else:
                    most = max(most, total)
        costs[member] = (most - every) / number


def packed(values: NDArray[np.float64]) -> bytes:
    """Return the contents of the data file: a SHA-256 of the bytes, then the bytes compressed."""
    rounded = np.clip(np.round(values * UNITS), -_MOST, _MOST).astype(np.int8).tobytes()
    return hashlib.sha256(rounded).digest() + zlib.compress(rounded, 9)


def stored() -> bytes:
    """Return the contents of the data file that is shipped with the package."""
    return read_bytes(DATA)


@cache
def call_values() -> NDArray[np.int8]:
    """Return the shipped values, as ``[call, turn-up, kind]`` in hundredths of a mark.

    Raises ``WrongTableError`` if the data file does not match its checksum.
    """
    contents = stored()
    values = zlib.decompress(contents[_DIGEST:])
    if hashlib.sha256(values).digest() != contents[:_DIGEST]:
        raise WrongTableError(
            f"worker/review/data/{DATA} is damaged: make it again by python -m worker.review.tables"
        )
    table = np.frombuffer(values, np.int8).reshape(len(CALLS), RANKS, KINDS)
    return table


def hidden_change(call: str, hand: CardMask, turned: int) -> float:
    """Return what hidden play changes in the value of a first call, in marks to the player who makes it.

    ``hand`` has spades as trumps; ``turned`` is the rank of the turn-up.
    """
    return float(call_values()[CALLS.index(call), turned, kind_of(hand_kinds(), hand, turned)]) / UNITS


def find_changes(
    calls: Sequence[str],
    hand: CardMask,
    announced: CardMask,
    turned: int,
    chance: NDArray[np.float64] | None,
) -> Changes:
    """Return what hidden play changes in the values of first calls with a hand.

    - ``hand`` and ``announced``: the player's hand, and the king of trumps if the opponent announced it, with
      spades as trumps.
    - ``turned``: the rank of the turn-up.
    - ``chance``: the player's chance of winning the game after each outcome of the deal, or None if the score is
      unknown.
    """
    marks = {call: hidden_change(call, hand, turned) for call in calls}
    if chance is None:
        return Changes(marks, None)
    kings = _weigh_kings(hand, announced, turned, is_elder=not set(calls).isdisjoint("SP"))
    return Changes(marks, {call: marks[call] * value_of_mark(call, chance, kings) for call in calls})


def _weigh_kings(
    hand: CardMask, announced: CardMask, turned: int, *, is_elder: bool
) -> tuple[float, float, float]:
    """Return the probabilities that nobody, the elder hand or the dealer marks the king, with the cards as they are."""
    if turned == KING_RANK:
        return 0.0, 0.0, 1.0
    own = 1.0 if hand & KING_OF_TRUMPS else 0.0
    other = 1.0 if announced else 0.0 if own else HAND_SIZE / _UNSEEN
    nobody = 1 - own - other
    return (nobody, own, other) if is_elder else (nobody, other, own)


def value_of_mark(call: str, chance: NDArray[np.float64], kings: tuple[float, float, float]) -> float:
    """Return what one more mark for tricks is worth after a first call, in probability of winning the game.

    Hidden play moves marks by points won and lost, so a mark is worth the difference in chances between winning and
    losing the point, divided by the difference in marks. The point counts two against a player who stands or refuses
    (law 49).

    - ``chance``: the player's chance after each outcome of the deal.
    - ``kings``: the probabilities that nobody, the elder hand or the dealer marks the king.
    """
    # The tricks (``TRICKS``) with which the player who calls wins and loses the point.
    won, lost = {"S": (3, 0), "P": (3, 1), "R": (1, 4), "G": (1, 3)}[call]
    points = [own - other for own, other in TRICKS]
    marks = abs(points[won] - points[lost])
    differences = [chance[5 * king + won] - chance[5 * king + lost] for king in range(len(kings))]
    return float(np.dot(kings, differences)) / marks
