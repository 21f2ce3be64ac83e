from __future__ import annotations

from typing import Any

import pytest
from celery import current_app
from django.utils import timezone

from matches.common.enqueue import RUBBERS_PER_TASK, enqueue_reviews
from matches.events.write_standings import write_standings
from matches.figures.rate_clubs import rate_club
from matches.figures.write_honours import write_honours
from matches.models import Club, Event, Review, Rubber
from matches.operations.sweep import Owed, sweep
from matches.reviews.review_rubbers import review_rubbers
from tests.factories.rubbers import stored_sample
from tests.matches.files import EVENING, import_path

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture(autouse=True)
def empty_queues() -> None:
    with current_app.connection_for_write() as broker:
        for queue in current_app.conf.task_queues:
            queue(broker.default_channel).declare()
            queue(broker.default_channel).purge()


def queued(name: str) -> list[list[object]]:
    """The arguments of the tasks that wait in a queue; they are taken from it."""
    found = []
    with current_app.connection_for_write() as broker, broker.SimpleQueue(queue_of(name)) as queue:
        while queue.qsize():
            message = queue.get(block=False)
            message.ack()
            found.append(message.payload[0])
    return found


def queued_rubbers() -> list[object]:
    """The rubbers that wait for a review, task by task; they are taken from the queue."""
    return [rubber for (rubbers,) in queued("reviews") for rubber in rubbers]  # type: ignore[attr-defined]


def queue_of(name: str) -> Any:
    return next(queue for queue in current_app.conf.task_queues if queue.name == name)


def test_what_is_owed_is_found_in_the_database_and_asked_for() -> None:
    stored_sample(EVENING)
    empty_queues_hold_nothing()

    assert sweep() == Owed(reviews=12, standings=1, given_up=0, ratings=1, honours=1)

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

    assert sweep() == Owed(reviews=0, standings=0, given_up=0)
    empty_queues_hold_nothing()


def test_reviews_by_an_earlier_engine_are_asked_for_behind_the_others() -> None:
    stored_sample(EVENING)
    first, *others = Rubber.objects.order_by("pk")
    Review.objects.create(
        rubber=first,
        play_checksum=first.play_checksum,
        engine_version="0",
        state="done",
        done_at=timezone.now(),
    )

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
