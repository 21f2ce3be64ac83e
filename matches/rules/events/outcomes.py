"""How one pairing was decided, and what each side scores by it: a rubber, an award, an absence or a bye.

Scores are in halves, as in ``state``; who stands in the pairing, and which rubber belongs to it, is settled
before.
"""

from __future__ import annotations

from typing import Literal

from matches.rules.events.facts import Award, PlayerId, Side
from matches.rules.events.plan import RequestedBye, RubberRules, Score
from matches.rules.events.state import Outcome, Pair, PairingKind, Result


def full_bye_halves(score: Score, rules: RubberRules) -> int:
    """What a rubber won straight scores, in halves: so much a bye gives, and a walkover to him who came."""
    if score == "rubbers":
        return 2
    if score == "games":
        return 2 * rules.games_to_win
    return 2 * (rules.games_to_win + rules.rubber_bonus)


def outcome_of(
    a: PlayerId | None,
    b: PlayerId | None,
    *,
    score: Score,
    rules: RubberRules,
    kind: PairingKind = "rubber",
    result: Result | None = None,
    award: Award | None = None,
    absent: tuple[bool, bool] = (False, False),
    requested_bye: RequestedBye = "half",
) -> Outcome | None:
    """The outcome of the pairing of ``a`` and ``b``, None while it is undecided or waits for a player.

    An award goes before a rubber, a rubber before an absence. An award that was given to others than stand here
    counts nothing: they have come into a bracket's pairing since. ``result`` is the rubber that belongs to the
    pairing, recorded either way round; it counts when it is settled. ``absent``, A's and B's, is True only where
    the round was released and the player is away in it. A bye is A's, and gives nothing to him who is away.
    """
    if kind != "rubber":
        return _bye(score, rules, kind, requested_bye, is_absent=absent[0]) if a is not None else None
    if a is None or b is None:
        return None
    if award is not None and award.is_of(a, b):
        return _award(award, a, score, rules)
    if result is not None and result.is_settled:
        return _rubber(result, a, score, rules)
    if absent == (True, True):
        return _unplayed("withdrawal", None, score, rules)
    if True in absent:
        return _unplayed("withdrawal", "B" if absent[0] else "A", score, rules)
    return None


def _bye(
    score: Score, rules: RubberRules, kind: PairingKind, requested_bye: RequestedBye, *, is_absent: bool
) -> Outcome:
    if is_absent:
        return Outcome("withdrawal", None, (0, 0), is_played=False)
    full = full_bye_halves(score, rules)
    halves = full
    if kind == "requested_bye":
        halves = {"nothing": 0, "half": full // 2, "full": full}[requested_bye]
    return Outcome("bye", "A", (halves, 0), is_played=False)


def _award(award: Award, a: PlayerId, score: Score, rules: RubberRules) -> Outcome:
    if award.kind == "double_walkover" or award.winner is None:
        return _unplayed("award", None, score, rules)
    return _unplayed("award", "A" if award.winner == a else "B", score, rules)


def _rubber(result: Result, a: PlayerId, score: Score, rules: RubberRules) -> Outcome:
    is_turned = result.a != a
    winner = _other_side(result.winner) if is_turned else result.winner
    if result.termination == "walkover":
        return _unplayed("rubber", winner, score, rules)

    def sides(pair: Pair) -> Pair:
        return (pair[1], pair[0]) if is_turned else pair

    games = sides(result.games)
    points = sides(result.points) if result.points is not None else None
    return Outcome(
        decided_by="rubber",
        winner=winner,
        halves=_played_halves(winner, games, points, score),
        is_played=True,
        games=games,
        points=points,
        trebles=sides(result.trebles),
        voles=sides(result.voles),
    )


def _played_halves(winner: Side | None, games: Pair, points: Pair | None, score: Score) -> Pair:
    if score == "games":
        return 2 * games[0], 2 * games[1]
    if score == "stake":
        difference = points[0] - points[1] if points is not None else 0
        return 2 * difference, -2 * difference
    if winner is None:
        return 1, 1
    return (2, 0) if winner == "A" else (0, 2)


def _unplayed(
    decided_by: Literal["rubber", "award", "withdrawal"],
    winner: Side | None,
    score: Score,
    rules: RubberRules,
) -> Outcome:
    """Decided away from the table: the winner scores a rubber won straight, with no games or points to his
    name.
    """
    if winner is None:
        return Outcome(decided_by, None, (0, 0), is_played=False)
    won = full_bye_halves(score, rules)
    lost = -won if score == "stake" else 0
    return Outcome(decided_by, winner, (won, lost) if winner == "A" else (lost, won), is_played=False)


def _other_side(side: Side | None) -> Side | None:
    if side is None:
        return None
    return "B" if side == "A" else "A"
