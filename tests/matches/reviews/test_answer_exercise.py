"""Answers to exercises are judged once each, and set again after intervals that grow with every right one."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction

from matches.models import Club, Decision, Exercise, Player, Rubber, User
from matches.reviews.exercises import (
    ExercisePlace,
    NotSetError,
    UnknownChoiceError,
    answer_exercise,
    is_right,
    loss_of,
    set_decision,
)
from tests.factories.clubs import make_club
from tests.matches.common.together import begin, pool
from tests.matches.pages.records import import_text, review, text

pytestmark = [pytest.mark.django_db, pytest.mark.core]

EVENING = datetime(2026, 11, 21, 22, 30, tzinfo=UTC)
"""Half past ten in London."""
RIGHT, WRONG = "HA", "D8"


@pytest.fixture
def rubber() -> Rubber:
    club = make_club(time_zone="Europe/London")
    stored = import_text(club, text())[0]
    Player.objects.filter(name="Walker").update(user=User.objects.create_user("walker@example.org"))
    review(stored, [{}])
    return stored


@pytest.fixture
def walker(rubber: Rubber) -> Player:
    return Player.objects.select_related("club", "user").get(name="Walker")


@pytest.fixture
def place(rubber: Rubber) -> ExercisePlace:
    return ExercisePlace(rubber=rubber.public_id, game=1, deal=1, token=12, kind="card")


def answered(
    player: Player, place: ExercisePlace, choice: str, *, after: int = 0, now: datetime = EVENING
) -> Exercise:
    """Answer an exercise. ``after`` is the number of answers when the form was shown."""
    assert player.user is not None
    return answer_exercise(player.user, player, place, choice=choice, answered=after, now=now)


def days_off(exercise: Exercise, since: datetime = EVENING) -> timedelta:
    return exercise.due_at - datetime(since.year, since.month, since.day, tzinfo=UTC)


def test_wrong_answer_comes_back_the_next_day_from_its_beginning(
    walker: Player, place: ExercisePlace
) -> None:
    exercise = answered(walker, place, WRONG)
    assert (exercise.answered, exercise.right_in_a_row, exercise.last_answer) == (1, 0, WRONG)
    assert exercise.due_at == datetime(2026, 11, 22, tzinfo=UTC)


def test_days_follow_the_clubs_clock(walker: Player, place: ExercisePlace) -> None:
    Club.objects.update(time_zone="Pacific/Auckland")
    exercise = answered(Player.objects.select_related("club", "user").get(pk=walker.pk), place, WRONG)
    assert exercise.due_at == datetime(2026, 11, 22, 11, tzinfo=UTC)


def test_right_answers_come_back_later_and_later_and_a_wrong_one_begins_anew(
    walker: Player, place: ExercisePlace
) -> None:
    choices = [RIGHT, RIGHT, RIGHT, RIGHT, WRONG, RIGHT]
    days = [
        days_off(answered(walker, place, choice, after=number)).days for number, choice in enumerate(choices)
    ]
    assert days == [3, 7, 21, 21, 1, 3]


def test_form_sent_twice_counts_once_whatever_it_says_then(walker: Player, place: ExercisePlace) -> None:
    first = answered(walker, place, RIGHT)
    for choice in (RIGHT, WRONG):
        again = answered(walker, place, choice, now=EVENING + timedelta(minutes=1))
        assert (again.pk, again.answered, again.last_answer) == (first.pk, 1, RIGHT)
        assert again.due_at == first.due_at
    assert Exercise.objects.count() == 1


@pytest.mark.parametrize(
    "other",
    [{"token": 14}, {"game": 2}, {"deal": 2}, {"kind": "king"}, {"rubber": "another"}],
    ids=lambda other: next(iter(other)),
)
def test_place_without_a_mistake_is_not_set(
    walker: Player, place: ExercisePlace, other: dict[str, object]
) -> None:
    with pytest.raises(NotSetError):
        answered(walker, replace(place, **other), RIGHT)  # type: ignore[arg-type]
    assert not Exercise.objects.exists()


def test_opponents_mistake_is_not_set(rubber: Rubber, place: ExercisePlace) -> None:
    boiteau = rubber.player_a
    boiteau.user = User.objects.create_user("boiteau@example.org")
    boiteau.save()
    with pytest.raises(NotSetError):
        answered(Player.objects.select_related("club", "user").get(pk=boiteau.pk), place, RIGHT)


def test_nobody_answers_for_another(walker: Player, place: ExercisePlace) -> None:
    stranger = User.objects.create_user("stranger@example.org")
    with pytest.raises(NotSetError):
        answer_exercise(stranger, walker, place, choice=RIGHT, answered=0, now=EVENING)


@pytest.mark.parametrize("choice", ["", "SK", "P"])
def test_choice_that_he_had_not_is_refused(walker: Player, place: ExercisePlace, choice: str) -> None:
    with pytest.raises(UnknownChoiceError):
        answered(walker, place, choice)
    assert not Exercise.objects.exists()


@pytest.mark.parametrize(
    ("chance", "right"), [(0.53, True), (0.52, True), (0.5101, True), (0.51, False), (0.3, False)]
)
def test_answer_is_right_that_would_have_had_no_label(
    walker: Player, place: ExercisePlace, chance: float, right: bool
) -> None:
    assert walker.user is not None
    Decision.objects.update(chances={"DQ": 0.47, "HA": 0.53, "D8": chance})
    decision = set_decision(walker.user, walker, place)
    assert is_right(decision, "D8") is right
    assert loss_of(decision, "D8") == pytest.approx(0.53 - chance)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_answers_at_once_count_once(walker: Player, place: ExercisePlace) -> None:
    with pool() as threads:
        with transaction.atomic():
            first = answered(walker, place, RIGHT)
            second = begin(threads, lambda: answered(walker, place, WRONG))
            assert not second.done()
        assert second.result() == first
    assert Exercise.objects.get().last_answer == RIGHT
    assert Exercise.objects.get().answered == 1


def test_call_that_the_equilibrium_makes_is_right(rubber: Rubber) -> None:
    decision = Decision(kind="proposal", chosen="S", chances={"S": 0.4, "P": 0.46})
    assert [is_right(decision, choice) for choice in "SP"] == [False, True]
    decision.reasons = [{"code": "call_frequency", "by": "S", "share": 0.05}]
    assert [is_right(decision, choice) for choice in "SP"] == [True, True]
    decision.reasons = [{"code": "call_frequency", "by": "S", "share": 0.0}]
    assert [is_right(decision, choice) for choice in "SP"] == [False, True]
