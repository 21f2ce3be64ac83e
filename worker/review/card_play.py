"""Judging every card played by choice: by what the player could know, and with both hands seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import (
    HAND_SIZE,
    SUIT_MASK,
    Card,
    CardMask,
    Player,
    Suit,
    adversary,
    cards_of,
    lawful_cards,
    seat,
)
from scoring.checked import CheckedRubber
from scoring.course import Course
from scoring.incidents import facts_of
from worker.review.decision import CardDecision
from worker.review.kernels import NO_LEAD, weigh_choices
from worker.review.knowledge import Knowledge, Shown, knowledge_of
from worker.review.worth import TRICKS, by_offenders, worth_of_tricks
from worker.solver.table import solver_table


class Choice(NamedTuple):
    """A player about to play ``chosen`` where the laws leave him ``lawful``, two cards or more.

    ``lead`` is the card he replies to, or ``NO_LEAD``; ``theirs`` the adversary's hand without it; ``won``
    the player's tricks so far, ``total`` all that are played for; ``known`` as ``knowledge_of`` gives it,
    which leaves ``worlds`` hands.
    """

    trick: int
    token: int
    player: Player
    chosen: Card
    own: CardMask
    theirs: CardMask
    lead: Card
    lawful: CardMask
    won: int
    total: int
    known: tuple[Knowledge, ...]
    worlds: int


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
        cards = cards_of(choice.lawful)
        theirs = Knowledge(choice.theirs, choice.theirs, choice.theirs.bit_count())
        tricks = _weigh(choice, course.trump, cards, [(theirs, TRICKS)])
        totals = _weigh(choice, course.trump, cards, _worths(course, choice, course.vulnerable))
        decisions.append(
            CardDecision(
                rubber=rubber,
                game=game,
                deal=deal,
                trick=choice.trick,
                player=choice.player,
                chosen=choice.chosen,
                totals=tuple(zip(cards, totals, strict=True)),
                worlds=choice.worlds,
                double_dummy_loss=max(tricks) - tricks[cards.index(choice.chosen)],
            )
        )
    return decisions


def choices_of(course: Course) -> Iterator[Choice]:
    """The cards of a deal that were played by choice, in order, with what their player knew.

    Of a deal that was replayed the replay alone. None from a deal whose cards are not certain or not regular; none
    where a player's own cards are not all on record, where he played against law 43, where both have not as many
    cards as there are tricks to come, or where nothing the adversary can hold fits what was seen.
    """
    hand_of_a, hand_of_b = course.hands
    if not _is_reviewable(course) or hand_of_a is None or hand_of_b is None or course.trump is None:
        return
    left: dict[Player, CardMask] = {"A": hand_of_a, "B": hand_of_b}
    shown = _shown_in_earlier_plays(course, left, course.trump)
    won: dict[Player, int] = {"A": 0, "B": 0}
    total = hand_of_a.bit_count()
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
            if lead == NO_LEAD and course.incidents:
                lawful = _lawful_leads(course, own, number)
            if lawful & (lawful - 1) and lawful >> card & 1:
                known = knowledge_of(course, player, shown[other], token)
                worlds = 0 if known is None else sum([part.worlds for part in known])
                if known is not None and worlds:
                    yield Choice(
                        trick=number,
                        token=token,
                        player=player,
                        chosen=card,
                        own=own,
                        theirs=left[other],
                        lead=lead,
                        lawful=lawful,
                        won=won[player],
                        total=total,
                        known=known,
                        worlds=worlds,
                    )
            shown[player].play(card, from_hand=own, lead=lead, trump=course.trump)
            left[player] ^= 1 << card
            lead = card
        if trick.winner is not None:
            won[trick.winner] += 1


def _is_reviewable(course: Course) -> bool:
    """Regular, or all of it certain and both hands equally short."""
    if course.regular:
        return True
    hand_of_a, hand_of_b = course.hands
    return (
        bool(course.incidents)
        and not (course.void or course.strays or course.wrong_leads)
        and course.changes_at_lead == len(course.changes)
        and hand_of_a is not None
        and hand_of_b is not None
        and not hand_of_a & hand_of_b
        and hand_of_a.bit_count() == hand_of_b.bit_count() < HAND_SIZE
    )


def _shown_in_earlier_plays(
    course: Course, hands: dict[Player, CardMask], trump: Suit
) -> dict[Player, Shown]:
    """What plays that were given up for a replay told; which cards they showed is for the incidents (25, 43)."""
    shown: dict[Player, Shown] = {"A": Shown(), "B": Shown()}
    for play in course.replayed:
        left = dict(hands)
        for trick in play:
            lead = NO_LEAD
            for player, card in ((trick.leader, trick.lead), (adversary(trick.leader), trick.reply)):
                if card is None:
                    break
                shown[player].play(card, from_hand=left[player], lead=lead, trump=trump)
                left[player] &= ~(1 << card)
                lead = card
        shown["A"].take_up_again()
        shown["B"].take_up_again()
    return shown


def _lawful_leads(course: Course, hand: CardMask, trick: int) -> CardMask:
    """All of the hand, or the cards of the suit that the adversary required (law 41)."""
    required = 0
    for noted in course.incidents:
        if noted.remedy == "replay":
            required = 0
        elif noted.remedy == "require" and noted.cards_played // 2 == trick - 1:
            required = sum(SUIT_MASK << (suit << 3) for suit in facts_of(noted.incident).suits)
    return hand & required or hand


def _worths(course: Course, choice: Choice, vulnerable: str) -> list[tuple[Knowledge, NDArray[np.int64]]]:
    """The hands that the adversary can hold, with what the player's tricks are worth against them."""
    if not course.incidents:
        worth = worth_of_tricks(choice.player, choice.won, choice.total, vulnerable)
        return [(known, worth) for known in choice.known]
    played = (course.hands[seat(adversary(choice.player))] or 0) & ~choice.theirs
    return [
        (part, worth_of_tricks(choice.player, choice.won, choice.total, vulnerable, offenders))
        for known in choice.known
        for part, offenders in by_offenders(course, choice.player, choice.token, known, played=played)
    ]


def _weigh(
    choice: Choice,
    trump: Suit,
    cards: list[Card],
    against: Iterable[tuple[Knowledge, NDArray[np.int64]]],
) -> list[int]:
    """What each of the lawful ``cards`` is worth, added up over all hands that the parts of ``against`` leave."""
    table = solver_table()
    totals = np.zeros(32, np.int64)
    for known, worth in against:
        weigh_choices(
            table.numbering,
            table.leads,
            table.replies,
            choice.own,
            choice.lead,
            trump,
            known.certain,
            known.possible & ~known.certain,
            worth,
            totals,
        )
    by_card = totals.tolist()
    return [by_card[card] for card in cards]


def warm() -> None:
    """Weigh a position of one card a side, which loads the table and compiles every kernel of review."""
    only = Choice(
        trick=HAND_SIZE,
        token=0,
        player="A",
        chosen=0,
        own=1,
        theirs=2,
        lead=NO_LEAD,
        lawful=1,
        won=0,
        total=HAND_SIZE,
        known=(),
        worlds=1,
    )
    _weigh(only, 0, [only.chosen], [(Knowledge(certain=2, possible=2, size=1), TRICKS)])
