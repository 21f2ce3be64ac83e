"""What people are called who acted, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.models import User


def person_name(user: User | None) -> str:
    """What somebody is called who acted; never his address, which is nobody else's business."""
    if user is None:
        return _("whoever runs the site")
    if user.erased_at is not None:
        return _("a former member")
    return user.name or user.email.partition("@")[0]
