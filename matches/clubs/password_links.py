"""Passwords of people who can't be sent mail: a link, made by an owner whose members they all are.

The link is a signed statement of who made it, for whom, and which password was good then. It is believed for a day, as
long as that password stands, and as long as its maker may still make one.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from matches.clubs.club_log import append_club_fact
from matches.clubs.errors import PeopleError
from matches.clubs.memberships import running_memberships
from matches.common.absolute_urls import site_link
from matches.models import Club, Membership, Player, User

LINK_MADE: Final = "club.password_link_made"
GOOD_FOR: Final = timedelta(days=1)
SALT: Final = "matches.people_passwords"


def may_reset_password(by: User, user: User) -> bool:
    """Whether ``by`` may make a link that lets its holder sign in as ``user``, who is a member of his.

    He owns every club that the other ever had to do with, as a member or on its list, so that he gains nothing by it
    that he has not got; and nobody but a superuser becomes a superuser.
    """
    if not by.is_active or not user.is_active or user == by:
        return False
    if by.is_superuser:
        return True
    if user.is_superuser or user.is_staff:
        return False
    known = Club.objects.filter(Q(players__user=user) | Q(memberships__player__user=user)).distinct()
    owned = running_memberships().filter(player__user=by, role=Membership.Role.OWNER)
    is_member = running_memberships().filter(player__user=user).exists()
    return is_member and not known.exclude(pk__in=owned.values("club")).exists()


@transaction.atomic
def make_password_link(player: Player, *, club: Club, by: User) -> str:
    """The token of a link by which a new password is set for ``player``'s account, once.

    Raises ``PeopleError`` where ``by`` may not.
    """
    user = player.user
    if user is None or not may_reset_password(by, user):
        raise PeopleError
    append_club_fact(club, LINK_MADE, {"player": player.public_id}, by=by)
    return signing.dumps([by.public_id, user.public_id, _mark_of(user)], salt=SALT)


def password_address(token: str) -> str:
    """The link itself, to be handed over."""
    return site_link(reverse("web:open_password_link", args=[token]))


def user_of_link(token: str) -> User | None:
    """Whose password the link sets; None where it is none, too old, used, or its maker may make no such link now."""
    try:
        maker_id, user_id, mark = signing.loads(token, salt=SALT, max_age=GOOD_FOR)
    except signing.BadSignature:
        return None
    people = User.objects.in_bulk([maker_id, user_id], field_name="public_id")
    by, user = people.get(maker_id), people.get(user_id)
    if by is None or user is None or not constant_time_compare(mark, _mark_of(user)):
        return None
    return user if may_reset_password(by, user) else None


def _mark_of(user: User) -> str:
    """Another with each new password and each sign-in; it gives neither away."""
    told = f"{user.password} {user.last_login} {user.email}"
    return salted_hmac(SALT, told, algorithm="sha256").hexdigest()[:32]
