"""Who may see what: clubs open to a viewer, and whose review figures he may read."""

from __future__ import annotations

from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from matches.clubs.memberships import running_memberships
from matches.models import Club, Player, Rubber, User

Viewer: TypeAlias = User | AnonymousUser


def visible_clubs(viewer: Viewer) -> QuerySet[Club]:
    """Public clubs, and the members-only ones that the viewer belongs to today; all for a superuser."""
    if not viewer.is_authenticated:
        return Club.objects.filter(is_public=True)
    if viewer.is_superuser:
        return Club.objects.all()
    return Club.objects.filter(Q(is_public=True) | belongs_to(viewer))


def in_visible_clubs(viewer: Viewer) -> Q:
    """That the ``club`` of a row is one of ``visible_clubs``: for lists with many joins.

    The subquery stands for itself, so that PostgreSQL has no table more to try in every order.
    """
    if not viewer.is_authenticated:
        return Q(club__is_public=True)
    if viewer.is_superuser:
        return Q()
    own = running_memberships().filter(player__user=viewer).order_by().values("club")
    return Q(club__is_public=True) | Q(club__in=own)


def belongs_to(viewer: User) -> Exists:
    """Whether the viewer belongs to a club today, for a query of clubs."""
    return Exists(running_memberships().filter(club=OuterRef("pk"), player__user=viewer))


def open_seats(viewer: Viewer, rubber: Rubber) -> list[str]:
    """Whose review figures of ``rubber`` (players loaded) the viewer may read: of A, of B, of both, of none.

    A live rubber shows none: solver values wait for its end.
    """
    if rubber.state == Rubber.State.LIVE:
        return []
    seats = (("A", rubber.player_a), ("B", rubber.player_b))
    return [
        letter
        for letter, player in seats
        if rubber.club.reviews_open
        or player.shares_reviews
        or (viewer.is_authenticated and player.user_id == viewer.pk)
    ]


def may_see_player(viewer: Viewer, player: Player, club: Club) -> bool:
    """Whether the page of ``player`` (club loaded) opens to a viewer who sees ``club``.

    A guest from a members-only club elsewhere keeps his page to that club, and who was forgotten has none.
    """
    return player.name != "" and (
        player.club_id == club.pk
        or player.club.is_public
        or bool(viewer.is_authenticated and (viewer.is_superuser or player.user_id == viewer.pk))
    )


def are_reviews_open(viewer: Viewer, player: Player) -> bool:
    """Whether the review figures of ``player`` (club loaded) may be read throughout his own club."""
    return (
        player.club.reviews_open
        or player.shares_reviews
        or (viewer.is_authenticated and player.user_id == viewer.pk)
    )
