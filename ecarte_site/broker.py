"""Celery's Redis transport, changed so that a worker survives the loss of its Redis server."""

from __future__ import annotations

import logging
from typing import Any

from kombu.transport import redis
from redis.exceptions import ConnectionError as RedisConnectionError

logger = logging.getLogger(__name__)

CUT_OFF = "a message could not be acknowledged: the connection that brought it is gone"


class QoS(redis.QoS):
    """A Redis channel's record of delivered messages. Unlike kombu's class, it does not fail if the
    connection is gone.
    """

    def ack(self, delivery_tag: Any) -> None:
        """Acknowledge a message. A task may end after the connection that delivered it.

        Then the parent class raises ``AttributeError``, which would end the worker. The message is delivered
        again, or is lost with Redis; tasks may run twice.
        """
        try:
            super().ack(delivery_tag)
        except AttributeError:
            logger.warning(CUT_OFF)

    def reject(self, delivery_tag: Any, requeue: bool = False) -> None:
        """Reject a message. If its connection is gone, Redis delivers the message again."""
        try:
            super().reject(delivery_tag, requeue=requeue)
        except AttributeError:
            logger.warning(CUT_OFF)

    def restore_unacked_once(self, stderr: Any = None) -> None:
        """Give unacknowledged messages back to the queue, if the connection still exists.

        If not, they stay in Redis, or are lost with it; the sweep enqueues the requested work again.
        """
        try:
            super().restore_unacked_once(stderr=stderr)
        except (AttributeError, RedisConnectionError):
            logger.warning("unacknowledged messages could not be given back: the broker is gone")


class Channel(redis.Channel):
    QoS = QoS


class Transport(redis.Transport):
    Channel = Channel
