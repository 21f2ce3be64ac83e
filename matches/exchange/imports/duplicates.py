"""Counts a file's equal rubbers: those of one club and one occasion between the same two people."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from matches.clubs.find_or_create import find_players
from matches.exchange.imports.candidates import Candidate
from matches.models import Club, Player
from matches.models.ids import is_public_id
from matches.rubbers.identity import Place, PlaceCounter


def count_places(
    candidates: Sequence[Candidate], targets: dict[int, str], clubs: dict[int, Club], places: PlaceCounter
) -> dict[int, Place]:
    """The place of each candidate among its equals, by its index.

    All of them count, whatever becomes of them: a rubber keeps its place while the one before it is repaired.
    """
    called = _names_of_ids(candidates, clubs) | _names_of_aliases(clubs)
    counted = {}
    for candidate in candidates:
        name_a, name_b = candidate.occasion.names
        id_a, id_b = candidate.player_ids
        club = clubs.get(candidate.index)
        pair = (
            called.get((club, id_a), _as_id(id_a)) if id_a else called.get((club, name_a), name_a),
            called.get((club, id_b), _as_id(id_b)) if id_b else called.get((club, name_b), name_b),
        )
        target = targets.get(candidate.index, "")
        counted[candidate.index] = places.next_place(
            target,
            candidate.occasion,
            pair,
            line=candidate.line,
            content=candidate.egn or candidate.text,
        )
    return counted


def _as_id(public_id: str) -> str:
    """What a person is called who can't be called by a name: no name holds a NUL, so that it is not taken for one."""
    return f"\0{public_id}"


def _names_of_ids(
    candidates: Sequence[Candidate], clubs: dict[int, Club]
) -> dict[tuple[Club | None, str], str]:
    """What the players whose ids are stated are called: by the names by which their clubs would find them."""
    stated = {
        (clubs[candidate.index], player_id)
        for candidate in candidates
        for player_id in candidate.player_ids
        if player_id and is_public_id(player_id) and candidate.index in clubs
    }
    if not stated:
        return {}
    people = _people(Player.objects.filter(public_id__in={player_id for _, player_id in stated}))
    known = {(club, player_id): people[player_id] for club, player_id in stated if player_id in people}
    return _called({club for club, _ in stated}, known)


def _names_of_aliases(clubs: dict[int, Club]) -> dict[tuple[Club | None, str], str]:
    """What those are called whom a club's list has under an old name as well."""
    by_key = {club.pk: club for club in clubs.values()}
    aliases = Player.objects.filter(club__in=by_key, merged_into__isnull=False)
    rows = aliases.values_list("club_id", "name", "merged_into__public_id", "merged_into__name")
    known = {(by_key[club], name): (survivor, now) for club, name, survivor, now in rows if name}
    return _called(set(by_key.values()), known)


def _people(players: QuerySet[Player]) -> dict[str, tuple[str, str]]:
    """Public id and name that each of ``players`` goes under now, by the id that he has in the row."""
    rows = players.values_list("public_id", "name", "merged_into__public_id", "merged_into__name")
    return {
        public_id: (public_id, name) if survivor is None else (survivor, now)
        for public_id, name, survivor, now in rows
    }


def _called(
    clubs: set[Club], people: dict[tuple[Club, str], tuple[str, str]]
) -> dict[tuple[Club | None, str], str]:
    """One word for each person: his name where the club finds him by it, else his id."""
    if not people:
        return {}
    found = find_players({club.pk for club in clubs}, {name for _, name in people.values()})
    return {
        (club, said): name if found.get((club.pk, name)) == public_id else _as_id(public_id)
        for (club, said), (public_id, name) in people.items()
    }
