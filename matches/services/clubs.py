"""Clubs and guests as files name them."""

from __future__ import annotations

from collections.abc import Collection

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from matches.models import Club, Membership, Player
from matches.models.ids import new_public_id

SLUG_LENGTH = 50


def find_or_make_club(name: str) -> Club:
    """The club of this name, made if there is none."""
    found = Club.objects.filter(name=name).first()
    if found is not None:
        return found
    stem = slugify(name)[:SLUG_LENGTH].strip("-") or "club"
    number = 1
    while True:
        slug = stem if number == 1 else f"{stem}-{number}"
        try:
            with transaction.atomic():
                return Club.objects.create(name=name, slug=slug)
        except IntegrityError:
            # Either the address is another club's, or somebody made this very club just now.
            found = Club.objects.filter(name=name).first()
            if found is not None:
                return found
            number += 1


def find_players(club_ids: Collection[int], names: Collection[str]) -> dict[tuple[int, str], str]:
    """Public ids of the players that clubs (by primary key) know by these names.

    A name on the club's own list comes first, then that of a member who came in by another club, as long as
    only one is called so.
    """
    members = Membership.objects.filter(club__in=club_ids, player__name__in=names, until__isnull=True)
    visitors: dict[tuple[int, str], set[str]] = {}
    for club, name, public_id in members.values_list("club_id", "player__name", "player__public_id"):
        visitors.setdefault((club, name), set()).add(public_id)
    found = {key: ids.pop() for key, ids in visitors.items() if len(ids) == 1}
    listed = Player.objects.filter(club__in=club_ids, name__in=names)
    found |= {
        (club, name): public_id
        for club, name, public_id in listed.values_list("club_id", "name", "public_id")
    }
    return found


def add_guests(keys: Collection[tuple[int, str]]) -> dict[tuple[int, str], str]:
    """Put names on the lists of clubs (by primary key); the new players' public ids."""
    made = {key: new_public_id() for key in keys}
    now = timezone.now()
    Player.objects.bulk_create(
        Player(public_id=public_id, club_id=club, name=name, created_at=now)
        for (club, name), public_id in made.items()
    )
    return made
