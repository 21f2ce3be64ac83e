"""Make a club with a person of every role, and strangers, for the tests of the desk."""

from __future__ import annotations

from django.utils import timezone

from matches.models import Club, Membership, Player, User
from tests.factories.clubs import make_club

ROLES = ("owner", "director", "scorer", "helper", "member")


def staffed_club(*, is_public: bool = True) -> Club:
    """Return a club whose members are named after their roles. The Garrick has an owner of its own."""
    club = make_club(is_public=is_public)
    for role in ROLES:
        add_member(club, role.title(), role)
    add_member(make_club("garrick"), "Garrick's owner", "owner", email="garrick@example.org")
    User.objects.create_user("stranger@example.org")
    return club


def add_member(club: Club, name: str, role: str, *, email: str = "") -> Player:
    user = User.objects.create_user(email or f"{role}@example.org", name=name)
    player = Player.objects.create(club=club, user=user, name=name)
    since = timezone.localdate().replace(year=2020, day=1)
    Membership.objects.create(club=club, player=player, role=role, since=since)
    return player


def user(role: str) -> User:
    """Return the user of this role; ``stranger`` and ``garrick`` are no members."""
    return User.objects.get(email=f"{role}@example.org")
