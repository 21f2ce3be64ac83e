"""Query a player's results against each opponent, and their sums over all opponents, at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from matches.clubs.access import Viewer
from matches.figures.statistics import Figures, Scope, counters_of, sums_of, tallies
from matches.models import Club, Player

KEYS: Final = ("rubbers", "rubbers_won", "games_won", "games_lost", "voles_made", "deals")
COUNTERS: Final = tuple(counters_of(KEYS))


@dataclass(frozen=True, slots=True)
class Met:
    """A player's results against ``opponent``, whose club is loaded, as far as pages need the two."""

    opponent: Player
    rubbers: tuple[int, int]
    games: tuple[int, int]


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """A player's results: ``figures`` of ``KEYS`` over all opponents, and ``met``, those met most often first."""

    figures: Figures
    met: Sequence[Met]


def head_to_head(viewer: Viewer, player: Player) -> HeadToHead:
    """Return the results of ``player`` in the rubbers of écarté that count and the viewer may see. Takes one query."""
    scope = Scope(player=player)
    person = ("opponent", "opponent__public_id", "opponent__name", "opponent__user")
    club = ("opponent__club", "opponent__club__is_public")
    rows: list[dict[str, Any]] = [
        *tallies(viewer, scope).values(*person, *club).annotate(**sums_of(scope, COUNTERS))
    ]
    rows.sort(key=lambda row: (-row["rubbers"], -row["games"], row["opponent__name"], row["opponent"]))
    sums = {key: sum(row[key] for row in rows) for key in COUNTERS}
    return HeadToHead(Figures(scope, sums), [_met(row) for row in rows])


def _met(row: Mapping[str, Any]) -> Met:
    opponent = Player(
        pk=row["opponent"],
        public_id=row["opponent__public_id"],
        name=row["opponent__name"],
        user_id=row["opponent__user"],
        club=Club(pk=row["opponent__club"], is_public=row["opponent__club__is_public"]),
    )
    return Met(
        opponent, (row["rubber_won"], row["rubber_lost"]), (row["game_won"], row["games"] - row["game_won"])
    )
