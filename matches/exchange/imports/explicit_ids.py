"""Whom a file may name by a public id: the host anybody, a club's own people those whom their club knows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeAlias

from django.db.models.functions import Coalesce

from matches.exchange.imports.candidates import Candidate
from matches.models import Membership, Player, Rubber
from matches.models.ids import is_public_id

Named: TypeAlias = tuple[int, str]
"""A candidate's index, and the public id by which it names one of its players."""


def welcome_players(
    candidates: Sequence[Candidate], targets: dict[int, str], *, club_alone: bool
) -> set[Named]:
    """The ids that candidates may name players by. ``targets`` are the names of their clubs, by index.

    A player of the rubber that is here under the candidate's own id may always be named. Else somebody who was
    forgotten may not, so that nobody writes anything new against him; and where the ``club_alone`` counts, nobody
    who is neither on its list nor a member of it now.
    """
    named = {
        (each.index, player_id)
        for each in candidates
        for player_id in each.player_ids
        if player_id and is_public_id(player_id)
    }
    if not named:
        return set()
    ids = {player_id for _, player_id in named}
    # Each by the name, and the id, that the person has now.
    people = {
        public_id: (person, name, club)
        for public_id, person, name, club in Player.objects.filter(public_id__in=ids).values_list(
            "public_id",
            Coalesce("merged_into__public_id", "public_id"),
            Coalesce("merged_into__name", "name"),
            "club__name",
        )
    }
    members = _memberships({person for person, _, _ in people.values()}) if club_alone else set()
    seated = _seated(candidates)
    rubbers = {each.index: each.rubber_id for each in candidates}

    def is_welcome(index: int, player_id: str) -> bool:
        person, name, club = people[player_id]
        target = targets.get(index, "")
        if (rubbers[index], target, person) in seated:
            return True
        return bool(name) and (not club_alone or club == target or (target, person) in members)

    return {
        (index, player_id)
        for index, player_id in named
        if player_id in people and is_welcome(index, player_id)
    }


def _memberships(people: Collection[str]) -> set[tuple[str, str]]:
    """The names of the clubs of which ``people`` (public ids) are members now, each with the member."""
    running = Membership.objects.filter(player__public_id__in=people, until__isnull=True)
    return set(running.values_list("club__name", "player__public_id"))


def _seated(candidates: Sequence[Candidate]) -> set[tuple[str | None, str, str]]:
    """Who plays in the rubbers that are here under the candidates' ids: rubber, name of its club, player."""
    stated = {each.rubber_id for each in candidates if each.rubber_id and is_public_id(each.rubber_id)}
    if not stated:
        return set()
    rows = Rubber.objects.filter(public_id__in=stated).values_list(
        "public_id", "club__name", "player_a__public_id", "player_b__public_id"
    )
    return {(rubber, club, player) for rubber, club, *players in rows for player in players}
