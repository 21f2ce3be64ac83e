"""What a player saw of the other hand apart from the play: by incidents, and by the king announced.

A card that was seen in a hand may leave it unseen before the first lead. Of such cards it is known how many are
left at least, and how many at most.

Law numbers are those of the club's code of 55 laws.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from scoring.cards import HAND_SIZE, PACK, CardMask, Player
from scoring.course import Change, Course, Swap
from scoring.incidents import argument_of, offender_of

FALSE_KING: Final = 25
BARRED_OR_LATE_KING: Final = (19, 23, 24)


class Sighting(NamedTuple):
    """The adversary was seen to hold ``cards`` at ``token``, or to take them then."""

    cards: CardMask
    token: int


class Departure(NamedTuple):
    """At ``token`` ``gone`` cards left the adversary's hand unseen, and ``kept`` stayed."""

    token: int
    gone: int
    kept: int


class Bound(NamedTuple):
    """Of ``cards`` at least ``least`` and at most ``most`` are still in the hand."""

    cards: CardMask
    least: int
    most: int

    def allows(self, hand: CardMask) -> bool:
        return self.least <= (self.cards & hand).bit_count() <= self.most


def laid_aside(course: Course, token: int) -> CardMask:
    """The cards out of play that incidents before ``token`` showed to both players."""
    cards = 0
    for noted in course.incidents:
        if noted.token < token:
            cards |= noted.shown & course.aside
    return cards


def drawn_unseen(course: Course) -> CardMask:
    """Law 17: what was drawn from the hand of a dealer who had not taken it up, and so never saw it."""
    cards = 0
    for noted in course.incidents:
        if noted.incident.law == 17 and noted.remedy == "draw" and not noted.shown:
            cards |= argument_of(noted.incident) or 0
    return cards


def sightings_of(course: Course, holder: Player, token: int, *, elsewhere: CardMask) -> list[Sighting]:
    """What the incidents before ``token`` showed of the holder's hand: no cards that were ``elsewhere``.

    Each card from when the holder had it: some are shown before he takes them (laws 36, 37). Where nobody has chosen
    yet it is not known in which hand a card is.
    """
    sightings = []
    for noted in course.incidents:
        if noted.token >= token:
            break
        if noted.remedy is None:
            continue
        cards = noted.shown & ~elsewhere
        for swap in course.swaps if cards else ():
            taken = cards & (swap.taken or 0)
            if taken and swap.player == holder and swap.token > noted.token:
                sightings.append(Sighting(taken, swap.token))
                cards &= ~taken
        if cards:
            sightings.append(Sighting(cards, noted.token))
    return sightings


def departures_from(course: Course, holder: Player) -> list[Departure]:
    """How many cards left the holder's hand unseen, exchange by exchange and incident by incident."""
    departures = []
    for change in course.changes:
        if change.player == holder and (gone := _number_gone(course, change)):
            held = course.held_at(holder, change.token)
            size = HAND_SIZE if held is None else held.bit_count()
            departures.append(Departure(change.token, gone, size - gone))
    return departures


def _number_gone(course: Course, change: Change) -> int:
    if isinstance(change, Swap):
        return change.number
    if change.out is None:
        return HAND_SIZE
    seen = next((noted.shown for noted in course.incidents if noted.token == change.token), 0)
    return (change.out & ~seen).bit_count()


def bounds_on(sightings: list[Sighting], departures: list[Departure]) -> list[Bound]:
    """What the numbers that went and stayed say of the cards seen; bounds that say nothing are left out."""
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
    """All that was seen at ``since`` or later, and before ``until``."""
    cards = 0
    for sighting in sightings:
        if sighting.token >= since and (until is None or sighting.token < until):
            cards |= sighting.cards
    return cards


def king_announced(course: Course, player: Player, token: int) -> int | None:
    """Where before ``token`` the player last announced his king, nowhere if that came off again (law 25)."""
    announced = None
    for king in course.kings_heard:
        if king.player == player and king.token < token:
            announced = king.token
    if announced is None or not course.incidents:
        return announced
    taken_down = king_taken_down(course, player, token)
    return announced if taken_down is None or taken_down < announced else None


def king_taken_down(course: Course, player: Player, token: int) -> int | None:
    """Law 25: where before ``token`` it last came out that the player has not got the king he had announced."""
    announced = min((king.token for king in course.kings_heard if king.player == player), default=token)
    taken_down = None
    for noted in course.incidents:
        if noted.incident.law == FALSE_KING and noted.token < token:
            announcer = noted.incident.player
            if announcer == player or (announcer is None and announced < noted.token):
                taken_down = noted.token
    return taken_down


def is_silence_excused(course: Course, player: Player, token: int) -> bool:
    """Whether a king not announced may be held all the same: barred (19), or found to be late (23, 24)."""
    return any(
        noted.incident.law in BARRED_OR_LATE_KING
        and noted.token < token
        and offender_of(noted.incident, course.dealer) in (None, player)
        for noted in course.incidents
    )


def has_taken_since(course: Course, player: Player, token: int) -> bool:
    """Whether cards have come to the player's hand after ``token``."""
    return any(
        change.player == player and change.token > token and change.taken != 0 for change in course.changes
    )
