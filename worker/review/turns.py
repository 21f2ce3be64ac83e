"""The choices before the play of a deal, each with the player's hand and the cards that the player has not
seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.cards import (
    HAND_SIZE,
    PACK,
    CardMask,
    Player,
    format_cards,
    king_of,
    opponent,
)
from scoring.deal_course import Course
from worker.review.decision import NOTHING, Kind
from worker.review.observations import king_announced
from worker.review.policy import STOCK


@dataclass(frozen=True, slots=True)
class Turn:
    """A choice before the play, with what the player knew.

    - ``own`` and ``unseen``: the player's hand, and the cards of which the player knows nothing. The masks
      have the suits of the record: the trump suit is not moved to spades.
    - ``left``: the number of cards in the stock.
    - ``gives``: the number of acceptances so far.
    - ``rounds``: the number of exchanges that the opponent has made.
    - ``last_out``: the number of cards that the opponent discarded in the last exchange, or -1 if there was
      none.
    - ``all_out``: the number of cards that the opponent has discarded in all exchanges.
    - ``announced_king``: the king of trumps if the opponent has already announced it.
    """

    kind: Kind
    token: int
    player: Player
    own: CardMask
    unseen: CardMask
    left: int
    gives: int
    rounds: int
    last_out: int
    all_out: int
    chosen: str
    announced_king: CardMask = 0


def turns_of(course: Course) -> Iterator[Turn]:
    """Yield the choices before the play of a deal in order.

    The choices end before the first one for which the player's cards are not on record. With an empty stock
    only a reply is a choice. Nothing is yielded for a deal with an incident, or with contradictory cards,
    because random deals could not complete such hands to five cards.
    """
    if course.incidents or course.void or course.trump is None or course.turn_up is None:
        return
    if not course.regular:
        return
    first_lead = course.tricks[0].token if course.tricks else None
    made = [(call.token, call.letter) for call in course.calls]
    if (
        course.letters.endswith("S")
        and not any(letter == "S" for _, letter in made)
        and first_lead is not None
    ):
        made.append((first_lead, "S"))
    if "".join(letter for _, letter in made) != course.letters:
        return
    steps: list[tuple[int, str | int]] = [*made, *((swap.token, at) for at, swap in enumerate(course.swaps))]
    out: dict[Player, list[int]] = {"A": [], "B": []}
    gone: dict[Player, CardMask] = {"A": 0, "B": 0}
    left, gives = STOCK, 0
    for token, step in sorted(steps, key=lambda each: each[0]):
        if isinstance(step, str):
            player = course.elder if step in "PS" else course.dealer
            kind: Kind = "proposal" if step in "PS" else "reply"
            chosen = step
        else:
            swap = course.swaps[step]
            player, kind = swap.player, "discard"
            if swap.out is None or swap.taken is None:
                return
            chosen = format_cards(swap.out) or NOTHING
        own = course.held_at(player, token)
        if own is None or own.bit_count() != HAND_SIZE:
            return
        theirs = out[opponent(player)]
        # With an empty stock the only choice left is the reply.
        if left or kind == "reply":
            unseen = PACK & ~(own | gone[player] | 1 << course.turn_up)
            yield Turn(
                kind=kind,
                token=token,
                player=player,
                own=own,
                unseen=unseen,
                left=left,
                gives=gives,
                rounds=len(theirs),
                last_out=theirs[-1] if theirs else -1,
                all_out=sum(theirs),
                chosen=chosen,
                announced_king=_find_announced_king(course, opponent(player), token) & unseen,
            )
        if step == "G":
            gives += 1
        if isinstance(step, int):
            swap = course.swaps[step]
            out[player].append(swap.number)
            gone[player] |= swap.out or 0
            left -= swap.number


def _find_announced_king(course: Course, player: Player, token: int) -> CardMask:
    """Return the king of trumps if the player announced it before ``token``, and has not discarded all five
    cards since.
    """
    announced = king_announced(course, player, token)
    if announced is None or course.trump is None:
        return 0
    since = [swap for swap in course.swaps if swap.player == player and announced < swap.token < token]
    return 0 if any(swap.number == HAND_SIZE for swap in since) else 1 << king_of(course.trump)
