from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.contrib.sessions.models import Session
from django.utils import timezone

from matches.common.enqueue import RUBBERS_PER_TASK, enqueue_reviews
from matches.events.write_standings import write_standings
from matches.figures.rate_clubs import rate_club
from matches.figures.write_honours import write_honours
from matches.models import Club, Event, Rubber
from matches.operations.sweep import SweepResult, sweep
from matches.reviews.review_rubbers import review_rubbers
from tests.factories.rubbers import stored_sample
from tests.matches.files import EVENING, import_path
from tests.matches.reviews.reviews import by_engine

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture(autouse=True)
def empty_queues() -> None:
    with current_app.connection_for_write() as broker:
        for queue in current_app.conf.task_queues:
            queue(broker.default_channel).declare()
            queue(broker.default_channel).purge()


def queued(name: str) -> list[list[object]]:
    """Take the waiting tasks from a queue, and return their arguments."""
    ids = []
    with current_app.connection_for_write() as broker, broker.SimpleQueue(queue_of(name)) as queue:
        while queue.qsize():
            message = queue.get(block=False)
            message.ack()
            ids.append(message.payload[0])
    return ids


def queued_rubbers() -> list[object]:
    """Take the tasks of reviews from the queue, and return their rubbers."""
    return [rubber for (rubbers,) in queued("reviews") for rubber in rubbers]  # type: ignore[attr-defined]


def queue_of(name: str) -> Any:
    return next(queue for queue in current_app.conf.task_queues if queue.name == name)


def test_what_is_owed_is_found_in_the_database_and_asked_for() -> None:
    stored_sample(EVENING)
    empty_queues_hold_nothing()
    assert sweep() == SweepResult(reviews=12, standings=1, given_up=0, ratings=1, honours=1)
    assert queued("interactive") == [[Event.objects.get().pk]]
    assert queued_rubbers() == list(Rubber.objects.order_by("pk").values_list("pk", flat=True))


def empty_queues_hold_nothing() -> None:
    assert queued("interactive") == queued("reviews") == []


def test_what_is_done_is_not_asked_for_again() -> None:
    stored_sample(EVENING)
    write_standings(Event.objects.get().pk)
    review_rubbers(list(Rubber.objects.values_list("pk", flat=True)))
    rate_club(Club.objects.get().pk)
    write_honours(Club.objects.get().pk)
    assert sweep() == SweepResult(reviews=0, standings=0, given_up=0)
    empty_queues_hold_nothing()


def test_reviews_by_an_earlier_engine_are_asked_for_behind_the_others() -> None:
    stored_sample(EVENING)
    first, *others = Rubber.objects.order_by("pk")
    by_engine(first, "0")
    assert sweep().reviews == 12
    assert queued_rubbers() == [*(rubber.pk for rubber in others), first.pk]


def test_reviews_go_out_in_tasks_of_a_second_or_so() -> None:
    assert enqueue_reviews(list(range(RUBBERS_PER_TASK * 2 + 1)))
    assert [len(rubbers) for (rubbers,) in queued("reviews")] == [RUBBERS_PER_TASK, RUBBERS_PER_TASK, 1]  # type: ignore[arg-type]


def test_import_asks_for_reviews_and_standings_when_it_has_committed(
    django_capture_on_commit_callbacks: object,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        import_path(EVENING)
        empty_queues_hold_nothing()
    assert queued("interactive") == [[Event.objects.get().pk]]
    assert queued_rubbers() == list(Rubber.objects.order_by("pk").values_list("pk", flat=True))


def test_second_import_asks_for_nothing(django_capture_on_commit_callbacks: object) -> None:
    stored_sample(EVENING)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        import_path(EVENING)
    empty_queues_hold_nothing()


def test_sweep_removes_sessions_that_have_run_out_and_no_others() -> None:
    now = timezone.now()
    for key, left in (("old", -timedelta(seconds=1)), ("new", timedelta(hours=1))):
        Session.objects.create(session_key=key, session_data="", expire_date=now + left)
    sweep()
    assert list(Session.objects.values_list("session_key", flat=True)) == ["new"]
