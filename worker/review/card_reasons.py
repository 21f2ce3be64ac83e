"""Why a card was right or wrong: facts that the player could have gone by, and one hand that shows it.

Law numbers are those of the club's code of 55 laws.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from scoring.cards import (
    PACK,
    SUIT_MASK,
    Card,
    CardMask,
    Player,
    Suit,
    adversary,
    format_card,
    format_cards,
    king_of,
    lawful_cards,
    seat,
    suit_of,
)
from scoring.course import Course
from scoring.findings import JsonValue
from scoring.variants import VARIATIONS
from worker.review.decision import Reason
from worker.review.knowledge import Knowledge, cards_elsewhere, cards_ruled_out
from worker.review.sightings import king_announced

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from worker.review.card_play import Choice

_MOST_FACTS: Final = 3
_MOST_FACTS_FOR_BEST: Final = 1


def card_reasons(
    course: Course,
    choice: Choice,
    chosen: Card,
    best: Sequence[Card],
    worths: Sequence[tuple[Knowledge, NDArray[np.int64]]],
) -> tuple[Reason, ...]:
    """What speaks for the verdict on ``chosen``, one of ``choice.lawful``, in the order in which it is to be told.

    ``best``: the cards worth most over all hands of ``worths``, in the order of the notation; ``worths``: the hands
    that the adversary can hold, in parts, each with what the player's further tricks are worth against them.
    A card that is worth as much as any has only what makes it safe, and one fact. One that is not is compared with
    the first of the best that can't lose the trick, else the first of the best.
    """
    if course.trump is None:
        return ()
    safe = _card_that_cant_lose(choice, course.trump, [chosen, *best] if chosen in best else best)
    cant_lose = [] if safe is None else [Reason("cant_lose", {"card": format_card(safe)})]
    facts = _facts_of_replies(course, choice, course.trump)
    if chosen in best:
        return (*cant_lose, *islice(facts, _MOST_FACTS_FOR_BEST))
    against, refutation = _comparison(choice, course.trump, chosen, best[0] if safe is None else safe, worths)
    return (
        *against,
        *cant_lose,
        *islice(facts, _MOST_FACTS),
        *_fact_of_king(course, choice, course.trump),
        *refutation,
    )


def _comparison(
    choice: Choice,
    trump: Suit,
    chosen: Card,
    best: Card,
    worths: Sequence[tuple[Knowledge, NDArray[np.int64]]],
) -> tuple[list[Reason], list[Reason]]:
    """How ``chosen`` fares beside ``best``, hand by hand (nothing where one hand is left), and a hand that shows it."""
    from worker.review.comparing import compare_cards, line_of_play

    compared = compare_cards(choice, trump, chosen, best, worths)
    if compared is None:
        return [], []
    chosen_line, chosen_tricks = line_of_play(choice, trump, chosen, compared.hand)
    best_line, best_tricks = line_of_play(choice, trump, best, compared.hand)
    refutation = Reason(
        "refutation",
        {
            "hand": format_cards(compared.hand),
            "chosen_line": _names(chosen_line),
            "best_line": _names(best_line),
            "chosen_marks": int(compared.worth[chosen_tricks]),
            "best_marks": int(compared.worth[best_tricks]),
            "best": format_card(best),
        },
    )
    if compared.worlds == 1:
        return [], [refutation]
    against: dict[str, JsonValue] = {
        "worlds": compared.worlds,
        "loses": compared.loses,
        "gains": compared.gains,
        "best": format_card(best),
    }
    return [Reason("loses_against", against)], [refutation]


def _names(line: list[Card]) -> list[JsonValue]:
    return [format_card(card) for card in line]


def _card_that_cant_lose(choice: Choice, trump: Suit, cards: Iterable[Card]) -> Card | None:
    """The first of ``cards`` that takes the trick if led now, whatever the adversary holds; none for a reply."""
    if choice.lead >= 0:
        return None
    parts = [part for part in choice.known if part.worlds]
    return next(
        (card for card in cards if not any(_may_be_beaten(card, trump, part) for part in parts)), None
    )


def _may_be_beaten(lead: Card, trump: Suit, known: Knowledge) -> bool:
    """Whether of the hands that ``known`` leaves, one at least, some have a card that law 43 lets beat ``lead``."""
    is_complete = known.size == known.certain.bit_count()
    may_hold = known.certain if is_complete else known.possible
    suit = _cards_of_suit(suit_of(lead))
    if may_hold & suit & -2 << lead:
        return True
    if suit_of(lead) == trump or known.certain & suit:
        return False
    can_be_void = (known.possible & ~suit).bit_count() >= known.size
    return can_be_void and may_hold & _cards_of_suit(trump) != 0


def _cards_of_suit(suit: Suit) -> CardMask:
    return SUIT_MASK << (suit << 3)


def _facts_of_replies(course: Course, choice: Choice, trump: Suit) -> Iterator[Reason]:
    """What the adversary's lawful replies told (law 43), the latest first; no card is ruled out twice.

    Only of cards that he could hold otherwise, and only where both hands are regular.
    """
    unseen = _unseen(course, choice)
    for trick, led, reply in reversed(_lawful_replies(course, choice, trump)):
        ruled_out = cards_ruled_out(reply, led, trump) & unseen
        if ruled_out:
            unseen &= ~ruled_out
            yield _fact_of_reply(trick, led, reply, trump)


def _fact_of_reply(trick: int, led: Card, reply: Card, trump: Suit) -> Reason:
    at: dict[str, JsonValue] = {"trick": trick, "led": format_card(led)}
    if suit_of(reply) == suit_of(led):
        return Reason("nothing_higher", {**at, "played": format_card(reply)})
    if suit_of(reply) == trump:
        return Reason("no_suit", {**at, "trumped": format_card(reply)})
    return Reason("neither_suit_nor_trump", {**at, "threw": format_card(reply)})


def _lawful_replies(course: Course, choice: Choice, trump: Suit) -> list[tuple[int, Card, Card]]:
    """Trick, lead and reply, of the adversary's replies before ``choice``; without those that broke law 43."""
    other = adversary(choice.player)
    left = course.hands[seat(other)]
    if not course.regular or left is None:
        return []
    replies = []
    for number, trick in enumerate(course.tricks[: choice.trick - 1], 1):
        card, led = trick.card_of(other), trick.lead
        if card is None or led is None:
            break
        if trick.leader != other and lawful_cards(left, led, trump) >> card & 1:
            replies.append((number, led, card))
        left &= ~(1 << card)
    return replies


def _unseen(course: Course, choice: Choice) -> CardMask:
    """The cards that the adversary may hold, if his replies and his silence with the king tell nothing."""
    own, put_out = course.hands[seat(choice.player)], course.discards[seat(choice.player)]
    if own is None or put_out is None or course.turn_up is None:
        return 0
    elsewhere = cards_elsewhere(course, own | put_out | 1 << course.turn_up, choice.token)
    return PACK & ~elsewhere & ~_played(course, adversary(choice.player), choice.token)


def _played(course: Course, player: Player, token: int) -> CardMask:
    """The player's cards on the table before ``token``."""
    played = 0
    for trick in course.tricks:
        card = trick.card_of(player)
        when = trick.token if trick.leader == player else trick.reply_token
        if card is not None and when is not None and when < token:
            played |= 1 << card
    return played


def _fact_of_king(course: Course, choice: Choice, trump: Suit) -> list[Reason]:
    """That the adversary has announced the king and holds it; or that he was silent in time, and so has not got it.

    Laws 23 and 24: his time to announce it is past when he has played a card. After an incident his silence may have
    other grounds, and is left alone.
    """
    king, other = king_of(trump), adversary(choice.player)
    if not VARIATIONS[course.variant].has_king:
        return []
    if not course.regular or not _unseen(course, choice) >> king & 1:
        return []
    if king_announced(course, other, choice.token) is not None:
        holds = all(part.certain >> king & 1 for part in choice.known if part.worlds)
        return [Reason("king_announced")] if holds else []
    has_played = _played(course, other, choice.token) != 0
    if (
        course.incidents
        or not has_played
        or _is_ruled_out(king, _lawful_replies(course, choice, trump), trump)
    ):
        return []
    return [Reason("king_silent")]


def _is_ruled_out(card: Card, replies: Iterable[tuple[int, Card, Card]], trump: Suit) -> bool:
    return any(cards_ruled_out(reply, led, trump) >> card & 1 for _, led, reply in replies)
