"""The task that sends mail has its own queue, is queued on commit, and found by the sweep."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.core.mail import send_mail
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from matches.common.enqueue import SEND_MAIL
from matches.models import Mail
from matches.operations.sweep import sweep
from tests.matches.mail.conftest import Start
from worker import tasks

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture(autouse=True)
def waiting() -> Iterator[Any]:
    """Yield the queue of mail tasks, empty at first."""
    with current_app.connection_for_write() as broker, broker.SimpleQueue("mail") as queue:
        queue.clear()
        yield queue
        queue.clear()


def write() -> None:
    send_mail("subject", "body", None, ["clay@example.org"])


def test_task_has_a_queue_of_its_own() -> None:
    assert tasks.send_mail.name == SEND_MAIL
    assert current_app.amqp.router.route({}, SEND_MAIL)["queue"].name == "mail"


def test_mail_is_asked_for_once_it_is_committed(
    waiting: Any, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        write()
        assert waiting.qsize() == 0
    assert waiting.qsize() == 1


def test_sweep_asks_for_mail_that_waits_and_deletes_what_has_expired(waiting: Any) -> None:
    sweep()
    assert waiting.qsize() == 0
    write()
    sweep()
    assert waiting.qsize() == 1
    Mail.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    sweep()
    assert not Mail.objects.exists()
    assert waiting.qsize() == 1


def test_task_that_runs_twice_sends_once(serve: Start) -> None:
    server = serve()
    write()
    tasks.send_mail()
    tasks.send_mail()
    assert len(server.letters) == 1
