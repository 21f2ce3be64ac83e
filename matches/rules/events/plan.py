"""How an event is played: its stages in order, what each of them counts, and the rules of its rubbers.

A plan is decided by the club before the draw and stored as JSON in the event's log (``plan_json``); all else
about an event follows from it, from the other facts (``facts``) and from the results.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

StageKind: TypeAlias = Literal["round_robin", "league", "swiss", "knockout", "double_elimination"]
"""``league``: a round robin over a season, each round with a last day. ``double_elimination``: out after two
losses.
"""
Seeding: TypeAlias = Literal["fold", "split", "adjacent", "lot"]
"""Who meets whom in the first round, by seed. Of eight: ``fold`` 1-8 2-7 3-6 4-5, so placed that the best two
meet last; ``split`` 1-5 2-6 3-7 4-8; ``adjacent`` 1-2 3-4 5-6 7-8; ``lot``: drawn, by the plan's ``lot_seed``.
"""
Score: TypeAlias = Literal["rubbers", "games", "stake"]
"""What a stage's score counts: rubbers won; games won; stake points won less stake points lost."""
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
"""Stages that end in a table of scores, not in a bracket."""
MOST_ENTRANTS: Final = 512
FEWEST_ENTRANTS: Final = 2
MOST_STAGES: Final = 6
MOST_ROUNDS: Final = 100
"""Of a stage that ends in a table: more nobody plays, and a log that holds them all at once stays readable."""

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
    """One stage. What a kind has no use for stays at its default; ``plan_problems`` says where it does not.

    - ``name``: shown, and the beginning of the round labels where an event has several stages.
    - ``groups``, ``cycles`` (round robin, league): how many groups, and how often everybody meets everybody in
      his.
    - ``rounds`` (Swiss): how many; 0: as many as the field needs for one winner, settled when the stage is
      drawn.
    - ``seeding``: of brackets, and of a Swiss stage's first round; groups are filled in turn, there and back.
    - ``third_place``, ``consolation`` (knockout): the losing semi-finalists meet; the losers of the first round
      play a knockout of their own. ``bracket_reset`` (double elimination): a final won by who has lost once is
      played again.
    - ``qualifiers``: how many go on into the next stage, of each group; 0 in the last stage.
    - ``score`` and ``tie_breaks`` (round robin, league, Swiss): what the table counts, and what parts the
      level, in order.
    - ``annul_below_half`` (round robin, league): who withdraws before half of his rubbers leaves no results
      behind.
    - ``first_due``, ``days_apart`` (league): ISO date of the first round's last day, and the days from one to
      the next.
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
    """The rules of play of the event's rubbers, as the tags of a record have them (``BestOf`` and so on)."""

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
    """``tables``: how many tables there are, 0 as many as are wanted. ``check_in``: who has not checked in is
    not drawn.

    ``requested_bye``: what a bye that was asked for gives. ``lot_seed``: any text; every lot of the event is
    drawn from it. ``starts_on``: ISO date of the first day; the tag ``Date`` of results entered from the draw
    is the day they are entered.
    """

    stages: tuple[StagePlan, ...]
    rules: RubberRules = RubberRules()
    tables: int = 0
    check_in: bool = False
    requested_bye: RequestedBye = "half"
    lot_seed: str = ""
    starts_on: str = ""
