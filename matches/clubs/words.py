"""Name the person who did something, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.models import User


def person_name(user: User | None) -> str:
    """Return a user's name, never the whole address, or a phrase for None and erased users."""
    if user is None:
        return _("the host of this site")
    if user.erased_at is not None:
        return _("a former member")
    return user.name or user.email.partition("@")[0]
