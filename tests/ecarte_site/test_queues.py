"""Every task has its queue and its limit, and what waits under a queue's former name is done."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import redis as redis_client
import yaml
from celery import Celery
from django.conf import settings

from ecarte_site.celery import app
from ecarte_site.queues import (
    BULK,
    FORMER_QUEUES,
    INTERACTIVE,
    LIMITS,
    LONGEST_TASK_SECONDS,
    QUEUE_OF,
    QUEUES,
    SWEEP,
    VISIBILITY_SECONDS,
)
from ecarte_site.setup.environment import PROJECT
from matches.common import enqueue
from tests.support.processes import running_program
from tests.support.redis_server import RedisServer


def tasks() -> set[str]:
    app.loader.import_default_modules()
    return {name for name in app.tasks if name.startswith("worker.")}


def test_every_task_has_a_queue_and_a_limit() -> None:
    assert tasks() == set(QUEUE_OF) == set(LIMITS)
    assert set(QUEUE_OF.values()) == set(QUEUES)


def test_tasks_are_sent_where_the_table_says() -> None:
    enqueued = {value for name, value in vars(enqueue).items() if name.isupper() and isinstance(value, str)}
    assert enqueued == tasks() - {SWEEP}
    for task, queue in QUEUE_OF.items():
        assert app.amqp.router.route({}, task)["queue"].name == queue


def test_each_task_is_ended_by_its_limit() -> None:
    for name in tasks():
        task, limit = app.tasks[name], LIMITS[name]
        assert (task.soft_time_limit, task.time_limit) == (limit.soft_seconds, limit.hard_seconds)
        assert limit.soft_seconds is None or limit.soft_seconds < limit.hard_seconds


def test_no_message_is_given_to_another_worker_while_its_task_may_run() -> None:
    assert VISIBILITY_SECONDS >= 2 * LONGEST_TASK_SECONDS
    # A message that has to wait for its time lies unacknowledged with a worker.
    assert settings.REVIEW_CLAIM_SECONDS + 1 < VISIBILITY_SECONDS


def test_former_names_are_none_of_today_and_lead_to_one() -> None:
    assert not set(FORMER_QUEUES) & set(QUEUES)
    assert set(FORMER_QUEUES.values()) <= set(QUEUES)


def test_between_them_the_workers_of_the_composition_take_every_queue_once() -> None:
    composition = yaml.safe_load((PROJECT / "docker-compose.yml").read_text(encoding="utf-8"))
    taken: list[str] = []
    for service in composition["services"].values():
        words = [str(word) for word in service.get("command", [])]
        if words[:1] == ["celery"] and "worker" in words:
            (queues,) = (word.partition("=")[2] for word in words if word.startswith("--queues="))
            taken += queues.split(",")
    assert sorted(taken) == sorted(QUEUES)


@pytest.mark.e2e
def test_what_waits_in_former_queues_is_done(
    service_environment: dict[str, str], redis: RedisServer, tmp_path: Path
) -> None:
    """A process of an earlier version enqueued the task; only workers of today's queues take it."""
    earlier = Celery("earlier", broker=redis.url, set_as_current=False)
    earlier.send_task("worker.tasks.write_standings", args=[1], queue="standings")
    earlier.send_task("worker.tasks.write_honours", args=[1], queue="files")
    client = redis_client.Redis.from_url(redis.url)
    assert [client.llen(name) for name in FORMER_QUEUES] == [1, 1]
    command = [sys.executable, "-m", "celery", "-A", "ecarte_site", "worker", "--pool=solo"]
    command.append(f"--queues={INTERACTIVE},{BULK}")
    wanted = {"worker.tasks.write_standings", "worker.tasks.write_honours"}
    done: set[str] = set()
    with running_program(command, service_environment, tmp_path / "worker.log") as worker:
        while not wanted <= done:
            assert worker.poll() is None, (tmp_path / "worker.log").read_text()
            answers = earlier.control.inspect(timeout=0.5, limit=1).stats() or {}
            done = {name for stats in answers.values() for name in stats["total"]}
    assert [client.llen(name) for name in FORMER_QUEUES] == [0, 0]
