"""A club's settings: its name, clock and currency, who may look, and what its members agreed to."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Final, TypeAlias

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from matches.clubs.club_log import append_club_fact
from matches.clubs.locks import locked_club
from matches.clubs.players import checked_name
from matches.common.idempotency import once
from matches.figures.pending_honours import owe_honours
from matches.models import Club, User

CLUB_CHANGED: Final = "club.changed"
Setting: TypeAlias = str | bool | int
SETTINGS: Final = ("name", "time_zone", "currency", "season_month", "is_public", "reviews_open")
"""The columns of a club that ``change_club`` may change."""


class ClubChangedError(ValueError):
    """Somebody else changed the settings since the form was shown; ``club`` is as it is now."""

    def __init__(self, club: Club) -> None:
        self.club = club
        super().__init__(
            _("Somebody changed these settings meanwhile. What is shown now is theirs: change it from there.")
        )


class ClubNameTakenError(ValueError):
    """Another club bears the name."""

    def __init__(self) -> None:
        super().__init__(_("Another club has this name already; choose one that tells the two apart."))


def settings_of(club: Club) -> dict[str, Setting]:
    return {name: getattr(club, name) for name in SETTINGS}


def settings_version(club: Club) -> str:
    """A short text that changes with any of the club's settings."""
    shown = json.dumps(settings_of(club), sort_keys=True)
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def change_club(
    club: Club, changes: Mapping[str, Setting], *, by: User, key: str, seen: str | None = None
) -> Club:
    """Change settings and log what they are now; the club as it is then. What is as it was is not logged.

    ``changes`` holds new values, checked, by names of ``SETTINGS``. ``seen`` is the ``settings_version`` that the
    changes were made on, None for whatever is there. Raises ``ClubChangedError``, ``ClubNameTakenError``, and
    ``PeopleError`` for a name that is none.
    """
    # A name that came from a file and was not changed stays as it is.
    if "name" in changes and changes["name"] != club.name:
        changes = {**changes, "name": checked_name(str(changes["name"]))}
    asked = json.dumps([CLUB_CHANGED, club.public_id, seen, dict(changes)], sort_keys=True)
    once(by, key, asked, lambda: _change(club, changes, by=by, seen=seen))
    return Club.objects.get(pk=club.pk)


@transaction.atomic
def _change(club: Club, changes: Mapping[str, Setting], *, by: User, seen: str | None) -> list[str]:
    """The names of the settings that were changed."""
    now = locked_club(club.pk)
    if seen is not None and seen != settings_version(now):
        raise ClubChangedError(now)
    fresh = {
        name: changes[name] for name in SETTINGS if name in changes and changes[name] != getattr(now, name)
    }
    if not fresh:
        return []
    for name, value in fresh.items():
        setattr(now, name, value)
    try:
        with transaction.atomic():
            now.save(update_fields=list(fresh))
    except IntegrityError:
        if Club.objects.exclude(pk=now.pk).filter(name=now.name).exists():
            raise ClubNameTakenError from None
        raise
    append_club_fact(now, CLUB_CHANGED, fresh, by=by)
    if "season_month" in fresh:
        owe_honours([now.pk])
    return list(fresh)
