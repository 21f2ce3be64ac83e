"""Query clubs, their members, the players on their lists and their invitations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypedDict, assert_never, get_args

from django.db.models import (
    Case,
    Count,
    Exists,
    IntegerField,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
    Window,
)
from django.db.models.functions import Coalesce, Lower
from django.utils import timezone

from matches.clubs.access import Viewer, belongs_to, visible_clubs
from matches.clubs.memberships import BY_RANK, current_memberships
from matches.models import Club, Event, Invitation, Membership, Player, Rubber, User
from matches.rules.names import fold_name

InvitationState: TypeAlias = Literal["open", "accepted", "revoked", "expired"]
INVITATION_STATES: Final[tuple[InvitationState, ...]] = get_args(InvitationState)
if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class ClubCounts(TypedDict):
        event_count: int
        player_count: int

    class RubbersPlayed(TypedDict):
        rubber_count: int

    CountedClub: TypeAlias = WithAnnotations[Club, ClubCounts]

    class Listed(RubbersPlayed):
        listed: int

    CountedPlayer: TypeAlias = WithAnnotations[Player, RubbersPlayed]
    ListedPlayer: TypeAlias = WithAnnotations[Player, Listed]


def club_members(club: Club) -> QuerySet[Membership]:
    """Return the club's memberships of today, the highest role first, with player and account loaded."""
    return (
        current_memberships(club)
        .exclude(player__name="")
        .select_related("player__club", "player__user")
        .order_by(_rank(), Lower("player__name"), "player__name", "pk")
    )


def _rank() -> Case:
    """Return the position of a membership's role among all roles, the highest first."""
    return Case(*(When(role=role, then=Value(place)) for place, role in enumerate(BY_RANK)))


def people_of(club: Club) -> QuerySet[Player]:
    """Return the players on the club's list, and its past and present members from other lists, with their club."""
    belonged = Membership.objects.filter(club=club, player=OuterRef("pk"))
    return listed_players().filter(Q(club=club) | Exists(belonged)).select_related("club")


def members_ever(club: Club) -> QuerySet[Player]:
    """Return every player who is or was a member of the club, with three more attributes.

    ``terms`` lists all their memberships in the club, latest first. ``role_now`` is their highest role today,
    and ``since_now`` its first day; both are None for a former member.
    """
    now = current_memberships(club).filter(player=OuterRef("pk")).order_by(_rank(), "pk")
    return (
        people_of(club)
        .filter(Exists(Membership.objects.filter(club=club, player=OuterRef("pk"))))
        .annotate(role_now=Subquery(now.values("role")[:1]), since_now=Subquery(now.values("since")[:1]))
        .prefetch_related(Prefetch("memberships", queryset=terms_in(club), to_attr="terms"))
    )


def terms_in(club: Club) -> QuerySet[Membership]:
    """Return all past and present memberships in the club, those that began last first."""
    return Membership.objects.filter(club=club).order_by("-since", "-pk")


def club_invitations(club: Club) -> QuerySet[Invitation]:
    """Return the club's invitations, with the player and the users who made and accepted them loaded."""
    return club.invitations.select_related("player", "created_by", "accepted_by")


def invitation_state(invitation: Invitation) -> InvitationState:
    """Return whether the invitation is open, accepted, revoked or expired now."""
    if invitation.accepted_at is not None:
        return "accepted"
    if invitation.revoked_at is not None:
        return "revoked"
    return "expired" if invitation.expires_at <= timezone.now() else "open"


def invitations_in(state: InvitationState, rows: QuerySet[Invitation]) -> QuerySet[Invitation]:
    """Return the invitations in ``rows`` whose ``invitation_state`` is ``state``."""
    if state == "accepted":
        return rows.filter(accepted_at__isnull=False)
    rows = rows.filter(accepted_at__isnull=True)
    if state == "revoked":
        return rows.filter(revoked_at__isnull=False)
    rows = rows.filter(revoked_at__isnull=True)
    now = timezone.now()
    if state == "expired":
        return rows.filter(expires_at__lte=now)
    if state == "open":
        return rows.filter(expires_at__gt=now)
    assert_never(state)


def club_guests(club: Club) -> QuerySet[Player]:
    """Return the players on the club's own list who are not members today, sorted by name."""
    belongs = current_memberships(club).filter(player=OuterRef("pk"))
    return listed_players(club).exclude(Exists(belongs)).order_by(Lower("name"), "name", "pk")


def listed_players(club: Club | None = None) -> QuerySet[Player]:
    """Return the players on the list of ``club`` (None: of any club), without aliases and erased players."""
    players = Player.objects.all() if club is None else club.players.all()
    return players.filter(merged_into__isnull=True).exclude(name="")


@dataclass(frozen=True, slots=True)
class PeopleCounts:
    """The numbers of members and guests of a club today, and of its open invitations."""

    members: int
    guests: int
    invitations: int


def count_people(club: Club) -> PeopleCounts:
    """Count the people of ``club`` with one query."""
    counted = (club_members(club), club_guests(club), invitations_in("open", club.invitations.all()))
    row = Club.objects.filter(pk=club.pk).values_list(*(_count_all(rows) for rows in counted)).get()
    return PeopleCounts(*row)


def _count_all(rows: QuerySet[Any]) -> Coalesce:
    counts = rows.select_related(None).order_by().annotate(all_rows=Value(1)).values("all_rows")
    return Coalesce(Subquery(counts.annotate(number=Count("pk")).values("number")), 0)


def own_players(user: User) -> QuerySet[Player]:
    """Return the players that are linked to the account of ``user``, without aliases."""
    return Player.objects.filter(user=user, merged_into__isnull=True).order_by("pk")


def own_player_in(user: User, slug: str) -> Player | None:
    """Return the player of ``user`` on the list of the club with this slug, else one who belongs to it, else any.

    Return None for a user who is no player.
    """
    belongs = current_memberships().filter(player=OuterRef("pk"), club__slug=slug)
    place = Case(
        When(club__slug=slug, then=Value(0)),
        When(Exists(belongs), then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    return own_players(user).order_by(place, "pk").first()


def own_memberships(user: User) -> QuerySet[Membership]:
    """Return the memberships of ``user`` that are valid today, sorted by the club's name."""
    return (
        current_memberships()
        .filter(player__user=user)
        .select_related("club", "player")
        .order_by(Lower("club__name"), "pk")
    )


def other_visible_clubs(viewer: Viewer) -> QuerySet[CountedClub]:
    """Return the clubs that the viewer sees but does not belong to, with ``event_count`` and ``player_count``."""
    visible = visible_clubs(viewer)
    return _with_counts(visible.exclude(belongs_to(viewer)) if viewer.is_authenticated else visible)


def own_clubs(viewer: User) -> QuerySet[CountedClub]:
    """Return the clubs that the viewer belongs to today, with ``event_count`` and ``player_count``."""
    return _with_counts(Club.objects.filter(belongs_to(viewer)))


def with_event_now(clubs: QuerySet[CountedClub]) -> QuerySet[CountedClub]:
    """Add to each club the name and the public id of the newest event that is played now, or None.

    An event is played now if it has a rubber in progress, or if it is planned and has begun.
    """
    live = Rubber.objects.filter(event=OuterRef("pk"), state=Rubber.State.LIVE)
    now = (
        Event.objects.filter(Q(phase=Event.Phase.PLAYING) | Exists(live), club=OuterRef("pk"))
        .exclude(name="")
        .order_by("-pk")
    )
    return clubs.annotate(
        event_now=Subquery(now.values("name")[:1]), event_now_id=Subquery(now.values("public_id")[:1])
    )


def _with_counts(clubs: QuerySet[Club]) -> QuerySet[CountedClub]:
    return clubs.annotate(
        event_count=_count_rows(Event.objects.exclude(name=""), "club"),
        player_count=_count_rows(listed_players(), "club"),
    ).order_by(Lower("name"), "pk")


def club_players(club: Club) -> QuerySet[CountedPlayer]:
    """Return the players on the club's list by name, each with their ``rubber_count`` in this club.

    The viewer must be allowed to see the club.
    """
    listed = _with_rubber_counts(listed_players(club), Rubber.objects.filter(club=club))
    return listed.order_by(Lower("name"), "name", "pk")


def players_by_activity(club: Club, size: int) -> list[ListedPlayer]:
    """Return the ``size`` players of the club's list with the most rubbers, in one query.

    Each has ``listed``, the number of all players on the list.
    """
    total = Window(Count("pk"))
    return list(
        club_players(club).annotate(listed=total).order_by("-rubber_count", Lower("name"), "pk")[:size]
    )


def players_named(club: Club, text: str) -> QuerySet[CountedPlayer]:
    """Return the players on the club's list whose name contains ``text``, ignoring case; all if it is empty."""
    players = club_players(club)
    return players.filter(folded__contains=fold_name(text)) if text else players


def look_alikes(club: Club) -> list[Player]:
    """Return up to forty people on the club's list whose name another there has in another form, side by side."""
    listed = listed_players(club)
    twins = listed.values("folded").annotate(number=Count("pk")).filter(number__gt=1)
    return list(listed.filter(folded__in=twins.order_by().values("folded")).order_by("folded", "pk")[:40])


def counted_players(*players: Player) -> list[CountedPlayer]:
    """Return these players, each with the ``rubber_count`` of all clubs."""
    chosen = Player.objects.filter(pk__in=[player.pk for player in players])
    by_key = {each.pk: each for each in _with_rubber_counts(chosen, Rubber.objects.all())}
    return [by_key[player.pk] for player in players]


def visible_players(viewer: Viewer) -> QuerySet[Player]:
    """Return the players on lists of visible clubs, also aliases, which redirect to ``merged_into`` (loaded)."""
    return (
        Player.objects.exclude(name="")
        .filter(club__in=visible_clubs(viewer))
        .select_related("club", "merged_into")
    )


def _with_rubber_counts(players: QuerySet[Player], rubbers: QuerySet[Rubber]) -> QuerySet[CountedPlayer]:
    return players.annotate(rubber_count=_count_rows(rubbers, "player_a") + _count_rows(rubbers, "player_b"))


def _count_rows(rows: QuerySet[Rubber] | QuerySet[Event] | QuerySet[Player], column: str) -> Coalesce:
    """Count how many of ``rows`` point at the outer row by ``column``, without joining them."""
    counts = (
        rows.filter(**{column: OuterRef("pk")})
        .order_by()
        .values(column)
        .annotate(rows=Count("pk"))
        .values("rows")
    )
    return Coalesce(Subquery(counts), 0, output_field=IntegerField())
