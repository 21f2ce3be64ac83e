"""Make people for the tests of commands on members."""

from __future__ import annotations

from matches.clubs.memberships import current_memberships
from matches.models import Club, LogEntry, Membership, Player, User

Role = Membership.Role


def make_user(name: str = "Clay", **fields: object) -> User:
    return User.objects.create_user(f"{name.lower()}@example.org", "a very long secret", name=name, **fields)


def make_member(club: Club, name: str = "Clay", role: Membership.Role = Role.MEMBER) -> Player:
    """Return a member with an account, both of this name."""
    player = Player.objects.create(club=club, user=make_user(name), name=name)
    Membership.objects.create(club=club, player=player, role=role)
    return player


def user_of(player: Player) -> User:
    assert player.user is not None
    return player.user


def roles(club: Club) -> set[tuple[str, str]]:
    """Return the name and role of every current member."""
    return set(current_memberships(club).values_list("player__name", "role"))


def facts(club: Club) -> list[str]:
    """Return the kinds of the entries of the club's own log, in order."""
    stream = LogEntry.objects.filter(stream=f"club:{club.public_id}").order_by("version")
    return list(stream.values_list("kind", flat=True))
