"""A small event that the handbook and the page guide show parts with: six players, a Swiss of three rounds.

Its people and results are made up; draws, table, figures and reasons are what the site makes of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from matches.rules.events.facts import PlayerId, Side
from matches.rules.events.outcomes import outcome_of
from matches.rules.events.plan import RubberRules, StagePlan, TieBreak
from matches.rules.events.random_order import Lots
from matches.rules.events.state import Pair, PairingState, Result, Table
from matches.rules.events.tables import records_of, table
from matches.rules.events.tie_breaks import Records

PLAYERS: Final[tuple[PlayerId, ...]] = ("Boiteau", "Clay", "Walker", "Bennett", "Orford", "Pole")
"""In their order of seed; a player's id is his name."""
RULES: Final = RubberRules(best_of=3, reckoning="treble")
LOTS: Final = Lots("sample", {player: number for number, player in enumerate(PLAYERS, start=1)})
ROUNDS: Final = 3

Games: TypeAlias = str
"""Who won each game and what it was worth: ``A3 B1 A2``, a treble for A, a single for B, a double for A."""


@dataclass(frozen=True, slots=True)
class Rubber:
    """``a`` dealt first; ``voles`` are A's and B's."""

    round: int
    a: PlayerId
    b: PlayerId
    games: Games
    voles: Pair = (0, 0)

    def won(self, side: Side) -> list[int]:
        """What each game that this side won was worth."""
        return [int(game[1]) for game in self.games.split() if game[0] == side]

    @property
    def score(self) -> Pair:
        """Games won."""
        return len(self.won("A")), len(self.won("B"))


RUBBERS: Final = (
    Rubber(1, "Boiteau", "Pole", "A1 A2", voles=(1, 0)),
    Rubber(1, "Orford", "Clay", "B1 A1 B1"),
    Rubber(1, "Walker", "Bennett", "B2 A1 B1"),
    Rubber(2, "Clay", "Boiteau", "B3 A1 A1", voles=(2, 0)),
    Rubber(2, "Bennett", "Orford", "A1 A1"),
    Rubber(2, "Pole", "Walker", "B2 B1"),
    Rubber(3, "Bennett", "Clay", "A1 A3"),
    Rubber(3, "Boiteau", "Walker", "A1 B1 A2"),
    Rubber(3, "Orford", "Pole", "A1 B2 A1"),
)


def sample_table(tie_breaks: Sequence[TieBreak] = ()) -> Table:
    """The table at the end, by the usual tie-breaks of a Swiss where none are given."""
    return table(PLAYERS, list(_pairings()), plan=_plan(tie_breaks), rules=RULES, lots=LOTS)


def sample_records() -> Records:
    """What tie-breaks look at."""
    return records_of(PLAYERS, _pairings(), plan=_plan(), rules=RULES, lots=LOTS)


def _plan(tie_breaks: Sequence[TieBreak] = ()) -> StagePlan:
    return StagePlan(kind="swiss", rounds=ROUNDS, tie_breaks=tuple(tie_breaks))


def _pairings() -> Iterator[PairingState]:
    for number, rubber in enumerate(RUBBERS, start=1):
        yield PairingState(
            round=rubber.round,
            number=number,
            kind="rubber",
            a=rubber.a,
            b=rubber.b,
            outcome=outcome_of(rubber.a, rubber.b, score="rubbers", rules=RULES, result=_result(rubber)),
        )


def _result(rubber: Rubber) -> Result:
    own, others = rubber.won("A"), rubber.won("B")
    return Result(
        rubber=f"{rubber.round} {rubber.a}",
        order=0,
        round_label=str(rubber.round),
        a=rubber.a,
        b=rubber.b,
        state="confirmed",
        is_settled=True,
        winner="A" if len(own) > len(others) else "B",
        games=rubber.score,
        points=(sum(own), sum(others)),
        trebles=(own.count(3), others.count(3)),
        voles=rubber.voles,
    )
