"""Find the choices between two or more lawful cards that players made in a deal, with what they knew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scoring.cards import HAND_SIZE, SUIT_MASK, Card, CardMask, Player, Suit, lawful_cards, opponent
from scoring.deal_course import Course
from scoring.incidents import facts_of
from worker.review.kernels import NO_LEAD
from worker.review.knowledge import Knowledge, RevealedCards, common_knowledge, knowledge_of


class Choice(NamedTuple):
    """A player's choice between two or more lawful cards.

    - ``chosen``: the card that the player played; ``lawful``: the cards that the laws allowed.
    - ``own`` and ``theirs``: the hands of the player and of the opponent. The card led is not in ``theirs``.
    - ``lead``: the card to reply to, or ``NO_LEAD``.
    - ``won``: the tricks that the player has won so far; ``total``: the number of tricks in the deal.
    - ``known``: what the player knows of the opponent's hand (see ``knowledge_of``).
    - ``worlds``: the number of hands that fit ``known``.
    - ``common``: what both players know of the player's hand, and of the opponent's hand.
    - ``before_lead``: the same before the trick, if the player replies. The card led was then still in a hand.
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
    common: tuple[Knowledge, Knowledge] | None = None
    before_lead: tuple[Knowledge, Knowledge] | None = None


def choices_of(course: Course) -> Iterator[Choice]:
    """Yield each choice of a card in a deal, in order, with what the player knew.

    If a deal was replayed, only the replay counts. Nothing is yielded for a deal whose cards are uncertain or
    that was not played regularly, except for a deal in which an incident left both hands equally short. A
    choice is omitted in these cases:

    - the player's own cards are not all on record;
    - the card breaks the laws;
    - no hand of the opponent fits what the player saw.
    """
    hand_of_a, hand_of_b = course.hands
    if not _is_reviewable(course) or hand_of_a is None or hand_of_b is None or course.trump is None:
        return
    left: dict[Player, CardMask] = {"A": hand_of_a, "B": hand_of_b}
    revealed = _collect_earlier_plays(course, left, course.trump)
    won: dict[Player, int] = {"A": 0, "B": 0}
    total = hand_of_a.bit_count()
    for number, trick in enumerate(course.tricks, 1):
        lead = NO_LEAD
        before = common_knowledge(course, revealed, trick.token)
        for player, card, token in (
            (trick.leader, trick.lead, trick.token),
            (opponent(trick.leader), trick.reply, trick.reply_token),
        ):
            if card is None or token is None:
                return
            own, other = left[player], opponent(player)
            lawful = lawful_cards(own, lead, course.trump)
            if lead == NO_LEAD and course.incidents:
                lawful = _find_lawful_leads(course, own, number)
            if lawful & (lawful - 1) and lawful >> card & 1:
                known = knowledge_of(course, player, revealed[other], token)
                common = common_knowledge(course, revealed, token)
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
                        common=None if common is None else (common[player], common[other]),
                        before_lead=None
                        if before is None or lead == NO_LEAD
                        else (before[player], before[other]),
                    )
            revealed[player].play(card, from_hand=own, lead=lead, trump=course.trump)
            left[player] ^= 1 << card
            lead = card
        if trick.winner is not None:
            won[trick.winner] += 1


def _is_reviewable(course: Course) -> bool:
    """Return whether the deal is regular, or certain in all its cards with both hands equally short."""
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


def _collect_earlier_plays(
    course: Course, hands: dict[Player, CardMask], trump: Suit
) -> dict[Player, RevealedCards]:
    """Return what both players learnt from the plays before a replay.

    The cards that those plays revealed are taken from the incidents instead (laws 25 and 43).
    """
    revealed: dict[Player, RevealedCards] = {"A": RevealedCards(), "B": RevealedCards()}
    for play in course.replayed:
        left = dict(hands)
        for trick in play:
            lead = NO_LEAD
            for player, card in ((trick.leader, trick.lead), (opponent(trick.leader), trick.reply)):
                if card is None:
                    break
                revealed[player].play(card, from_hand=left[player], lead=lead, trump=trump)
                left[player] &= ~(1 << card)
                lead = card
        revealed["A"].take_up_again()
        revealed["B"].take_up_again()
    return revealed


def _find_lawful_leads(course: Course, hand: CardMask, trick: int) -> CardMask:
    """Return the cards that may be led: the whole hand, or those of the suit that the opponent required (law 41)."""
    required = 0
    for noted in course.incidents:
        if noted.remedy == "replay":
            required = 0
        elif noted.remedy == "require" and noted.cards_played // 2 == trick - 1:
            required = sum(SUIT_MASK << (suit << 3) for suit in facts_of(noted.incident).suits)
    return hand & required or hand
