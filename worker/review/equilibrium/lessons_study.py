"""Find the first calls that the old rules get wrong most, over all deals at the start of a game.

For every kind of hand the old treatise's advice is compared with the better call against an opponent who calls at the
equilibrium. Hands with the same number of trumps, the king in the same place, and plain suits of the same shape form a
group. The groups are ranked by the mean loss of the old call, times the share of deals in which a player has such a
hand.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import KING_RANK, format_card, format_cards
from worker.review.chances import chances
from worker.review.equilibrium.call_values import CALLS, UNITS, call_values
from worker.review.equilibrium.call_worths import worth_at
from worker.review.equilibrium.calls import ENDS, GOES_ON, mean_worths
from worker.review.equilibrium.calls_data import calls_at_equilibrium, frequencies_at
from worker.review.equilibrium.deal_samples import ends_with_hands_seen, sample_kinds
from worker.review.equilibrium.hands import HANDS, KINDS, hand_kinds, hand_of
from worker.review.equilibrium.pooling import hand_levels
from worker.review.lessons import Lesson
from worker.review.strength import DEALER, ELDER, RANKS
from worker.review.treatise import book_on_proposal, book_on_reply

SCORE: Final = (0, 0)
DEALS: Final = 64
"""The number of random deals for each kind of hand."""
LESSONS: Final = 10
_GROUP_LEVEL: Final = 3
_KINDS_OF_CALL: Final = {ELDER: ("proposal", "S", "P"), DEALER: ("reply", "R", "G")}
_POINTS: Final = {"S": (3, 0, 3), "P": (3, 1, 2), "R": (1, 4, 3), "G": (1, 3, 2)}
"""For each call: how many marks lie between the caller's winning and losing the point, without a king.

Each has the index of the outcome in which the caller wins the point (``worker.review.policy``), the index of that in
which the caller loses it, and the difference of their marks.
"""


class Compared(NamedTuple):
    """All kinds of hand of one role, as ``turned * KINDS + kind``.

    - ``gain``: what ending the exchange is worth more than going on, in the probability of winning the game.
    - ``goes_on``: how often the equilibrium goes on.
    - ``weight``: the share of deals in which the role has such a hand and a choice.
    """

    gain: NDArray[np.float64]
    goes_on: NDArray[np.float64]
    weight: NDArray[np.float64]


def compute_lessons(seed: int) -> dict[str, Any]:
    """Return the contents of the data file ``lessons.json``."""
    groups = hand_levels()[_GROUP_LEVEL]
    lessons = [each for role in (ELDER, DEALER) for each in _lessons_of(role, groups, seed + role)]
    lessons.sort(key=lambda each: -each.cost * each.share)
    return {
        "calls": calls_at_equilibrium().header["checksum"],
        "deals": DEALS,
        "seed": seed,
        "lessons": [each._asdict() for each in lessons[:LESSONS]],
    }


def _lessons_of(role: int, groups: NDArray[np.int64], seed: int) -> list[Lesson]:
    """Return the lessons for one role, the costliest first. ``groups`` has the group of each kind of hand."""
    compared = _compare_calls(role, seed)
    old, rules = _old_calls(role)
    has_advice = old >= 0
    loss = np.where(old == ENDS, -compared.gain, compared.gain)
    weight = np.where(has_advice, compared.weight, 0.0)
    # The old calls of a group may differ: each group has two parts, the hands that end the exchange by the old rule
    # (with an even number), and the rest.
    part_of = 2 * groups + np.where(has_advice, old, 0)
    size = int(part_of.max()) + 1
    total = np.bincount(part_of, weight, size)
    lost = np.bincount(part_of, weight * loss, size)
    kind, ends, goes_on = _KINDS_OF_CALL[role]
    lessons = []
    for part in np.argsort(-lost)[:LESSONS].tolist():
        if total[part] == 0:
            continue
        members = np.flatnonzero((part_of == part) & has_advice)
        example = int(members[np.argmax(compared.weight[members] * np.maximum(loss[members], 0))])
        turned, number = divmod(example, KINDS)
        goes_on_share = float((compared.weight[members] * compared.goes_on[members]).sum() / total[part])
        is_ending = part % 2 == ENDS
        lessons.append(
            Lesson(
                kind=kind,
                hand=format_cards(hand_of(hand_kinds(), number, turned)),
                turn_up=format_card(turned),
                rule=rules[example],
                old=ends if is_ending else goes_on,
                right=goes_on if is_ending else ends,
                frequency=round(goes_on_share if is_ending else 1 - goes_on_share, 3),
                cost=round(float(lost[part] / total[part]), 4),
                share=round(float(total[part]), 6),
            )
        )
    return lessons


def _compare_calls(role: int, seed: int) -> Compared:
    """Return, for all hands of the role, what ending the exchange is worth more than going on.

    The worth of each call is its mean over random deals with both hands seen, plus what hidden play changes in it.
    That change is known in marks (``call_values``), and turned into chances of winning the game by ``per_mark``.
    """
    calls = calls_at_equilibrium()
    worth = worth_at(SCORE, np.array(chances().chance))
    gain, goes_on_share, weight = (np.zeros((RANKS, KINDS)) for _ in range(3))
    share = hand_kinds().weight / HANDS / RANKS
    for turned in range(RANKS):
        samples = sample_kinds(role, turned, DEALS, seed * RANKS + turned, ends_with_hands_seen)
        others = frequencies_at(calls, 1 - role, turned, SCORE)
        means = mean_worths(samples, role, worth, others)
        reach = np.ones(KINDS) if role == ELDER else others[samples.other].mean(axis=1)
        # The dealer's means are weighted by how often the elder hand proposes; undo that, but never divide by zero.
        gain[turned] = (means[:, ENDS] - means[:, GOES_ON]) / np.maximum(reach, 1 / DEALS)
        goes_on_share[turned] = frequencies_at(calls, role, turned, SCORE)
        weight[turned] = share * reach
    _, ends, goes_on = _KINDS_OF_CALL[role]
    # ``worth`` is the worth to the elder hand.
    sign = 1 if role == ELDER else -1
    per_mark = {
        call: sign * (worth[won] - worth[lost]) / marks for call, (won, lost, marks) in _POINTS.items()
    }
    change = {call: call_values()[CALLS.index(call)] / UNITS * per_mark[call] for call in (ends, goes_on)}
    gain += change[ends] - change[goes_on]
    return Compared(gain.ravel(), goes_on_share.ravel(), weight.ravel())


def _old_calls(role: int) -> tuple[NDArray[np.int64], list[str]]:
    """Return for each hand 0 if the old rule ends the exchange, 1 if it goes on, -1 if it leaves the choice open.

    Also return the codes of the rules.
    """
    _, ends, goes_on = _KINDS_OF_CALL[role]
    calls = np.full(RANKS * KINDS, -1, np.int64)
    rules = []
    for turned in range(RANKS):
        is_king = turned == KING_RANK
        for kind in range(KINDS):
            hand = hand_of(hand_kinds(), kind, turned)
            if role == ELDER:
                advice = book_on_proposal(hand, 0, king_turned_up=is_king, own=0, other=0)
            else:
                advice = book_on_reply(hand, 0, king_turned_up=is_king, own=0, other=0, first=True)
            rules.append(advice.rule)
            if advice.choices in ((ends,), (goes_on,)):
                calls[turned * KINDS + kind] = 0 if advice.choices == (ends,) else 1
    return calls, rules
