"""Counts a file's equal rubbers: those of one club and one occasion between the same two people."""

from __future__ import annotations

from collections.abc import Sequence

from matches.models import Club, Player
from matches.models.ids import is_public_id
from matches.services.clubs import find_players
from matches.services.import_candidates import Candidate
from matches.services.rubber_identity import Place, PlaceCounter


def count_places(
    candidates: Sequence[Candidate], targets: dict[int, str], clubs: dict[int, Club], places: PlaceCounter
) -> dict[int, Place]:
    """The place of each candidate among its equals, by its index.

    All of them count, whatever becomes of them: a rubber keeps its place while the one before it is repaired.
    """
    called = _names_of_ids(candidates, clubs)
    counted = {}
    for candidate in candidates:
        name_a, name_b = candidate.occasion.names
        id_a, id_b = candidate.player_ids
        club = clubs.get(candidate.index)
        # No name holds a NUL, so an id is not taken for one.
        pair = (
            called.get((club, id_a), f"\0{id_a}") if id_a else name_a,
            called.get((club, id_b), f"\0{id_b}") if id_b else name_b,
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


def _names_of_ids(
    candidates: Sequence[Candidate], clubs: dict[int, Club]
) -> dict[tuple[Club | None, str | None], str]:
    """The names by which clubs would find the players whose ids are stated, where they would."""
    stated = {
        (clubs[candidate.index], player_id)
        for candidate in candidates
        for player_id in candidate.player_ids
        if player_id and is_public_id(player_id) and candidate.index in clubs
    }
    if not stated:
        return {}
    rows = Player.objects.filter(public_id__in={player_id for _, player_id in stated})
    names = dict(rows.values_list("public_id", "name"))
    found = find_players({club.pk for club, _ in stated}, set(names.values()))
    return {
        (club, player_id): names[player_id]
        for club, player_id in stated
        if player_id in names and found.get((club.pk, names[player_id])) == player_id
    }
