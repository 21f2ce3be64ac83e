"""What was said before the play of a deal of La Triomphe: whose choice it was, and what he held."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.cards import HAND_SIZE, PACK, CardMask, Player
from scoring.course import Course
from scoring.variants.triomphe import BOTH_PLAY
from worker.review.decision import Kind


@dataclass(frozen=True, slots=True)
class OfferTurn:
    """A word that one of the two had: ``kind`` proposal (offer the point, or play) or reply (take it, or refuse it).

    Masks as in the record: ``own`` his hand, ``unseen`` what he knows nothing of.
    """

    kind: Kind
    token: int
    player: Player
    own: CardMask
    unseen: CardMask
    chosen: str


def offer_turns(course: Course) -> Iterator[OfferTurn]:
    """The words of a deal in their order; the dealer who said nothing after the elder played chose to play.

    None of a deal with an incident, whose cards can't all be true, where a word was taken back, or where the point was
    offered after the first lead, which the policy does not know.
    """
    if any(call.cards_played for call in course.calls):
        return
    if course.incidents or course.void or not course.regular or course.turn_up is None:
        return
    letters = BOTH_PLAY if course.letters == "S" and course.tricks else course.letters
    tokens = _tokens(course, letters)
    if tokens is None:
        return
    for at, (letter, token) in enumerate(zip(letters, tokens, strict=True)):
        # The elder speaks first; whoever spoke last, it is the other's turn then.
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


def _tokens(course: Course, letters: str) -> list[int] | None:
    """Where each letter stands; what the first card implies, at that card. None where the calls are others."""
    called = "".join(call.letter for call in course.calls)
    if not letters.startswith(called):
        return None
    tokens = [call.token for call in course.calls]
    if letters == called:
        return tokens
    return [*tokens, *[course.tricks[0].token] * (len(letters) - len(called))] if course.tricks else None
