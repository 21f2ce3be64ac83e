"""Read a club's rubbers in the order of play, with few queries, to compute the club's records (best performances)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from matches.common.names import NaturalKey, natural_key
from matches.models import Deal, Game, Rubber
from matches.rubbers.states import SETTLED
from matches.rules.figures.records_digest import (
    PlayedDeal,
    PlayedGame,
    PlayedRubber,
    PlayOrderKey,
    in_order_of_play,
)

RUBBERS_AT_A_TIME: Final = 500
VARIANT: Final = "ecarte"
LABELS_REMEMBERED: Final = 1000
SEATS: Final[dict[str, int | None]] = {"": None, "A": 0, "B": 1}


def played_rubbers(club_id: int) -> Iterator[PlayedRubber]:
    """Yield the club's écarté rubbers that count, in the order of play, with their games and deals.

    Walkovers were not played. Memory grows by a few words per rubber, however many deals it has.
    """
    rows = (
        Rubber.objects.filter(club=club_id, state__in=SETTLED, variant=VARIANT)
        .exclude(termination=Rubber.Termination.WALKOVER)
        .order_by()
        .values_list("date", "round_label", "pk")
    )
    listed = [PlayOrderKey(date, round_order(label), key) for date, label, key in rows.iterator()]
    keys = [rubber.key for rubber in in_order_of_play(listed)]
    del listed
    for start in range(0, len(keys), RUBBERS_AT_A_TIME):
        yield from _rubbers(keys[start : start + RUBBERS_AT_A_TIME])


@lru_cache(LABELS_REMEMBERED)
def round_order(label: str) -> NaturalKey:
    return natural_key(label)


def _rubbers(keys: Sequence[int]) -> Iterator[PlayedRubber]:
    """Yield those of the rubbers that still exist, in the order of ``keys``."""
    rows = Rubber.objects.filter(pk__in=keys).values_list(
        *("pk", "date", "player_a_id", "player_b_id", "winner"),
        *("games_won_a", "games_won_b", "points_a", "points_b"),
    )
    by_key = {row[0]: row for row in rows}
    games = _games(keys)
    for key in keys:
        if key not in by_key:
            continue
        _, date, a, b, winner, won_a, won_b, points_a, points_b = by_key[key]
        points = None if points_a is None or points_b is None else (points_a, points_b)
        yield PlayedRubber(key, date, (a, b), SEATS[winner], (won_a, won_b), points, games.get(key, ()))


def _games(rubbers: Sequence[int]) -> dict[int, list[PlayedGame]]:
    rows = Game.objects.filter(rubber__in=rubbers).order_by("rubber_id", "number")
    games = list(rows.values_list("pk", "rubber_id", "number", "traits_a", "traits_b"))
    deals = _deals([game for game, *_ in games])
    by_rubber: defaultdict[int, list[PlayedGame]] = defaultdict(list)
    for game, rubber, number, traits_a, traits_b in games:
        by_rubber[rubber].append(PlayedGame(number, (traits_a, traits_b), deals.get(game, ())))
    return by_rubber


def _deals(games: Sequence[int]) -> dict[int, list[PlayedDeal]]:
    by_game: defaultdict[int, list[PlayedDeal]] = defaultdict(list)
    rows = Deal.objects.filter(game__in=games).order_by("game_id", "number")
    for game, number, traits_a, traits_b in rows.values_list("game_id", "number", "traits_a", "traits_b"):
        by_game[game].append((number, traits_a, traits_b))
    return by_game
