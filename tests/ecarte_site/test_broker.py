"""The Redis transport after its connection was lost."""

from __future__ import annotations

import pytest
from kombu import Connection, Message

from tests.support.redis_server import RedisServer


def open_broker(redis: RedisServer) -> Connection:
    return Connection(redis.url, transport="ecarte_site.broker:Transport")


def get(connection: Connection) -> Message:
    queue = connection.SimpleQueue("reviews")
    message = queue.get(timeout=10)
    assert isinstance(message, Message)
    return message


@pytest.fixture
def late(redis: RedisServer) -> Message:
    """A message whose connection was lost with Redis, which is back and empty."""
    connection = open_broker(redis)
    connection.SimpleQueue("reviews").put({"rubber": 1})
    message = get(connection)
    redis.kill()
    connection.release()
    # What kombu leaves of a channel when the connection is lost once more while it is closed.
    assert message.channel is not None
    message.channel._disconnect_pools()
    redis.start()
    return message


def test_task_that_ends_after_its_connection_ends_no_worker(late: Message) -> None:
    late.ack()


def test_task_that_is_given_back_after_its_connection_ends_no_worker(late: Message) -> None:
    late.reject(requeue=True)


def test_message_that_was_not_acknowledged_comes_again(redis: RedisServer) -> None:
    connection = open_broker(redis)
    connection.SimpleQueue("reviews").put({"rubber": 1})
    get(connection)
    connection.release()
    with open_broker(redis) as again:
        assert get(again).payload == {"rubber": 1}


def test_message_that_was_acknowledged_is_gone(redis: RedisServer) -> None:
    with open_broker(redis) as connection:
        queue = connection.SimpleQueue("reviews")
        queue.put({"rubber": 1})
        queue.get(timeout=10).ack()
    with open_broker(redis) as again, pytest.raises(again.SimpleQueue("reviews").Empty):
        again.SimpleQueue("reviews").get_nowait()
