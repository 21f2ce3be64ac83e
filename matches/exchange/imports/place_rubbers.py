"""Determine the club of each rubber in a batch, the players that it may name, and its number among equal rubbers.

Rubbers are equal if they have the same club, occasion and players; they are numbered in the order of the
file. A file that the host imports may name any player by public id, one of a club's member only players whom
the club knows.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeAlias

from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from matches.clubs.find_by_name import find_or_make_club, find_players
from matches.exchange.imports.caches import Caches
from matches.exchange.imports.candidates import Candidate
from matches.models import Club, Membership, Player, Rubber
from matches.models.ids import is_public_id
from matches.rubbers.identity import PlaceCounter, PlaceInFile, likeness_of
from scoring.cards import PLAYERS

NamedPlayer: TypeAlias = tuple[int, str]
"""A candidate's index, and the public id by which it names one of its players."""


def target_clubs(candidates: Sequence[Candidate], club: Club | None, caches: Caches) -> dict[int, str]:
    """Return the name of each candidate's club, by the candidate's index, without those that have none.

    This is ``club``, if given, or else the club of the stored rubber with the candidate's id, or else that of
    its tag.
    """
    if club is not None:
        caches.clubs[club.name] = club
        return {each.index: club.name for each in candidates}
    stored = {}
    if stated := {each.rubber_id for each in candidates if each.rubber_id and is_public_id(each.rubber_id)}:
        rows = Rubber.objects.filter(public_id__in=stated).select_related("club").only("public_id", "club")
        stored = {row.public_id: row.club for row in rows}
        caches.clubs |= {each.name: each for each in stored.values()}
    targets = {each.index: each.club_name or "" for each in candidates}
    targets |= {each.index: stored[each.rubber_id].name for each in candidates if each.rubber_id in stored}
    for each in candidates:
        if each.rubber_id and (trial_rubber := caches.trial.rubber(each.rubber_id)):
            targets[each.index] = trial_rubber.club
    return {index: name for index, name in targets.items() if name}


def refusals(candidates: Sequence[Candidate], targets: dict[int, str], *, club_alone: bool) -> dict[int, str]:
    """Return why candidates are refused, by index.

    ``targets`` is the result of ``target_clubs``. If ``club_alone``, ids of players are accepted only for
    players on the club's list and its members.
    """
    allowed = allowed_players(candidates, targets, club_alone=club_alone)
    reasons = {each.index: each.refusal or _reason_to_refuse(each, targets, allowed) for each in candidates}
    return {index: reason for index, reason in reasons.items() if reason}


def _reason_to_refuse(candidate: Candidate, targets: dict[int, str], allowed: Collection[NamedPlayer]) -> str:
    if candidate.fault is not None:
        return ""
    if candidate.index not in targets:
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


def find_clubs(candidates: Sequence[Candidate], targets: dict[int, str], caches: Caches) -> dict[int, Club]:
    """Return the club of each candidate, by index, created if unknown, and locked against other imports."""
    names = {each.index: targets[each.index] for each in candidates if each.index in targets}
    for name in sorted(set(names.values()) - caches.clubs.keys()):
        caches.clubs[name] = caches.trial.name_club(find_or_make_club(name))
    wanted = {caches.clubs[name].pk for name in names.values()}
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk").values("pk"))
    return {index: caches.clubs[name] for index, name in names.items()}


def count_places(
    candidates: Sequence[Candidate], targets: dict[int, str], clubs: dict[int, Club], places: PlaceCounter
) -> dict[int, PlaceInFile]:
    """Return the place of each candidate among rubbers of the same club, occasion and players, by index.

    Every candidate is counted, whatever its outcome, so that a rubber keeps its number while an earlier one
    in the file is repaired.
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
            target, candidate.occasion, pair, line=candidate.line, content=candidate.egn or candidate.text
        )
    return counted


def _as_id(public_id: str) -> str:
    """Return a stand-in for a name that cannot identify the person. It has a NUL, which no name contains."""
    return f"\0{public_id}"


def _names_of_ids(
    candidates: Sequence[Candidate], clubs: dict[int, Club]
) -> dict[tuple[Club | None, str], str]:
    """Return the names of players whose ids are stated, as their clubs would find them."""
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
    return _distinct_names({club for club, _ in stated}, known)


def _names_of_aliases(clubs: dict[int, Club]) -> dict[tuple[Club | None, str], str]:
    by_key = {club.pk: club for club in clubs.values()}
    aliases = Player.objects.filter(club__in=by_key, merged_into__isnull=False)
    rows = aliases.values_list("club_id", "name", "merged_into__public_id", "merged_into__name")
    known = {(by_key[club], name): (survivor, now) for club, name, survivor, now in rows if name}
    return _distinct_names(set(by_key.values()), known)


def _people(players: QuerySet[Player]) -> dict[str, tuple[str, str]]:
    """Return the present public id and name of each player, by the id of the row."""
    rows = players.values_list("public_id", "name", "merged_into__public_id", "merged_into__name")
    return {
        public_id: (public_id, name) if survivor is None else (survivor, now)
        for public_id, name, survivor, now in rows
    }


def _distinct_names(
    clubs: set[Club], people: dict[tuple[Club, str], tuple[str, str]]
) -> dict[tuple[Club | None, str], str]:
    """Return one text for each person: their name if the club finds them by it, else a text with their id."""
    if not people:
        return {}
    ids = find_players({club.pk for club in clubs}, {name for _, name in people.values()})
    return {
        (club, reference): name if ids.get((club.pk, name)) == public_id else _as_id(public_id)
        for (club, reference), (public_id, name) in people.items()
    }


def likeness_in(club: Club | None, candidate: Candidate, place: int) -> str:
    """Return the hash by which an import recognizes a repaired candidate (``HeldText.likeness``).

    ``place`` is its number among equal rubbers. It is empty if a tag could not be read.
    """
    occasion = candidate.occasion
    if club is None or not all(occasion.names):
        return ""
    return likeness_of(club.public_id, occasion, place)
