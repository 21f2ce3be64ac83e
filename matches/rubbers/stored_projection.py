"""Read the stored rows of rubbers in the form in which ``projection`` computes them, and compare the two."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

from matches.models import Rubber
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
from matches.rubbers.write_rows import stored_games

RELATED: Final = (
    "event__public_id",
    "event__club__public_id",
    "club__public_id",
    "player_a__public_id",
    "player_b__public_id",
)


def stored_projections(public_ids: Collection[str]) -> dict[str, RubberProjection]:
    """Read the stored rows of rubbers, by public id, in five queries. Unknown ids are ignored.

    If a rubber's club differs from its event's, the club's id is appended to the event's, so that a
    comparison shows it.
    """
    rows = Rubber.objects.filter(public_id__in=public_ids).values_list("pk", *RELATED, *RUBBER_FACTS)
    games: dict[int, list[GameProjection]] = defaultdict(list)
    for _, rubber, game in stored_games(rubber__public_id__in=public_ids):
        games[rubber].append(game)
    tallies = stored_tallies(public_ids)
    projections = {}
    for pk, event, events_club, club, player_a, player_b, *facts in rows:
        # The first of ``RUBBER_FACTS`` is the public id.
        projections[facts[0]] = RubberProjection(
            public_id=facts[0],
            event=event if club == events_club else f"{event}, in club {club}",
            player_a=player_a,
            player_b=player_b,
            facts=tuple(facts),
            games=tuple(games[pk]),
            tallies=tallies.get(pk, ()),
        )
    return projections


def differences(stored: RubberProjection, projected: RubberProjection) -> Iterator[str]:
    """Yield an English sentence for each difference between a rubber's stored rows and those computed from its log."""
    for name in ("event", "player_a", "player_b"):
        yield from _compare(name, getattr(stored, name), getattr(projected, name))
    yield from _compare_facts("", RUBBER_FACTS, stored.facts, projected.facts)
    yield from _compare("number of games", len(stored.games), len(projected.games))
    for stored_game, game in zip(stored.games, projected.games, strict=False):
        where = f"game {game.facts[0]}, "
        yield from _compare_facts(where, GAME_FACTS, stored_game.facts, game.facts)
        yield from _compare_rows(f"{where}deal", DEAL_FACTS, stored_game.deals, game.deals)
        yield from _compare_rows(f"{where}incident", INCIDENT_FACTS, stored_game.incidents, game.incidents)
    yield from _compare_tallies(stored.tallies, projected.tallies)


def _compare_tallies(stored: Sequence[Facts], projected: Sequence[Facts]) -> Iterator[str]:
    """Compare tallies, the sums of counts for one seat at one depth, by seat and depth."""
    stored_by_key, projected_by_key = ({row[:2]: row for row in rows} for rows in (stored, projected))
    for seat, depth in sorted(stored_by_key.keys() | projected_by_key.keys()):
        where = f"tally of {seat}, {depth}"
        if (seat, depth) not in stored_by_key:
            yield f"{where}, is not stored"
        elif (seat, depth) not in projected_by_key:
            yield f"{where}, is stored, but the log gives none"
        else:
            yield from _compare_facts(
                f"{where}, ", TALLY_FACTS, stored_by_key[seat, depth], projected_by_key[seat, depth]
            )


def _compare_rows(
    where: str, names: Sequence[str], stored: Sequence[Facts], projected: Sequence[Facts]
) -> Iterator[str]:
    yield from _compare(f"{where}s", len(stored), len(projected))
    for number, (stored_row, row) in enumerate(zip(stored, projected, strict=False), start=1):
        yield from _compare_facts(f"{where} {number}, ", names, stored_row, row)


def _compare_facts(where: str, names: Sequence[str], stored: Facts, projected: Facts) -> Iterator[str]:
    for name, stored_value, value in zip(names, stored, projected, strict=True):
        yield from _compare(where + name, stored_value, value)


def _compare(name: str, stored: Any, projected: Any) -> Iterator[str]:
    if stored != projected:
        yield f"{name} is {stored!r}, the log says {projected!r}"
