"""Query the rubbers that a viewer may see, those that wait for them, and unsettled entries of phones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias, TypedDict

from django.db.models import Case, CharField, Count, Exists, OuterRef, Q, QuerySet, TextChoices, Value, When

from matches.clubs.access import Viewer, in_visible_clubs, visible_clubs
from matches.clubs.memberships import current_memberships
from matches.clubs.roles import confirmable_by_players, roles_granted
from matches.models import Club, Game, PadEntry, Player, Rubber, User

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Waiting(TypedDict):
        waits: str

    WaitingRubber: TypeAlias = WithAnnotations[Rubber, Waiting]

LINE_OF_RUBBER = ("event", "player_a", "player_b")
NEWEST_FIRST: Final = ("-date", "-pk")
"""The order of lists of results: by the day of play, then by the order of entry. Undated rubbers come last."""
_TO_DECIDE: Final = Q(outcome=PadEntry.Outcome.KEPT, settlement="", code="")
COLUMNS: Final = (
    *("public_id", "club__public_id", "event__public_id", "date", "round_label", "table", "version", "state"),
    *("player_a__public_id", "player_a__name", "player_b__public_id", "player_b__name"),
    *("best_of", "reckoning", "rubber_bonus", "cut", "code", "variant", "termination", "depth"),
    *("reported_by", "winner", "games_won_a", "games_won_b", "points_a", "points_b"),
    *("entered_at", "changed_at"),
)


def club_rubbers(club: Club) -> QuerySet[Rubber]:
    """Return all rubbers of the club, the newest first."""
    return club.rubbers.select_related(*LINE_OF_RUBBER).order_by(*NEWEST_FIRST)


def friendly_rubbers(club: Club) -> QuerySet[Rubber]:
    """Return the club's rubbers that belong to no event, the newest first."""
    return club_rubbers(club).filter(event__name="")


def event_rubbers(club: Club) -> QuerySet[Rubber]:
    """Return the club's rubbers that belong to an event, the newest first."""
    return club_rubbers(club).exclude(event__name="")


def rubbers_in_order(keys: Sequence[int]) -> list[Rubber]:
    """Return the rubbers with these primary keys, in this order, with all that a line of a list shows."""
    rows = Rubber.objects.select_related(*LINE_OF_RUBBER).in_bulk(keys)
    return [rows[key] for key in keys if key in rows]


def visible_rubbers(viewer: Viewer) -> QuerySet[Rubber]:
    return Rubber.objects.filter(in_visible_clubs(viewer)).select_related(
        "club", *LINE_OF_RUBBER, "player_a__club", "player_b__club"
    )


def live_score(rubber: Rubber) -> QuerySet[Game]:
    """Return the games of a live rubber, with the number and points that pages show."""
    return rubber.games.only("number", "points_a", "points_b").order_by("number")


def player_rubbers(viewer: Viewer, player: Player) -> QuerySet[Rubber]:
    """Return the rubbers of ``player`` that the viewer may see, the newest first."""
    return visible_rubbers(viewer).filter(Q(player_a=player) | Q(player_b=player)).order_by(*NEWEST_FIRST)


def player_record(viewer: Viewer, player: Player) -> dict[str, int]:
    """Return how many rubbers of ``player`` the viewer may see, and how many they played, won and lost.

    The keys are ``rubbers`` (all), ``played``, ``won`` and ``lost`` (only those that count).
    """
    settled = Q(state__in=Rubber.SETTLED_STATES)
    won = Q(player_a=player, winner="A") | Q(player_b=player, winner="B")
    return (
        Rubber.objects.filter(Q(player_a=player) | Q(player_b=player), club__in=visible_clubs(viewer))
        .order_by()
        .aggregate(
            rubbers=Count("pk"),
            played=Count("pk", filter=settled),
            won=Count("pk", filter=settled & won),
            lost=Count("pk", filter=settled & ~Q(winner="") & ~won),
        )
    )


def unsettled_pad_entries(rubber: Rubber) -> QuerySet[PadEntry]:
    """Return entries to decide at the table, in order of arrival, none that came after the rubber's end."""
    return PadEntry.objects.filter(_TO_DECIDE, rubber=rubber).order_by("pk")


def live_rubber_of(user: User) -> Rubber | None:
    """Return the rubber that ``user`` plays now, the one begun last if there are several; None without any."""
    mine = Player.objects.filter(user=user).values("pk")
    playing = Rubber.objects.filter(Q(player_a__in=mine) | Q(player_b__in=mine), state=Rubber.State.LIVE)
    return playing.filter(club__in=visible_clubs(user)).order_by("-pk").first()


def friendly_rubbers_in_play(user: User, club: Club | None = None) -> QuerySet[Rubber]:
    """Return the friendly rubbers in progress that ``user`` plays, or may score for a club, the newest first.

    With ``club``, return only those of that club. Each has its club and what a line about it needs.
    """
    mine = Player.objects.filter(user=user).values("pk")
    scored = current_memberships().filter(player__user=user, role__in=roles_granted("undo_deal")).order_by()
    rubbers = Rubber.objects.filter(
        Q(player_a__in=mine) | Q(player_b__in=mine) | Q(club__in=scored.values("club")),
        state=Rubber.State.LIVE,
        event__name="",
        club__in=visible_clubs(user),
    )
    if club is not None:
        rubbers = rubbers.filter(club=club)
    return rubbers.select_related("club", *LINE_OF_RUBBER).defer("egn", "findings").order_by("-pk")


class Waits(TextChoices):
    """The reason for which a rubber waits for a viewer.

    They have to confirm its result, to decide what is disputed or faulty, to choose between the entries of two
    phones, or to play on.
    """

    CONFIRM = "confirm"
    DECIDE = "decide"
    SETTLE = "settle"
    PLAY = "play"


def rubbers_waiting_for(user: User) -> QuerySet[WaitingRubber]:
    """Return the rubbers that wait for ``user``, each with ``waits`` (``Waits``) and its club, the oldest first.

    They are reported results that ``user`` may confirm as a player, disputed results and drafts of the clubs in
    which they settle such things, rubbers in progress whose phones disagree if they may choose, and the rubbers
    that they are playing.
    """
    mine = Player.objects.filter(user=user).values("pk")
    memberships = current_memberships().filter(player__user=user).order_by()
    settled_by_user = memberships.filter(role__in=roles_granted("settle")).values("club")
    scored_by_user = memberships.filter(role__in=roles_granted("undo_deal")).values("club")
    is_mine = Q(player_a__in=mine) | Q(player_b__in=mine)
    to_confirm = confirmable_by_players(mine) & Q(state=Rubber.State.REPORTED)
    to_decide = Q(state__in=(Rubber.State.DISPUTED, Rubber.State.DRAFT), club__in=settled_by_user)
    to_play = is_mine & Q(state=Rubber.State.LIVE)
    may_settle = is_mine & Q(club__in=memberships.values("club")) | Q(club__in=scored_by_user)
    phones_differ = Exists(PadEntry.objects.filter(_TO_DECIDE, rubber=OuterRef("pk")))
    to_settle = Q(state=Rubber.State.LIVE) & may_settle & phones_differ
    return (
        Rubber.objects.filter(to_confirm | to_decide | to_settle | to_play, club__in=visible_clubs(user))
        .annotate(
            waits=Case(
                When(state=Rubber.State.REPORTED, then=Value(Waits.CONFIRM)),
                When(to_settle, then=Value(Waits.SETTLE)),
                When(state=Rubber.State.LIVE, then=Value(Waits.PLAY)),
                default=Value(Waits.DECIDE),
                output_field=CharField(),
            )
        )
        .select_related("club", *LINE_OF_RUBBER)
        .defer("egn", "findings")
        .order_by("pk")
    )


def last_result(user: User) -> tuple[Rubber, str] | None:
    """Return the newest rubber that ``user`` played and that counts, and their side in it, or None."""
    mine = Player.objects.filter(user=user).values("pk")
    rubber = (
        Rubber.objects.filter(
            Q(player_a__in=mine) | Q(player_b__in=mine),
            state__in=Rubber.SETTLED_STATES,
            club__in=visible_clubs(user),
        )
        .select_related("club", *LINE_OF_RUBBER)
        .defer("egn", "findings")
        .order_by(*NEWEST_FIRST)
        .first()
    )
    if rubber is None:
        return None
    return rubber, "A" if rubber.player_a.user_id == user.pk else "B"


def latest_results(viewer: Viewer) -> QuerySet[Rubber]:
    """Return the rubbers of the clubs that the viewer sees, the newest first, without drafts and void ones."""
    left_out = (Rubber.State.DRAFT, Rubber.State.VOID)
    results = visible_rubbers(viewer).exclude(state__in=left_out)
    return results.defer("egn", "findings").order_by(*NEWEST_FIRST)


def rubber_rows(viewer: Viewer) -> QuerySet[Rubber]:
    """Return the rubbers that the viewer may see, with only the columns of lists: a text can be a megabyte."""
    related = ("club", "event", "player_a", "player_b")
    return Rubber.objects.filter(in_visible_clubs(viewer)).select_related(*related).only(*COLUMNS)
