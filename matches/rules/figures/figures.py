"""The figures shown on pages of statistics: counts, shares and means of counters, with their standard errors.

A figure is computed from sums of counters (``matches.rules.figures.tallies``), whether for a player, a club
or an event. docs/statistics.md explains each figure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final, Literal, TypeAlias, assert_never, get_args

from matches.rules.figures.tallies import square_of

Kind: TypeAlias = Literal["count", "share", "mean", "advantage"]
"""The kind of a figure. An ``advantage`` is a share minus one half."""
Unit: TypeAlias = Literal["deal", "game", "rubber"]
Group: TypeAlias = Literal[
    "rubbers", "games", "points", "kings", "proposals", "vulnerable", "voles", "offers"
]
GROUPS: Final[tuple[Group, ...]] = get_args(Group)
LEAST_OBSERVATIONS: Final = 20
"""The minimum number of observations for a share, mean or standard error to mean anything."""


@dataclass(frozen=True, slots=True)
class Figure:
    """The definition of a figure of the statistics: a count, share, mean or advantage.

    The value is the sum of the counters ``counted``, divided by the sum of the counters ``among``; a count is the
    first sum alone, and an advantage is the quotient minus one half. A deal, game or rubber adds to at most one
    counter of each sum. ``unit`` says whether deals, games or rubbers are counted. ``is_one_sided`` means that the
    figure makes sense only for one side and not for both sides together, such as the share of games won.
    """

    key: str
    group: Group
    kind: Kind
    unit: Unit
    counted: tuple[str, ...]
    among: tuple[str, ...] = ()
    is_one_sided: bool = False

    @property
    def counters(self) -> tuple[str, ...]:
        squares = tuple(square_of(key) for key in self.counted) if self.kind == "mean" else ()
        return (*self.counted, *self.among, *squares)


@dataclass(frozen=True, slots=True)
class Value:
    """A computed figure of the statistics.

    - ``counted`` and ``among``: the two sums of counters of which the figure consists (``Figure``). For a count, both
      are the count itself.
    - ``value``: the value. It is None for a share, mean or advantage if ``among`` is 0.
    - ``se``: the standard error of ``value``. It is None for a count, without a value, and for a mean of fewer than
      two observations.
    """

    figure: Figure
    counted: int
    among: int
    value: float | None
    se: float | None

    @property
    def is_enough(self) -> bool:
        return self.figure.kind == "count" or self.among >= LEAST_OBSERVATIONS


def _rubbers(key: str, kind: Kind, counted: str, *among: str, own: bool = True) -> Figure:
    return Figure(key, "rubbers", kind, "rubber", (counted,), among, is_one_sided=own)


def _games(key: str, kind: Kind, counted: str, *among: str, own: bool = False) -> Figure:
    return Figure(key, "games", kind, "game", (counted,), among, is_one_sided=own)


def _deals(group: Group) -> Callable[..., Figure]:
    def figure(key: str, kind: Kind, counted: str, *among: str, own: bool = False) -> Figure:
        return Figure(key, group, kind, "deal", (counted,), among, is_one_sided=own)

    return figure


_points, _kings, _proposals = _deals("points"), _deals("kings"), _deals("proposals")
_vulnerable, _voles, _offers = _deals("vulnerable"), _deals("voles"), _deals("offers")

FIGURES: Final[tuple[Figure, ...]] = (
    _rubbers("rubbers", "count", "rubbers", own=False),
    _rubbers("rubbers_won", "share", "rubber_won", "rubber_won", "rubber_lost"),
    _rubbers("rubbers_lost", "share", "rubber_lost", "rubber_won", "rubber_lost"),
    _rubbers("walkovers_won", "count", "walkover_won"),
    _rubbers("walkovers_lost", "count", "walkover_lost"),
    _rubbers("rubber_points", "mean", "rubber_points_for", "rubber_points_known"),
    _rubbers("rubber_points_conceded", "mean", "rubber_points_against", "rubber_points_known"),
    _games("games", "count", "games"),
    _games("games_won", "share", "game_won", "games", own=True),
    _games("games_lost", "share", "game_lost", "games", own=True),
    _games("singles_won", "share", "single_won", "game_won"),
    _games("doubles_won", "share", "double_won", "game_won"),
    _games("trebles_won", "share", "treble_won", "game_won"),
    _games("singles_lost", "share", "single_lost", "game_lost", own=True),
    _games("doubles_lost", "share", "double_lost", "game_lost", own=True),
    _games("trebles_lost", "share", "treble_lost", "game_lost", own=True),
    _games("first_deal_advantage", "advantage", "dealt_first_won", "dealt_first"),
    _games("dealt_first_won", "share", "dealt_first_won", "dealt_first"),
    _games("dealt_second_won", "share", "dealt_second_won", "dealt_second", own=True),
    _games("came_back", "share", "came_back", "nil_to_four"),
    _games("let_slip", "share", "let_slip", "four_to_nil", own=True),
    Figure("game_points", "points", "mean", "game", ("game_points_for",), ("games",), is_one_sided=True),
    Figure(
        "game_points_conceded",
        "points",
        "mean",
        "game",
        ("game_points_against",),
        ("games",),
        is_one_sided=True,
    ),
    _points("deals", "count", "deals"),
    _points("deals_won", "share", "deal_won", "decided", own=True),
    _points("deals_lost", "share", "deal_lost", "decided", own=True),
    _points("marks", "mean", "marks", "score_known", own=True),
    _points("marks_conceded", "mean", "marks_against", "score_known", own=True),
    _points("tricks", "mean", "tricks", "tricks_known", own=True),
    _kings("kings_marked", "count", "king_marked"),
    _kings("kings_turned", "share", "king_turned", "turn_up_seen"),
    _kings("turned_kings_marked", "share", "turned_king_marked", "king_turned"),
    _kings("kings_held", "share", "king_held", "hand_seen"),
    _kings("kings_announced", "share", "king_announced", "king_held"),
    _kings("kings_unannounced", "share", "king_unannounced", "king_held"),
    _kings("kings_from_hand", "count", "king_from_hand"),
    _proposals("proposed_first", "share", "proposed_first", "first_word"),
    _proposals("stood_first", "share", "stood_first", "first_word"),
    _proposals("first_given", "share", "first_given", "first_given", "first_refused", own=True),
    _proposals("first_refused", "share", "first_refused", "first_given", "first_refused", own=True),
    _proposals("gave_first", "share", "gave_first", "gave_first", "refused_first"),
    _proposals("refused_first", "share", "refused_first", "gave_first", "refused_first"),
    _proposals("refused", "count", "refused"),
    _proposals("proposals", "mean", "proposals", "first_word"),
    _proposals("cards_changed", "mean", "cards_changed", "exchanged"),
    _vulnerable("vulnerable", "count", "vulnerable"),
    _vulnerable("vulnerable_won", "share", "vulnerable_won", "vulnerable_won", "vulnerable_lost"),
    _vulnerable("vulnerable_lost", "share", "vulnerable_lost", "vulnerable_won", "vulnerable_lost"),
    _vulnerable(
        "against_vulnerable_won",
        "share",
        "against_vulnerable_won",
        "against_vulnerable_won",
        "against_vulnerable_lost",
        own=True,
    ),
    _vulnerable(
        "against_vulnerable_lost",
        "share",
        "against_vulnerable_lost",
        "against_vulnerable_won",
        "against_vulnerable_lost",
        own=True,
    ),
    _voles("voles_made", "share", "vole_made", "tricks_known"),
    _voles("voles_suffered", "share", "vole_suffered", "tricks_known", own=True),
    _offers("offered", "count", "offered"),
    _offers("offers_refused", "share", "offer_refused", "offer_taken", "offer_refused"),
    _offers("took_offers", "share", "took_offer", "took_offer", "refused_offer", own=True),
    _offers("refused_offers", "share", "refused_offer", "took_offer", "refused_offer", own=True),
    _offers("refusals_won", "share", "refusal_won", "refusal_won", "refusal_lost"),
)
FIGURE: Final[Mapping[str, Figure]] = {figure.key: figure for figure in FIGURES}
ABSENT_GROUPS: Final[Mapping[str, frozenset[Group]]] = {
    "ecarte": frozenset({"offers"}),
    "triomphe": frozenset({"kings", "proposals", "vulnerable"}),
}
"""The groups of figures that a variant does not have."""


def figures_for(*, variant: str, is_one_sided: bool) -> tuple[Figure, ...]:
    """Return the figures of a variant: those for one player, or those for both sides together."""
    return tuple(
        figure
        for figure in FIGURES
        if figure.group not in ABSENT_GROUPS[variant] and (is_one_sided or not figure.is_one_sided)
    )


def value_of(figure: Figure, sums: Mapping[str, int]) -> Value:
    """Compute a figure from the sums of its counters. Keys of ``sums`` are names of counters."""
    counted = sum(sums[key] for key in figure.counted)
    if figure.kind == "count":
        return Value(figure, counted, counted, float(counted), None)
    among = sum(sums[key] for key in figure.among)
    if not among:
        return Value(figure, counted, 0, None, None)
    ratio = counted / among
    if figure.kind == "mean":
        squares = sum(sums[square_of(key)] for key in figure.counted)
        return Value(figure, counted, among, ratio, _error_of_mean(among, counted, squares))
    se = sqrt(ratio * (1 - ratio) / among)
    if figure.kind == "share":
        return Value(figure, counted, among, ratio, se)
    if figure.kind == "advantage":
        return Value(figure, counted, among, ratio - 0.5, se)
    assert_never(figure.kind)


def _error_of_mean(count: int, total: int, squares: int) -> float | None:
    if count < 2:
        return None
    variance = max(0.0, squares - total * total / count) / (count - 1)
    return sqrt(variance / count)
