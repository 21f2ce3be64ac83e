"""Value the king of trumps announced and kept back, by play in which neither player sees the other hand."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import Card, CardMask, Suit
from scoring.marks import KING_POINTS, MAJORITY_OF_TRICKS
from worker.review.equilibrium.hidden_deal import hidden_play
from worker.review.equilibrium.hidden_worlds import play_silent_dealers, try_silence
from worker.review.kernels import NO_LEAD
from worker.review.knowledge import Knowledge
from worker.review.labels import THRESHOLDS
from worker.review.strength import KING_OF_TRUMPS, trumps_first

BATCH: Final = 256
MOST_WORLDS: Final = 8 * BATCH
CLOSE: Final = 0.005
"""Sampling stops when the standard error of the difference, in probability of winning the game, is at most this."""
_SURE: Final = 2.0
"""Sampling stops when the difference is more than this many standard errors away from every label threshold."""


class SilentKing(NamedTuple):
    """The cards of a player who has the king of trumps, at the first trick.

    - ``seat``: the player's (``hidden_deal.ELDER`` or ``DEALER``).
    - ``own`` and ``out``: their cards, and those that they discarded.
    - ``lead``: the card led, if the player is the dealer, or ``NO_LEAD``.
    - ``turned``: the rank of the turn-up; ``vulnerable``: 0 nobody, 1 the elder hand, 2 the dealer.
    """

    seat: int
    own: CardMask
    out: CardMask
    lead: Card
    trump: Suit
    turned: int
    vulnerable: int


class SilenceValues(NamedTuple):
    """The mean values of announcing the king, and of keeping it back, in this order.

    ``chances`` are probabilities of winning the game, ``error`` the standard error of their difference. ``marks``
    include the mark of an announced king.
    """

    chances: tuple[float, float]
    marks: tuple[float, float]
    error: float


def value_silence(
    king: SilentKing, known: Knowledge, worth: NDArray[np.float64], marks: NDArray[np.float64]
) -> SilenceValues:
    """Return the values of announcing the king and of keeping it back.

    - ``known``: what the player knows of the opponent's hand, without the card led.
    - ``worth``: the chances by the number of tricks that the player wins; the first row is with the mark, the second
      without.
    - ``marks``: the marks of the tricks by their number.
    """
    own, out, certain, possible = (
        trumps_first(cards, king.trump) for cards in (king.own, king.out, known.certain, known.possible)
    )
    lead = NO_LEAD if king.lead == NO_LEAD else trumps_first(1 << king.lead, king.trump).bit_length() - 1
    tricks = np.zeros((0, 2), np.uint8)
    while True:
        batch = np.zeros((BATCH, 2), np.uint8)
        with hidden_play() as play:
            try_silence(
                play, king.seat, own, out, certain, possible, lead, king.turned, king.vulnerable,
                1 + len(tricks), batch,
            )  # fmt: skip
        tricks = np.concatenate([tricks, batch])
        chances = worth[0][tricks[:, 0]], worth[1][tricks[:, 1]]
        gains = chances[0] - chances[1]
        gain, error = abs(float(gains.mean())), float(gains.std(ddof=1) / np.sqrt(len(tricks)))
        is_sure = all(abs(gain - least) > _SURE * error for least, _ in THRESHOLDS)
        if error <= CLOSE or is_sure or len(tricks) >= MOST_WORLDS:
            break
    return SilenceValues(
        (float(chances[0].mean()), float(chances[1].mean())),
        (KING_POINTS + float(marks[tricks[:, 0]].mean()), float(marks[tricks[:, 1]].mean())),
        error,
    )


class SilenceGain(NamedTuple):
    """The gain of the dealer at four to three who keeps the king back from an elder hand who stood.

    ``gain`` is in probability of winning the game, with its standard error; ``deals`` the number of deals.
    """

    gain: float
    error: float
    deals: int


def measure_silence(rows: NDArray[np.void]) -> SilenceGain:
    """Return the gain over the played deals in which the policy stands and the dealer was dealt the king.

    ``rows`` are of the type ``sampled_deals.DEAL``. The elder hand has four points, the dealer three, and the dealer's
    point counts two, so that the point decides the game with the mark or without it.
    """
    stood = rows["calls"] & 1 == 1
    chosen = rows[stood & (rows["dealer"] & KING_OF_TRUMPS != 0)]
    tricks = np.zeros((len(chosen), 2), np.uint8)
    with hidden_play(is_long=True) as play:
        play_silent_dealers(
            play, chosen["elder"].copy(), chosen["dealer"].copy(), chosen["turned"].copy(), 1, tricks
        )
    won = (tricks >= MAJORITY_OF_TRICKS).astype(np.float64)
    gains = won[:, 1] - won[:, 0]
    return SilenceGain(float(gains.mean()), float(gains.std(ddof=1) / np.sqrt(len(gains))), len(gains))
