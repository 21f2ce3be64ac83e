"""The task that delivers news has its own queue, is queued on commit, and found by the sweep."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from celery import current_app
from pytest_django import DjangoCaptureOnCommitCallbacks
from pytest_django.fixtures import Settings

from matches.common.enqueue import SEND_WEBHOOKS
from matches.models import Delivery, Webhook
from matches.operations.sweep import sweep
from matches.webhooks.manage_webhooks import send_test
from tests.matches.rubbers.hands import Hands
from tests.support.receiver import CannedResponse, Receiver
from worker import tasks

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture(autouse=True)
def waiting() -> Iterator[Any]:
    """Yield the queue of webhook tasks, empty at first."""
    with current_app.connection_for_write() as broker, broker.SimpleQueue("webhooks") as queue:
        queue.clear()
        yield queue
        queue.clear()


def test_task_has_a_queue_of_its_own() -> None:
    assert tasks.send_webhooks.name == SEND_WEBHOOKS
    assert current_app.amqp.router.route({}, SEND_WEBHOOKS)["queue"].name == "webhooks"


def test_result_asks_for_its_news_to_be_sent_once_it_is_committed(
    hands: Hands,
    hook: Webhook,
    waiting: Any,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        hands.enter()
        assert waiting.qsize() == 0
    assert waiting.qsize() == 1


def test_sweep_asks_for_what_is_owed_and_for_nothing_else(hook: Webhook, waiting: Any) -> None:
    sweep()
    assert waiting.qsize() == 0
    send_test(hook)
    sweep()
    assert waiting.qsize() == 1


def test_task_sends_what_waits_and_asks_again_soon_after_a_failure(
    hook: Webhook, receiver: Receiver, waiting: Any, settings: Settings
) -> None:
    settings.EMBEDDED = False
    receiver.answer = lambda _request: CannedResponse(500)
    send_test(hook)
    tasks.send_webhooks()
    assert (len(receiver.requests), Delivery.objects.get().attempts) == (1, 1)
    message = waiting.get(block=False)
    message.ack()
    assert message.headers["eta"] is not None
