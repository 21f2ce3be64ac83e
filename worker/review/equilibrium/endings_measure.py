"""Measure the review's search with hidden hands against the equilibrium of one ending.

All figures are marks. A *game* is an ending with what its tricks are worth.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.review.equilibrium.endings import Ending, make_game, worth_of
from worker.review.equilibrium.endings_mending import find_wrong_replies, mend
from worker.review.equilibrium.endings_replies import RARE, WrongReply
from worker.review.equilibrium.endings_response import (
    ITERATIONS,
    count_reach,
    evaluate,
    lawful_replies,
    opponents,
    respond,
    search_plan,
    solve,
)
from worker.review.equilibrium.endings_types import FOLLOWER, LEADER, Game, Plan

Kind = Literal["even", "none", "leader", "follower"]
"""The worth of the tricks.

``even``: both players have won a trick, and the point is worth one to either. Other values of the point change
nothing but the scale. In the other kinds the leader has won both tricks; the kind is the vulnerable player.
"""

KINDS: Final[tuple[Kind, ...]] = ("even", "none", "leader", "follower")

BAD: Final = 0.01
"""The loss in marks from which a choice counts as bad."""


class Losses(NamedTuple):
    """The losses of the search's choices of one type against the equilibrium.

    - ``mean``: the mean loss of a choice; ``worst``: the largest loss.
    - ``bad``: the share of choices that lose more than ``BAD``.
    - ``choices``: how many such choices a deal has.
    """

    mean: float
    worst: float
    bad: float
    choices: float


class Measured(NamedTuple):
    """One game at the equilibrium, and the search beside it. All values are a pair of hands.

    - ``value``: the leader's value if both players follow the solved plan.
    - ``gains``: what best responses by leader and follower gain over it. The leader's value at the equilibrium is at
      most the sum of both away.
    - ``search``: the leader's value if both players follow the search.
    - ``search_gains``: what best responses by leader and follower gain over that.
    - ``leads``, ``replies``: the losses of the search's choices at the third trick.
    - ``mended``: the same losses of replies, with those of the table in place of the search's.
    - ``mended_gain``: what a best response by the leader gains over ``value`` against these replies.
    """

    value: float
    gains: tuple[float, float]
    search: float
    search_gains: tuple[float, float]
    leads: Losses
    replies: Losses
    mended: Losses
    mended_gain: float


def game_of(ending: Ending, kind: Kind) -> Game:
    """Return the arrays of a game."""
    return make_game(ending, worth_of(1, "none") if kind == "even" else worth_of(2, kind))


def measure(ending: Ending, kind: Kind, iterations: int = ITERATIONS) -> tuple[Measured, list[WrongReply]]:
    """Solve a game, and measure the search in it. Return also its wrong replies, if the game is even."""
    game = game_of(ending, kind)
    solved, search = solve(game, iterations), search_plan(game)
    value, search_value = evaluate(game, solved), evaluate(game, search)
    by_leading, leads = respond(game, solved, LEADER)
    by_replying, replies = respond(game, solved, FOLLOWER)
    values = replies.replies
    against_follower = respond(game, search, LEADER)[0]
    lost = _lose_by_replies(game, search, solved, values)
    wrong = find_wrong_replies(ending, game, search, solved, values) if kind == "even" else []
    mended = mend(ending, game, search, wrong)
    measured = Measured(
        value=value,
        gains=(by_leading - value, by_replying + value),
        search=search_value,
        search_gains=(
            against_follower - search_value,
            respond(game, search, FOLLOWER)[0] + search_value,
        ),
        leads=_lose_by_leads(game, search, leads.leads),
        replies=lost,
        mended=_lose_by_replies(game, mended, solved, values) if wrong else lost,
        mended_gain=(respond(game, mended, LEADER)[0] if wrong else against_follower) - value,
    )
    return measured, wrong


def _lose_by_leads(game: Game, search: Plan, values: NDArray[np.float64]) -> Losses:
    many = game.many[LEADER]
    lost = values[:many].max(axis=1) - (search.lead * values[:many]).sum(axis=1)
    return _losses(lost, opponents(game, LEADER).astype(np.float64))


def _lose_by_replies(game: Game, search: Plan, solved: Plan, values: NDArray[np.float64]) -> Losses:
    """Return the losses of replies to the leads of the equilibrium, each lead as often as the equilibrium makes it."""
    reach = count_reach(game, solved)
    fitting = opponents(game, FOLLOWER)
    lost, weight, counts = [], [], []
    for lead in np.flatnonzero((game.twin == np.arange(len(game.twin))) & (game.may_hold[LEADER] == 1)):
        lawful = lawful_replies(game, int(lead))
        has_choice = lawful.sum(axis=1) > 1
        best = np.where(lawful, values[lead], -np.inf).max(axis=1)
        played = (search.reply[lead] * values[lead]).sum(axis=1)
        lost.append(game.copies[lead] * (best - played)[has_choice])
        weight.append(game.copies[lead] * reach[lead, has_choice])
        counts.append((reach[lead] > RARE * fitting)[has_choice])
    return _losses(np.concatenate(lost), np.concatenate(weight), np.concatenate(counts), fitting.sum())


def _losses(
    lost: NDArray[np.float64],
    weight: NDArray[np.float64],
    counts: NDArray[np.bool_] | None = None,
    pairs: float | None = None,
) -> Losses:
    """Return the losses of choices. ``lost`` is summed over the opponent's hands, whose number is ``weight``."""
    total = float(weight.sum())
    if total == 0.0:
        return Losses(0.0, 0.0, 0.0, 0.0)
    each = np.divide(lost, weight, out=np.zeros_like(lost), where=weight > 0)
    if counts is not None:
        each = np.where(counts, each, 0.0)
    return Losses(
        mean=float(lost.sum()) / total,
        worst=float(each.max(initial=0.0)),
        bad=float(weight[each > BAD].sum()) / total,
        choices=1.0 if pairs is None else float(total / pairs),
    )
