"""Create a site's first account, change accounts, and reset a person's password without mail by a link.

A password link comes from somebody who owns all of that person's clubs. Its token is signed and names its
maker and the user. It is valid for a day, until the user's password, address or last sign-in changes, and
only while its maker may still make one.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from matches.clubs.errors import PeopleError
from matches.clubs.log_entries import append_club_fact
from matches.clubs.memberships import current_memberships, current_ownerships
from matches.clubs.players import checked_name, require_name_alone
from matches.common.site_links import site_link
from matches.models import Club, Player, User

OWNER_EMAIL: Final = "owner@localhost"
# Leave out letters and digits that are easily confused on a screen.
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, slots=True)
class NewOwner:
    """The account of a new owner, and its password in plain text, of which only a hash is stored."""

    user: User
    password: str


@transaction.atomic
def make_owner() -> NewOwner | None:
    """Create the site's first superuser, and return the account with its password.

    Return None if the site has a superuser. In both cases the address ``OWNER_EMAIL`` is marked as verified, so that
    its user can sign in on a site that sends no mail.
    """
    if User.objects.filter(is_superuser=True).exists():
        for owner in User.objects.filter(email=OWNER_EMAIL):
            trust_address(owner)
        return None
    password = new_password()
    owner = User.objects.create_superuser(OWNER_EMAIL, password, name="Secretary")
    trust_address(owner)
    return NewOwner(owner, password)


def new_password() -> str:
    """Return three groups of four random letters and digits: 59 bits of entropy, and easy to copy by hand."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))


def change_account(user: User, *, name: str, language: str) -> None:
    """Set the user's display name (empty removes it) and page language.

    ``language`` is a code of ``settings.LANGUAGES``, or empty for the browser's. Raises ``ValueError`` for
    another, and ``PeopleError`` for a name that is invisible, is too long, or contains an address or a telephone
    number.
    """
    if language and language not in dict(settings.LANGUAGES):
        raise ValueError(language)
    if name != user.name:
        tidy = checked_name(name) if name.strip() else ""
        require_name_alone(tidy)
        user.name = tidy
    user.language = language
    user.save(update_fields=["name", "language"])


def share_reviews(player: Player, *, shares: bool) -> None:
    """Set whether other people may read the review figures of ``player``."""
    Player.objects.filter(pk=player.pk).update(shares_reviews=shares)


def choose_language(user: User, language: str) -> None:
    """Store the language in which the user reads pages, empty for the browser's."""
    user.language = language
    user.save(update_fields=["language"])


def trust_address(user: User) -> None:
    """Mark the user's e-mail address, which the host of the site entered, as verified without sending mail."""
    EmailAddress.objects.update_or_create(
        user=user, email=user.email, defaults={"verified": True, "primary": True}
    )


@transaction.atomic
def change_address(user: User, email: str) -> None:
    """Change a sign-in address, unverified. Raises ``PeopleError`` if another user signs in with it."""
    user.email = email.strip().lower()
    try:
        with transaction.atomic():
            user.save(update_fields=["email"])
    except IntegrityError:
        user.refresh_from_db(fields=["email"])
        raise PeopleError(_("Another account already uses this address.")) from None
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)


LINK_MADE: Final = "club.password_link_made"
GOOD_FOR: Final = timedelta(days=1)
SALT: Final = "matches.people_passwords"


def may_reset_password(by: User, user: User) -> bool:
    """Return whether ``by`` may create a link with which ``user`` sets a new password.

    A superuser may do so for every other active user. Anybody else must own every club in which ``user`` is
    or was a member or a listed player, so that signing in as ``user`` gives no further access; ``user`` must
    be a member of a club today, and neither superuser nor staff.
    """
    if not by.is_active or not user.is_active or user == by:
        return False
    if by.is_superuser:
        return True
    if user.is_superuser or user.is_staff:
        return False
    known = Club.objects.filter(Q(players__user=user) | Q(memberships__player__user=user)).distinct()
    owned = current_ownerships().filter(player__user=by)
    is_member = current_memberships().filter(player__user=user).exists()
    return is_member and not known.exclude(pk__in=owned.values("club")).exists()


@transaction.atomic
def make_password_link(player: Player, *, club: Club, by: User) -> str:
    """Return the token of a link with which the player sets a new password once, and log that ``by`` made it.

    Raises ``PeopleError`` if ``by`` may not make it.
    """
    user = player.user
    if user is None or not may_reset_password(by, user):
        raise PeopleError
    append_club_fact(club, LINK_MADE, {"player": player.public_id}, by=by)
    return signing.dumps([by.public_id, user.public_id, _mark_of(user)], salt=SALT)


def password_address(token: str) -> str:
    return site_link(reverse("web:open_password_link", args=[token]))


def user_of_link(token: str) -> User | None:
    """Return the user whose password the link sets.

    Return None if the link has expired or was used, or if the person who made it may no longer make one.
    """
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
    """Return a mark that changes with each new password, address and sign-in, and reveals none."""
    text = f"{user.password} {user.last_login} {user.email}"
    return salted_hmac(SALT, text, algorithm="sha256").hexdigest()[:32]
