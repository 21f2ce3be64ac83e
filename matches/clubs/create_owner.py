"""The first account of a site: its owner, with a password that is shown once."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from django.db import transaction

from matches.clubs.email_addresses import trust_address
from matches.models import User

OWNER_EMAIL: Final = "owner@localhost"
# No letter or digit that is taken for another when it is read off a screen.
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, slots=True)
class NewOwner:
    """An owner just made; the password is kept nowhere else."""

    user: User
    password: str


@transaction.atomic
def make_owner() -> NewOwner | None:
    """Make the site's owner; None where it has one already. Whoever starts the site may sign in, mail or not."""
    if User.objects.filter(is_superuser=True).exists():
        for owner in User.objects.filter(email=OWNER_EMAIL):
            trust_address(owner)
        return None
    password = new_password()
    owner = User.objects.create_superuser(OWNER_EMAIL, password, name="Owner")
    trust_address(owner)
    return NewOwner(owner, password)


def new_password() -> str:
    """Three groups of four letters and digits: 59 bits, and easy to copy by hand."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))
