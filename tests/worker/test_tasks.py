from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from celery import current_app
from celery.beat import Scheduler
from django.conf import settings

from ecarte_site.queues import INTERACTIVE, SWEEP
from matches.common.enqueue import (
    PREPARE_EXPORT,
    RATE_CLUB,
    READ_UPLOAD,
    REVIEW_RUBBERS,
    WRITE_HONOURS,
    WRITE_STANDINGS,
)
from matches.exchange.exports.requests import ExportRequest, request_export
from matches.models import Club, Event, Export, ImportReport, Review, Rubber, Standing
from tests.matches.files import import_text, rubber_text
from tests.matches.pages.records import make_member
from worker import tasks

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_tasks_answer_to_the_names_they_are_enqueued_by() -> None:
    names = {
        tasks.prepare_export.name,
        tasks.rate_club.name,
        tasks.read_upload.name,
        tasks.review_rubbers.name,
        tasks.write_honours.name,
        tasks.write_standings.name,
        tasks.sweep.name,
    }
    assert names == {
        *(PREPARE_EXPORT, RATE_CLUB, READ_UPLOAD, REVIEW_RUBBERS, WRITE_HONOURS, WRITE_STANDINGS),
        SWEEP,
    }
    assert names <= current_app.tasks.keys()


def test_schedule_knows_the_sweep() -> None:
    assert [entry["task"] for entry in current_app.conf.beat_schedule.values()] == [SWEEP]


def test_scheduled_sweep_that_no_worker_took_lapses_when_the_next_is_due() -> None:
    scheduler = Scheduler(current_app, lazy=True)
    scheduler.merge_inplace(current_app.conf.beat_schedule)
    started = datetime.now(UTC)
    with current_app.connection_for_write() as broker, broker.SimpleQueue(INTERACTIVE) as queue:
        queue.clear()
        scheduler.apply_async(scheduler.schedule["sweep"], advance=False)
        message = queue.get(block=False)
        message.ack()
    due = timedelta(seconds=settings.SWEEP_EVERY_SECONDS)
    assert started + due <= datetime.fromisoformat(message.headers["expires"]) <= datetime.now(UTC) + due


def test_reviews_and_standings_have_queues_of_their_own() -> None:
    router = current_app.amqp.router
    assert router.route({}, REVIEW_RUBBERS)["queue"].name == "reviews"
    assert router.route({}, WRITE_STANDINGS)["queue"].name == INTERACTIVE


def test_review_task_delivered_twice_reviews_once() -> None:
    import_text(rubber_text())
    rubbers = list(Rubber.objects.values_list("pk", flat=True))
    tasks.review_rubbers(rubbers)
    before = list(Review.objects.values())
    tasks.review_rubbers(rubbers)
    assert list(Review.objects.values()) == before
    assert before[0]["state"] == "done"


def test_standings_task_delivered_twice_writes_once() -> None:
    import_text(rubber_text())
    event = Event.objects.get().pk
    tasks.write_standings(event)
    before = list(Standing.objects.values())
    tasks.write_standings(event)
    assert list(Standing.objects.values()) == before
    assert len(before) == 2


def test_upload_task_delivered_twice_reads_once() -> None:
    club = Club.objects.create(slug="portland", name="Portland")
    report = ImportReport.objects.create(club=club, source="a.egn", content=rubber_text().encode())
    for _ in range(2):
        tasks.read_upload(report.pk)
    report.refresh_from_db()
    assert (report.confirmed, report.skipped, report.content) == (1, 0, None)


def test_export_task_delivered_twice_writes_once() -> None:
    import_text(rubber_text())
    club = Club.objects.get()
    export = request_export(make_member(club), ExportRequest("club", club.public_id), "csv")
    tasks.prepare_export(export.pk)
    before = list(Export.objects.values())
    tasks.prepare_export(export.pk)
    assert list(Export.objects.values()) == before
    assert before[0]["checksum"]


def test_task_for_a_rubber_that_is_gone_does_nothing() -> None:
    tasks.review_rubbers([404])
    tasks.read_upload(404)
    tasks.prepare_export(404)
    assert not Review.objects.exists()
