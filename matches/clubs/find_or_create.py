"""Clubs and guests as files name them."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.text import slugify

from matches.models import Club, Membership, Player
from matches.models.ids import new_public_id

SLUG_LENGTH: Final = 50
TAKEN_SLUGS: Final = frozenset({"new"})
"""What the addresses of pages have in a club's place."""


def find_or_make_club(name: str) -> Club:
    """The club of this name, made if there is none."""
    found = Club.objects.filter(name=name).first()
    if found is not None:
        return found
    for slug in free_slugs(name):
        try:
            with transaction.atomic():
                return Club.objects.create(name=name, slug=slug)
        except IntegrityError:
            # Either the address is another club's, or somebody made this very club just now.
            found = Club.objects.filter(name=name).first()
            if found is not None:
                return found
    raise AssertionError("the addresses never end")


def free_slugs(name: str) -> Iterator[str]:
    """Addresses for a club of this name, the plainest first, that were nobody's when they were looked at."""
    stem = slugify(name)[:SLUG_LENGTH].strip("-") or "club"
    for number in itertools.count(1):
        slug = stem if number == 1 else f"{stem}-{number}"
        if slug not in TAKEN_SLUGS and not Club.objects.filter(slug=slug).exists():
            yield slug


def find_players(club_ids: Collection[int], names: Collection[str]) -> dict[tuple[int, str], str]:
    """Public ids of the players that clubs (by primary key) know by these names.

    A name on the club's own list comes first, then that of a member who came in by another club, as long as
    only one is called so. The name of an alias is the person's into whom it was merged.
    """
    listed_as = Coalesce("merged_into__public_id", "public_id")
    member_as = Coalesce("player__merged_into__public_id", "player__public_id")
    members = Membership.objects.filter(club__in=club_ids, player__name__in=names, until__isnull=True)
    visitors: dict[tuple[int, str], set[str]] = {}
    for club, name, public_id in members.values_list("club_id", "player__name", member_as):
        visitors.setdefault((club, name), set()).add(public_id)
    found = {key: ids.pop() for key, ids in visitors.items() if len(ids) == 1}
    listed = Player.objects.filter(club__in=club_ids, name__in=names)
    found |= {
        (club, name): public_id for club, name, public_id in listed.values_list("club_id", "name", listed_as)
    }
    return found


def add_guests(
    keys: Collection[tuple[int, str]], ids: Mapping[tuple[int, str], str] | None = None
) -> dict[tuple[int, str], str]:
    """Put names on the lists of clubs (by primary key); the new players' public ids, those of ``ids`` where given."""
    given = ids or {}
    made = {key: given.get(key) or new_public_id() for key in keys}
    now = timezone.now()
    Player.objects.bulk_create(
        Player(public_id=public_id, club_id=club, name=name, created_at=now)
        for (club, name), public_id in made.items()
    )
    return made
