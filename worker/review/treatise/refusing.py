"""The treatise's advice on the dealer's reply: which hands to refuse with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from scoring.cards import CardMask, Suit
from worker.review.decision import BookAdvice
from worker.review.treatise.holding import (
    ACE,
    JACK,
    KING,
    NINE,
    POINTS_OF_FOUR,
    QUEEN,
    TEN,
    Holding,
    PlainSuit,
    holding_of_five,
)
from worker.review.treatise.standing import (
    FEW_TO_GO,
    HandClass,
    class_of,
    has_four_court_cards,
    has_three_queens,
    has_two_queens_once_guarded,
    is_light_hand,
    is_one_trump_light_hand,
)

GIVES: Final = ("G",)
REFUSES: Final = ("R",)


class Verdict(NamedTuple):
    """Whether the treatise refuses the first proposal with a hand, at a score of 0-0.

    ``rule`` and ``reading`` are codes, as in ``BookAdvice``.
    """

    rule: str
    refuses: bool
    reading: str = ""
    also: str = ""
    """The code of another rule that refuses with the hand although the first rule accepts; empty if there is
    none.
    """


def book_on_reply(
    hand: CardMask, trump: Suit, *, king_turned_up: bool, own: int, other: int, first: bool
) -> BookAdvice:
    """Return the treatise's advice on the dealer's reply to a proposal: accept or refuse.

    ``own`` and ``other`` are the points of the dealer and the elder hand. ``first`` is whether the reply is
    to the first proposal, after which a refusal makes the point count two (law 49). Raises ``ValueError`` if
    the hand does not have five cards.
    """
    holding = holding_of_five(hand, trump)
    verdict = verdict_on(holding)
    if verdict.refuses:
        return BookAdvice(verdict.rule, REFUSES, verdict.reading)
    if other == POINTS_OF_FOUR and not (king_turned_up or holding.has_trump_king):
        advice = _advise_with_elder_at_four(holding)
        if advice is not None:
            return advice
    if verdict.rule == "accept-king":
        also = BookAdvice(verdict.also, REFUSES) if verdict.also else None
        return BookAdvice(verdict.rule, GIVES, verdict.reading, also)
    if first and (own, other) == (POINTS_OF_FOUR, POINTS_OF_FOUR - 1):
        if is_light_hand(holding) or is_one_trump_light_hand(holding):
            return BookAdvice("score-dealer-four-three", REFUSES)
        if gives_even_chance(holding):
            return BookAdvice("score-dealer-four-three", REFUSES, "even-chance")
    if verdict.rule != "accept" and not first:
        return BookAdvice("reply-later", (), "later")
    return BookAdvice(verdict.rule, GIVES, verdict.reading)


def gives_even_chance(holding: Holding) -> bool:
    """Return whether the treatise would stand or refuse with the hand at any score.

    We assume that such a hand has an even chance of the point. This is our interpretation ``even-chance``.
    """
    return class_of(holding) is not None or verdict_on(holding).refuses


def verdict_on(holding: Holding) -> Verdict:
    """Return the treatise's verdict on refusing the first proposal with this hand at a score of 0-0."""
    hand_class = class_of(holding)
    if holding.has_trump_king:
        given = _judge_with_king(holding, hand_class)
        if given is not None:
            return given
    named = [
        verdict
        for verdict in (
            _judge_class(hand_class, holding),
            _judge_two_kings(holding),
            _judge_king_and_queen(holding),
            _judge_queen_and_jack(holding),
            _judge_four_court_cards(holding),
            _judge_three_queens(holding),
            _judge_few_to_go(holding),
            _judge_guards(holding),
        )
        if verdict is not None
    ]
    refusal = next((verdict for verdict in named if verdict.refuses), None)
    if refusal is not None:
        reading = "king-refusals" if holding.has_trump_king else refusal.reading
        return refusal._replace(reading=reading)
    # The other passages name hands that are no good for refusing. The last resort depends on how guards are
    # counted.
    reading = "guards" if _is_guarded_enough(holding, [each.may_be_guarded for each in holding.plain]) else ""
    return next(iter(named), Verdict("accept", refuses=False, reading=reading))


def _judge_with_king(holding: Holding, hand_class: HandClass | None) -> Verdict | None:
    """Return the verdict to accept because the king of trumps is in hand, or None."""
    if hand_class in ("1", "2a", "2b", "2c", "2d"):
        return Verdict("accept-king", refuses=False)
    if hand_class == "2e":
        return Verdict("accept-king", refuses=False, reading="king-silent")
    if holding.cards_to_go <= FEW_TO_GO:
        also = "refuse-two-kings" if _judge_two_kings(holding) is not None else ""
        return Verdict("accept-king", refuses=False, also=also)
    two_queens = has_two_queens_once_guarded(holding) and len(_headed_by(QUEEN, holding)) == 2
    queen_and_jack = _judge_queen_and_jack(holding)
    if two_queens or (queen_and_jack is not None and queen_and_jack.refuses):
        return Verdict("accept-king", refuses=False)
    return None


def _advise_with_elder_at_four(holding: Holding) -> BookAdvice | None:
    """Return the advice to refuse on a light hand or with a trump, or None for other hands (hints 21, 22)."""
    if not holding.trumps:
        return BookAdvice("score-elder-four", REFUSES) if is_light_hand(holding) else None
    top, suits = holding.plain_ranks[0], len(holding.plain)
    if suits == 1 and len(holding.plain_ranks) == 4 and top <= TEN:
        return None
    if suits == 3 and top <= NINE:
        return BookAdvice("accept", GIVES, "different-suits")
    is_protected = sum([each.is_protected for each in holding.plain]) >= 2
    also = None if is_protected else BookAdvice("score-elder-unprotected", GIVES)
    return BookAdvice("score-elder-trump", REFUSES, also=also)


def _judge_class(hand_class: HandClass | None, holding: Holding) -> Verdict | None:
    """Return the verdict on a class of hands, or None. Classes 4 and 5 have rules of their own."""
    if hand_class is None or hand_class in ("4", "5"):
        return None
    match hand_class:
        case "2a":
            refuses = holding.plain[0].top >= JACK
        case "3a":
            refuses = _has_high_fifth_card(holding)
        case "3c":
            refuses = has_two_queens_once_guarded(holding)
        case _:
            refuses = hand_class != "3b"
    return Verdict(f"refuse-{hand_class}" if refuses else f"accept-{hand_class}", refuses)


def _has_high_fifth_card(holding: Holding) -> bool:
    tierce, fifth = holding.plain
    return fifth.top >= (JACK if tierce.ranks == (KING, QUEEN, JACK) else QUEEN)


def _judge_two_kings(holding: Holding) -> Verdict | None:
    if len(holding.trumps) == 1 and len(_headed_by(KING, holding)) > 1:
        return Verdict("refuse-two-kings", refuses=True)
    return None


def _judge_king_and_queen(holding: Holding) -> Verdict | None:
    kings, queens = _headed_by(KING, holding), _headed_by(QUEEN, holding)
    if len(holding.trumps) != 1 or len(kings) != 1 or not queens:
        return None
    if any(len(each.ranks) > 1 for each in kings + queens):
        return Verdict("refuse-king-queen", refuses=True)
    fourth_suit = holding.plain[0]
    if fourth_suit.top >= ACE:
        return Verdict("refuse-king-queen", refuses=True)
    return Verdict("accept-king-queen", refuses=False)


def _judge_queen_and_jack(holding: Holding) -> Verdict | None:
    queens = _headed_by(QUEEN, holding)
    jacks = [each for each in _headed_by(JACK, holding) if each.is_guarded]
    if len(holding.trumps) != 1 or not queens or not jacks:
        return None
    others = [each for each in holding.plain if each not in (queens[0], jacks[0])]
    if len(queens[0].ranks) > 1 or any(each.top >= JACK for each in others):
        return Verdict("refuse-queen-knave", refuses=True)
    return Verdict("accept-queen-knave", refuses=False)


def _judge_four_court_cards(holding: Holding) -> Verdict | None:
    if not has_four_court_cards(holding):
        return None
    reading = "court-trump" if holding.trumps and holding.trumps[0] >= JACK else ""
    suits = [each.top for each in holding.plain] + [*holding.trumps[:1]]
    if sum([top >= JACK for top in suits]) >= 3:
        return Verdict("refuse-4-court", refuses=True, reading=reading)
    return Verdict("accept-4-court", refuses=False, reading=reading)


def _judge_three_queens(holding: Holding) -> Verdict | None:
    if not has_three_queens(holding):
        return None
    if holding.lengths == (2, 2, 1):
        return Verdict("refuse-4-queens", refuses=True)
    return Verdict("accept-4-queens", refuses=False)


def _judge_few_to_go(holding: Holding) -> Verdict | None:
    return Verdict("refuse-5", refuses=True) if holding.cards_to_go <= FEW_TO_GO else None


def _judge_guards(holding: Holding) -> Verdict | None:
    if not _is_guarded_enough(holding, [each.is_guarded for each in holding.plain]):
        return None
    is_plain = _is_guarded_enough(holding, [each.is_guarded_by_a_queen for each in holding.plain])
    return Verdict("refuse-guarded", refuses=True, reading="" if is_plain else "guards")


def _is_guarded_enough(holding: Holding, guarded: Sequence[bool]) -> bool:
    """Return whether guarded plain suits and trumps are at least three together, with one guarded suit or more.

    ``guarded`` says for each plain suit whether it is guarded. The rule is hint 12 of the treatise.
    """
    return any(guarded) and sum(guarded) + len(holding.trumps) >= 3


def _headed_by(rank: int, holding: Holding) -> list[PlainSuit]:
    return [each for each in holding.plain if each.top == rank]
