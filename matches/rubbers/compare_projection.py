"""Rubbers as they are stored, in the very shape that a log entry is projected to; and how two of them differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

from matches.models import Deal, Game, Incident, Rubber
from matches.rubbers.projection import (
    DEAL_FACTS,
    GAME_FACTS,
    INCIDENT_FACTS,
    RUBBER_FACTS,
    TALLY_FACTS,
    Facts,
    GameProjection,
    RubberProjection,
)
from matches.rubbers.tallies import stored_tallies

RELATED: Final = (
    "event__public_id",
    "event__club__public_id",
    "club__public_id",
    "player_a__public_id",
    "player_b__public_id",
)


def stored_projections(public_ids: Collection[str]) -> dict[str, RubberProjection]:
    """Stored rubbers by public id, in five queries; those that are not there are left out.

    Where a rubber stands in another club than its event both are given, which no entry does.
    """
    rows = Rubber.objects.filter(public_id__in=public_ids).values_list("pk", *RELATED, *RUBBER_FACTS)
    games = stored_games(public_ids)
    tallies = stored_tallies(public_ids)
    found = {}
    for pk, event, events_club, club, player_a, player_b, *facts in rows:
        found[facts[0]] = RubberProjection(
            public_id=facts[0],
            event=event if club == events_club else f"{event}, in club {club}",
            player_a=player_a,
            player_b=player_b,
            facts=tuple(facts),
            games=tuple(games[pk]),
            tallies=tallies.get(pk, ()),
        )
    return found


def stored_games(public_ids: Collection[str]) -> dict[int, list[GameProjection]]:
    """Games by their rubber's primary key, in order."""
    games: dict[int, list[GameProjection]] = defaultdict(list)
    for _, rubber, game in _games(rubber__public_id__in=public_ids):
        games[rubber].append(game)
    return games


def games_of_rubber(rubber: int) -> dict[int, GameProjection]:
    """The games of the rubber with this primary key, by their own, in order."""
    return {pk: game for pk, _, game in _games(rubber=rubber)}


def _games(**which: object) -> Iterator[tuple[int, int, GameProjection]]:
    """Each game's primary key, its rubber's, and the game; ``which`` as ``filter`` takes it."""
    of_game: dict[str, Any] = {f"game__{name}": value for name, value in which.items()}
    deals: dict[int, list[Facts]] = defaultdict(list)
    deal_rows = Deal.objects.filter(**of_game).order_by("number")
    for game, *facts in deal_rows.values_list("game_id", *DEAL_FACTS):
        deals[game].append(tuple(facts))
    incidents: dict[int, list[Facts]] = defaultdict(list)
    incident_rows = Incident.objects.filter(**of_game).order_by("position")
    for game, *facts in incident_rows.values_list("game_id", "deal__number", *INCIDENT_FACTS[1:]):
        incidents[game].append(tuple(facts))
    game_rows = Game.objects.filter(**which).order_by("number")
    for pk, rubber, *facts in game_rows.values_list("pk", "rubber_id", *GAME_FACTS):
        yield pk, rubber, GameProjection(tuple(facts), tuple(deals[pk]), tuple(incidents[pk]))


def differences(stored: RubberProjection, projected: RubberProjection) -> Iterator[str]:
    """What is stored otherwise than the log says, one sentence each; none where the two are equal."""
    for name in ("event", "player_a", "player_b"):
        yield from _other(name, getattr(stored, name), getattr(projected, name))
    yield from _facts_differ("", RUBBER_FACTS, stored.facts, projected.facts)
    yield from _other("number of games", len(stored.games), len(projected.games))
    for stored_game, game in zip(stored.games, projected.games, strict=False):
        where = f"game {game.facts[0]}, "
        yield from _facts_differ(where, GAME_FACTS, stored_game.facts, game.facts)
        yield from _rows_differ(f"{where}deal", DEAL_FACTS, stored_game.deals, game.deals)
        yield from _rows_differ(f"{where}incident", INCIDENT_FACTS, stored_game.incidents, game.incidents)
    yield from _tallies_differ(stored.tallies, projected.tallies)


def _tallies_differ(stored: Sequence[Facts], projected: Sequence[Facts]) -> Iterator[str]:
    """A tally is known by its seat and depth."""
    there, said = ({row[:2]: row for row in rows} for rows in (stored, projected))
    for seat, depth in sorted(there.keys() | said.keys()):
        where = f"tally of {seat}, {depth}"
        if (seat, depth) not in there:
            yield f"{where}, is not stored"
        elif (seat, depth) not in said:
            yield f"{where}, is stored, but the log gives none"
        else:
            yield from _facts_differ(f"{where}, ", TALLY_FACTS, there[seat, depth], said[seat, depth])


def _rows_differ(
    where: str, names: Sequence[str], stored: Sequence[Facts], projected: Sequence[Facts]
) -> Iterator[str]:
    yield from _other(f"{where}s", len(stored), len(projected))
    for number, (stored_row, row) in enumerate(zip(stored, projected, strict=False), start=1):
        yield from _facts_differ(f"{where} {number}, ", names, stored_row, row)


def _facts_differ(where: str, names: Sequence[str], stored: Facts, projected: Facts) -> Iterator[str]:
    for name, stored_value, value in zip(names, stored, projected, strict=True):
        yield from _other(where + name, stored_value, value)


def _other(name: str, stored: Any, projected: Any) -> Iterator[str]:
    if stored != projected:
        yield f"{name} is {stored!r}, the log says {projected!r}"
