"""Create a club, whose creator becomes its owner, and change its settings."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Final, TypeAlias

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from matches.clubs.errors import PeopleError
from matches.clubs.find_by_name import free_slugs
from matches.clubs.former_names import note_former_name
from matches.clubs.locks import locked_club
from matches.clubs.log_entries import append_club_fact
from matches.clubs.players import checked_name
from matches.common import hooks
from matches.common.commands import run_once
from matches.models import Club, Membership, Player, User
from matches.rules.names import tidy_name
from matches.rules.typed_names import holds_contact

CLUB_CHANGED: Final = "club.changed"
Setting: TypeAlias = str | bool | int
SETTINGS: Final = (
    *("name", "time_zone", "currency", "season_month"),
    *("is_public", "analyses", "reviews_open"),
)
"""The fields of ``Club`` that ``change_club`` may change, and of the settings form.

The model, the log's sentences and the API's serializers list them separately;
tests/matches/clubs/test_setting_lists.py reports a missing one.
"""
CLUB_MADE: Final = "club.made"
CLUBS_A_PERSON: Final = 10


class ClubChangedError(ValueError):
    """Another user changed the settings after the form was rendered. ``club`` has the current ones."""

    def __init__(self, club: Club) -> None:
        self.club = club
        super().__init__(
            _(
                "Someone else has changed these settings in the meantime. You now see theirs. Make your"
                " changes again."
            )
        )


class ClubNameTakenError(ValueError):
    """Another club has this name."""

    def __init__(self) -> None:
        super().__init__(_("Another club already has this name. Choose a different one."))


def settings_of(club: Club) -> dict[str, Setting]:
    return {name: getattr(club, name) for name in SETTINGS}


def settings_version(club: Club) -> str:
    """Return a hash of the club's settings, which a form sends back to detect changes by others."""
    text = json.dumps(settings_of(club), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def change_club(
    club: Club, changes: Mapping[str, Setting], *, by: User, key: str, seen: str | None = None
) -> Club:
    """Change settings of a club, log those that differ, and return the updated club.

    ``changes`` maps names in ``SETTINGS`` to validated values. ``seen`` is the ``settings_version`` that the
    user saw, or None to skip that check. Raises ``ClubChangedError`` if the settings have changed since,
    ``ClubNameTakenError``, and ``PeopleError`` for an invalid name.
    """
    # An unchanged name that came from a file need not pass the check.
    if "name" in changes and changes["name"] != club.name:
        changes = {**changes, "name": checked_name(str(changes["name"]))}
    request = json.dumps([CLUB_CHANGED, club.public_id, seen, dict(changes)], sort_keys=True)
    run_once(by, key, request, lambda: _store_changes(club, changes, by=by, seen=seen))
    return Club.objects.get(pk=club.pk)


@transaction.atomic
def _store_changes(club: Club, changes: Mapping[str, Setting], *, by: User, seen: str | None) -> list[str]:
    """Return the names of the settings that were changed."""
    locked = locked_club(club.pk)
    if seen is not None and seen != settings_version(locked):
        raise ClubChangedError(locked)
    changed = {
        name: changes[name] for name in SETTINGS if name in changes and changes[name] != getattr(locked, name)
    }
    if not changed:
        return []
    former = locked.name
    for name, value in changed.items():
        setattr(locked, name, value)
    try:
        with transaction.atomic():
            locked.save(update_fields=list(changed))
    except IntegrityError:
        if Club.objects.exclude(pk=locked.pk).filter(name=locked.name).exists():
            raise ClubNameTakenError from None
        raise
    if "name" in changed:
        note_former_name(locked, former, locked.name)
    append_club_fact(locked, CLUB_CHANGED, changed, by=by)
    hooks.club_changed(hooks.ClubChange(locked, frozenset(changed)))
    return list(changed)


@transaction.atomic
def make_club(
    by: User,
    *,
    name: str,
    time_zone: str,
    currency: str,
    is_public: bool,
    analyses: str = Club.Analyses.EVERYONE,
) -> Club:
    """Create a club, and make ``by`` its owner and the first player on its list.

    ``analyses`` is a code of ``Club.Analyses``: who sees the analysis of a deal. Raises ``PeopleError`` if the
    name is taken or invisible, or if a person who is no superuser owns ten clubs already.
    """
    tidy = checked_name(name)
    owner = User.objects.select_for_update(no_key=True).get(pk=by.pk)
    owned = Membership.objects.filter(player__user=owner, role=Membership.Role.OWNER, until__isnull=True)
    if not owner.is_superuser and owned.count() >= CLUBS_A_PERSON:
        raise PeopleError(
            _("One person can own at most %(number)s clubs. For more, ask the host of this site.")
            % {"number": CLUBS_A_PERSON}
        )
    club = _insert_club(tidy, time_zone=time_zone, currency=currency, is_public=is_public, analyses=analyses)
    player = Player.objects.create(club=club, user=owner, name=own_name(owner))
    Membership.objects.create(club=club, player=player, role=Membership.Role.OWNER)
    append_club_fact(club, CLUB_MADE, {"player": player.public_id, "is_public": is_public}, by=owner)
    append_club_fact(club, CLUB_CHANGED, {"analyses": str(analyses)}, by=owner)
    return club


def own_name(user: User) -> str:
    """Return the account's name or, if it has none, its e-mail address up to the @: the rest is private.

    A telephone number is private, too: then it is only "Member".
    """
    name = tidy_name(user.name) or user.email.partition("@")[0]
    return _("Member") if holds_contact(name) else name


def _insert_club(name: str, **settings: Setting) -> Club:
    for slug in free_slugs(name):
        if Club.objects.filter(name=name).exists():
            break
        try:
            with transaction.atomic():
                return Club.objects.create(name=name, slug=slug, **settings)
        except IntegrityError:
            continue
    raise PeopleError(_("A club of this name already exists. Choose another name."))
