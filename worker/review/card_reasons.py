"""Explain why a card was right or wrong: facts that the player could know, and one example of an opponent's
hand.

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
    format_card,
    format_cards,
    king_of,
    lawful_cards,
    opponent,
    seat,
    suit_of,
)
from scoring.deal_course import Course
from scoring.findings import JsonValue
from scoring.variants import VARIATIONS
from worker.review.choice import Choice
from worker.review.comparing import compare_cards, line_of_play
from worker.review.decision import Reason
from worker.review.knowledge import Knowledge, cards_elsewhere, cards_ruled_out
from worker.review.observations import king_announced

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MOST_FACTS: Final = 3
_MOST_FACTS_FOR_BEST: Final = 1


def card_reasons(
    course: Course,
    choice: Choice,
    chosen: Card,
    best: Sequence[Card],
    worths: Sequence[tuple[Knowledge, NDArray[np.int64]]],
) -> tuple[Reason, ...]:
    """Return the reasons for the verdict on the card ``chosen``, in the order in which pages show them.

    ``chosen`` is one of ``choice.lawful``. ``best`` are the best cards, in the order of the notation. ``worths`` are
    the sets of hands that the opponent may have, each with the worth of the player's further tricks against it.

    If ``chosen`` is among the best cards, the reasons have at most one fact. Before it comes the reason that a card
    led can't lose the trick, if there is such a card: ``chosen``, or else the first of the best cards that can't.
    Otherwise ``chosen`` is compared with the first of the best cards that can't lose the trick. If every best card can
    lose the trick, or if the player replies, it is compared with the first of them.
    """
    if course.trump is None:
        return ()
    safe = _find_safe_card(choice, course.trump, [chosen, *best] if chosen in best else best)
    cant_lose = [] if safe is None else [Reason("cant_lose", {"card": format_card(safe)})]
    facts = _find_reply_facts(course, choice, course.trump)
    if chosen in best:
        return (*cant_lose, *islice(facts, _MOST_FACTS_FOR_BEST))
    against, refutation = _compare_with_best(
        choice, course.trump, chosen, best[0] if safe is None else safe, worths
    )
    return (
        *against,
        *cant_lose,
        *islice(facts, _MOST_FACTS),
        *_find_king_fact(course, choice, course.trump),
        *refutation,
    )


def _compare_with_best(
    choice: Choice,
    trump: Suit,
    chosen: Card,
    best: Card,
    worths: Sequence[tuple[Knowledge, NDArray[np.int64]]],
) -> tuple[list[Reason], list[Reason]]:
    """Compare ``chosen`` with ``best`` hand by hand. Return the reason with the counts, and one with a hand as
    an example.

    There are no counts if only one hand is possible.
    """
    compared = compare_cards(choice, trump, chosen, best, worths)
    if compared is None:
        return [], []
    chosen_line, chosen_tricks = line_of_play(choice, trump, chosen, compared.hand)
    best_line, best_tricks = line_of_play(choice, trump, best, compared.hand)
    refutation = Reason(
        "refutation",
        {
            "hand": format_cards(compared.hand),
            "chosen_line": _format_line(chosen_line),
            "best_line": _format_line(best_line),
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


def _format_line(line: list[Card]) -> list[JsonValue]:
    return [format_card(card) for card in line]


def _find_safe_card(choice: Choice, trump: Suit, cards: Iterable[Card]) -> Card | None:
    """Return the first of ``cards`` that is certain to win the trick if it is led, or None.

    The result is None as well if the player replies.
    """
    if choice.lead >= 0:
        return None
    parts = [part for part in choice.known if part.worlds]
    return next(
        (card for card in cards if not any(_may_be_beaten(card, trump, part) for part in parts)), None
    )


def _may_be_beaten(lead: Card, trump: Suit, known: Knowledge) -> bool:
    """Return whether the opponent may have a card that beats ``lead`` under law 43.

    At least one hand must fit ``known``.
    """
    is_complete = known.size == known.certain.bit_count()
    may_hold = known.certain if is_complete else known.possible
    suit = _mask_of_suit(suit_of(lead))
    if may_hold & suit & -2 << lead:
        return True
    if suit_of(lead) == trump or known.certain & suit:
        return False
    can_be_void = (known.possible & ~suit).bit_count() >= known.size
    return can_be_void and may_hold & _mask_of_suit(trump) != 0


def _mask_of_suit(suit: Suit) -> CardMask:
    return SUIT_MASK << (suit << 3)


def _find_reply_facts(course: Course, choice: Choice, trump: Suit) -> Iterator[Reason]:
    """Yield what the opponent's lawful replies revealed (law 43), the latest first.

    A reply is left out if it rules out no further card that the opponent could have. Nothing is yielded if the deal
    was not played regularly.
    """
    unseen = _find_unseen(course, choice)
    for trick, led, reply in reversed(_list_lawful_replies(course, choice, trump)):
        ruled_out = cards_ruled_out(reply, led, trump) & unseen
        if ruled_out:
            unseen &= ~ruled_out
            yield _make_reply_fact(trick, led, reply, trump)


def _make_reply_fact(trick: int, led: Card, reply: Card, trump: Suit) -> Reason:
    at: dict[str, JsonValue] = {"trick": trick, "led": format_card(led)}
    if suit_of(reply) == suit_of(led):
        return Reason("nothing_higher", {**at, "played": format_card(reply)})
    if suit_of(reply) == trump:
        return Reason("no_suit", {**at, "trumped": format_card(reply)})
    return Reason("neither_suit_nor_trump", {**at, "threw": format_card(reply)})


def _list_lawful_replies(course: Course, choice: Choice, trump: Suit) -> list[tuple[int, Card, Card]]:
    """Return the opponent's replies before ``choice`` that law 43 allowed, each as (trick number, lead, reply).

    The result is empty if the opponent's hand is not known, or the deal was not played regularly
    (``Course.regular``).
    """
    other = opponent(choice.player)
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


def _find_unseen(course: Course, choice: Choice) -> CardMask:
    """Return the cards that the opponent may have, ignoring what their replies and their silence about the
    king show.
    """
    own, put_out = course.hands[seat(choice.player)], course.discards[seat(choice.player)]
    if own is None or put_out is None or course.turn_up is None:
        return 0
    elsewhere = cards_elsewhere(course, own | put_out | 1 << course.turn_up, choice.token)
    return PACK & ~elsewhere & ~_find_played(course, opponent(choice.player), choice.token)


def _find_played(course: Course, player: Player, token: int) -> CardMask:
    """Return the cards that the player put on the table before ``token``."""
    played = 0
    for trick in course.tricks:
        card = trick.card_of(player)
        when = trick.token if trick.leader == player else trick.reply_token
        if card is not None and when is not None and when < token:
            played |= 1 << card
    return played


def _find_king_fact(course: Course, choice: Choice, trump: Suit) -> list[Reason]:
    """Return the fact that the opponent announced the king and has it, or was silent and so does not have it.

    The king can't be announced any more once the opponent has played a card (laws 23 and 24). After an
    incident, silence may have other reasons and is ignored.
    """
    king, other = king_of(trump), opponent(choice.player)
    if not VARIATIONS[course.variant].has_king:
        return []
    if not course.regular or not _find_unseen(course, choice) >> king & 1:
        return []
    if king_announced(course, other, choice.token) is not None:
        holds = all(part.certain >> king & 1 for part in choice.known if part.worlds)
        return [Reason("king_announced")] if holds else []
    has_played = _find_played(course, other, choice.token) != 0
    if (
        course.incidents
        or not has_played
        or _is_ruled_out(king, _list_lawful_replies(course, choice, trump), trump)
    ):
        return []
    return [Reason("king_silent")]


def _is_ruled_out(card: Card, replies: Iterable[tuple[int, Card, Card]], trump: Suit) -> bool:
    return any(cards_ruled_out(reply, led, trump) >> card & 1 for _, led, reply in replies)
