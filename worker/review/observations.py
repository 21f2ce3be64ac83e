"""Find what a player saw of the opponent's hand apart from the play, in incidents and in announced kings.

A card that was seen may leave the hand unseen before the first lead. The functions therefore compute the
smallest and largest number of seen cards that may still be in the hand. Law numbers are those of the club's
code of 55 laws.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from scoring.cards import HAND_SIZE, PACK, CardMask, Player
from scoring.deal_course import Change, Course, Swap
from scoring.incidents import argument_of, offender_of

FALSE_KING: Final = 25
BARRED_OR_LATE_KING: Final = (19, 23, 24)


class Sighting(NamedTuple):
    """Cards that the opponent was seen to have, or to take, at the token with the number ``token``."""

    cards: CardMask
    token: int


class Departure(NamedTuple):
    """A change of the opponent's hand at ``token``.

    ``gone`` is the number of cards that left the hand unseen, ``kept`` the number of cards that stayed.
    """

    token: int
    gone: int
    kept: int


class Bound(NamedTuple):
    """The knowledge that at least ``least`` and at most ``most`` of ``cards`` are still in the opponent's
    hand.
    """

    cards: CardMask
    least: int
    most: int

    def allows(self, hand: CardMask) -> bool:
        return self.least <= (self.cards & hand).bit_count() <= self.most


def laid_aside(course: Course, token: int) -> CardMask:
    """Return the cards out of play that both players saw in incidents before ``token``."""
    cards = 0
    for noted in course.incidents:
        if noted.token < token:
            cards |= noted.revealed & course.aside
    return cards


def drawn_unseen(course: Course) -> CardMask:
    """Return the cards drawn from the hand of a dealer who had not taken it up and so never saw them (law 17)."""
    cards = 0
    for noted in course.incidents:
        if noted.incident.law == 17 and noted.remedy == "draw" and not noted.revealed:
            cards |= argument_of(noted.incident) or 0
    return cards


def sightings_of(course: Course, holder: Player, token: int, *, elsewhere: CardMask) -> list[Sighting]:
    """Return what the incidents before ``token`` revealed of the holder's hand.

    The cards ``elsewhere`` are omitted. Each sighting has the token from which the holder had the cards,
    because some cards are revealed before the holder takes them (laws 36 and 37). Incidents without a remedy
    are ignored, because it is unknown in which hand the card is.
    """
    sightings = []
    for noted in course.incidents:
        if noted.token >= token:
            break
        if noted.remedy is None:
            continue
        cards = noted.revealed & ~elsewhere
        for swap in course.swaps if cards else ():
            taken = cards & (swap.taken or 0)
            if taken and swap.player == holder and swap.token > noted.token:
                sightings.append(Sighting(taken, swap.token))
                cards &= ~taken
        if cards:
            sightings.append(Sighting(cards, noted.token))
    return sightings


def departures_from(course: Course, holder: Player) -> list[Departure]:
    """Return each exchange or incident in which cards left the holder's hand unseen, with the number of
    cards.
    """
    departures = []
    for change in course.changes:
        if change.player == holder and (gone := _count_gone(course, change)):
            hand = course.held_at(holder, change.token)
            size = HAND_SIZE if hand is None else hand.bit_count()
            departures.append(Departure(change.token, gone, size - gone))
    return departures


def _count_gone(course: Course, change: Change) -> int:
    if isinstance(change, Swap):
        return change.number
    if change.out is None:
        return HAND_SIZE
    seen = next((noted.revealed for noted in course.incidents if noted.token == change.token), 0)
    return (change.out & ~seen).bit_count()


def bounds_on(sightings: list[Sighting], departures: list[Departure]) -> list[Bound]:
    """Return how many of the seen cards may still be in the hand, by the numbers of cards that left and
    stayed.

    A bound that excludes no hand is omitted.
    """
    bounds = []
    for position, departure in enumerate(departures):
        seen_before = cards_of_all(sightings, until=departure.token)
        if seen_before.bit_count() > departure.kept:
            bounds.append(Bound(seen_before, 0, departure.kept))
        seen_since = cards_of_all(sightings, since=departures[position - 1].token if position else 0)
        least = seen_since.bit_count() - sum(later.gone for later in departures[position:])
        if least > 0:
            bounds.append(Bound(seen_since, least, PACK.bit_count()))
    return bounds


def cards_of_all(sightings: list[Sighting], *, since: int = 0, until: int | None = None) -> CardMask:
    """Return all cards in ``sightings`` that were seen at the token ``since`` or later.

    If ``until`` is given, only cards seen before the token ``until`` are returned.
    """
    cards = 0
    for sighting in sightings:
        if sighting.token >= since and (until is None or sighting.token < until):
            cards |= sighting.cards
    return cards


def king_announced(course: Course, player: Player, token: int) -> int | None:
    """Return the token of the player's last announcement of the king before ``token``.

    Return None if the player announced no king, or if the announcement proved false afterwards (law 25).
    """
    announced = None
    for king in course.kings_heard:
        if king.player == player and king.token < token:
            announced = king.token
    if announced is None or not course.incidents:
        return announced
    taken_down = king_taken_down(course, player, token)
    return announced if taken_down is None or taken_down < announced else None


def king_taken_down(course: Course, player: Player, token: int) -> int | None:
    """Return the token before ``token`` at which the player's last announcement of the king proved false (law
    25).

    Return None if no announcement proved false.
    """
    announced = min((king.token for king in course.kings_heard if king.player == player), default=token)
    taken_down = None
    for noted in course.incidents:
        if noted.incident.law == FALSE_KING and noted.token < token:
            announcer = noted.incident.player
            if announcer == player or (announcer is None and announced < noted.token):
                taken_down = noted.token
    return taken_down


def is_silence_excused(course: Course, player: Player, token: int) -> bool:
    """Return whether the player may have the king of trumps although they did not announce it.

    This is so if the king could not be marked (law 19), or was found to be announced too late (laws 23 and
    24).
    """
    return any(
        noted.incident.law in BARRED_OR_LATE_KING
        and noted.token < token
        and offender_of(noted.incident, course.dealer) in (None, player)
        for noted in course.incidents
    )


def has_taken_since(course: Course, player: Player, token: int) -> bool:
    """Return whether the player drew or was given cards, perhaps unknown ones, after ``token``."""
    return any(
        change.player == player and change.token > token and change.taken != 0 for change in course.changes
    )
