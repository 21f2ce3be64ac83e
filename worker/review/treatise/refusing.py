"""The dealer's reply: the hands with which the book refuses."""

from __future__ import annotations

from typing import Final, NamedTuple

from scoring.cards import CardMask, Suit
from worker.review.decision import BookAdvice
from worker.review.treatise.holding import (
    ACE,
    KING,
    KNAVE,
    POINTS_OF_FOUR,
    QUEEN,
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
)

GIVES: Final = ("G",)
REFUSES: Final = ("R",)


class Verdict(NamedTuple):
    rule: str
    refuses: bool


def book_on_reply(
    hand: CardMask, trump: Suit, *, king_turned_up: bool, own: int, other: int, first: bool
) -> BookAdvice:
    """What the dealer says to a proposal, with ``own`` points to the elder's ``other``.

    ``first``: the elder's first proposal, after which a refusal makes the point count two (law 49).
    """
    holding = holding_of_five(hand, trump)
    verdict = verdict_on(holding)
    if verdict.refuses:
        return BookAdvice(verdict.rule, REFUSES)
    has_king = king_turned_up or holding.has_trump_king
    if other == POINTS_OF_FOUR and not has_king and _is_protected_in_three_suits(holding):
        return BookAdvice("score-elder-four", REFUSES)
    if verdict.rule in ("accept", "accept-king"):
        return BookAdvice(verdict.rule, GIVES)
    if first and (own, other) == (POINTS_OF_FOUR, POINTS_OF_FOUR - 1) and gives_even_chance(holding):
        return BookAdvice("score-dealer-four-three", REFUSES)
    if not first:
        return BookAdvice("reply-later", ())
    return BookAdvice(verdict.rule, GIVES)


def gives_even_chance(holding: Holding) -> bool:
    """As the module ``worker.review.treatise`` reads it: a hand to stand or to refuse with at any score."""
    return class_of(holding) is not None or verdict_on(holding).refuses


def verdict_on(holding: Holding) -> Verdict:
    """On the first proposal of a game that is love-all."""
    hand_class = class_of(holding)
    if holding.has_trump_king and (
        hand_class in ("1", "2a", "2b", "2c", "2d", "2e") or holding.cards_to_go <= FEW_TO_GO
    ):
        return Verdict("accept-king", refuses=False)
    named = [
        verdict
        for verdict in (
            _on_class(hand_class, holding),
            _on_two_kings(holding),
            _on_king_and_queen(holding),
            _on_queen_and_knave(holding),
            _on_four_court_cards(holding),
            _on_three_queens(holding),
            _on_few_to_go(holding),
            _on_guards(holding),
        )
        if verdict is not None
    ]
    refusal = next((verdict for verdict in named if verdict.refuses), None)
    return refusal or next(iter(named), Verdict("accept", refuses=False))


def _on_class(hand_class: HandClass | None, holding: Holding) -> Verdict | None:
    """Classes 4 and 5 have rules of their own below."""
    if hand_class is None or hand_class in ("4", "5"):
        return None
    match hand_class:
        case "2a":
            refuses = holding.plain[0].top >= KNAVE
        case "3a":
            refuses = _has_high_fifth_card(holding)
        case "3c":
            refuses = has_two_queens_once_guarded(holding)
        case _:
            refuses = hand_class != "3b"
    return Verdict(f"refuse-{hand_class}" if refuses else f"accept-{hand_class}", refuses)


def _has_high_fifth_card(holding: Holding) -> bool:
    tierce, fifth = holding.plain
    return fifth.top >= (KNAVE if tierce.ranks == (KING, QUEEN, KNAVE) else QUEEN)


def _on_two_kings(holding: Holding) -> Verdict | None:
    if len(holding.trumps) == 1 and len(_headed_by(KING, holding)) > 1:
        return Verdict("refuse-two-kings", refuses=True)
    return None


def _on_king_and_queen(holding: Holding) -> Verdict | None:
    kings, queens = _headed_by(KING, holding), _headed_by(QUEEN, holding)
    if len(holding.trumps) != 1 or len(kings) != 1 or not queens:
        return None
    if any(len(each.ranks) > 1 for each in kings + queens):
        return Verdict("refuse-king-queen", refuses=True)
    fourth_suit = holding.plain[0]
    if fourth_suit.top >= ACE:
        return Verdict("refuse-king-queen", refuses=True)
    return Verdict("accept-king-queen", refuses=False)


def _on_queen_and_knave(holding: Holding) -> Verdict | None:
    queens = _headed_by(QUEEN, holding)
    knaves = [each for each in _headed_by(KNAVE, holding) if each.is_guarded]
    if len(holding.trumps) != 1 or not queens or not knaves:
        return None
    others = [each for each in holding.plain if each not in (queens[0], knaves[0])]
    if len(queens[0].ranks) > 1 or any(each.top >= KNAVE for each in others):
        return Verdict("refuse-queen-knave", refuses=True)
    return Verdict("accept-queen-knave", refuses=False)


def _on_four_court_cards(holding: Holding) -> Verdict | None:
    if not has_four_court_cards(holding):
        return None
    suits = [each.top for each in holding.plain] + [*holding.trumps[:1]]
    if sum([top >= KNAVE for top in suits]) >= 3:
        return Verdict("refuse-4-court", refuses=True)
    return Verdict("accept-4-court", refuses=False)


def _on_three_queens(holding: Holding) -> Verdict | None:
    if not has_three_queens(holding):
        return None
    if holding.lengths == (2, 2, 1):
        return Verdict("refuse-4-queens", refuses=True)
    return Verdict("accept-4-queens", refuses=False)


def _on_few_to_go(holding: Holding) -> Verdict | None:
    return Verdict("refuse-5", refuses=True) if holding.cards_to_go <= FEW_TO_GO else None


def _on_guards(holding: Holding) -> Verdict | None:
    guarded = len(holding.guarded_suits)
    if guarded and guarded + len(holding.trumps) >= 3:
        return Verdict("refuse-guarded", refuses=True)
    return None


def _headed_by(rank: int, holding: Holding) -> list[PlainSuit]:
    return [each for each in holding.plain if each.top == rank]


def _is_protected_in_three_suits(holding: Holding) -> bool:
    return sum([each.top >= KNAVE for each in holding.plain]) + bool(holding.trumps) >= 3
