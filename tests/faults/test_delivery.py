"""Messages as a broker may deliver them: each one twice, and in any order, long after they were wanted."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest
import redis as redis_client

from tests.faults.kinds import double_messages
from tests.faults.service import Service, tasks_done
from tests.matches.files import EVENING
from tests.support.redis_server import RedisServer

pytestmark = pytest.mark.e2e

DONE = "matches_review WHERE state = 'done'"
REVIEWS = "SELECT id, rubber_id, attempts, done_at FROM matches_review ORDER BY id"
DECISIONS = "SELECT review_id, number, chosen FROM matches_decision ORDER BY review_id, number"
STANDINGS = "SELECT stage_id, entrant_id, rank FROM matches_standing ORDER BY 1, 2"
QUEUES = ("interactive", "reviews", "bulk")


def is_idle(client: redis_client.Redis) -> bool:
    """Return True if no message is queued or reserved. A worker marks it as reserved a moment after taking it.

    The worker's second sweep is left out: it is reserved until the claims of a worker that was killed have expired.
    """
    reserved: list[bytes | str] = client.hvals("unacked")
    is_reserved = any(json.loads(each)[0]["headers"]["eta"] is None for each in reserved)
    return not any(client.llen(queue) for queue in QUEUES) and not is_reserved


def waiting(client: redis_client.Redis) -> Counter[str]:
    messages: list[bytes | str] = [message for queue in QUEUES for message in client.lrange(queue, 0, -1)]
    return Counter(json.loads(message)["headers"]["id"] for message in messages)


def test_task_delivered_twice_is_done_once(service: Service, redis: RedisServer, tmp_path: Path) -> None:
    service.environment["TEST_CLAIM_SECONDS"] = "600"  # a claim that expired would be taken over, by right
    service.manage("import_egn", EVENING)
    client = redis_client.Redis.from_url(redis.url)
    assert double_messages(client, random.Random(1)) >= 4
    sent, log = waiting(client), tmp_path / "worker.log"
    assert set(sent.values()) == {2}
    with service.worker():
        service.wait_until(lambda: sent <= tasks_done(log) and service.count(DONE) == 12 and is_idle(client))
    assert service.query("SELECT count(*), max(attempts) FROM matches_review") == [(12, 1)]
    assert service.query(
        "SELECT count(*) FROM (SELECT DISTINCT review_id, number FROM matches_decision) AS each"
    ) == [(service.count("matches_decision"),)]
    assert "no difference" in service.manage("rebuild")


def test_tasks_out_of_order_and_long_after_they_were_done_change_nothing(
    service: Service, redis: RedisServer, tmp_path: Path
) -> None:
    service.manage("import_egn", EVENING)
    client = redis_client.Redis.from_url(redis.url)
    kept = {queue: client.lrange(queue, 0, -1) for queue in QUEUES}
    sent, log = waiting(client), tmp_path / "worker.log"
    assert sent.total() >= 4
    for queue, messages in kept.items():
        if messages:
            client.delete(queue)
            client.rpush(queue, *reversed(messages))
    with service.worker():
        service.wait_until(lambda: sent <= tasks_done(log) and service.count(DONE) == 12 and is_idle(client))
        before = [service.query(rows) for rows in (REVIEWS, DECISIONS, STANDINGS)]
        for queue, messages in kept.items():
            if messages:
                client.rpush(queue, *messages)
        service.wait_until(lambda: sent + sent <= tasks_done(log) and is_idle(client))
        after = [service.query(rows) for rows in (REVIEWS, DECISIONS, STANDINGS)]
    assert after == before
    assert before[2]
