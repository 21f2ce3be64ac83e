"""Makes the stored games of a rubber what its stream says they are, and touches no row that is so already."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from matches.models import Deal, Game
from matches.rubbers.compare_projection import games_of_rubber
from matches.rubbers.insert_rows import insert_deals, insert_games
from matches.rubbers.projection import (
    DEAL_FACTS,
    GAME_FACTS,
    INCIDENT_FACTS,
    GameProjection,
    RubberProjection,
)

GAME_NUMBER: Final = GAME_FACTS.index("number")
DEAL_NUMBER: Final = DEAL_FACTS.index("number")
DEAL_OF_INCIDENT: Final = INCIDENT_FACTS.index("deal_number")


def overwrite_games(rubber: int, projection: RubberProjection) -> None:
    """Write the games of ``projection`` over those of the rubber with this primary key.

    Games that are as they were stay, and so do the deals of a game before the first that differs.
    """
    there = {game.facts[GAME_NUMBER]: (pk, game) for pk, game in games_of_rubber(rubber).items()}
    gone: list[int] = []
    new: list[GameProjection] = []
    for game in projection.games:
        pk, stored = there.pop(game.facts[GAME_NUMBER], (0, None))
        if stored is None:
            new.append(game)
        elif _has_other_incidents(stored, game):
            gone.append(pk)
            new.append(game)
        elif stored != game:
            _overwrite_game(pk, stored, game)
    gone += [pk for pk, _ in there.values()]
    if gone:
        Game.objects.filter(pk__in=gone).delete()
    insert_games([(rubber, replace(projection, games=tuple(new)))])


def _overwrite_game(pk: int, stored: GameProjection, game: GameProjection) -> None:
    """``stored`` is the game with this primary key; the two have the same incidents as far as their deals agree."""
    alike = _deals_alike(stored, game)
    other = [deal[DEAL_NUMBER] for deal in stored.deals[alike:]]
    if other:
        Deal.objects.filter(game=pk, number__in=other).delete()
    if stored.facts != game.facts:
        facts: dict[str, Any] = dict(zip(GAME_FACTS, game.facts, strict=True))
        Game.objects.filter(pk=pk).update(**facts)
    new = game.deals[alike:]
    numbers = {deal[DEAL_NUMBER] for deal in new}
    incidents = tuple(each for each in game.incidents if each[DEAL_OF_INCIDENT] in numbers)
    insert_deals([(pk, replace(game, deals=new, incidents=incidents))])


def _deals_alike(stored: GameProjection, game: GameProjection) -> int:
    """How many deals from the first on are the same in both."""
    pairs = enumerate(zip(stored.deals, game.deals, strict=False))
    return next((at for at, (old, new) in pairs if old != new), min(len(stored.deals), len(game.deals)))


def _has_other_incidents(stored: GameProjection, game: GameProjection) -> bool:
    """Whether their incidents differ before the deals do: positions are counted through the game."""
    kept = {None, *(deal[DEAL_NUMBER] for deal in game.deals[: _deals_alike(stored, game)])}
    old, new = (
        [each for each in incidents if each[DEAL_OF_INCIDENT] in kept]
        for incidents in (stored.incidents, game.incidents)
    )
    return old != new
