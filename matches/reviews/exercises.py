"""The trainer: an answer to an exercise, judged, and when the exercise comes back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from matches.models import Decision, Exercise, Player, User
from matches.reviews.queries.exercises import exercises
from worker.review.labels import label_of

DAYS_AFTER: Final = (1, 3, 7, 21)
"""When an exercise comes back: after a wrong answer, the first right one in a row, the second, every later one."""


class NotSetError(ValueError):
    """The decision is not, or no longer, among those that the player is set."""


class UnknownChoiceError(ValueError):
    """The answer is none of the choices that the player had."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an exercise stands in the records; the rubber by its public id."""

    rubber: str
    game: int
    deal: int
    token: int
    kind: str


def loss_of(decision: Decision, choice: str) -> float:
    """What ``choice`` costs of the chance of winning the game, against the best."""
    chances: dict[str, float] = decision.chances
    return max(chances.values()) - chances[choice]


def is_right(decision: Decision, choice: str) -> bool:
    """A choice is right as an answer when it would have had no label at the table."""
    return label_of(loss_of(decision, choice)) is None


def set_decision(user: User, player: Player, place: Place) -> Decision:
    """The decision at ``place`` with its rubber. Raises ``NotSetError``."""
    found = (
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
    if found is None:
        raise NotSetError(place)
    return found


@transaction.atomic
def answer_exercise(
    user: User, player: Player, place: Place, *, choice: str, answered: int, now: datetime | None = None
) -> Exercise:
    """Take the answer of ``user``, who plays as ``player`` (club loaded), and say when the exercise comes back.

    ``answered`` is how often it had been answered when it was shown: a form that is sent again, or an old one, changes
    nothing and gets what was made of the first. Raises ``NotSetError`` and ``UnknownChoiceError``.
    """
    now = timezone.now() if now is None else now
    decision = set_decision(user, player, place)
    if choice not in decision.chances:
        raise UnknownChoiceError(choice)
    exercise = _locked(player, decision, now)
    if exercise.answered != answered:
        return exercise
    right = is_right(decision, choice)
    exercise.answered += 1
    exercise.right_in_a_row = exercise.right_in_a_row + 1 if right else 0
    exercise.last_answer = choice
    exercise.answered_at = now
    exercise.due_at = _back_at(player, exercise.right_in_a_row, now)
    exercise.save()
    return exercise


def _locked(player: Player, decision: Decision, now: datetime) -> Exercise:
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


def _back_at(player: Player, right_in_a_row: int, now: datetime) -> datetime:
    """The beginning of a day by the club's clock, so that an exercise is not late by the hour it was answered."""
    zone = ZoneInfo(player.club.time_zone)
    days = DAYS_AFTER[min(right_in_a_row, len(DAYS_AFTER) - 1)]
    return datetime.combine(now.astimezone(zone).date() + timedelta(days=days), time.min, tzinfo=zone)
