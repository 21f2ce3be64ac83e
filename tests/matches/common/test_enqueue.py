"""Work is handed on when what it is about is stored: nothing that the broker does may fail who stored it."""

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
    asked: list[str] = []

    def fail(_app: Celery, task: str, **_told: Any) -> None:
        asked.append(task)
        raise error

    monkeypatch.setattr(Celery, "send_task", fail)
    assert not hand_on()
    assert len(asked) == 1
    (line,) = caplog.records
    assert (line.levelno, "the sweep will find what is owed" in line.getMessage()) == (level, True)
