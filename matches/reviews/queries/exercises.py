"""The decisions that a player is set again: his own that have a label in the latest reviews.

A deal with an irregularity is set to nobody: what its players had seen can't be told from the cards alone. Nor is one
of another game than écarté.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from django.db.models import Case, Count, Exists, F, Min, OuterRef, Q, QuerySet, Subquery, When

from matches.clubs.access import Viewer, visible_clubs
from matches.models import Decision, Exercise, Incident, Player, Rubber, User
from matches.reviews.queries.reviews import LABELLED, latest_reviews

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Schedule(TypedDict):
        """``trainee``: the player whose decision it was. The others are None for what was never set."""

        trainee: int
        due_at: datetime | None
        answered: int | None

    ScheduledDecision: TypeAlias = WithAnnotations[Decision, Schedule]


@dataclass(frozen=True, slots=True)
class Waiting:
    """What there is to practise: ``due`` come back, ``unset`` never set. ``next_at``: when the next comes back."""

    due: int
    unset: int
    next_at: datetime | None

    @property
    def now(self) -> int:
        return self.due + self.unset


@dataclass(frozen=True, slots=True)
class Practice:
    """How many exercises a player, by his public id, may do now; ``club`` is his club's name."""

    player: str
    club: str
    number: int


def exercises(user: User, player: Player) -> QuerySet[ScheduledDecision]:
    """All that may be set to ``player``, whom ``user`` plays as, with when it is due; none of anybody else's."""
    return _exercises(user).filter(trainee=player.pk)


def due(now: datetime) -> Q:
    """Of ``exercises`` those to be made now: what has come back, and what was never set."""
    return Q(due_at__lte=now) | Q(due_at__isnull=True)


def exercise_next(user: User, player: Player, *, now: datetime) -> ScheduledDecision | None:
    """What to set ``player`` now: what has come back, the longest due first, then the dearest that was never set."""
    return (
        exercises(user, player)
        .filter(due(now))
        .select_related("review__rubber__event", "review__rubber__player_a", "review__rubber__player_b")
        .order_by(F("due_at").asc(nulls_last=True), "-equity_loss", "-review__rubber_id", "number")
        .first()
    )


def waiting(user: User, player: Player, *, now: datetime) -> Waiting:
    counted = exercises(user, player).aggregate(
        due=Count("pk", filter=Q(due_at__lte=now)),
        unset=Count("pk", filter=Q(due_at__isnull=True)),
        next_at=Min("due_at", filter=Q(due_at__gt=now)),
    )
    return Waiting(counted["due"], counted["unset"], counted["next_at"])


def practice_of(viewer: Viewer, *, now: datetime) -> list[Practice]:
    """Of each of the viewer's own players what there is to practise now; those with nothing left out."""
    if not viewer.is_authenticated:
        return []
    counted = (
        _exercises(viewer)
        .filter(due(now))
        .annotate(public_id=_of_seat("public_id"), club=_of_seat("club__name"))
        .order_by("club", "public_id")
        .values_list("public_id", "club")
        .annotate(number=Count("pk"))
    )
    return [Practice(*row) for row in counted]


def _exercises(user: User) -> QuerySet[ScheduledDecision]:
    """Of all that ``user`` plays as."""
    own = Q(player="A", review__rubber__player_a__user=user) | Q(
        player="B", review__rubber__player_b__user=user
    )
    shown = (
        latest_reviews()
        .filter(rubber__club__in=visible_clubs(user), rubber__variant="ecarte")
        .exclude(rubber__state=Rubber.State.LIVE)
    )
    irregular = Incident.objects.filter(
        deal__game__rubber=OuterRef("review__rubber"),
        deal__game__number=OuterRef("game"),
        deal__number=OuterRef("deal"),
    )
    return (
        Decision.objects.filter(LABELLED, own, ~Exists(irregular), review__in=shown)
        .annotate(trainee=_of_seat("pk"))
        .annotate(due_at=Subquery(_sent().values("due_at")), answered=Subquery(_sent().values("answered")))
    )


def _of_seat(column: str) -> Case:
    """A column of the player whose decision it was."""
    return Case(
        When(player="A", then=F(f"review__rubber__player_a__{column}")),
        default=F(f"review__rubber__player_b__{column}"),
    )


def _sent() -> QuerySet[Exercise]:
    """The row that tells how the outer decision was answered, where it was ever set."""
    return Exercise.objects.filter(
        player=OuterRef("trainee"),
        rubber=OuterRef("review__rubber"),
        game=OuterRef("game"),
        deal=OuterRef("deal"),
        token=OuterRef("token"),
        kind=OuterRef("kind"),
    )[:1]
