"""The calls before the play of a deal at La Triomphe, each with the hand of the player who called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.cards import HAND_SIZE, PACK, CardMask, Player
from scoring.deal_course import Course
from scoring.variants.triomphe import BOTH_PLAY
from worker.review.decision import Kind


@dataclass(frozen=True, slots=True)
class OfferTurn:
    """A call of one player.

    - ``kind``: ``proposal`` (offer the point, or play) or ``reply`` (take the point, or refuse it).
    - ``own``: the player's hand.
    - ``unseen``: the cards of which the player knows nothing.

    Cards have the suits of the record: the trump suit is not moved to spades.
    """

    kind: Kind
    token: int
    player: Player
    own: CardMask
    unseen: CardMask
    chosen: str


def offer_turns(course: Course) -> Iterator[OfferTurn]:
    """Yield the calls of a deal in order.

    If the elder hand chose to play and the dealer called nothing, the dealer has also chosen to play. Nothing
    is yielded for a deal with an incident, with contradictory cards or with a call taken back. Nothing is
    yielded either if the point was offered after the first lead, which the policy does not cover.
    """
    if any(call.cards_played for call in course.calls):
        return
    if course.incidents or course.void or not course.regular or course.turn_up is None:
        return
    letters = BOTH_PLAY if course.letters == "S" and course.tricks else course.letters
    tokens = _find_tokens(course, letters)
    if tokens is None:
        return
    for at, (letter, token) in enumerate(zip(letters, tokens, strict=True)):
        # The elder speaks first, and then the players take turns.
        player = course.elder if at % 2 == 0 else course.dealer
        own = course.held_at(player, token)
        if own is None or own.bit_count() != HAND_SIZE:
            return
        yield OfferTurn(
            kind="proposal" if letter in "PS" else "reply",
            token=token,
            player=player,
            own=own,
            unseen=PACK & ~(own | 1 << course.turn_up),
            chosen=letter,
        )


def _find_tokens(course: Course, letters: str) -> list[int] | None:
    """Return the token of each of ``letters``, or None if they are not the calls of the record.

    A call that the first card implies has that card's token.
    """
    called = "".join(call.letter for call in course.calls)
    if not letters.startswith(called):
        return None
    tokens = [call.token for call in course.calls]
    if letters == called:
        return tokens
    return [*tokens, *[course.tricks[0].token] * (len(letters) - len(called))] if course.tricks else None
