"""Who belongs to a club, and who only stands on its list."""

from __future__ import annotations

from django.db.models import Case, Exists, OuterRef, QuerySet, Value, When
from django.db.models.functions import Lower

from matches.models import Club, Membership, Player, User
from matches.services.people_roles import BY_RANK, running_memberships


def club_members(club: Club) -> QuerySet[Membership]:
    """Memberships that run today, with player and account: the greatest roles first, then by name."""
    rank = Case(*(When(role=role, then=Value(place)) for place, role in enumerate(BY_RANK)))
    return (
        running_memberships(club)
        .exclude(player__name="")
        .select_related("player__club", "player__user")
        .order_by(rank, Lower("player__name"), "player__name", "pk")
    )


def club_guests(club: Club) -> QuerySet[Player]:
    """Players on the club's own list who are no members today, by name."""
    belongs = running_memberships(club).filter(player=OuterRef("pk"))
    return listed_players(club).exclude(Exists(belongs)).order_by(Lower("name"), "name", "pk")


def listed_players(club: Club | None = None) -> QuerySet[Player]:
    """Everybody on the own list of ``club``, or of any: no aliases, and nobody who was forgotten."""
    players = Player.objects.all() if club is None else club.players.all()
    return players.filter(merged_into__isnull=True).exclude(name="")


def own_memberships(user: User) -> QuerySet[Membership]:
    """What ``user`` is today, club by club."""
    return (
        running_memberships()
        .filter(player__user=user)
        .select_related("club", "player")
        .order_by(Lower("club__name"), "pk")
    )
