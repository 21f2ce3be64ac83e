"""Find the rubber of each pairing, and compute the pairing's outcome and each side's score.

A rubber belongs to a pairing by its round label and its players. An outcome comes from a rubber, an award, an
absence or a bye. Scores are in half points (``halves``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias, assert_never

from matches.rules.events.facts import Award, EventFacts, PlayerId, Side
from matches.rules.events.plan import RequestedBye, RubberRules, Score
from matches.rules.events.state import Outcome, Pair, PairingKind, Result, StageState, Why

WHY_CODES: Final[dict[str, tuple[str, ...]]] = {
    "no_draw": (),
    "no_such_round": ("label",),
    "not_entered": ("player",),
    "not_paired": ("label",),
    "second_result": ("label", "rubber"),
}
"""The reasons why a rubber has no pairing: names of parameters, by code. ``rubber`` is the one that counts."""
VOID: Final = "void"
"""The state of a rubber that a director declared void: it counts as not played."""
PairResults: TypeAlias = tuple[Result | None, tuple[Result, ...]]
"""The rubbers of two players in one round: the one that belongs to their pairing, or None, and any others."""
NO_RESULTS: Final[PairResults] = (None, ())


def full_bye_halves(score: Score, rules: RubberRules) -> int:
    """Return the half points of a full bye or walkover: as for a rubber won without losing a game."""
    if score == "rubbers":
        return 2
    if score == "games":
        return 2 * rules.games_to_win
    if score == "stake":
        return 2 * (rules.games_to_win + rules.rubber_bonus)
    assert_never(score)


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
    """Return the outcome of the pairing of ``a`` and ``b``, or None while it is undecided or waits for a player.

    An award takes precedence over a rubber, and a rubber over an absence. An award that was given to other players
    does not count. ``result`` is the rubber that belongs to the pairing, whichever player its record names first; the
    rubber decides the pairing once it is settled. ``absent`` says for A and for B whether the player is absent; both
    are False if the round is not released. A bye belongs to A, and gives nothing to an absent player.
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
    halves = full_bye_halves(score, rules)
    if kind == "requested_bye":
        halves = _requested_halves(requested_bye, halves)
    return Outcome("bye", "A", (halves, 0), is_played=False)


def _requested_halves(requested_bye: RequestedBye, full: int) -> int:
    match requested_bye:
        case "nothing":
            return 0
        case "half":
            return full // 2
        case "full":
            return full
        case _:
            assert_never(requested_bye)


def _award(award: Award, a: PlayerId, score: Score, rules: RubberRules) -> Outcome:
    if award.kind == "double_walkover" or award.winner is None:
        return _unplayed("award", None, score, rules)
    return _unplayed("award", "A" if award.winner == a else "B", score, rules)


def _rubber(result: Result, a: PlayerId, score: Score, rules: RubberRules) -> Outcome:
    """Return the outcome of a pairing that its rubber decides.

    ``a`` is the player on the pairing's side A, who may be the rubber's B.
    """
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
    if score == "rubbers":
        if winner is None:
            return 1, 1
        return (2, 0) if winner == "A" else (0, 2)
    assert_never(score)


def _unplayed(
    decided_by: Literal["rubber", "award", "withdrawal"],
    winner: Side | None,
    score: Score,
    rules: RubberRules,
) -> Outcome:
    """Return an outcome decided away from the table: the score of a rubber won straight, no games or points."""
    if winner is None:
        return Outcome(decided_by, None, (0, 0), is_played=False)
    won = full_bye_halves(score, rules)
    lost = -won if score == "stake" else 0
    return Outcome(decided_by, winner, (won, lost) if winner == "A" else (lost, won), is_played=False)


def _other_side(side: Side | None) -> Side | None:
    if side is None:
        return None
    return "B" if side == "A" else "A"


class ResultIndex:
    """An index of an event's rubbers by round and players.

    ``index(label, a, b)`` returns the rubbers of players ``a`` and ``b`` in the round with this label. The
    order of the two players does not matter. If they have several rubbers in the round, the first settled one
    belongs to their pairing, or the first of all if none is settled. Void rubbers are ignored.
    """

    def __init__(self, results: Iterable[Result]) -> None:
        self.results: Sequence[Result] = sorted(
            (result for result in results if result.state != VOID),
            key=lambda result: (result.order, result.rubber),
        )
        self._by_pair: dict[tuple[str, PlayerId, PlayerId], list[Result]] = defaultdict(list)
        for result in self.results:
            self._by_pair[_key(result.round_label, result.a, result.b)].append(result)

    def __call__(self, label: str, a: PlayerId, b: PlayerId) -> PairResults:
        results = self._by_pair.get(_key(label, a, b))
        if results is None:
            return NO_RESULTS
        if len(results) == 1:
            return results[0], ()
        first = next((result for result in results if result.is_settled), results[0])
        return first, tuple(result for result in results if result is not first)

    def outside(self, facts: EventFacts, stages: Sequence[StageState]) -> tuple[tuple[str, Why], ...]:
        """Return the public ids of rubbers without a pairing in ``stages``, with reasons, in order of entry."""
        belonging: set[str] = set()
        second: dict[str, str] = {}
        for stage in stages:
            for round_ in stage.rounds:
                for pairing in round_.pairings:
                    belonging.add(pairing.rubber)
                    second.update(dict.fromkeys(pairing.also, pairing.rubber))
        labels = {round_.label for stage in facts.stages for round_ in stage.rounds}
        labels.update(label for stage in facts.stages for label in stage.labels)
        entered = {entry.player for entry in facts.entries}
        return tuple(
            (result.rubber, _why_outside(result, second.get(result.rubber), labels, entered))
            for result in self.results
            if result.rubber not in belonging
        )


def _key(label: str, a: PlayerId, b: PlayerId) -> tuple[str, PlayerId, PlayerId]:
    return (label, a, b) if a < b else (label, b, a)


def _why_outside(result: Result, counting: str | None, labels: set[str], entered: set[PlayerId]) -> Why:
    if counting is not None:
        return "second_result", result.round_label, counting
    if not labels:
        return ("no_draw",)
    if result.round_label not in labels:
        return "no_such_round", result.round_label
    for player in (result.a, result.b):
        if player not in entered:
            return "not_entered", player
    return "not_paired", result.round_label
