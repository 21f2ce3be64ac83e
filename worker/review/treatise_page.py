"""The computed values beside the old treatise: its hands, refusals and odds, as data shipped with the package.

``python -m worker.review.tables`` computes the values (``worker.review.treatise_counts`` and
``worker.review.treatise_moves``). A page of the site and docs/treatise.md show them. This module loads
neither NumPy nor Numba, so that pages can use it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from scoring.cards import CardMask, parse_cards
from worker.review.chances import chance_of_game, odds_on_the_table
from worker.review.data_files import read_json
from worker.review.treatise import RULES, Rule

DATA: Final = "book.json"
HANDS: Final = 65_780
"""The number of hands that the opponent may have beside five known cards and a turn-up."""
CLOSE: Final = 0.05
"""Two choices count as equal if they differ by at most this many marks, about half a hundredth of the game at
0-0.
"""
SURE: Final = 2.0
"""Two choices count as equal if they differ by at most this many standard errors."""
TWO_TO_ONE: Final = 2 / 3
THREE_TO_TWO: Final = 3 / 5
WEAKEST_THREE_TRUMPS: Final = "S987.H7.D7"
"""The hand to which the treatise gives odds of three to two; to its other hands it gives two to one."""
BOOK_KINGS: Final = (66, 35)
"""The treatise's odds of the dealer against the elder hand for marking the king.

They are exact for the cards as dealt: the king is turned up one time in eight; otherwise each player has it 5
times in 31.
"""
STANDING: Final = "stand-"
REFUSING: Final = "refuse-"
FAIR: Final = 0.005
"""Odds that differ from the true probability of winning the game by at most this are fair."""
BAD_TO_LAY: Final = ((3, 2), (4, 3))
"""The scores at which the treatise would not lay the odds on a leader who has the deal. The leader's points
come first.
"""


class Compared(NamedTuple):
    """A hand of the treatise, with the values of standing (or refusing) and of proposing (or accepting).

    Trumps are spades.

    - ``hand`` and ``lead``: in the notation; ``lead`` is the treatise's lead, or None.
    - ``holds``: whether the treatise stands (or refuses) with the hand.
    - ``makes``: the number of the opponent's hands against which the hand makes the point, with both hands
      seen.
    - ``hands``: the number of all hands that the opponent may have, over all possible ``turn_ups``.
    - ``ends``: the marks of standing or refusing, counted exactly.
    - ``goes_on``: the marks of proposing or accepting, sampled; ``error`` is the standard error of these
      marks.
    """

    name: str
    hand: str
    lead: str | None
    holds: bool
    turn_ups: int
    makes: int
    hands: int
    ends: float
    goes_on: float
    error: float

    @property
    def mask(self) -> CardMask:
        return parse_cards(self.hand)

    @property
    def share(self) -> float:
        return self.makes / self.hands

    @property
    def odds(self) -> float:
        """The odds of making the point, as a number to one: 2.0 means two to one."""
        return self.makes / (self.hands - self.makes)

    @property
    def is_close(self) -> bool:
        """Whether the two choices are so close that they count as equal."""
        return abs(self.ends - self.goes_on) <= max(CLOSE, SURE * self.error)

    @property
    def should_hold(self) -> bool:
        """Whether standing (or refusing) has the higher value. It means nothing if ``is_close``."""
        return self.ends > self.goes_on

    @property
    def agrees(self) -> bool:
        """Whether the treatise's choice has the higher value, or both count as equal."""
        return self.is_close or self.holds == self.should_hold


class Known(NamedTuple):
    """A count of hands that was known before ours (``known``), and our own count (``makes``).

    Both count the dealer's hands against which the leader makes the point with ``hand``, if ``turn_up`` is
    turned up and both hands are seen.
    """

    hand: str
    turn_up: str
    known: int
    makes: int


class Kings(NamedTuple):
    """The number of times that each side marked the king in ``deals`` random deals at 0-0, if both followed the
    policy.
    """

    dealer: int
    elder: int
    deals: int

    @property
    def dealer_to_elder(self) -> float:
        return self.dealer / self.elder


class Move(NamedTuple):
    """The gain of a player who moves one threshold of the policy, while the other player keeps to the policy.

    - ``role``: "stands" or "refuses".
    - ``call``: "first", "free" (first, with the opponent at four points) or "later".
    - ``king_safe``: whether the king of trumps is in the hand or turned up.
    - ``share``: the threshold before the move; ``by``: the size of the move.
    - ``score``: the elder hand's points and the dealer's.
    - ``gain``: the gain per deal, in marks at 0-0, and in probability of winning the game at other scores.
    - ``error``: the standard error of ``gain``.
    """

    role: str
    call: str
    king_safe: bool
    share: float
    by: float
    score: tuple[int, int]
    gain: float
    error: float

    @property
    def is_in_marks(self) -> bool:
        return self.score == (0, 0)


class Price(NamedTuple):
    """The odds on the leader at a score.

    - ``leader`` and ``other``: the points of the two players.
    - ``odds``: the traditional odds.
    - ``with_deal`` and ``without_deal``: the leader's probability of winning if the leader deals next, or
      does not.
    """

    leader: int
    other: int
    odds: tuple[int, int]
    with_deal: float
    without_deal: float

    @property
    def on_the_table(self) -> float:
        """The leader's probability of winning that the traditional odds imply."""
        return self.odds[0] / sum(self.odds)

    def price(self, *, deals: bool) -> Literal["good", "fair", "bad"]:
        """Return whether laying the odds on the leader is good, fair or bad; ``deals`` is whether the leader
        deals next.
        """
        gain = (self.with_deal if deals else self.without_deal) - self.on_the_table
        if abs(gain) <= FAIR:
            return "fair"
        return "good" if gain > 0 else "bad"

    @property
    def is_bad_to_lay(self) -> bool:
        """Whether the treatise calls these odds bad to lay on a leader who has the deal."""
        return (self.leader, self.other) in BAD_TO_LAY


class TreatisePage(NamedTuple):
    """All computed values that are shown beside the treatise on its page.

    ``assumptions`` are the versions, seeds and numbers of deals under which the values were computed, as
    stored in the data file.
    """

    assumptions: dict[str, Any]
    standing: tuple[Compared, ...]
    refusing: tuple[Compared, ...]
    known: tuple[Known, ...]
    kings: Kings
    moves: tuple[Move, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "assumptions": self.assumptions,
            "standing": [row._asdict() for row in self.standing],
            "refusing": [row._asdict() for row in self.refusing],
            "known": [row._asdict() for row in self.known],
            "kings": self.kings._asdict(),
            "moves": [row._asdict() for row in self.moves],
        }


@cache
def treatise_page() -> TreatisePage:
    """Return the values of the treatise's page from the data file that is shipped with the package."""
    stored = read_json(DATA)
    return TreatisePage(
        stored["assumptions"],
        tuple(Compared(**row) for row in stored["standing"]),
        tuple(Compared(**row) for row in stored["refusing"]),
        tuple(Known(**row) for row in stored["known"]),
        Kings(**stored["kings"]),
        tuple(Move(**{**row, "score": tuple(row["score"])}) for row in stored["moves"]),
    )


def prices() -> tuple[Price, ...]:
    """Return the odds at every score at which one player leads and neither has won."""
    return tuple(
        Price(
            leader,
            other,
            odds_on_the_table(leader, other),
            chance_of_game(leader, other, deals=True),
            chance_of_game(leader, other, deals=False),
        )
        for other in range(4)
        for leader in range(other + 1, 5)
    )


def agreeing(rows: Iterable[Compared]) -> tuple[int, int, int]:
    """Count hands by how the treatise's choice compares with the computed values.

    Return three numbers: the hands on which both agree, on which both choices count as equal, and on which
    they differ.
    """
    listed = list(rows)
    close = sum(row.is_close for row in listed)
    differ = sum(not row.agrees for row in listed)
    return len(listed) - close - differ, close, differ


def rule_of(name: str, prefix: str) -> Rule:
    """Return the treatise's rule that an example is about, given the example's name.

    ``prefix`` is ``STANDING`` or ``REFUSING``.
    """
    return RULES.get(prefix + name) or RULES[f"accept-{name}"]


def book_share(row: Compared) -> float:
    """Return the probability of making the point that the treatise assumes for a hand to stand with."""
    return THREE_TO_TWO if row.hand == WEAKEST_THREE_TRUMPS else TWO_TO_ONE
