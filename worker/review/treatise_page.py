"""The old treatise beside the count: its hands, refusals and odds with computed values, as data that is shipped.

``python -m worker.review.tables`` computes the values (``worker.review.treatise_counts`` and
``worker.review.treatise_moves``); the site's page and docs/treatise.md show them. It needs the standard library
alone, so that pages may import it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, NamedTuple

from scoring.cards import CardMask, parse_cards
from worker.review.chances import chance_of_game, odds_on_the_table
from worker.review.treatise import RULES, Rule

DATA: Final = "book.json"
HANDS: Final = 65_780
"""The hands that may lie against five known cards and a turn-up."""
CLOSE: Final = 0.05
"""Marks, about half a hundredth of the game at love-all; choices that are no further apart count as equal."""
SURE: Final = 2.0
"""Standard errors; choices that are no further apart count as equal."""
TWO_TO_ONE: Final = 2 / 3
THREE_TO_TWO: Final = 3 / 5
WEAKEST_THREE_TRUMPS: Final = "S987.H7.D7"
"""The hand that the treatise puts at three to two, where it puts its others at two to one."""
BOOK_KINGS: Final = (66, 35)
"""The dealer's chance of marking the king against the elder's, as the treatise puts it.

It is exact for the cards as dealt: one time in eight the king is turned up, else either holds it 5 times in 31.
"""
STANDING: Final = "stand-"
REFUSING: Final = "refuse-"
FAIR: Final = 0.005
"""In chances of the game; odds that are no further from the chance are fair."""
BAD_TO_LAY: Final = ((3, 2), (4, 3))
"""Scores at which the treatise would not lay the odds on the leader where he has the deal."""


class Compared(NamedTuple):
    """A hand of the treatise, trumps being spades; ``hand`` is in the notation.

    ``holds``: the treatise stands, or refuses, with it. ``makes`` of ``hands``, both hands seen, over all ``turn_ups``
    that may be: hands against which the point is made. ``ends`` are the marks of standing or refusing, counted out;
    ``goes_on`` those of proposing or giving, sampled, with their standard error.
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
        """For making the point, so many to one."""
        return self.makes / (self.hands - self.makes)

    @property
    def is_close(self) -> bool:
        """Whether the two choices can't be told apart, or are as good as equal."""
        return abs(self.ends - self.goes_on) <= max(CLOSE, SURE * self.error)

    @property
    def should_hold(self) -> bool:
        """Whether the count would stand, or refuse; nothing to go by where ``is_close``."""
        return self.ends > self.goes_on

    @property
    def agrees(self) -> bool:
        """Whether treatise and count have a choice in common."""
        return self.is_close or self.holds == self.should_hold


class Known(NamedTuple):
    """A count that is known beforehand: the leader's ``hand`` with ``turn_up`` turned up, both hands seen."""

    hand: str
    turn_up: str
    known: int
    makes: int


class Kings(NamedTuple):
    """Of ``deals`` at love-all, both following the policy: how often each marked the king."""

    dealer: int
    elder: int
    deals: int

    @property
    def dealer_to_elder(self) -> float:
        return self.dealer / self.elder


class Move(NamedTuple):
    """What a threshold of the policy ``by`` higher brings its player a deal, the other keeping to the policy.

    ``role`` "stands" or "refuses"; ``call`` "first", "free" (the adversary at four) or "later"; ``king_safe``: held
    or turned up. ``score``: the elder's points and the dealer's. ``gain`` is in marks at love-all, in chances of the
    game elsewhere.
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
    """The odds at a score: both players' points, the treatise's odds, the leader's chance with the deal and without."""

    leader: int
    other: int
    odds: tuple[int, int]
    with_deal: float
    without_deal: float

    @property
    def on_the_table(self) -> float:
        """The chance that the odds of old come to."""
        return self.odds[0] / sum(self.odds)

    def price(self, *, deals: bool) -> Literal["good", "fair", "bad"]:
        """What it is to lay the odds on the leader, who ``deals`` or does not."""
        gain = (self.with_deal if deals else self.without_deal) - self.on_the_table
        if abs(gain) <= FAIR:
            return "fair"
        return "good" if gain > 0 else "bad"

    @property
    def is_bad_to_lay(self) -> bool:
        """By the treatise, where the leader has the deal."""
        return (self.leader, self.other) in BAD_TO_LAY


class TreatisePage(NamedTuple):
    """``assumptions`` as they stand in the file."""

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
    """The values that are shipped."""
    stored = json.loads(files("worker.review").joinpath("data", DATA).read_text("utf-8"))
    return TreatisePage(
        stored["assumptions"],
        tuple(Compared(**row) for row in stored["standing"]),
        tuple(Compared(**row) for row in stored["refusing"]),
        tuple(Known(**row) for row in stored["known"]),
        Kings(**stored["kings"]),
        tuple(Move(**{**row, "score": tuple(row["score"])}) for row in stored["moves"]),
    )


def prices() -> tuple[Price, ...]:
    """The odds at every score of the treatise, one player leading."""
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
    """On how many hands treatise and count agree, are as good as equal, and differ."""
    listed = list(rows)
    close = sum(row.is_close for row in listed)
    differ = sum(not row.agrees for row in listed)
    return len(listed) - close - differ, close, differ


def rule_of(name: str, prefix: str) -> Rule:
    """The rule that an example goes by; ``prefix`` is ``STANDING`` or ``REFUSING``."""
    return RULES.get(prefix + name) or RULES[f"accept-{name}"]


def book_share(row: Compared) -> float:
    """The chance of the point that the treatise gives a hand to stand with."""
    return THREE_TO_TWO if row.hand == WEAKEST_THREE_TRUMPS else TWO_TO_ONE
