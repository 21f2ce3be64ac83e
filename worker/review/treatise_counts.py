"""Compute the values to compare with the old treatise: hands against which the point is made, marks, kings.

Trumps are spades. The treatise's hands assume that the king is not turned up, so values are means over the
other turn-ups of the trump suit that are not in the hand, all equally likely.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.cards import KING_RANK, PACK, CardMask, format_cards, king_of, parse_card, parse_cards, suit_of
from scoring.marks import MAJORITY_OF_TRICKS
from worker.review.card_play import card_decisions
from worker.review.chain import marks_of
from worker.review.decision import Decision
from worker.review.policy import (
    DEALER_REPLIES,
    ELDER_CALLS,
    FIRST,
    OUTCOMES,
    STOCK,
    deal_many,
    policy_of,
)
from worker.review.stakes import stakes_of
from worker.review.strength import RANKS, tricks_against_all
from worker.review.treatise import TRUMP_OF_EXAMPLES, Example
from worker.review.treatise.hands import ILLUSTRATIVE_HANDS
from worker.review.treatise_hands import Question, checked_part
from worker.review.treatise_page import Compared, Kings, Known
from worker.review.worlds import GO_ON, count_refusing, try_choices

KNOWN: Final = (
    ("S7.H987.D7", "HT", 37_310),
    ("S987.H87", "HT", 47_768),
    ("SQ7.DQ7.CQ", "HT", 28_958),
)
"""Counts that were known before ours, to check ours against.

Each entry has the leader's hand, the turn-up, and the number of the dealer's hands against which the leader
makes the point.
"""
ELDER_MARKS: Final = np.array(
    [sum(elder - dealer for elder, dealer in marks_of(outcome)) for outcome in range(OUTCOMES)], np.float64
)
"""The elder hand's marks minus the dealer's, for each outcome."""
_ELDER_WINS: Final = np.isin(np.arange(OUTCOMES) % 5, (3, 4))


def compare_standing(example: Example, worlds: int, seed: int) -> Compared:
    """Value standing and proposing with the hand of ``example``, as the elder hand's first choice.

    Proposing is sampled in ``worlds`` random deals for each turn-up; standing is counted exactly.
    """
    outcomes = [standing_outcomes(example.hand, turned) for turned in turn_ups(example.hand)]
    return _compare(example, outcomes, _ELDER_WINS, ELDER_MARKS, is_elder=True, worlds=worlds, seed=seed)


def compare_refusing(example: Example, worlds: int, seed: int) -> Compared:
    """Value refusing and accepting with the hand of ``example``, as the dealer's reply to a first proposal.

    Refusing is counted over the hands with which the policy proposes; accepting is sampled in ``worlds``
    random deals for each turn-up.
    """
    outcomes = [refusing_outcomes(example.hand, turned) for turned in turn_ups(example.hand)]
    return _compare(example, outcomes, ~_ELDER_WINS, -ELDER_MARKS, is_elder=False, worlds=worlds, seed=seed)


def turn_ups(hand: CardMask) -> Iterator[int]:
    """Yield the ranks of the trumps that may be turned up beside this hand, except the king."""
    return (rank for rank in range(KING_RANK) if not hand >> rank & 1)


def standing_outcomes(hand: CardMask, turned: int) -> NDArray[np.int64]:
    """Count the outcomes, over every hand that the dealer may have, if the elder hand stands at the first opportunity.

    ``turned`` is the rank of the turn-up. The result is indexed by outcome.
    """
    counts = np.zeros(OUTCOMES, np.int64)
    king = 1 << king_of(TRUMP_OF_EXAMPLES)
    for dealer_has_king in (False,) if hand & king else (False, True):
        tricks = tricks_against_all(
            hand,
            TRUMP_OF_EXAMPLES,
            leads=True,
            elsewhere=1 << turned if dealer_has_king else (1 << turned | king) & ~hand,
            certain=king if dealer_has_king else 0,
        )
        # An outcome is ``5 * king + tricks`` (``worker.review.policy``).
        marked = 2 if dealer_has_king else 1 if hand & king else 0
        counts[5 * marked] += tricks[:MAJORITY_OF_TRICKS].sum()
        counts[5 * marked + 3] += tricks[MAJORITY_OF_TRICKS:-1].sum()
        counts[5 * marked + 4] += tricks[-1]
    return counts


def refusing_outcomes(hand: CardMask, turned: int) -> NDArray[np.int64]:
    """Count the outcomes, over every hand with which the elder hand would have proposed, if the dealer refuses
    at once.

    ``turned`` is the rank of the turn-up. The result is indexed by outcome.
    """
    counts = np.zeros(OUTCOMES, np.int64)
    count_refusing(
        policy_of(),
        hand,
        PACK & ~(hand | 1 << turned),
        0,
        turned,
        FIRST,
        counts,
    )
    return counts


def _compare(
    example: Example,
    outcomes: list[NDArray[np.int64]],
    wins: NDArray[np.bool_],
    marks: NDArray[np.float64],
    *,
    is_elder: bool,
    worlds: int,
    seed: int,
) -> Compared:
    """Return an example hand with the values of both choices.

    Ending the exchange is counted, going on is sampled.

    ``outcomes`` has the counted outcomes for each turn-up, ``wins`` says which outcomes make the point, and ``marks``
    what each is worth.
    """
    sampled = [
        marks[going_on(example.hand, turned, is_elder=is_elder, worlds=worlds, seed=seed + turned)]
        for turned in turn_ups(example.hand)
    ]
    errors = [values.std(ddof=1) / np.sqrt(worlds) for values in sampled]
    return Compared(
        name=example.name,
        hand=format_cards(example.hand),
        lead=None if example.lead is None else format_cards(1 << example.lead),
        holds=example.holds,
        turn_ups=len(outcomes),
        makes=int(sum(counts[wins].sum() for counts in outcomes)),
        hands=int(sum(counts.sum() for counts in outcomes)),
        ends=round(float(np.mean([counts @ marks / counts.sum() for counts in outcomes])), 6),
        goes_on=round(float(np.mean(sampled)), 6),
        error=round(float(np.sqrt(np.sum(np.square(errors))) / len(errors)), 6),
    )


def going_on(hand: CardMask, turned: int, *, is_elder: bool, worlds: int, seed: int) -> NDArray[np.uint8]:
    """Return the outcome, in each of ``worlds`` random deals at 0-0, of proposing or of accepting a first proposal.

    ``turned`` is the rank of the turn-up.
    """
    outcomes = np.zeros((worlds, 1), np.uint8)
    try_choices(
        policy_of(),
        is_elder,
        hand,
        PACK & ~(hand | 1 << turned),
        0,  # announced
        STOCK,
        turned,
        ELDER_CALLS if is_elder else DEALER_REPLIES,
        0,  # gives
        0,  # vulnerable
        0,  # elder_points
        0,  # dealer_points
        -1,  # last_out
        0,  # all_out
        -1,  # call_before
        -1 if is_elder else FIRST,
        np.array([GO_ON], np.int64),
        seed,
        outcomes,
    )
    return outcomes[:, 0]


def known_counts() -> tuple[Known, ...]:
    """Count again the hands in ``KNOWN``, and return each known count with ours."""
    rows = []
    for hand, turn_up, known in KNOWN:
        card = parse_card(turn_up)
        tricks = tricks_against_all(parse_cards(hand), suit_of(card), leads=True, elsewhere=1 << card)
        rows.append(Known(hand, turn_up, known, int(tricks[MAJORITY_OF_TRICKS:].sum())))
    return tuple(rows)


def count_kings(deals: int, seed: int) -> Kings:
    """Count how often each side marks the king in ``deals`` random deals at 0-0, if both follow the policy."""
    counts = np.zeros((RANKS, OUTCOMES), np.int64)
    deal_many(
        policy_of(),
        0,
        0,
        seed,
        deals,
        counts,
    )
    # The five outcomes in which nobody, the elder hand or the dealer marks the king.
    _, elder, dealer = counts.sum(axis=0).reshape(3, 5).sum(axis=1).tolist()
    return Kings(dealer, elder, deals)


def count_hands() -> tuple[Question, ...]:
    """Review every question of the illustrative hands, and return the questions with their computed values.

    Each question takes less than a second.
    """
    rows = []
    for hand, illustrative in enumerate(ILLUSTRATIVE_HANDS):
        for place, part in enumerate(illustrative.parts):
            checked = checked_part(part)
            (game,) = checked.games
            deal = game.deals[-1]
            for decision in card_decisions(deal.course, stakes_of(checked, game, deal)):
                if decision.player == part.player and decision.trick in part.tricks:
                    rows.append(_make_question(hand, place, decision))
    return tuple(rows)


def _make_question(hand: int, part: int, decision: Decision) -> Question:
    return Question(
        hand,
        part,
        decision.trick or 0,
        decision.token,
        {option.name: round(option.marks, 6) for option in decision.options},
        {option.name: round(option.chance or 0.0, 6) for option in decision.options},
        decision.best,
        decision.method,
        decision.worlds or 0,
        {} if decision.book is None else decision.book.as_json(),
    )
