"""The two games that can be scored, écarté and its ancestor La Triomphe, as a table of their differences.

Cards, dealing, the duties of play, games and rubbers are the same in both. L'Homme d'Auvergne, a third game
of the family, is not supported: it marks the king and may turn up a second and a third trump.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from scoring.cards import Player, opponent, seat
from scoring.checked import Mark
from scoring.deal_course import Course
from scoring.incidents import OF_EXCHANGING, OF_THE_KING
from scoring.record import Variant
from scoring.variants import ecarte, triomphe


class Governing(Protocol):
    """A function that returns the letters of the calls that govern a deal.

    ``called`` are all calls in order. Some do not govern, for example a call that was taken back.
    ``is_played`` is whether a card was led.
    """

    def __call__(self, called: list[str], *, is_played: bool) -> str: ...


class Variation(NamedTuple):
    """The rules by which one game, écarté or La Triomphe, differs from the other.

    The functions take the letters of the calls that govern the deal (``Course.letters``), and the dealer.

    - ``governing_letters``: a function that selects the governing letters from all calls in order.
    - ``vulnerable_player``: a function that returns the player against whom the point counts two (law 49),
      "none", or None if unknown.
    - ``taken_by``: a function that returns the player who took the point, which ended the deal, or None.
    - ``tricks_mark``: a function that returns the mark for a majority of tricks, from its winner, their
      number, and the vulnerable player.
    - ``has_king``: whether the king is marked.
    - ``has_exchange``: whether cards are exchanged.
    - ``is_lowest_dealer``: whether the lower of two cards cut deals instead of the higher (law 5).
    - ``has_offer_in_play``: whether the point may be offered after the first lead.
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
    """Return the player who took the point when it was offered, or None if nobody took it.

    Taking the point ends the deal. The result is always None at écarté, which has no offers.
    """
    if course.variant != "triomphe":
        return None
    return VARIATIONS[course.variant].taken_by(course.letters, course.dealer)


def is_refusal_lost(course: Course) -> bool:
    """Return whether the player who refused the point (La Triomphe) has lost a trick on record.

    The marks of the deal are then decided, whatever is played afterwards.
    """
    if course.variant != "triomphe":
        return False
    refuser = triomphe.refused_by(course.letters, course.dealer)
    return refuser is not None and course.tricks_won[seat(opponent(refuser))] > 0


def can_arise(law: int, variant: Variant) -> bool:
    """Return whether ``law`` can be broken in the game ``variant``.

    A law about a king or an exchange can't be broken in a game that has no king to mark or no exchange.
    """
    variation = VARIATIONS[variant]
    if law in OF_THE_KING:
        return variation.has_king
    return law not in OF_EXCHANGING or variation.has_exchange
