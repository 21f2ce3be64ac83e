"""Claim the deliveries that are due, sign and post them from threads, and record the attempts.

Several receivers are served in parallel, so that a slow one delays only its own deliveries. The threads only
post: the database is used by the task's own thread alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from dataclasses import dataclass
from time import monotonic
from typing import Final

import orjson
import structlog
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from ecarte_site.watching.metrics import MESSAGES
from matches.common.encrypted_text import DecryptionError
from matches.common.enqueue import enqueue_webhooks
from matches.common.own_thread import OwnThread
from matches.models.webhooks import Delivery
from matches.webhooks.http import post
from matches.webhooks.payloads import payloads_with_names
from matches.webhooks.queue import (
    MAX_CONCURRENT_PER_WEBHOOK,
    Attempt,
    Head,
    claim_delivery,
    due_deliveries,
    due_heads,
    next_in_queue,
    record_attempt,
)
from matches.webhooks.signatures import decrypt_secrets, signature_headers

MAX_CONCURRENT: Final = 32
MAX_CONCURRENT_PER_CLUB: Final = 4
TASK_SECONDS: Final = 30.0
"""A task claims deliveries for this long. The attempts that it starts last then end within the minute that a worker is
given to stop.
"""
POLL_SECONDS: Final = 1.0
"""The minimum time between two polls of the database while attempts are running."""
POLL_FACTOR: Final = 5
"""Wait at least this many times the duration of the last poll, which can take a second."""
MAX_HEADS: Final = 500
"""The most heads that one poll reads. A head is the first delivery of a webhook's queue."""
SOON_SECONDS: Final = 45.0
"""Enqueue a task for a retry that is due within this time; the periodic sweep enqueues one for later retries."""

logger = structlog.get_logger(__name__)


def start_sending() -> None:
    """Send the due deliveries in this worker, or in a thread if one process is the whole service."""
    if settings.EMBEDDED:
        _background.start()
    else:
        send_deliveries()


def send_deliveries() -> int:
    """Send deliveries until none is due or 30 seconds have passed. Return the number of attempts made."""
    attempts = _Sender().run()
    if due_deliveries().exists():
        enqueue_webhooks()
    return attempts


class _Sender:
    """One run of the task: the known heads of queues, and the attempts under way.

    A poll reads all queues. Between polls, a finished delivery leads to the next one of its queue, so that a
    long queue does not cost a poll for each message.
    """

    def __init__(self) -> None:
        self._ends_at = monotonic() + TASK_SECONDS
        self._next_poll = 0.0
        self._heads: dict[int, Head] = {}
        self._under_way: dict[Future[Attempt], Delivery] = {}
        self._attempts = 0

    def run(self) -> int:
        with ThreadPoolExecutor(MAX_CONCURRENT, thread_name_prefix="webhook") as pool:
            while True:
                if monotonic() < self._ends_at:
                    self._poll()
                    self._claim(pool)
                    if not self._under_way:
                        # None of the known heads could be claimed: other queues may have one.
                        self._poll()
                        self._claim(pool)
                if not self._under_way:
                    return self._attempts
                done, _ = wait(self._under_way, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
                for future in done:
                    self._finish(self._under_way.pop(future), future.result())

    def _poll(self) -> None:
        """Read the heads that are due. While there is work at hand, do so at most once a second."""
        if monotonic() < self._next_poll and (self._under_way or self._heads):
            return
        per_webhook = Counter(delivery.webhook_id for delivery in self._under_way.values())
        busy = [webhook for webhook, count in per_webhook.items() if count >= MAX_CONCURRENT_PER_WEBHOOK]
        started = monotonic()
        self._heads = {head.delivery_id: head for head in due_heads(MAX_HEADS, busy=busy)}
        now = monotonic()
        self._next_poll = now + max(POLL_SECONDS, POLL_FACTOR * (now - started))

    def _claim(self, pool: ThreadPoolExecutor) -> None:
        """Claim deliveries and start their attempts, within the limits per webhook, per club and in total."""
        per_webhook = Counter(delivery.webhook_id for delivery in self._under_way.values())
        per_club = Counter(delivery.webhook.club_id for delivery in self._under_way.values())
        for head in list(self._heads.values()):
            if len(self._under_way) >= MAX_CONCURRENT:
                return
            if (
                per_webhook[head.webhook_id] >= MAX_CONCURRENT_PER_WEBHOOK
                or per_club[head.club_id] >= MAX_CONCURRENT_PER_CLUB
            ):
                continue
            del self._heads[head.delivery_id]
            delivery = claim_delivery(head.delivery_id)
            if delivery is None:
                continue
            per_webhook[head.webhook_id] += 1
            per_club[head.club_id] += 1
            # A thread starts with an empty context: copy this one, which has the task's ids for the log.
            context = copy_context()
            self._under_way[pool.submit(context.run, _attempt, _prepare(delivery))] = delivery
            self._attempts += 1

    def _finish(self, delivery: Delivery, attempt: Attempt) -> None:
        try:
            retry_in = record_attempt(delivery, attempt)
        except DatabaseError:
            # The claim expires, and the delivery is sent again.
            logger.exception("what became of delivery %s could not be noted", delivery.pk)
            return
        if retry_in is None:
            # Nothing is tried again: the next delivery of the queue follows.
            head = next_in_queue(delivery)
            if head is not None:
                self._heads[head.delivery_id] = head
        elif retry_in <= SOON_SECONDS:
            enqueue_webhooks(after=retry_in)


@dataclass(frozen=True, slots=True)
class _Request:
    """A request for a thread to post, and the fields of its log line. With a ``problem`` it cannot be sent."""

    url: str
    log_fields: Mapping[str, object]
    message_id: str = ""
    body: bytes = b""
    secrets: tuple[str, ...] = ()
    problem: str = ""


def _prepare(delivery: Delivery) -> _Request:
    url, log_fields = delivery.webhook.url, _log_fields(delivery)
    try:
        payload = payloads_with_names([delivery])[delivery.pk]
        secrets = decrypt_secrets(delivery.webhook.secret).valid_at(timezone.now())
        return _Request(url, log_fields, payload["id"], orjson.dumps(payload), secrets)
    except DecryptionError:
        problem = "The secret was sealed under another key of the site: make a new one."
        return _Request(url, log_fields, problem=problem)
    except (KeyError, TypeError, ValueError) as error:
        # A payload stored by another version must not keep other deliveries from being sent.
        logger.exception("delivery %s could not be written out", delivery.pk)
        return _Request(url, log_fields, problem=type(error).__name__)


def _log_fields(delivery: Delivery) -> dict[str, object]:
    fields = {
        "message_id": str(delivery.body.get("id", delivery.public_id)),
        "webhook": delivery.webhook.public_id,
        "club": delivery.webhook.club.slug,
        "kind": delivery.kind,
        "attempt": delivery.attempts,
    }
    return {**fields, "request_id": delivery.request_id} if delivery.request_id else fields


def _attempt(request: _Request) -> Attempt:
    with bound_contextvars(**request.log_fields):
        attempt = _post(request)
        MESSAGES.labels("taken" if attempt.is_success else "failed").inc()
        logger.info(
            "webhook_sent" if attempt.is_success else "webhook_failed",
            status=attempt.status,
            duration_ms=attempt.took_ms,
            problem=attempt.problem,
        )
        return attempt


def _post(request: _Request) -> Attempt:
    if request.problem:
        return Attempt(None, request.problem, 0)
    try:
        headers = signature_headers(request.message_id, request.body, request.secrets, timezone.now())
        return post(request.url, request.body, headers)
    except Exception as error:
        # An unexpected error with one receiver must not stop the other deliveries.
        logger.exception("a webhook's message could not be sent")
        return Attempt(None, type(error).__name__, 0)


def _send_in_background() -> None:
    try:
        send_deliveries()
    except Exception:
        logger.exception("webhooks could not be sent; the sweep asks again")


_background = OwnThread("webhooks", _send_in_background)
