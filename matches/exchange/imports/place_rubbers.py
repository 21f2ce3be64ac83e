"""Determine the club of each rubber in a batch, the players that it may name, and its number among equal rubbers.

Rubbers are equal if they have the same club, occasion and players; they are numbered in the order of the
file. A file that the host imports may name any player by public id, one of a club's member only players whom
the club knows.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TypeAlias

from django.db.models.functions import Coalesce

from matches.clubs.find_by_name import PersonFound
from matches.exchange.imports.caches import Caches
from matches.exchange.imports.candidates import Candidate
from matches.exchange.imports.find_named import (
    as_id,
    club_of_tag,
    make_club_of_tag,
    person_keys,
    unknown_club_words,
)
from matches.models import Club, Membership, Player, Rubber
from matches.models.ids import is_public_id
from matches.rubbers.identity import PlaceCounter, PlaceInFile, likeness_of
from scoring.cards import PLAYERS

NamedPlayer: TypeAlias = tuple[int, str]
"""A candidate's index, and the public id by which it names one of its players."""


def target_clubs(
    candidates: Sequence[Candidate], club: Club | None, caches: Caches, *, may_make: bool
) -> dict[int, str]:
    """Return the name of each candidate's club, by the candidate's index. Candidates without a club are left out.

    The club is ``club``, if given, or else that of the stored rubber with the candidate's id, or else the one to
    which the candidate's tag leads. If ``may_make``, a tag that leads to no club names one to be made.
    """
    if club is not None:
        caches.clubs[club.name] = club
        return {each.index: club.name for each in candidates}
    stored = {}
    if stated := {each.rubber_id for each in candidates if each.rubber_id and is_public_id(each.rubber_id)}:
        rows = Rubber.objects.filter(public_id__in=stated).select_related("club").only("public_id", "club")
        stored = {row.public_id: row.club for row in rows}
        caches.clubs |= {each.name: each for each in stored.values()}
    targets = {}
    for each in candidates:
        if each.rubber_id in stored:
            targets[each.index] = stored[each.rubber_id].name
        elif each.rubber_id and (trial_rubber := caches.trial.rubber(each.rubber_id)):
            targets[each.index] = trial_rubber.club
        elif each.club_name and (called := club_of_tag(each.club_name, caches)):
            caches.clubs[called.name] = called
            targets[each.index] = called.name
        elif each.club_name and may_make:
            targets[each.index] = caches.trial.club_name(each.club_name) or each.club_name
    return targets


def refusals(candidates: Sequence[Candidate], targets: dict[int, str], *, club_alone: bool) -> dict[int, str]:
    """Return why candidates are refused, by index.

    ``targets`` is the result of ``target_clubs``. If ``club_alone``, ids of players are accepted only for
    players on the club's list and its members.
    """
    allowed = allowed_players(candidates, targets, club_alone=club_alone)
    reasons = {each.index: each.refusal or _reason_to_refuse(each, targets, allowed) for each in candidates}
    return {index: reason for index, reason in reasons.items() if reason}


def _reason_to_refuse(candidate: Candidate, targets: dict[int, str], allowed: Collection[NamedPlayer]) -> str:
    """Return why a candidate is refused, empty if it is not. One with a fault is held for repair instead."""
    if candidate.fault is not None:
        return ""
    if candidate.index not in targets:
        if candidate.club_name:
            return unknown_club_words(candidate.club_name)
        return "it has no Club tag; say with --club where it belongs"
    for player, player_id in zip(PLAYERS, candidate.player_ids, strict=True):
        if player_id and (candidate.index, player_id) not in allowed:
            return f"{player}Id {player_id} is nobody's here; take the tag out to import by name"
    return ""


def allowed_players(
    candidates: Sequence[Candidate], targets: dict[int, str], *, club_alone: bool
) -> set[NamedPlayer]:
    """Return the public ids by which candidates may name players.

    ``targets`` is the result of ``target_clubs``. The players of the stored rubber with the candidate's own
    id are always allowed, other erased people never, so that nothing new is stored about them. If
    ``club_alone``, only players on the club's list and its current members are allowed.
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
    # Each id with the person's present name and id.
    people = {
        public_id: (person, name, club)
        for public_id, person, name, club in Player.objects.filter(public_id__in=ids).values_list(
            "public_id",
            Coalesce("merged_into__public_id", "public_id"),
            Coalesce("merged_into__name", "name"),
            "club__name",
        )
    }
    members: set[tuple[str, str]] = set()
    if club_alone:
        persons = {person for person, _, _ in people.values()}
        running = Membership.objects.filter(player__public_id__in=persons, until__isnull=True)
        members = set(running.values_list("club__name", "player__public_id"))
    seated = _players_of_stated_rubbers(candidates)
    rubbers = {each.index: each.rubber_id for each in candidates}

    def is_allowed(index: int, player_id: str) -> bool:
        person, name, club = people[player_id]
        target = targets.get(index, "")
        if (rubbers[index], target, person) in seated:
            return True
        return bool(name) and (not club_alone or club == target or (target, person) in members)

    return {
        (index, player_id)
        for index, player_id in named
        if player_id in people and is_allowed(index, player_id)
    }


def _players_of_stated_rubbers(candidates: Sequence[Candidate]) -> set[tuple[str | None, str, str]]:
    """Return the stored rubbers with the candidates' ids: rubber, name of its club, and each player."""
    stated = {each.rubber_id for each in candidates if each.rubber_id and is_public_id(each.rubber_id)}
    if not stated:
        return set()
    rows = Rubber.objects.filter(public_id__in=stated).values_list(
        "public_id", "club__name", "player_a__public_id", "player_b__public_id"
    )
    return {(rubber, club, player) for rubber, club, *players in rows for player in players}


def find_clubs(
    candidates: Sequence[Candidate], targets: dict[int, str], caches: Caches
) -> tuple[dict[int, Club], dict[int, str]]:
    """Return the club of each candidate, by index, created if unknown, and locked against other imports.

    The second result has the names of new clubs, by the index of the first candidate of each.
    """
    clubs, new = {}, {}
    for each in candidates:
        name = targets.get(each.index)
        if name is None:
            continue
        club = caches.clubs.get(name)
        if club is None:
            club, is_new = make_club_of_tag(name, caches)
            if is_new:
                new[each.index] = club.name
        clubs[each.index] = club
    wanted = {club.pk for club in clubs.values()}
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk").values("pk"))
    return clubs, new


def count_places(
    candidates: Sequence[Candidate],
    clubs: dict[int, Club],
    events: dict[int, str],
    keys: dict[tuple[int, str], str],
    places: PlaceCounter,
) -> dict[int, PlaceInFile]:
    """Return the place of each candidate among rubbers of the same club, occasion and players, by index.

    ``events`` is the result of ``load_events``, and ``keys`` of ``load_people``. Every candidate is counted, whatever
    its outcome, so that a rubber keeps its number while an earlier one in the file is repaired.
    """
    of_ids = _keys_of_ids(candidates, clubs)
    counted = {}
    for candidate in candidates:
        club = clubs.get(candidate.index)

        def key_of(name: str, player_id: str | None, club: Club | None = club) -> str:
            key = club.pk if club is not None else 0
            return (
                of_ids.get((key, player_id), as_id(player_id)) if player_id else keys.get((key, name), name)
            )

        (name_a, name_b), (id_a, id_b) = candidate.occasion.names, candidate.player_ids
        occasion = candidate.occasion
        if (event := events.get(candidate.index, occasion.event)) != occasion.event:
            occasion = replace(occasion, event=event)
        counted[candidate.index] = places.next_place(
            club.name if club is not None else candidate.club_name or "",
            occasion,
            (key_of(name_a, id_a), key_of(name_b, id_b)),
            line=candidate.line,
            content=candidate.egn or candidate.text,
        )
    return counted


def _keys_of_ids(candidates: Sequence[Candidate], clubs: dict[int, Club]) -> dict[tuple[int, str], str]:
    """Return the texts of people whose ids are stated, by club and id, as their names would give them."""
    stated = {
        (clubs[candidate.index].pk, player_id)
        for candidate in candidates
        for player_id in candidate.player_ids
        if player_id and is_public_id(player_id) and candidate.index in clubs
    }
    if not stated:
        return {}
    rows = Player.objects.filter(public_id__in={player_id for _, player_id in stated}).values_list(
        "public_id", Coalesce("merged_into__public_id", "public_id"), Coalesce("merged_into__name", "name")
    )
    people = {public_id: PersonFound(person, name, "", is_alone=False) for public_id, person, name in rows}
    return person_keys({key: people[key[1]] for key in stated if key[1] in people})


def likeness_in(club: Club | None, candidate: Candidate, place: int) -> str:
    """Return the hash by which an import recognizes a repaired candidate (``HeldText.likeness``).

    ``place`` is the candidate's number among equal rubbers. The hash is empty if a tag could not be read.
    """
    occasion = candidate.occasion
    if club is None or not all(occasion.names):
        return ""
    return likeness_of(club.public_id, occasion, place)
