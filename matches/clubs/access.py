"""Decide which clubs, player pages, analyses of deals and review figures a viewer may see."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from matches.clubs.memberships import current_memberships, current_ownerships
from matches.models import Club, Player, Rubber, User

Viewer: TypeAlias = User | AnonymousUser


def visible_clubs(viewer: Viewer) -> QuerySet[Club]:
    """Return the public clubs, and the private ones of which the viewer is a member today; a superuser sees all."""
    if not viewer.is_authenticated:
        return Club.objects.filter(is_public=True)
    if viewer.is_superuser:
        return Club.objects.all()
    return Club.objects.filter(Q(is_public=True) | belongs_to(viewer))


def in_visible_clubs(viewer: Viewer) -> Q:
    """Return a ``Q`` that selects rows whose ``club`` is one of ``visible_clubs(viewer)``.

    The viewer's own clubs are an uncorrelated subquery: in queries with many joins, a further join would give
    PostgreSQL many more join orders to plan.
    """
    if not viewer.is_authenticated:
        return Q(club__is_public=True)
    if viewer.is_superuser:
        return Q()
    own = current_memberships().filter(player__user=viewer).order_by().values("club")
    return Q(club__is_public=True) | Q(club__in=own)


def belongs_to(viewer: User) -> Exists:
    """Return a subquery that tests whether the viewer is a member of the club today, in a queryset of clubs."""
    return Exists(current_memberships().filter(club=OuterRef("pk"), player__user=viewer))


def owned_clubs(viewer: Viewer) -> frozenset[int]:
    """Return the primary keys of the clubs that the viewer owns today. Takes one query for a signed-in viewer."""
    if not viewer.is_authenticated:
        return frozenset()
    owned = current_ownerships().filter(player__user=viewer)
    return frozenset(owned.order_by().values_list("club", flat=True))


def open_seats(viewer: Viewer, rubber: Rubber, owned: Collection[int] | None = None) -> list[str]:
    """Return the sides (A, B) of ``rubber`` whose decisions the viewer may read; none of a live rubber.

    The viewer's rights as they are now decide, not those of the day it was played. Each of these opens a side:

    - The viewer plays on it, or its player shares their review figures.
    - The club shows analyses to everyone who may see the cards.
    - The club shows them to the two players, and the viewer is one of them.
    - The club shows them to the two players, the viewer owns it, and the player has no account.
    - The club has not decided, and its members agreed to share their figures.

    The solver's values are hidden until the rubber ends. The rubber's club and players must be loaded. ``owned``
    is ``owned_clubs(viewer)``; None looks it up if it matters.
    """
    if rubber.state == Rubber.State.LIVE:
        return []
    club, sides = rubber.club, {"A": rubber.player_a, "B": rubber.player_b}
    is_player = any(_is(viewer, player) for player in sides.values())
    if (
        club.analyses == Club.Analyses.EVERYONE
        or (club.analyses == Club.Analyses.PLAYERS and is_player)
        or (club.analyses == Club.Analyses.UNDECIDED and club.reviews_open)
    ):
        return list(sides)
    seats = {side for side, player in sides.items() if _shows_own(viewer, player)}
    guests = {side for side, player in sides.items() if _is_guest_of_decided(player, club)}
    if guests - seats and club.pk in (owned_clubs(viewer) if owned is None else owned):
        seats |= guests
    return sorted(seats)


def open_figure_seats(viewer: Viewer, rubber: Rubber) -> list[str]:
    """Return the sides (A, B) of ``rubber`` whose review figures, summed over it, the viewer may read.

    The result is empty for a live rubber; otherwise it has the sides that ``in_open_figures`` selects. The rubber's
    club and players must be loaded. Takes at most one query.
    """
    if rubber.state == Rubber.State.LIVE:
        return []
    club, sides = rubber.club, {"A": rubber.player_a, "B": rubber.player_b}
    if club.reviews_open:
        return list(sides)
    seats = {side for side, player in sides.items() if _shows_own(viewer, player)}
    guests = {side for side, player in sides.items() if _is_guest_of_decided(player, club)}
    if guests - seats and club.pk in owned_clubs(viewer):
        seats |= guests
    return sorted(seats)


def _is(viewer: Viewer, player: Player) -> bool:
    return viewer.is_authenticated and player.user_id == viewer.pk


def _shows_own(viewer: Viewer, player: Player) -> bool:
    """Return whether the viewer may read the decisions of ``player`` in every club where they see the cards."""
    return player.shares_reviews or _is(viewer, player)


def _is_guest_of_decided(player: Player, club: Club) -> bool:
    """Return whether owners of ``club`` read the decisions of ``player``, who has no account to read them with.

    Owners of a club that has not decided read none, as in 0.1.0. An erased player has no account and no name.
    """
    return player.is_guest and player.name != "" and club.analyses != Club.Analyses.UNDECIDED


def in_open_figures(viewer: Viewer, player: Player, *, path: str = "") -> Q:
    """Return a ``Q`` for the rubbers that count in those review figures of ``player`` which the viewer may read.

    Figures are sums over deals. They are the player's own, unless the player shares them or the members of the
    rubber's club agreed to; owners read those of guests. ``path`` leads from the rows to the rubber.
    """
    if _shows_own(viewer, player):
        return Q()
    return Q(**{f"{path}club__reviews_open": True}) | _of_guest(viewer, player, path)


def with_open_decisions(viewer: Viewer, player: Player, *, path: str = "") -> Q:
    """Return a ``Q`` for the rubbers in which ``open_seats`` opens the side of ``player`` to the viewer."""
    if _shows_own(viewer, player):
        return Q()
    club = f"{path}club__"
    is_open = Q(**{f"{club}analyses": Club.Analyses.EVERYONE}) | Q(
        **{f"{club}analyses": Club.Analyses.UNDECIDED, f"{club}reviews_open": True}
    )
    if not viewer.is_authenticated:
        return is_open
    plays = Q(**{f"{path}player_a__user": viewer}) | Q(**{f"{path}player_b__user": viewer})
    between_players = Q(**{f"{club}analyses": Club.Analyses.PLAYERS}) & plays
    return is_open | between_players | _of_guest(viewer, player, path)


def in_open_figures_of_anyone(viewer: Viewer, club: Club, *, path: str) -> Q:
    """Return a ``Q`` for the decisions of ``club`` that count in figures which the viewer may read, of any player.

    Each decision has the side of its player in ``player``; ``path`` leads from the decisions to the rubber.
    """
    if club.reviews_open:
        return Q()
    is_open = Q(pk__in=[])
    for side, column in (("A", "player_a"), ("B", "player_b")):
        person = f"{path}{column}__"
        reads = Q(**{f"{person}shares_reviews": True})
        if viewer.is_authenticated:
            is_guest = Q(**{f"{person}user": None}) & ~Q(**{f"{person}name": ""})
            reads |= Q(**{f"{person}user": viewer}) | is_guest & Q(
                **{f"{path}club__in": _owned_decided(viewer)}
            )
        is_open |= Q(player=side) & reads
    return is_open


def _of_guest(viewer: Viewer, player: Player, path: str) -> Q:
    """Return a ``Q`` for the rubbers of clubs that the viewer owns, if ``player`` is a guest, otherwise for none."""
    if not viewer.is_authenticated or not player.is_guest or not player.name:
        return Q(pk__in=[])
    return Q(**{f"{path}club__in": _owned_decided(viewer)})


def _owned_decided(viewer: User) -> QuerySet[Club]:
    """Return the clubs that the viewer owns today and that have decided who sees analyses."""
    owned = current_ownerships().filter(player__user=viewer).order_by()
    return Club.objects.filter(pk__in=owned.values("club")).exclude(analyses=Club.Analyses.UNDECIDED)


def may_see_player(viewer: Viewer, player: Player, club: Club) -> bool:
    """Return whether the viewer, who may see ``club``, may open the page of ``player``.

    ``player`` is on the club's list or plays in the club. A visitor from a private club's list has a page
    only there; only the player themself and superusers may open it elsewhere. An erased player has no page.
    The player's own club must be loaded.
    """
    return player.name != "" and (
        player.club_id == club.pk
        or player.club.is_public
        or bool(viewer.is_authenticated and (viewer.is_superuser or player.user_id == viewer.pk))
    )


def are_reviews_open(viewer: Viewer, player: Player) -> bool:
    """Return whether the viewer may read the review figures of ``player``, whose club must be loaded."""
    return (
        player.club.reviews_open
        or _shows_own(viewer, player)
        or (_is_guest_of_decided(player, player.club) and player.club_id in owned_clubs(viewer))
    )
