"""Judging every card played by choice: by what the player could know, and with both hands seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE, Card, CardMask, Player, Suit, adversary, cards_of, lawful_cards
from scoring.checked import CheckedRubber
from scoring.course import Course
from scoring.marks import MAJORITY_OF_TRICKS, tricks_mark
from worker.review.decision import CardDecision
from worker.review.kernels import NO_LEAD, weigh_choices
from worker.review.knowledge import Knowledge, Shown, knowledge_of
from worker.solver.table import solver_table


@dataclass(frozen=True, slots=True)
class Choice:
    """A player about to play ``chosen`` where law 43 leaves him ``lawful``, two cards or more.

    ``lead`` is the card he replies to, or ``NO_LEAD``; ``theirs`` the adversary's hand without it; ``won``
    the player's tricks so far.
    """

    trick: int
    player: Player
    chosen: Card
    own: CardMask
    theirs: CardMask
    lead: Card
    lawful: CardMask
    won: int
    known: Knowledge


def review_rubber(checked: CheckedRubber) -> list[CardDecision]:
    return [
        decision
        for game in checked.games
        for deal in game.deals
        if deal.depth == "play"
        for decision in review_deal(deal.course, rubber=checked.index, game=game.number, deal=deal.number)
    ]


def review_deal(course: Course, *, rubber: int = 1, game: int = 1, deal: int = 1) -> list[CardDecision]:
    if course.trump is None or course.vulnerable is None:
        return []
    decisions = []
    for choice in choices_of(course):
        known, worth = choice.known, _worth_of_tricks(choice.player, choice.won, course.vulnerable)
        tricks = _weigh(choice, course.trump, choice.theirs, choice.theirs, _TRICKS)
        decisions.append(
            CardDecision(
                rubber=rubber,
                game=game,
                deal=deal,
                trick=choice.trick,
                player=choice.player,
                chosen=choice.chosen,
                totals=tuple(_weigh(choice, course.trump, known.certain, known.possible, worth).items()),
                worlds=known.worlds,
                double_dummy_loss=max(tricks.values()) - tricks[choice.chosen],
            )
        )
    return decisions


def choices_of(course: Course) -> Iterator[Choice]:
    """The cards of a deal that were played by choice, in order, with what their player knew.

    None from a deal whose cards are not certain or not regular; none where a player's own cards are not all on
    record, where he played against law 43, or where nothing the adversary can hold fits what was seen.
    """
    hand_of_a, hand_of_b = course.hands
    if not course.regular or hand_of_a is None or hand_of_b is None or course.trump is None:
        return
    left: dict[Player, CardMask] = {"A": hand_of_a, "B": hand_of_b}
    shown: dict[Player, Shown] = {"A": Shown(), "B": Shown()}
    won: dict[Player, int] = {"A": 0, "B": 0}
    for number, trick in enumerate(course.tricks, 1):
        lead = NO_LEAD
        for player, card, token in (
            (trick.leader, trick.lead, trick.token),
            (adversary(trick.leader), trick.reply, trick.reply_token),
        ):
            if card is None or token is None:
                return
            own, other = left[player], adversary(player)
            lawful = lawful_cards(own, lead, course.trump)
            if lawful & (lawful - 1) and lawful >> card & 1:
                known = knowledge_of(course, player, shown[other], token)
                if known is not None and known.worlds:
                    yield Choice(number, player, card, own, left[other], lead, lawful, won[player], known)
            shown[player].play(card, from_hand=own, lead=lead, trump=course.trump)
            left[player] ^= 1 << card
            lead = card
        if trick.winner is not None:
            won[trick.winner] += 1


def _weigh(
    choice: Choice, trump: Suit, certain: CardMask, possible: CardMask, worth: NDArray[np.int64]
) -> dict[Card, int]:
    """What each lawful card is worth, added up over the hands of all ``certain`` and the rest ``possible``."""
    table = solver_table()
    totals = np.zeros(32, np.int64)
    weigh_choices(
        table.numbering,
        table.leads,
        table.replies,
        choice.own,
        choice.lead,
        trump,
        certain,
        possible & ~certain,
        worth,
        totals,
    )
    return {card: int(totals[card]) for card in cards_of(choice.lawful)}


def _constant(values: list[int]) -> NDArray[np.int64]:
    array = np.array(values, np.int64)
    array.flags.writeable = False
    return array


_TRICKS = _constant(list(range(HAND_SIZE + 1)))


@cache
def _worth_of_tricks(player: Player, won: int, vulnerable: str) -> NDArray[np.int64]:
    """Marks, the player's less the adversary's, by the tricks he takes beside the ``won`` he has (laws 48, 49)."""
    marks = []
    for tricks in range(won, HAND_SIZE + 1):
        if tricks >= MAJORITY_OF_TRICKS:
            marks.append(tricks_mark(player, tricks, vulnerable).points)
        else:
            marks.append(-tricks_mark(adversary(player), HAND_SIZE - tricks, vulnerable).points)
    return _constant(marks)


def warm() -> None:
    """Weigh a position of one card a side, which loads the table and compiles every kernel of review."""
    only = Choice(
        trick=HAND_SIZE,
        player="A",
        chosen=0,
        own=1,
        theirs=2,
        lead=NO_LEAD,
        lawful=1,
        won=0,
        known=Knowledge(certain=2, possible=2, count=1),
    )
    _weigh(only, 0, only.theirs, only.theirs, _TRICKS)
