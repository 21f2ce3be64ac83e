"""Judge every card that a player chose between two or more lawful cards.

A card is judged by what the player could know, and also with both hands seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import (
    HAND_SIZE,
    Card,
    CardMask,
    Suit,
    cards_of,
    format_card,
    king_of,
    mask_of,
    opponent,
    seat,
)
from scoring.deal_course import Course
from scoring.marks import MAJORITY_OF_TRICKS
from scoring.record import Pair
from scoring.variants import VARIATIONS
from worker.review.card_reasons import card_reasons
from worker.review.choice import Choice, choices_of
from worker.review.decision import BookAdvice, Decision, Method, Option
from worker.review.equilibrium.first_leads import find_lead_changes, is_first_lead
from worker.review.equilibrium.lead_values import lead_table
from worker.review.kernels import BEST, NO_LEAD, tally_choices
from worker.review.knowledge import Knowledge
from worker.review.last_tricks import late_totals
from worker.review.stakes import Stakes
from worker.review.treatise import book_on_follow, book_on_lead
from worker.review.worth import by_king, by_offenders, marks_by_tricks, worth_of_tricks
from worker.solver.table import solver_table

MOST_TRICKS: Final = HAND_SIZE + 1
CHANCE_UNITS: Final = 10**9
"""The factor that scales probabilities to whole numbers for the search in which the hands stay hidden."""
_NO_DIFFERENCE: Final = 1e-9


class Part(NamedTuple):
    """A set of hands that the opponent may have, all with the same marks for the player's further tricks.

    - ``known``: the knowledge of the opponent's hand that describes the set.
    - ``marks``: indexed by the number of further tricks that the player wins; each entry is (the player's
      marks, the opponent's marks).
    - ``score``: the score to which the marks are added, with the kings marked so far, or None if it is
      unknown.
    """

    known: Knowledge
    marks: tuple[tuple[int, int], ...]
    score: Pair | None

    @property
    def worth(self) -> NDArray[np.int64]:
        return worth_of_tricks(self.marks)


def card_decisions(
    course: Course, stakes: Stakes, *, rubber: int = 1, game: int = 1, deal: int = 1
) -> list[Decision]:
    """Judge every card of a deal that was played by choice, and return the decisions in the order of play.

    The list is empty if the trump suit or the calls are unknown. ``rubber``, ``game`` and ``deal`` are the
    numbers, from 1, that the decisions state.
    """
    if course.trump is None or course.vulnerable is None:
        return []
    return [
        judge_choice(course, stakes, choice, rubber=rubber, game=game, deal=deal)
        for choice in choices_of(course)
    ]


def judge_choice(
    course: Course, stakes: Stakes, choice: Choice, *, rubber: int = 1, game: int = 1, deal: int = 1
) -> Decision:
    """Judge one choice of ``choices_of``. Its ``chosen`` card may be replaced by another lawful one.

    Raises ``ValueError`` if the trump suit is unknown.
    """
    trump = course.trump
    if trump is None:
        raise ValueError("no trump suit")
    cards = cards_of(choice.lawful)
    place = cards.index(choice.chosen)
    theirs = Knowledge(choice.theirs, choice.theirs, choice.theirs.bit_count())
    tricks = (_tally_cards(choice, trump, cards, theirs) @ np.arange(MOST_TRICKS)).tolist()
    parts = parts_of(course, stakes, choice)
    tallies = [_tally_cards(choice, trump, cards, part.known) for part in parts]
    totals = [0] * len(cards)
    for part, tally in zip(parts, tallies, strict=True):
        won = tally[:, : len(part.worth)] @ part.worth
        totals = [total + more for total, more in zip(totals, won.tolist(), strict=True)]
    most = max(totals)
    best = [card for card, total in zip(cards, totals, strict=True) if total == most]
    chances: list[float] | None = None
    stake_loss: float | None = None
    method: Method = "hands seen"
    equity_loss = equity_error = None
    hidden_marks: list[float] | None = None
    if all(part.score is not None for part in parts):
        chances, method = _compute_chances(stakes, choice, trump, parts, tallies)
        if is_first_lead(course, choice):
            means = [total / choice.worlds for total in totals]
            changes = find_lead_changes(course, choice, means)
            worth = _value_of_mark(stakes, choice, parts)
            hidden_marks = [
                total / choice.worlds + change for total, change in zip(totals, changes, strict=True)
            ]
            chances = [
                min(1.0, max(0.0, chance + worth * change))
                for chance, change in zip(chances, changes, strict=True)
            ]
            method = "hands hidden"
            equity_error = worth * lead_table().error
        equity_loss = _compute_loss(chances, place)
        if stakes.reckoning == "treble":
            stake_loss = _compute_loss(_average_values(choice, parts, tallies, stakes.stake), place)
    return Decision(
        rubber=rubber,
        game=game,
        deal=deal,
        kind="card",
        token=choice.token,
        trick=choice.trick,
        player=choice.player,
        chosen=format_card(choice.chosen),
        options=tuple(
            Option(
                format_card(card),
                totals[at] / choice.worlds,
                None if chances is None else chances[at],
                None if hidden_marks is None else hidden_marks[at],
            )
            for at, card in enumerate(cards)
        ),
        best=tuple(map(format_card, best)),
        loss=(most - totals[place]) / choice.worlds,
        method=method,
        double_dummy_loss=max(tricks) - tricks[place],
        worlds=choice.worlds,
        equity_loss=equity_loss,
        equity_se=equity_error,
        rubber_loss=stakes.rubber_loss(choice.player, equity_loss),
        stake_loss=stake_loss,
        book=_find_book_advice(course, stakes, choice, trump),
        variant=course.variant,
        reasons=card_reasons(
            course,
            choice,
            choice.chosen,
            best if chances is None else _find_best_cards(cards, chances),
            [(part.known, part.worth) for part in parts],
        ),
    )


def _find_best_cards(cards: list[Card], chances: list[float]) -> list[Card]:
    """Return the cards with the best chance of winning the game, by which a choice is judged."""
    most = max(chances) - _NO_DIFFERENCE
    return [card for card, chance in zip(cards, chances, strict=True) if chance >= most]


def _find_book_advice(course: Course, stakes: Stakes, choice: Choice, trump: Suit) -> BookAdvice | None:
    """Return the card that the old treatise on écarté would play.

    Return None at La Triomphe, for short hands, and for deals with an incident.
    """
    if course.variant != "ecarte" or course.incidents or choice.total != HAND_SIZE:
        return None
    player, other = choice.player, opponent(choice.player)
    earlier = course.tricks[: choice.trick - 1]
    lost = len(earlier) - choice.won
    out = course.discards[seat(player)] or 0
    if choice.lead != NO_LEAD:
        return book_on_follow(choice.own, trump, choice.lead, won=choice.won, lost=lost, out=out)
    king = king_of(trump)
    leads = [trick for trick in earlier if trick.leader == player and trick.lead is not None]
    played = [card for trick in earlier if (card := trick.card_of(other)) is not None]
    marked = [who for who, at in stakes.kings if at < choice.token]
    own, others = stakes.before or (0, 0)
    if player == "B":
        own, others = others, own
    return book_on_lead(
        choice.own,
        trump,
        own=own + (course.turn_up == king and player in marked),
        won=choice.won,
        lost=lost,
        led=[(trick.lead, trick.winner == player) for trick in leads if trick.lead is not None],
        refused=course.letters == "PR" and player == course.elder,
        king_against=any(who.player == other and who.token < choice.token for who in course.kings_heard)
        and not _was_played(course, choice, king),
        other=others + (other in marked),
        exchanged=bool(course.swaps),
        replies=[trick.reply for trick in leads if trick.reply is not None],
        whole=course.hands[seat(player)] or 0,
        out=out,
        gone=mask_of([*played, *([] if course.turn_up is None else [course.turn_up])]),
    )


def _was_played(course: Course, choice: Choice, card: Card) -> bool:
    return any(card in (trick.lead, trick.reply) for trick in course.tricks[: choice.trick - 1])


def _find_vulnerable(course: Course, token: int) -> str:
    """Return the player who was vulnerable when the card at ``token`` was played, or "none".

    If the point was offered after the first lead, nobody was vulnerable before that.
    """
    if VARIATIONS[course.variant].has_offer_in_play and any(call.token > token for call in course.calls):
        return "none"
    return course.vulnerable or "none"


def parts_of(course: Course, stakes: Stakes, choice: Choice) -> list[Part]:
    """Return the hands that the opponent may have, divided into sets.

    In each set the same tricks score the same marks, and these marks are added to the same score.
    """
    other = opponent(choice.player)
    played = (course.hands[seat(other)] or 0) & ~choice.theirs
    vulnerable = _find_vulnerable(course, choice.token)
    king = king_of(course.trump or 0)
    has_marked_king = VARIATIONS[course.variant].has_king
    # The player's own king counts from the first card on, though it may be marked behind that card (law 24).
    has_king = bool(choice.own >> king & 1)
    marked = [who for who, at in stakes.kings if at < choice.token or (has_king and who == choice.player)]
    parts = []
    for known in choice.known:
        for part, offenders in by_offenders(course, choice.player, choice.token, known, played=played):
            marks = marks_by_tricks(
                choice.player, choice.won, choice.total, vulnerable, offenders, variant=course.variant
            )
            if marked or played or course.incidents or king == course.turn_up or not has_marked_king:
                parts.append(Part(part, marks, stakes.score_with(marked)))
                continue
            # The opponent has not played yet, and would announce the king before doing so (law 23).
            for each in by_king(part, 1 << king):
                announces = bool(each.certain >> king & 1)
                parts.append(Part(each, marks, stakes.score_with([other] if announces else [])))
    return [part for part in parts if part.known.worlds]


def _tally_cards(choice: Choice, trump: Suit, cards: list[Card], known: Knowledge) -> NDArray[np.int64]:
    """Return the number of hands against which each of ``cards`` wins each number of tricks, as ``[card, tricks]``."""
    return _tally_hand(choice.own, choice.lead, trump, known)[cards]


def tally_of_best(own: CardMask, lead: Card, trump: Suit, known: Knowledge) -> NDArray[np.int64]:
    """Count the opponent's possible hands by the largest number of tricks that the player can win against
    them.

    The result is indexed by the number of tricks. The player plays the best card against each hand. ``lead``
    is the card to reply to, or ``NO_LEAD``; ``known`` is what the player knows of the opponent's hand.
    """
    best: NDArray[np.int64] = _tally_hand(own, lead, trump, known)[BEST]
    return best


def _tally_hand(own: CardMask, lead: Card, trump: Suit, known: Knowledge) -> NDArray[np.int64]:
    tally = np.zeros((BEST + 1, MOST_TRICKS), np.int64)
    tally_choices(
        solver_table(),
        own,
        lead,
        trump,
        known.certain,
        known.possible & ~known.certain,
        tally,
    )
    return tally


def _average_values(
    choice: Choice, parts: list[Part], tallies: list[NDArray[np.int64]], value: Callable[..., float]
) -> list[float]:
    """Return for each card the mean of ``value`` (``Stakes.chance`` or ``Stakes.stake``) over all hands."""
    totals = np.zeros(len(tallies[0]))
    for part, tally in zip(parts, tallies, strict=True):
        worth = np.array([value(choice.player, part.score, (marks,)) for marks in part.marks])
        totals += tally[:, : len(worth)] @ worth
    means: list[float] = (totals / choice.worlds).tolist()
    return means


def _compute_chances(
    stakes: Stakes, choice: Choice, trump: Suit, parts: list[Part], tallies: list[NDArray[np.int64]]
) -> tuple[list[float], Method]:
    """Return the probability of winning the game after each card, and the method by which it was computed.

    The search with hidden hands is used where it can be.
    """
    if len(parts) == 1:
        ((known, marks, score),) = parts
        worth = np.array([stakes.chance(choice.player, score or (0, 0), (each,)) for each in marks])
        units = np.round(worth * CHANCE_UNITS).astype(np.int64)
        hidden = late_totals(choice, trump, [(known, units)])
        if hidden is not None:
            return [total / CHANCE_UNITS for total in hidden], "hands hidden"
    return _average_values(choice, parts, tallies, stakes.chance), "hands seen"


def _value_of_mark(stakes: Stakes, choice: Choice, parts: list[Part]) -> float:
    """Return what a mark is worth in probability of winning the game.

    It is the difference between winning and losing the point, divided by the difference in marks.
    """
    worth = 0.0
    for part in parts:
        chances = [stakes.chance(choice.player, part.score or (0, 0), (marks,)) for marks in part.marks]
        won, lost = MAJORITY_OF_TRICKS, MAJORITY_OF_TRICKS - 1
        between = (chances[won] - chances[lost]) / float(part.worth[won] - part.worth[lost])
        worth += between * part.known.worlds / choice.worlds
    return worth


def _compute_loss(values: list[float], place: int) -> float:
    """Return how far the value at ``place`` is below the best one. A difference in a float's last bits counts as 0."""
    lost = max(values) - values[place]
    return 0.0 if lost < _NO_DIFFERENCE else lost
