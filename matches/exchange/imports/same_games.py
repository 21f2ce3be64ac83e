"""Find stored rubbers with the games of an imported one, whose player has no name any more or a look-alike's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from django.db.models import Q

from matches.exchange.imports.caches import Caches
from matches.exchange.imports.candidates import Candidate
from matches.exchange.imports.match_rubbers import IdentifiedRubber
from matches.models import Club, Game, Player, Rubber
from matches.rubbers.identity import Occasion, PlaceCounter
from matches.rules.names import fold_name
from scoring.checked import CheckedRubber

Where: TypeAlias = tuple[int, str, str, str, str]
"""The primary key of a club, and the event's name, date, round and table of a rubber."""


Games: TypeAlias = tuple[tuple[int, int | None, int | None, str], ...]
"""The number, the points of A and B, and the winner of each game of a rubber."""


@dataclass(frozen=True, slots=True)
class StoredGames:
    """A stored rubber, with the public ids of its players and the folded forms of their names, empty if erased."""

    public_id: str
    players: tuple[str, str]
    folded: tuple[str, str]
    egn: str
    games: Games


def find_nameless(
    candidates: Sequence[Candidate],
    clubs: dict[int, Club],
    events: dict[int, str],
    places: PlaceCounter,
    caches: Caches,
) -> dict[int, str]:
    """Return the public ids of stored rubbers that equal candidates except for an erased player's name, by index.

    The occasion, the opponent and the games are the same; where both players were erased, the whole text is. A stored
    rubber that another rubber of the file has matched is left out.
    """
    if not candidates or not Player.objects.filter(name="", folded="").exists():
        return {}
    where = {each.index: _where(clubs[each.index], each.occasion, events[each.index]) for each in candidates}
    stored = _stored(where.values(), Q(player_a__name="") | Q(player_b__name=""))
    stored_ids: dict[int, str] = {}
    for each in candidates:
        players = known_players(each, clubs[each.index], caches)
        for rubber in stored.get(where[each.index], ()):
            same = [player == own for player, own in zip(players, rubber.players, strict=True)]
            fits = [is_one or not folded for is_one, folded in zip(same, rubber.folded, strict=True)]
            is_same = all(fits) and not all(same) and (any(same) or each.egn == rubber.egn)
            is_free = rubber.public_id not in stored_ids.values() and not places.has_met(rubber.public_id)
            if is_same and is_free and _games(each.checked) == rubber.games:
                stored_ids[each.index] = rubber.public_id
                break
    return stored_ids


def known_players(candidate: Candidate, club: Club, caches: Caches) -> tuple[str | None, ...]:
    """Return the public ids of the candidate's players; None for a name that leads to nobody yet."""
    people = [caches.people.get((club.pk, name)) for name in candidate.occasion.names]
    named = [person.public_id if person else None for person in people]
    return tuple(own or name for own, name in zip(candidate.player_ids, named, strict=True))


def find_alike(identified: Sequence[IdentifiedRubber], caches: Caches) -> dict[int, str]:
    """Return stored rubbers that differ from new ones only by a look-alike of one player: public ids by index.

    Two people of the club have names with the same folded form, so the files may mean either.
    """
    doubtful = [
        each
        for each in identified
        if any((each.club.pk, name) in caches.crowded for name in each.occasion.names)
    ]
    if not doubtful:
        return {}
    where = {each.candidate.index: _where(each.club, each.occasion, each.occasion.event) for each in doubtful}
    stored = _stored(where.values(), Q())
    stored_ids = {}
    for each in doubtful:
        folded = tuple(map(fold_name, each.occasion.names))
        for rubber in stored.get(where[each.candidate.index], ()):
            same = [own == player for own, player in zip(rubber.players, each.players, strict=True)]
            alike = [own == name for own, name in zip(rubber.folded, folded, strict=True)]
            is_one = same.count(True) == 1 and alike[same.index(False)]
            if is_one and _games(each.candidate.checked) == rubber.games:
                stored_ids[each.candidate.index] = rubber.public_id
                break
    return stored_ids


def _where(club: Club, occasion: Occasion, event: str) -> Where:
    return club.pk, event, occasion.date, occasion.round_label, occasion.table


def _games(checked: CheckedRubber) -> Games:
    return tuple((game.number, *(game.points or (None, None)), game.winner or "") for game in checked.games)


def _stored(wanted: Iterable[Where], condition: Q) -> dict[Where, list[StoredGames]]:
    """Return the stored rubbers of these occasions that fulfil ``condition``, in the order of their entry."""
    places = set(wanted)
    rows = Rubber.objects.filter(
        condition, club__in={place[0] for place in places}, date__in={place[2] for place in places}
    ).select_related("player_a", "player_b", "event")
    kept = [
        row
        for row in rows.order_by("pk")
        if (row.club_id, row.event.name, row.date, row.round_label, row.table) in places
    ]
    # By rubber: the number, both players' points and the winner of each game.
    games: defaultdict[int, list[tuple[int, int | None, int | None, str]]] = defaultdict(list)
    points = Game.objects.filter(rubber__in=[row.pk for row in kept]).order_by("number")
    for rubber, number, a, b, winner in points.values_list(
        "rubber_id", "number", "points_a", "points_b", "winner"
    ):
        games[rubber].append((number, a, b, winner))
    stored: defaultdict[Where, list[StoredGames]] = defaultdict(list)
    for row in kept:
        people = (row.player_a, row.player_b)
        stored[row.club_id, row.event.name, row.date, row.round_label, row.table].append(
            StoredGames(
                row.public_id,
                (people[0].public_id, people[1].public_id),
                (people[0].folded, people[1].folded),
                row.egn,
                tuple(games[row.pk]),
            )
        )
    return stored
