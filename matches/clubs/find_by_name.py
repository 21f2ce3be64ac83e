"""Find clubs, players and events by the names that people type or files have, suggest names, or create them."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.text import slugify

from matches.clubs.queries import listed_players
from matches.common.names import tidy_name
from matches.models import Club, Event, Membership, Player, Rubber
from matches.models.ids import new_public_id

SUGGESTED: int = 400
"""The maximum number of names that a form suggests: a longer list would slow the page down."""


def players_called(club: Club, names: Iterable[str]) -> dict[str, Player]:
    """Return the club's players with these names, ignoring case and extra spaces: ``{name as given: player}``.

    A player on the club's own list takes precedence over a member from another club. Names of nobody, or of
    two people equally well, are left out.
    """
    wanted = {name: " ".join(name.split()) for name in names if name.strip()}
    if not wanted:
        return {}
    has_name = Q()
    for tidy in wanted.values():
        has_name |= Q(name__iexact=tidy)
    in_club = Q(club=club) | Q(memberships__club=club, memberships__until__isnull=True)
    rows = Player.objects.filter(in_club, has_name).select_related("merged_into").order_by("pk").distinct()
    players: dict[str, Player] = {}
    known = list(rows)
    for name, tidy in wanted.items():
        player = _best_match(club, tidy, known)
        if player is not None:
            players[name] = player.merged_into or player
    return players


def players_typed(club: Club, names: Iterable[str]) -> dict[str, Player]:
    """Return ``{tidied name: player}`` for the names of the club's players that a person typed or chose.

    Each is looked up exactly as sent, and then as ``tidy_name`` cleans it: an imported name may have
    characters that it removes.
    """
    sent = [name for name in names if "\0" not in name]
    players = players_called(club, [*sent, *map(tidy_name, sent)])
    known = {tidy_name(name): players.get(name) or players.get(tidy_name(name)) for name in sent}
    return {name: player for name, player in known.items() if player is not None}


def _best_match(club: Club, name: str, known: list[Player]) -> Player | None:
    """Return the one player called ``name``: exact matches before other case, the club's own before visitors,
    else None.
    """
    alike = [player for player in known if player.name.casefold() == name.casefold()]
    for exactly in (True, False):
        for own in (True, False):
            rows = [
                player
                for player in alike
                if (player.name == name) >= exactly and (player.club_id == club.pk) >= own
            ]
            people = {player.merged_into_id or player.pk for player in rows}
            if len(people) == 1:
                return rows[0]
    return None


def names_known(club: Club) -> list[str]:
    """Return the names that a form of this club suggests: of players on its list, and members from other lists."""
    here = Q(club=club) | Q(memberships__club=club, memberships__until__isnull=True)
    names = listed_players().filter(here).values_list("name", flat=True)
    return list(names.order_by("name").distinct()[:SUGGESTED])


def event_typed(club: Club, name: str) -> Event | None:
    """Return the club's event whose name a person typed, exactly as sent or as ``tidy_name`` cleans it, or None."""
    exactly = None if "\0" in name else event_called(club, name)
    return exactly or event_called(club, tidy_name(name))


def event_called(club: Club, name: str) -> Event | None:
    """Return the club's event with this name, or the only one that differs in case alone, or None."""
    tidy = " ".join(name.split())
    alike = list(club.events.filter(name__iexact=tidy)[:5])
    exact = [event for event in alike if event.name == tidy]
    if exact:
        return exact[0]
    return alike[0] if len(alike) == 1 else None


def events_known(club: Club) -> list[str]:
    """Return the names of the club's events to suggest in a form, the newest first."""
    names = club.events.exclude(name="").order_by("-pk").values_list("name", flat=True)
    return list(names[:SUGGESTED])


def latest_rubber(club: Club, event_id: str) -> Rubber | None:
    """Return the rubber entered last in the club, of the event ``event_id`` (public id) if not empty, or None."""
    rubbers = club.rubbers.select_related("event").order_by("-pk")
    return (rubbers.filter(event__public_id=event_id) if event_id else rubbers).first()


SLUG_LENGTH: Final = 50
TAKEN_SLUGS: Final = frozenset({"new"})
"""Slugs that no club may have, because the site's own URLs have these words in the position of a club's slug."""


def find_or_make_club(name: str) -> Club:
    """Return the club with this name; create a club with default settings if none has the name."""
    club = Club.objects.filter(name=name).first()
    if club is not None:
        return club
    for slug in free_slugs(name):
        try:
            with transaction.atomic():
                return Club.objects.create(name=name, slug=slug, analyses=Club.Analyses.EVERYONE)
        except IntegrityError:
            # Either another club has the slug, or another process has just created this club.
            club = Club.objects.filter(name=name).first()
            if club is not None:
                return club
    raise AssertionError("the addresses never end")


def free_slugs(name: str) -> Iterator[str]:
    """Yield slugs for a club of this name that are unused, as yet: ``ecarte-club``, ``ecarte-club-2`` and so on."""
    stem = slugify(name)[:SLUG_LENGTH].strip("-") or "club"
    for number in itertools.count(1):
        slug = stem if number == 1 else f"{stem}-{number}"
        if slug not in TAKEN_SLUGS and not Club.objects.filter(slug=slug).exists():
            yield slug


def find_players(club_ids: Collection[int], names: Collection[str]) -> dict[tuple[int, str], str]:
    """Return the public ids of players by club and name: ``{(club's primary key, name): public id}``.

    A player on the club's own list takes precedence over a member from another club's list, who is found only
    if no other such member has the name. An alias gives the id of the player into which it was merged.
    """
    listed_as = Coalesce("merged_into__public_id", "public_id")
    member_as = Coalesce("player__merged_into__public_id", "player__public_id")
    members = Membership.objects.filter(club__in=club_ids, player__name__in=names, until__isnull=True)
    visitors: dict[tuple[int, str], set[str]] = {}
    for club, name, public_id in members.values_list("club_id", "player__name", member_as):
        visitors.setdefault((club, name), set()).add(public_id)
    players = {key: ids.pop() for key, ids in visitors.items() if len(ids) == 1}
    listed = Player.objects.filter(club__in=club_ids, name__in=names)
    players |= {
        (club, name): public_id for club, name, public_id in listed.values_list("club_id", "name", listed_as)
    }
    return players


def add_guests(
    keys: Collection[tuple[int, str]], ids: Mapping[tuple[int, str], str] | None = None
) -> dict[tuple[int, str], str]:
    """Add guests to the lists of clubs, and return their public ids by ``keys``, pairs of club (primary key) and name.

    ``ids`` has the public ids to use for some of the keys; the others are generated.
    """
    given = ids or {}
    made = {key: given.get(key) or new_public_id() for key in keys}
    now = timezone.now()
    Player.objects.bulk_create(
        Player(public_id=public_id, club_id=club, name=name, created_at=now)
        for (club, name), public_id in made.items()
    )
    return made
