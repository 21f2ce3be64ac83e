"""Select a player's exercises, judge the answers, and set the time when an exercise is due again.

Exercises are a player's own decisions that the latest reviews labelled as mistakes. Deals with an
irregularity are excluded, because the cards alone do not show what the players had seen, and so are deals of
other variants than écarté.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Final, TypeAlias, TypedDict
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Case, Count, Exists, F, Min, OuterRef, Q, QuerySet, Subquery, When
from django.utils import timezone

from matches.clubs.access import Viewer, visible_clubs
from matches.models import Decision, Exercise, Incident, Player, Rubber, User
from matches.reviews.queries import LABELLED, latest_reviews
from matches.reviews.themes import THEMES, Theme, theme_column
from worker.review.decision import frequency_in
from worker.review.labels import label_of

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Schedule(TypedDict):
        """The attributes that a queryset of exercises adds to each decision.

        ``trainee`` is the primary key of the player who made the decision. The other attributes are None if
        the player has never answered the exercise.
        """

        trainee: int
        due_at: datetime | None
        answered: int | None

    ScheduledDecision: TypeAlias = WithAnnotations[Decision, Schedule]

DAYS_AFTER: Final = (1, 3, 7, 21)
"""The days until an exercise is due again: after a wrong answer, then after one right answer, two in a row, more."""


@dataclass(frozen=True, slots=True)
class PendingExercises:
    """The numbers of exercises to repeat (``due``) and never done (``unset``); ``next_at`` is when more are due."""

    due: int
    unset: int
    next_at: datetime | None

    @property
    def now(self) -> int:
        return self.due + self.unset


@dataclass(frozen=True, slots=True)
class Practice:
    """The number of exercises that one of the viewer's players (public id) can do now, with the name of the club."""

    player: str
    club: str
    number: int


def exercises(user: User, player: Player) -> QuerySet[ScheduledDecision]:
    """Return all exercises of ``player``, each with its due time; none unless it is one of the user's players."""
    return _exercises(user).filter(trainee=player.pk)


def due(now: datetime) -> Q:
    """Return a ``Q`` that selects exercises that are due again, or were never done, at the time ``now``."""
    return Q(due_at__lte=now) | Q(due_at__isnull=True)


def next_exercise(
    user: User, player: Player, *, now: datetime, theme: Theme | None = None
) -> ScheduledDecision | None:
    """Return the exercise that ``player`` has to do next, of any theme if ``theme`` is None; None if there is none.

    Exercises that are due again come first, the longest due before the others, then those that were never
    done, the most costly mistake first.
    """
    of_theme = exercises(user, player)
    if theme is not None:
        of_theme = of_theme.annotate(theme=theme_column()).filter(theme=theme)
    return (
        of_theme.filter(due(now))
        .select_related("review__rubber__event", "review__rubber__player_a", "review__rubber__player_b")
        .order_by(F("due_at").asc(nulls_last=True), "-equity_loss", "-review__rubber_id", "number")
        .first()
    )


def pending_exercises(user: User, player: Player, *, now: datetime) -> PendingExercises:
    counted = exercises(user, player).aggregate(
        due=Count("pk", filter=Q(due_at__lte=now)),
        unset=Count("pk", filter=Q(due_at__isnull=True)),
        next_at=Min("due_at", filter=Q(due_at__gt=now)),
    )
    return PendingExercises(counted["due"], counted["unset"], counted["next_at"])


def pending_by_theme(user: User, player: Player, *, now: datetime) -> dict[Theme, int]:
    """Return how many exercises ``player`` has to do now in each theme that has any, in the order of the themes."""
    counted = dict(
        exercises(user, player)
        .filter(due(now))
        .order_by()
        .annotate(theme=theme_column())
        .values_list("theme")
        .annotate(number=Count("pk"))
    )
    return {theme: counted[theme] for theme in THEMES if theme in counted}


def practice_by_player(viewer: Viewer, *, now: datetime) -> list[Practice]:
    """Return a ``Practice`` for each of the viewer's players who has exercises to do now."""
    if not viewer.is_authenticated:
        return []
    counted = (
        _exercises(viewer)
        .filter(due(now))
        .annotate(public_id=_player_column("public_id"), club=_player_column("club__name"))
        .order_by("club", "public_id")
        .values_list("public_id", "club")
        .annotate(number=Count("pk"))
    )
    return [Practice(*row) for row in counted]


def _exercises(user: User) -> QuerySet[ScheduledDecision]:
    """Return the user's own labelled decisions at écarte that can be repeated, with when each is due and was
    answered.
    """
    own = Q(player="A", review__rubber__player_a__user=user) | Q(
        player="B", review__rubber__player_b__user=user
    )
    reviews = (
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
        Decision.objects.filter(LABELLED, own, ~Exists(irregular), review__in=reviews)
        .annotate(trainee=_player_column("pk"))
        .annotate(
            due_at=Subquery(_answers().values("due_at")), answered=Subquery(_answers().values("answered"))
        )
    )


def _player_column(column: str) -> Case:
    return Case(
        When(player="A", then=F(f"review__rubber__player_a__{column}")),
        default=F(f"review__rubber__player_b__{column}"),
    )


def _answers() -> QuerySet[Exercise]:
    """Return the answers to the outer query's decision, if it was ever set."""
    return Exercise.objects.filter(
        player=OuterRef("trainee"),
        rubber=OuterRef("review__rubber"),
        game=OuterRef("game"),
        deal=OuterRef("deal"),
        token=OuterRef("token"),
        kind=OuterRef("kind"),
    )[:1]


class NotSetError(ValueError):
    """The decision is not an exercise of the player."""


class UnknownChoiceError(ValueError):
    """The answer is not one of the choices that the player had."""


@dataclass(frozen=True, slots=True)
class ExercisePlace:
    """The decision that an exercise repeats: the rubber's public id, the numbers of game and deal, the
    position in the deal's line, and the kind of decision.
    """

    rubber: str
    game: int
    deal: int
    token: int
    kind: str


def loss_of(decision: Decision, choice: str) -> float:
    """Return by how much ``choice`` lowers the chance of winning the game (0 to 1), compared with the best choice."""
    chances: dict[str, float] = decision.chances
    return max(chances.values()) - chances[choice]


def is_right(decision: Decision, choice: str) -> bool:
    """Return whether a review would not label ``choice`` as an inaccuracy, mistake or blunder."""
    return label_of(loss_of(decision, choice), frequency_in(decision.reasons).get(choice)) is None


def set_decision(user: User, player: Player, place: ExercisePlace) -> Decision:
    """Return the decision at ``place`` that is set to ``player`` as an exercise, with its rubber loaded.

    Raises ``NotSetError`` if it is no exercise of ``player``, or ``player`` is not one of the user's players.
    """
    decision = (
        exercises(user, player)
        .filter(
            review__rubber__public_id=place.rubber,
            game=place.game,
            deal=place.deal,
            token=place.token,
            kind=place.kind,
        )
        .select_related("review__rubber__event", "review__rubber__player_a", "review__rubber__player_b")
        .first()
    )
    if decision is None:
        raise NotSetError(place)
    return decision


@transaction.atomic
def answer_exercise(
    user: User,
    player: Player,
    place: ExercisePlace,
    *,
    choice: str,
    answered: int,
    now: datetime | None = None,
) -> Exercise:
    """Store the answer that ``user`` gives as ``player``, and return the exercise with its new due time.

    ``answered`` is the number of answers when the exercise was displayed; if it differs, the form is outdated
    or was sent twice, and nothing changes. The player's club must be loaded. Raises ``NotSetError`` if the
    decision at ``place`` is not an exercise of ``player``, and ``UnknownChoiceError`` if the player did not
    have ``choice``.
    """
    now = timezone.now() if now is None else now
    decision = set_decision(user, player, place)
    if choice not in decision.chances:
        raise UnknownChoiceError(choice)
    exercise = _lock_exercise(player, decision, now)
    if exercise.answered != answered:
        return exercise
    right = is_right(decision, choice)
    exercise.answered += 1
    exercise.right_in_a_row = exercise.right_in_a_row + 1 if right else 0
    exercise.last_answer = choice
    exercise.answered_at = now
    exercise.due_at = _next_due_at(player, exercise.right_in_a_row, now)
    exercise.save()
    return exercise


def _lock_exercise(player: Player, decision: Decision, now: datetime) -> Exercise:
    exercise, _is_new = Exercise.objects.get_or_create(
        player=player,
        rubber=decision.review.rubber,
        game=decision.game,
        deal=decision.deal,
        token=decision.token,
        kind=decision.kind,
        defaults={"due_at": now},
    )
    return Exercise.objects.select_for_update().get(pk=exercise.pk)


def _next_due_at(player: Player, right_in_a_row: int, now: datetime) -> datetime:
    """Return the start of the day, in the club's time zone, on which the exercise comes back."""
    zone = ZoneInfo(player.club.time_zone)
    days = DAYS_AFTER[min(right_in_a_row, len(DAYS_AFTER) - 1)]
    return datetime.combine(now.astimezone(zone).date() + timedelta(days=days), time.min, tzinfo=zone)
