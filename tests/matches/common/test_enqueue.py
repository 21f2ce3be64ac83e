"""Tasks are queued once their data is committed, and a failing broker never fails the request."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest
from celery import Celery
from kombu.exceptions import OperationalError

from matches.common.enqueue import enqueue_standings, enqueue_webhooks

HANDED_ON: list[Callable[[], bool]] = [lambda: enqueue_standings([1, 2]), enqueue_webhooks]


@pytest.mark.parametrize(
    ("error", "level"),
    [
        (OperationalError("no connection"), logging.WARNING),
        (KeyError("its own fault"), logging.ERROR),
        (BrokenPipeError(), logging.ERROR),
    ],
    ids=repr,
)
@pytest.mark.parametrize("hand_on", HANDED_ON, ids=["work", "news"])
def test_broker_that_fails_is_told_in_the_log_and_to_nobody_else(
    hand_on: Callable[[], bool],
    error: Exception,
    level: int,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    sent_tasks: list[str] = []

    def fail(_app: Celery, task: str, **_options: Any) -> None:
        sent_tasks.append(task)
        raise error

    monkeypatch.setattr(Celery, "send_task", fail)
    assert not hand_on()
    assert len(sent_tasks) == 1
    (line,) = caplog.records
    assert (line.levelno, "the sweep will find what is owed" in line.getMessage()) == (level, True)
