"""How many tasks wait in each queue, as the broker has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import redis
from django.conf import settings

from ecarte_site.queues import QUEUES

PATIENCE_SECONDS: Final = 2.0


def queue_lengths() -> Mapping[str, int] | None:
    """None where there is no broker to ask, or it does not answer.

    A short queue says little: what is owed is in the database, and the sweep puts no more in than is soon done.
    """
    if not settings.REDIS_URL:
        return None
    broker = redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS
    )
    try:
        with broker, broker.pipeline(transaction=False) as asked:
            for queue in QUEUES:
                asked.llen(queue)
            return dict(zip(QUEUES, map(int, asked.execute()), strict=True))
    except (redis.RedisError, OSError):
        return None
