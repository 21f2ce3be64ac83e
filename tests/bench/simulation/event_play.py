"""An event played through: who enters and when, who stays away, what is scored, which result is corrected.

Everything follows from a seed. What is done is done through ``EventHands``, so that the same play-through may go
into memory or through the services into a database.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol, TypeAlias

from matches.rules.events.act_errors import EventActError
from matches.rules.events.draw_queries import event_plan
from matches.rules.events.facts import FactKind, PairingPlace, PlayerId, Side
from matches.rules.events.lifecycle import check_fact
from matches.rules.events.plan import DEFAULT_TIE_BREAKS, EventPlan, StageKind, StagePlan
from matches.rules.events.state import EventState, Pair, PairingState, Result, StageState

StepKind: TypeAlias = Literal[
    "entered",
    "checked_in",
    "entered_late",
    "drawn",
    "released",
    "played",
    "withdrawn",
    "corrected",
    "completed",
]
Format: TypeAlias = Literal[
    "swiss", "round_robin", "knockout", "double_elimination", "league", "groups_knockout"
]

GAME: Final = 5
SPREAD: Final = 0.35
"""The effect of one deviation of skill on the odds of a deal. It is small, because luck matters much in the game."""
TWO_POINTS: Final = 0.15
"""The share of deals that give two points: a vole, or a proposal that was refused."""
WALKOVERS: Final = 0.01
RETIREMENTS: Final = 0.01
FEWEST_FOR_TROUBLE: Final = 5
"""The smallest field with trouble: in smaller ones everybody comes in time, and stays."""
_LATE: Final = 1


@dataclass(frozen=True, slots=True)
class Score:
    """A rubber's result: points of each game, A's first; and the ``winner`` if it was not played out."""

    games: tuple[Pair, ...]
    termination: Literal["normal", "walkover", "retired"] = "normal"
    winner: Side | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A step that was done: ``count`` entries, pairings or results, in the round ``label`` of a stage."""

    kind: StepKind
    count: int
    label: str = ""
    undecided: int = 0


class EventHands(Protocol):
    """An interface through which an event is played. Raises ``EventActError`` if a step is not allowed."""

    @property
    def state(self) -> EventState: ...

    @property
    def results(self) -> Sequence[Result]: ...

    def record(self, kind: FactKind, payloads: Sequence[Mapping[str, Any]], reason: str = "") -> None: ...

    def draw(self, stage: int) -> None: ...

    def enter(self, scores: Mapping[PairingPlace, Score]) -> None: ...

    def correct(self, place: PairingPlace, score: Score, reason: str) -> None: ...


def simulated_plan(kind: Format, *, players: int, rounds: int, seed: str) -> EventPlan:
    """Return a plan as a club would make it for ``players``.

    ``rounds`` applies to a Swiss; 0 means as many as the field needs.
    """
    if kind == "groups_knockout":
        groups = max(1, players // 4)
        stages: tuple[StagePlan, ...] = (
            _stage("round_robin", name="Groups", groups=groups, qualifiers=2 if players > 3 else players),
            _stage("knockout", name="Final", third_place=True),
        )
    elif kind == "league":
        stages = (_stage("league", first_due="2027-01-08"),)
    elif kind == "knockout":
        stages = (_stage("knockout", third_place=True),)
    elif kind == "swiss":
        stages = (_stage("swiss", rounds=rounds),)
    else:
        stages = (_stage(kind),)
    return EventPlan(stages=stages, check_in=players >= FEWEST_FOR_TROUBLE, lot_seed=seed)


def _stage(kind: StageKind, **fields: Any) -> StagePlan:
    return StagePlan(kind=kind, tie_breaks=DEFAULT_TIE_BREAKS[kind], **fields)


@dataclass(frozen=True, slots=True)
class Simulation:
    """An event to be played. ``players`` enter in this order; the last one comes late, if possible."""

    hands: EventHands
    players: Sequence[PlayerId]
    seed: str

    def steps(self) -> Iterator[Step]:
        """Yield each step after it was done, from the entries to the event's end; the plan exists already.

        Raises ``EventActError`` if the event can't be played to its end.
        """
        yield from self._entries()
        while not self.hands.state.facts.is_complete:
            state = self.hands.state
            stage = next((each for each in state.stages if each.phase != "complete"), None)
            if stage is None:
                self.hands.record("completed", [{}])
                yield Step("completed", len(state.places))
            else:
                yield from self._next(state, stage)

    def _entries(self) -> Iterator[Step]:
        in_time = len(self.players) - (_LATE if len(self.players) >= FEWEST_FOR_TROUBLE else 0)
        players = list(self.players[:in_time])
        self.hands.record("entered", [{"players": players}])
        yield Step("entered", in_time)
        plan = self.hands.state.facts.plan
        if plan is not None and plan.check_in:
            self.hands.record("checked_in", [{"player": player} for player in players])
            yield Step("checked_in", in_time)

    def _next(self, state: EventState, stage: StageState) -> Iterator[Step]:
        drafts = [round_ for round_ in stage.rounds if not round_.is_released]
        undecided = [each for round_ in stage.rounds for each in round_.pairings if each.is_undecided]
        if drafts:
            until = {} if stage.plan.is_bracket else {"until": drafts[-1].number}
            self.hands.record("released", [{"stage": stage.number, "round": drafts[0].number, **until}])
            yield Step("released", len(drafts), drafts[0].label)
        elif undecided:
            yield from self._play(stage, undecided, event_plan(state).rules.games_to_win)
        else:
            yield from self._trouble(state, stage)
            self.hands.draw(stage.number)
            drawn = self.hands.state.stages[stage.number - 1]
            pairings = sum(each.kind == "rubber" for each in drawn.rounds[-1].pairings)
            if drawn.plan.is_bracket or drawn.plan.kind != "swiss":
                pairings = sum(each.kind == "rubber" for round_ in drawn.rounds for each in round_.pairings)
            yield Step("drawn", pairings, drawn.rounds[-1].label)

    def _play(
        self, stage: StageState, undecided: Sequence[PairingState], games_to_win: int
    ) -> Iterator[Step]:
        """Play the earliest round that can be played, and correct the first after the second."""
        number = min(pairing.round for pairing in undecided)
        label = next(each.label for each in stage.rounds if each.number == number)
        scores = {
            (stage.number, number, each.number): self._score(label, each, games_to_win)
            for each in undecided
            if each.round == number
        }
        self.hands.enter(scores)
        yield Step("played", len(scores), label)
        if stage.number == 1 and number == 2:
            yield from self._correction(games_to_win)

    def _trouble(self, state: EventState, stage: StageState) -> Iterator[Step]:
        """Add late players before the first draw, or a Swiss stage's second, and withdraw one before the third."""
        if len(self.players) < FEWEST_FOR_TROUBLE or stage.number > 1:
            return
        is_swiss = stage.plan.kind == "swiss"
        drawn = len(stage.rounds)
        late = self.players[-1]
        is_missing = drawn == int(is_swiss) and all(entry.player != late for entry in state.entries)
        if is_missing and self._may("entered", {"players": [late]}):
            self.hands.record("entered", [{"players": [late]}])
            if drawn == 0 and state.facts.plan is not None and state.facts.plan.check_in:
                self.hands.record("checked_in", [{"player": late}])
            yield Step("entered_late", 1)
        if is_swiss and drawn == 2:
            gone = {"player": self.players[len(self.players) // 2], "stage": stage.number, "round": drawn + 1}
            if self._may("withdrawn", gone):
                self.hands.record("withdrawn", [gone], "Called away")
                yield Step("withdrawn", 1)

    def _may(self, kind: FactKind, payload: Mapping[str, Any]) -> bool:
        try:
            check_fact(self.hands.state, kind, payload)
        except EventActError:
            return False
        return True

    def _correction(self, games_to_win: int) -> Iterator[Step]:
        """Correct a first-round result that was recorded the wrong way round, or, in a bracket, off by a point."""
        stage = self.hands.state.stages[0]
        first = stage.rounds[0]
        for pairing in first.pairings:
            place = (1, first.number, pairing.number)
            outcome = pairing.outcome
            if outcome is None or outcome.decided_by != "rubber" or not pairing.rubber:
                continue
            score = self._score(first.label, pairing, games_to_win)
            if score.termination != "normal":
                continue
            # In a bracket the winner stays, or what was played since would be of others.
            corrected = _with_a_game(score) if stage.plan.is_bracket else _turned(score)
            self.hands.correct(place, corrected, "Written down wrongly")
            yield Step("corrected", 1, first.label)
            return

    def _score(self, label: str, pairing: PairingState, games_to_win: int) -> Score:
        if pairing.a is None or pairing.b is None:
            raise ValueError(pairing)
        # By their numbers: ids are others in every database.
        a, b = (str(self.players.index(player) + 1) for player in (pairing.a, pairing.b))
        return score_between(self.seed, label, a, b, games_to_win=games_to_win)


def chance(seed: str, *of: object) -> float:
    """Return a number from 0 up to 1, always the same for the same words."""
    text = "\n".join((seed, *map(str, of)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) / 2**64


def strength(seed: str, player: str) -> float:
    """Return a player's strength in standard deviations from the mean."""
    radius = math.sqrt(-2 * math.log(1 - chance(seed, "radius", player)))
    return radius * math.cos(2 * math.pi * chance(seed, "angle", player))


def score_between(seed: str, label: str, a: str, b: str, *, games_to_win: int) -> Score:
    """Return a rubber's result by chance and strength: deal by deal, five up, so that scores are such as occur."""
    ahead = strength(seed, a) - strength(seed, b)
    winner: Side = "A" if ahead >= 0 else "B"
    fate = chance(seed, "fate", label, a, b)
    if fate < WALKOVERS:
        return Score((), "walkover", winner)
    odds = 1 / (1 + math.exp(-SPREAD * ahead))
    games: list[Pair] = []
    won = [0, 0]
    while max(won) < games_to_win:
        games.append(_game(seed, odds, label, a, b, len(games)))
        won[games[-1][1] == GAME] += 1
    if fate > 1 - RETIREMENTS and len(games) > 1:
        return Score(tuple(games[:-1]), "retired", "A" if won[0] > won[1] else "B")
    return Score(tuple(games))


def _game(seed: str, odds: float, *of: object) -> Pair:
    points = [0, 0]
    deal = 0
    while max(points) < GAME:
        deal += 1
        side = chance(seed, "deal", *of, deal) >= odds
        points[side] += 2 if chance(seed, "two", *of, deal) < TWO_POINTS else 1
    return min(points[0], GAME), min(points[1], GAME)


def _turned(score: Score) -> Score:
    return Score(tuple((b, a) for a, b in score.games))


def _with_a_game(score: Score) -> Score:
    """Give one more point to the last game's loser, or one fewer if they had the most possible."""
    a, b = score.games[-1]
    loser = min(a, b)
    mended = loser + 1 if loser < GAME - 1 else loser - 1
    return Score((*score.games[:-1], (a, mended) if a > b else (mended, b)))
