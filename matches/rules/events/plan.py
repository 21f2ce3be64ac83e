"""The plan of an event, made before the draw: its stages, what each counts, and the rules of its rubbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

StageKind: TypeAlias = Literal["round_robin", "league", "swiss", "knockout", "double_elimination"]
"""The kind of a stage.

``league``: a round robin over a season, in which each round has a last day. ``double_elimination``: a bracket
in which a player is out after two losses.
"""
Seeding: TypeAlias = Literal["fold", "split", "adjacent", "lot"]
"""The way in which the seeds are paired in the first round.

With eight players: ``fold`` pairs 1-8 2-7 3-6 4-5, placed so that the best two meet last; ``split`` 1-5 2-6
3-7 4-8; ``adjacent`` 1-2 3-4 5-6 7-8; ``lot`` pairs by lot (the plan's ``lot_seed``).
"""
Score: TypeAlias = Literal["rubbers", "games", "stake"]
"""A player's score in a stage: rubbers won, games won, or points won less points lost."""
TieBreak: TypeAlias = Literal[
    "direct_encounter",
    "wins",
    "buchholz",
    "buchholz_cut_1",
    "buchholz_median",
    "sonneborn_berger",
    "games_difference",
    "points_difference",
    "trebles",
    "voles",
    "progressive",
    "lot",
]
RequestedBye: TypeAlias = Literal["nothing", "half", "full"]
Reckoning: TypeAlias = Literal["plain", "treble"]
Cut: TypeAlias = Literal["rubber", "game"]
Variant: TypeAlias = Literal["ecarte", "triomphe"]

STAGE_KINDS: Final[tuple[StageKind, ...]] = get_args(StageKind)
SEEDINGS: Final[tuple[Seeding, ...]] = get_args(Seeding)
SCORES: Final[tuple[Score, ...]] = get_args(Score)
TIE_BREAKS: Final[tuple[TieBreak, ...]] = get_args(TieBreak)
BRACKETS: Final[frozenset[StageKind]] = frozenset({"knockout", "double_elimination"})
TABLES: Final[frozenset[StageKind]] = frozenset({"round_robin", "league", "swiss"})
"""The kinds of stage that end in a table of scores, not in a bracket."""
MOST_ENTRANTS: Final = 512
FEWEST_ENTRANTS: Final = 2
MOST_STAGES: Final = 6
MOST_PRIZES: Final = 32
MOST_ROUNDS: Final = 100
"""The maximum rounds of a table stage, so that a log entry with all of them stays readable."""

DEFAULT_TIE_BREAKS: Final[dict[StageKind, tuple[TieBreak, ...]]] = {
    "round_robin": (
        "direct_encounter",
        "wins",
        "sonneborn_berger",
        "points_difference",
        "games_difference",
        "lot",
    ),
    "league": ("points_difference", "games_difference", "direct_encounter", "wins", "trebles", "lot"),
    "swiss": (
        "buchholz_cut_1",
        "buchholz",
        "sonneborn_berger",
        "points_difference",
        "games_difference",
        "lot",
    ),
    "knockout": (),
    "double_elimination": (),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePlan:
    """The plan of one stage. Fields that do not apply to its kind keep their defaults.

    - ``name``: displayed, and the beginning of the round labels if an event has several stages.
    - ``groups``, ``cycles`` (round robin, league): the number of groups, and how often the players of a group meet.
    - ``rounds`` (Swiss): the number of rounds; 0 stands for as many as a knockout would need, decided when the stage
      is drawn.
    - ``seeding``: of brackets, and of a Swiss stage's first round. Groups are filled in turn, from the first to the
      last and back.
    - ``third_place`` (knockout): the losing semi-finalists meet. ``consolation`` (knockout): the losers of the first
      round play a knockout of their own. ``bracket_reset`` (double elimination): the final is played again if it is
      won by the player who has lost once.
    - ``qualifiers``: how many players of each group go on into the next stage; 0 in the last stage.
    - ``score`` and ``tie_breaks`` (round robin, league, Swiss): what the table counts, and what separates players
      who are level, in order.
    - ``annul_below_half`` (round robin, league): the results of a player who withdraws before playing half of their
      rubbers do not count.
    - ``first_due``, ``days_apart`` (league): ISO date of the first round's last day, and the number of days from one
      round's last day to the next one's.
    """

    kind: StageKind
    name: str = ""
    groups: int = 1
    cycles: int = 1
    rounds: int = 0
    seeding: Seeding = "fold"
    third_place: bool = False
    consolation: bool = False
    bracket_reset: bool = True
    qualifiers: int = 0
    score: Score = "rubbers"
    tie_breaks: tuple[TieBreak, ...] = ()
    annul_below_half: bool = False
    first_due: str = ""
    days_apart: int = 7

    @property
    def is_bracket(self) -> bool:
        return self.kind in BRACKETS


@dataclass(frozen=True, slots=True, kw_only=True)
class RubberRules:
    """The rules by which the event's rubbers are played, as in the tags of a record (``BestOf`` and so on)."""

    best_of: int = 3
    reckoning: Reckoning = "plain"
    rubber_bonus: int = 0
    cut: Cut = "rubber"
    variant: Variant = "ecarte"

    @property
    def games_to_win(self) -> int:
        return self.best_of // 2 + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPlan:
    """The plan of an event.

    ``tables`` is the number of tables, 0 for as many as are needed. If ``check_in`` is set, only players who
    have checked in are drawn. ``requested_bye`` is the score of a requested bye. ``lot_seed`` is any text,
    from which every lot of the event is drawn. ``starts_on`` is the ISO date of the first day; results that
    are entered from the draw are dated with the day on which they are entered. ``prizes`` are what the first places
    win, from the first on, each any text.
    """

    stages: tuple[StagePlan, ...]
    rules: RubberRules = RubberRules()
    tables: int = 0
    check_in: bool = False
    requested_bye: RequestedBye = "half"
    lot_seed: str = ""
    starts_on: str = ""
    prizes: tuple[str, ...] = ()
