"""Work out what a player knows of the opponent's hand when the player is about to play a card.

``worker.review.observations`` finds what the player saw of the hand apart from the play. Law numbers are
those of the club's code of 55 laws.
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
    cards_of,
    king_of,
    lawful_cards,
    mask_of,
    opponent,
    seat,
)
from scoring.deal_course import Course
from scoring.variants import VARIATIONS
from worker.review.observations import (
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
    """The knowledge of a hand of ``size`` cards.

    The hand has all cards of ``certain``, and its others are from ``possible``. All hands that fit are
    equally likely.
    """

    certain: CardMask
    possible: CardMask
    size: int

    @property
    def worlds(self) -> int:
        """The number of hands that fit the knowledge.

        The number is 0 if observations contradict each other, for example after a king was falsely announced.
        """
        unknown = self.size - self.certain.bit_count()
        if self.certain & ~self.possible or unknown < 0:
            return 0
        return comb((self.possible & ~self.certain).bit_count(), unknown)


@dataclass(slots=True)
class RevealedCards:
    """The cards that one player's play has revealed so far.

    These are the cards that the player played, and the cards that the player's replies rule out.
    """

    cards: CardMask = 0
    ruled_out: CardMask = 0

    def play(self, card: Card, *, from_hand: CardMask, lead: Card, trump: Suit) -> None:
        """Add a card that was played. ``lead`` is the card to which it replied, or -1 if it was led.

        A reply that broke law 43 reveals nothing but itself.
        """
        self.cards |= 1 << card
        if lawful_cards(from_hand, lead, trump) >> card & 1:
            self.ruled_out |= cards_ruled_out(card, lead, trump) & ~self.cards

    def take_up_again(self) -> None:
        """Return the cards that were played to the hand, because the hand is replayed (laws 25 and 43).

        The cards that earlier replies ruled out stay ruled out.
        """
        self.cards = 0


@cache
def cards_ruled_out(reply: Card, lead: Card, trump: Suit) -> CardMask:
    """Return the cards that a player who lawfully replied ``reply`` to ``lead`` can't have.

    Return no cards if ``lead`` is -1, which means that the player led. Law 43 compares the reply with each
    other card separately, so a lawful reply rules out exactly these cards.
    """
    bit = 1 << reply
    return sum(
        1 << card
        for card in range(32)
        if card != reply and not lawful_cards(bit | 1 << card, lead, trump) & bit
    )


def knowledge_of(
    course: Course, player: Player, revealed: RevealedCards, token: int
) -> tuple[Knowledge, ...] | None:
    """Return what ``player`` knows of the opponent's hand just before ``token``.

    ``revealed`` is what the opponent's play has revealed. The result is a tuple of separate sets of hands,
    usually only one; no hand is in two of them. Return None if the player's own cards are not all on record,
    because it is then unknown what the player saw, or if the opponent's hand or the turn-up is unknown.
    """
    other = opponent(player)
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
    possible = PACK & ~(elsewhere | revealed.cards | revealed.ruled_out)
    unannounced = 0
    king = 1 << king_of(course.trump)
    # Law 22: a king turned up is marked by the dealer, and is in neither hand.
    if VARIATIONS[course.variant].has_king and king != 1 << course.turn_up:
        announced = king_announced(course, other, token)
        if announced is not None:
            sightings.append(Sighting(king, announced))
        elif _is_due_and_unannounced(course, other, token, has_played=revealed.cards != 0):
            unannounced = king
    size = theirs.bit_count() - revealed.cards.bit_count()
    if not sightings:
        return (Knowledge(0, possible & ~unannounced, size),)
    departures = departures_from(course, other)
    last = departures[-1].token if departures else 0
    certain = cards_of_all(sightings, since=last) & ~revealed.cards
    return _split_by_stayed(
        Knowledge(certain, possible & ~(unannounced & ~certain), size),
        [sighting for sighting in sightings if sighting.token < last],
        departures,
        played=revealed.cards,
    )


def common_knowledge(
    course: Course, revealed: dict[Player, RevealedCards], token: int
) -> dict[Player, Knowledge] | None:
    """Return, for each player, what both players know of that player's hand just before ``token``.

    Cards that only one player knows, such as their own hand and discards, are not used. Return None if an
    incident makes it uncertain what both players have seen, or if a hand or the turn-up is unknown.
    """
    if course.incidents or course.turn_up is None or course.trump is None:
        return None
    seen = 1 << course.turn_up | revealed["A"].cards | revealed["B"].cards
    king = 1 << king_of(course.trump)
    views: dict[Player, Knowledge] = {}
    for holder in PLAYERS:
        hand = course.hands[seat(holder)]
        if hand is None:
            return None
        certain, possible = 0, PACK & ~(seen | revealed[holder].ruled_out)
        if VARIATIONS[course.variant].has_king and not seen & king:
            announced = king_announced(course, holder, token)
            if announced is not None and not has_taken_since(course, holder, announced):
                certain = king
            elif announced is None and revealed[holder].cards:
                possible &= ~king
        views[holder] = Knowledge(certain, possible, (hand & ~revealed[holder].cards).bit_count())
    return views


def cards_elsewhere(course: Course, had: CardMask, token: int) -> CardMask:
    """Return the cards that a player knows, before ``token``, not to be in the opponent's hand.

    Cards that were played are not included. ``had`` is the turn-up and every card dealt to the player. Some
    cards of ``had`` may have been drawn from the hand before the player took it up.
    """
    if not course.incidents:
        return had
    return had & ~drawn_unseen(course) | laid_aside(course, token)


def _is_due_and_unannounced(course: Course, player: Player, token: int, *, has_played: bool) -> bool:
    """Return whether the player is known not to have the king of trumps, because they have not announced it.

    The king has to be announced before the player's first card (laws 23 and 24). A player whose announcement proved
    false does not have it either (law 25); some incidents excuse silence.
    """
    if course.incidents:
        taken_down = king_taken_down(course, player, token)
        if taken_down is not None and not has_taken_since(course, player, taken_down):
            return True
        if is_silence_excused(course, player, token):
            return False
    return has_played


def _split_by_stayed(
    known: Knowledge, sightings: list[Sighting], departures: list[Departure], *, played: CardMask
) -> tuple[Knowledge, ...]:
    """Split ``known`` by which of the cards seen in the hand stayed when others left it unseen.

    There is a part for each set of these cards that can have stayed.
    """
    bounds = bounds_on(sightings, departures)
    if not bounds:
        return (known,)
    doubtful = cards_of_all(sightings) & known.possible & ~known.certain
    return tuple(
        Knowledge(known.certain | kept, known.possible & ~(doubtful & ~kept), known.size)
        for kept in _list_subsets(doubtful, most=known.size - known.certain.bit_count())
        if all(bound.allows(kept | known.certain | played) for bound in bounds)
    )


def _list_subsets(mask: CardMask, *, most: int) -> Iterator[CardMask]:
    """Yield every subset of ``mask`` with up to ``most`` cards."""
    cards = cards_of(mask)
    for number in range(min(most, len(cards)) + 1):
        yield from map(mask_of, combinations(cards, number))
