"""The calls and exchanges of a deal as each player met them: what he held, and what he knew nothing of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.cards import (
    HAND_SIZE,
    PACK,
    CardMask,
    Player,
    adversary,
    format_cards,
    king_of,
)
from scoring.course import Course
from worker.review.decision import NOTHING, Kind
from worker.review.policy import STOCK
from worker.review.sightings import king_announced


@dataclass(frozen=True, slots=True)
class Turn:
    """A choice before the play as its player met it. Masks as in the record, trumps not yet first.

    ``own``: his hand; ``unseen``: what he knows nothing of; ``left``: cards in the stock; ``gives``: acceptances so
    far. ``rounds``: exchanges that the adversary has made; ``last_out`` and ``all_out``: the cards that he has put out,
    in the last of them (-1: there was none) and in all. ``held``: the king of trumps, where the adversary has announced
    it already.
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
    held: CardMask = 0


def turns_of(course: Course) -> Iterator[Turn]:
    """The calls and exchanges of a deal in their order, as far as their player's cards are on record.

    None of a deal whose cards can't all be true: in its worlds hands would not be of five cards.
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
        theirs = out[adversary(player)]
        # With no card left in the stock there is nothing to choose.
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
                held=_king_announced(course, adversary(player), token) & unseen,
            )
        if step == "G":
            gives += 1
        if isinstance(step, int):
            swap = course.swaps[step]
            out[player].append(swap.number)
            gone[player] |= swap.out or 0
            left -= swap.number


def _king_announced(course: Course, player: Player, token: int) -> CardMask:
    """The king of trumps where the player announced it before ``token``; none if he put out all five cards since."""
    announced = king_announced(course, player, token)
    if announced is None or course.trump is None:
        return 0
    since = [swap for swap in course.swaps if swap.player == player and announced < swap.token < token]
    return 0 if any(swap.number == HAND_SIZE for swap in since) else 1 << king_of(course.trump)
