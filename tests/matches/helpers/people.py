"""People for the tests of what is done to them."""

from __future__ import annotations

from matches.clubs.memberships import running_memberships
from matches.models import Club, LogEntry, Membership, Player, User

Role = Membership.Role


def make_user(name: str = "Clay", **fields: object) -> User:
    return User.objects.create_user(f"{name.lower()}@example.org", "a very long secret", name=name, **fields)


def make_member(club: Club, name: str = "Clay", role: Membership.Role = Role.MEMBER) -> Player:
    """A member with an account, both of this name."""
    player = Player.objects.create(club=club, user=make_user(name), name=name)
    Membership.objects.create(club=club, player=player, role=role)
    return player


def user_of(player: Player) -> User:
    assert player.user is not None
    return player.user


def roles(club: Club) -> set[tuple[str, str]]:
    """Who is what in the club today."""
    return set(running_memberships(club).values_list("player__name", "role"))


def facts(club: Club) -> list[str]:
    """The kinds of what the club's own log tells, in order."""
    stream = LogEntry.objects.filter(stream=f"club:{club.public_id}").order_by("version")
    return list(stream.values_list("kind", flat=True))
