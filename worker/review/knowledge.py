"""What a player knows of the hand against him when he is to play a card.

``worker.review.sightings`` tells what he saw of it apart from the play.

Law numbers are those of the club's code of 55 laws.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from scoring.cards import (
    PACK,
    PLAYERS,
    Card,
    CardMask,
    Player,
    Suit,
    adversary,
    cards_of,
    king_of,
    lawful_cards,
    mask_of,
    seat,
)
from scoring.course import Course
from scoring.variants import VARIATIONS
from worker.review.sightings import (
    Departure,
    Sighting,
    bounds_on,
    cards_of_all,
    departures_from,
    drawn_unseen,
    has_taken_since,
    is_silence_excused,
    king_announced,
    king_taken_down,
    laid_aside,
    sightings_of,
)


class Knowledge(NamedTuple):
    """The adversary holds ``size`` cards, all of ``certain`` and the rest from ``possible``, any as likely."""

    certain: CardMask
    possible: CardMask
    size: int

    @property
    def worlds(self) -> int:
        """How many hands that leaves; none where what was seen can't all be true (a king falsely announced)."""
        unknown = self.size - self.certain.bit_count()
        if self.certain & ~self.possible or unknown < 0:
            return 0
        return comb((self.possible & ~self.certain).bit_count(), unknown)


@dataclass(slots=True)
class Shown:
    """What one player's cards have told so far: those played, and those that his replies say he has not got."""

    cards: CardMask = 0
    ruled_out: CardMask = 0

    def play(self, card: Card, *, from_hand: CardMask, lead: Card, trump: Suit) -> None:
        """``lead`` is the card replied to, or -1. A reply that broke law 43 tells nothing but itself."""
        self.cards |= 1 << card
        if lawful_cards(from_hand, lead, trump) >> card & 1:
            self.ruled_out |= cards_ruled_out(card, lead, trump) & ~self.cards

    def take_up_again(self) -> None:
        """His cards are back in his hand for a replay; what his replies told of the others holds (laws 25, 43)."""
        self.cards = 0


@cache
def cards_ruled_out(reply: Card, lead: Card, trump: Suit) -> CardMask:
    """The cards beside which ``reply`` to ``lead`` would have been unlawful; none for a lead (-1).

    Law 43 compares the reply with each other card by itself, so a lawful reply rules out just these.
    """
    bit = 1 << reply
    return sum(
        1 << card
        for card in range(32)
        if card != reply and not lawful_cards(bit | 1 << card, lead, trump) & bit
    )


def knowledge_of(course: Course, player: Player, shown: Shown, token: int) -> tuple[Knowledge, ...] | None:
    """What ``player`` knows at ``token``, when ``shown`` is what the adversary's cards have told.

    Parts that have no hand in common, most often one. None where his own cards are not all on record, so that it
    can't be said what he had seen.
    """
    other = adversary(player)
    own, put_out, theirs = (
        course.hands[seat(player)],
        course.discards[seat(player)],
        course.hands[seat(other)],
    )
    if own is None or put_out is None or theirs is None or course.turn_up is None or course.trump is None:
        return None
    elsewhere = cards_elsewhere(course, own | put_out | 1 << course.turn_up, token)
    sightings: list[Sighting] = []
    if course.incidents:
        sightings = sightings_of(course, other, token, elsewhere=elsewhere)
    possible = PACK & ~(elsewhere | shown.cards | shown.ruled_out)
    unannounced = 0
    king = 1 << king_of(course.trump)
    # Law 22: a king turned up is the dealer's to mark, and in neither hand.
    if VARIATIONS[course.variant].has_king and king != 1 << course.turn_up:
        announced = king_announced(course, other, token)
        if announced is not None:
            sightings.append(Sighting(king, announced))
        elif _is_due_and_unannounced(course, other, token, has_played=shown.cards != 0):
            unannounced = king
    size = theirs.bit_count() - shown.cards.bit_count()
    if not sightings:
        return (Knowledge(0, possible & ~unannounced, size),)
    departures = departures_from(course, other)
    last = departures[-1].token if departures else 0
    certain = cards_of_all(sightings, since=last) & ~shown.cards
    return _in_parts(
        Knowledge(certain, possible & ~(unannounced & ~certain), size),
        [sighting for sighting in sightings if sighting.token < last],
        departures,
        played=shown.cards,
    )


def common_knowledge(
    course: Course, shown: dict[Player, Shown], token: int
) -> dict[Player, Knowledge] | None:
    """What both players can tell at ``token`` of each one's hand, whatever is in the other's and was put out.

    None where an incident leaves open what both have seen.
    """
    if course.incidents or course.turn_up is None or course.trump is None:
        return None
    seen = 1 << course.turn_up | shown["A"].cards | shown["B"].cards
    king = 1 << king_of(course.trump)
    views: dict[Player, Knowledge] = {}
    for holder in PLAYERS:
        hand = course.hands[seat(holder)]
        if hand is None:
            return None
        certain, possible = 0, PACK & ~(seen | shown[holder].ruled_out)
        if VARIATIONS[course.variant].has_king and not seen & king:
            announced = king_announced(course, holder, token)
            if announced is not None and not has_taken_since(course, holder, announced):
                certain = king
            elif announced is None and shown[holder].cards:
                possible &= ~king
        views[holder] = Knowledge(certain, possible, (hand & ~shown[holder].cards).bit_count())
    return views


def cards_elsewhere(course: Course, had: CardMask, token: int) -> CardMask:
    """The cards that a player knows by ``token`` to be in no hand but his, apart from those played.

    ``had``: the turn-up, and all that came to his own hand; some may have been drawn from it before he took it up.
    """
    if not course.incidents:
        return had
    return had & ~drawn_unseen(course) | laid_aside(course, token)


def _is_due_and_unannounced(course: Course, player: Player, token: int, *, has_played: bool) -> bool:
    """Laws 23 and 24: due before his first card, unless that is the king, which then is seen. And law 25."""
    if course.incidents:
        taken_down = king_taken_down(course, player, token)
        if taken_down is not None and not has_taken_since(course, player, taken_down):
            return True
        if is_silence_excused(course, player, token):
            return False
    return has_played


def _in_parts(
    known: Knowledge, sightings: list[Sighting], departures: list[Departure], *, played: CardMask
) -> tuple[Knowledge, ...]:
    """``known`` and, of the cards seen before others left the hand, as many as must and can have stayed."""
    bounds = bounds_on(sightings, departures)
    if not bounds:
        return (known,)
    doubtful = cards_of_all(sightings) & known.possible & ~known.certain
    return tuple(
        Knowledge(known.certain | kept, known.possible & ~(doubtful & ~kept), known.size)
        for kept in _subsets(doubtful, most=known.size - known.certain.bit_count())
        if all(bound.allows(kept | known.certain | played) for bound in bounds)
    )


def _subsets(mask: CardMask, *, most: int) -> Iterator[CardMask]:
    """Every set of ``most`` cards of ``mask`` or fewer."""
    cards = cards_of(mask)
    for number in range(min(most, len(cards)) + 1):
        yield from map(mask_of, combinations(cards, number))
