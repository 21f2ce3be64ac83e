"""A user's e-mail address, which is his login name: where it changes, and where it counts as proved."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from matches.clubs.errors import PeopleError
from matches.models import User


def trust_address(user: User) -> None:
    """His address counts as proved, whatever mail would say: the machine's owner gave it."""
    EmailAddress.objects.update_or_create(
        user=user, email=user.email, defaults={"verified": True, "primary": True}
    )


@transaction.atomic
def change_address(user: User, email: str) -> None:
    """``user`` signs in with another address, which nobody can prove on a site without mail.

    Raises ``PeopleError`` where somebody signs in with it already.
    """
    user.email = email.strip().lower()
    try:
        with transaction.atomic():
            user.save(update_fields=["email"])
    except IntegrityError:
        user.refresh_from_db(fields=["email"])
        raise PeopleError(_("Somebody signs in with this address already.")) from None
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)
