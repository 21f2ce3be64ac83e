"""The Redis transport, made to survive the loss of its server."""

from __future__ import annotations

import logging
from typing import Any

from kombu.transport import redis
from redis.exceptions import ConnectionError as RedisConnectionError

logger = logging.getLogger(__name__)

CUT_OFF = "a message could not be acknowledged: the connection that brought it is gone"


class QoS(redis.QoS):
    """Gives unacknowledged messages back when its channel closes, and takes word of those that are done, if there is a
    connection to do it over.
    """

    def ack(self, delivery_tag: Any) -> None:
        """A task may end after the connection that brought it: there the parent raises ``AttributeError``, and that
        would end the worker. The message comes again, or has gone down with Redis; tasks may run twice.
        """
        try:
            super().ack(delivery_tag)
        except AttributeError:
            logger.warning(CUT_OFF)

    def reject(self, delivery_tag: Any, requeue: bool = False) -> None:
        """As with ``ack``: what can't be given back comes again by itself."""
        try:
            super().reject(delivery_tag, requeue=requeue)
        except AttributeError:
            logger.warning(CUT_OFF)

    def restore_unacked_once(self, stderr: Any = None) -> None:
        """Where the connection is gone, the parent raises ``AttributeError``, and that would end the worker.

        The messages stay noted in Redis, or have gone down with it; what they asked for is found by the sweep.
        """
        try:
            super().restore_unacked_once(stderr=stderr)
        except (AttributeError, RedisConnectionError):
            logger.warning("unacknowledged messages could not be given back: the broker is gone")


class Channel(redis.Channel):
    QoS = QoS


class Transport(redis.Transport):
    Channel = Channel
