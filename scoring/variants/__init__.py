"""The games that are scored: écarté, and La Triomphe before it. One table of all that is not alike in them.

Cards, dealing, the duties of play, games and rubbers are the same in both. L'Homme d'Auvergne, which marks the king and
may turn up a second and a third trump, is not among them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from scoring.cards import Player, adversary, seat
from scoring.checked import Mark
from scoring.course import Course
from scoring.incidents import OF_EXCHANGING, OF_THE_KING
from scoring.record import Variant
from scoring.variants import ecarte, triomphe


class Governing(Protocol):
    """The calls that stand among those called, in order; ``is_played``: a card was led."""

    def __call__(self, called: list[str], *, is_played: bool) -> str: ...


class Variation(NamedTuple):
    """What a game makes of calls and tricks, and which of the marks and rights of écarté it has.

    Calls are given as ``scoring.course.Course.letters``, with the dealer. ``vulnerable_player``: against whom the point
    counts two (law 49), "none", None where that is not known. ``taken_by``: to whom a call gave the deal without play.
    ``tricks_mark``: what a majority of tricks is worth by its winner, their number, and who is vulnerable.
    ``is_lowest_dealer``: whether the lower of two cards cut deals, and not the higher (law 5). ``has_offer_in_play``:
    whether the point may be offered after the first lead.
    """

    governing_letters: Governing
    vulnerable_player: Callable[[str, Player], str | None]
    taken_by: Callable[[str, Player], Player | None]
    tricks_mark: Callable[[Player, int, str | None], Mark]
    has_king: bool
    has_exchange: bool
    is_lowest_dealer: bool
    has_offer_in_play: bool


VARIATIONS: Final[Mapping[Variant, Variation]] = MappingProxyType(
    {
        "ecarte": Variation(
            ecarte.governing_letters,
            ecarte.vulnerable_player,
            ecarte.taken_by,
            ecarte.tricks_mark,
            has_king=True,
            has_exchange=True,
            is_lowest_dealer=False,
            has_offer_in_play=False,
        ),
        "triomphe": Variation(
            triomphe.governing_letters,
            triomphe.vulnerable_player,
            triomphe.taken_by,
            triomphe.tricks_mark,
            has_king=False,
            has_exchange=False,
            is_lowest_dealer=True,
            has_offer_in_play=True,
        ),
    }
)


def point_taken_by(course: Course) -> Player | None:
    """The player who took the point when it was offered, so that play ends; None where nobody did."""
    if course.variant != "triomphe":
        return None
    return VARIATIONS[course.variant].taken_by(course.letters, course.dealer)


def is_refusal_lost(course: Course) -> bool:
    """Whether who refused the point has lost a trick on record: the deal is decided, whatever is played behind it."""
    if course.variant != "triomphe":
        return False
    refuser = triomphe.refused_by(course.letters, course.dealer)
    return refuser is not None and course.tricks_won[seat(adversary(refuser))] > 0


def can_arise(law: int, variant: Variant) -> bool:
    """Whether what the law is about can happen in the game: where no king is marked none is announced too late."""
    variation = VARIATIONS[variant]
    if law in OF_THE_KING:
        return variation.has_king
    return law not in OF_EXCHANGING or variation.has_exchange
