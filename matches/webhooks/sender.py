"""Sends the news that waits: several receivers at a time, so that a slow one keeps none but itself waiting.

Threads do the sending and nothing else; what becomes of it is written here, by one connection.
"""

from __future__ import annotations

import threading
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
from django.db import DatabaseError, connection
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from ecarte_site.watching.metrics import MESSAGES
from matches.common.encrypted_text import SealBrokenError
from matches.common.enqueue import enqueue_webhooks
from matches.models import Delivery
from matches.webhooks.http import Answer, post
from matches.webhooks.payloads import bodies_with_names
from matches.webhooks.queue import (
    HEADS_A_WEBHOOK,
    Head,
    claim_delivery,
    due_deliveries,
    finish_try,
    heads_due,
    next_in_queue,
)
from matches.webhooks.signatures import opened_secrets, signed_headers

AT_ONCE: Final = 32
AT_ONCE_A_CLUB: Final = 4
AT_ONCE_A_WEBHOOK: Final = HEADS_A_WEBHOOK
SECONDS_A_TASK: Final = 30.0
"""With the last try's time on top a worker ends within the minute that it is given to stop in."""
LOOK_SECONDS: Final = 1.0
"""So often the database is asked what else is due, whoever keeps us waiting."""
LOOK_SHARE: Final = 5
"""So many times as long as a look took passes, at the least, until the next: it takes a second where a season waits."""
MOST_HEADS: Final = 500
SOON_SECONDS: Final = 45.0
"""What is due within this is asked for by itself; the sweep finds the rest."""

logger = structlog.get_logger(__name__)


def send_webhooks() -> int:
    """Send what is due, until there is nothing more or the task's time is up; how many tries there were."""
    tries = _Sending().run()
    if due_deliveries().exists():
        enqueue_webhooks()
    return tries


class _Sending:
    """One run: the firsts of queues that are known to wait, and the deliveries that threads are sending.

    All that waits is looked through once a second at the most. In between, who comes behind a delivery that is over is
    found by its queue alone: what a long import has to tell costs each of its messages the same.
    """

    def __init__(self) -> None:
        self._ends = monotonic() + SECONDS_A_TASK
        self._look_at = 0.0
        self._heads: dict[int, Head] = {}
        self._in_hand: dict[Future[Answer], Delivery] = {}
        self._tries = 0

    def run(self) -> int:
        with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="webhook") as pool:
            while True:
                if monotonic() < self._ends:
                    self._look()
                    self._hand_out(pool)
                    if not self._in_hand:
                        # None of those that were known: perhaps of others.
                        self._look()
                        self._hand_out(pool)
                if not self._in_hand:
                    return self._tries
                done, _waiting = wait(self._in_hand, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
                for sent in done:
                    self._finish(self._in_hand.pop(sent), sent.result())

    def _look(self) -> None:
        if monotonic() < self._look_at and (self._in_hand or self._heads):
            return
        held = Counter(delivery.webhook_id for delivery in self._in_hand.values())
        busy = [hook for hook, number in held.items() if number >= AT_ONCE_A_WEBHOOK]
        began = monotonic()
        # What was known and could not be taken is found again, in its place.
        self._heads = {head.delivery: head for head in heads_due(MOST_HEADS, busy=busy)}
        now = monotonic()
        self._look_at = now + max(LOOK_SECONDS, LOOK_SHARE * (now - began))

    def _hand_out(self, pool: ThreadPoolExecutor) -> None:
        held = Counter(delivery.webhook_id for delivery in self._in_hand.values())
        clubs = Counter(delivery.webhook.club_id for delivery in self._in_hand.values())
        for head in list(self._heads.values()):
            if len(self._in_hand) >= AT_ONCE:
                return
            if held[head.webhook] >= AT_ONCE_A_WEBHOOK or clubs[head.club] >= AT_ONCE_A_CLUB:
                continue
            del self._heads[head.delivery]
            delivery = claim_delivery(head.delivery)
            if delivery is None:
                continue
            held[head.webhook] += 1
            clubs[head.club] += 1
            # With the ids of this task, which a thread knows nothing of.
            ids = copy_context()
            self._in_hand[pool.submit(ids.run, _sent, _message(delivery))] = delivery
            self._tries += 1

    def _finish(self, delivery: Delivery, answer: Answer) -> None:
        try:
            seconds = finish_try(delivery, answer)
        except DatabaseError:
            # The claim runs out, and it is sent again.
            logger.exception("what became of delivery %s could not be noted", delivery.pk)
            return
        if seconds is not None:
            if seconds <= SOON_SECONDS:
                enqueue_webhooks(after=seconds)
            return
        head = next_in_queue(delivery)
        if head is not None:
            self._heads[head.delivery] = head


@dataclass(frozen=True, slots=True)
class _Message:
    """What goes where under which id, and the secrets that sign it; or, in ``problem``, why it can't be sent.

    ``told`` is what lines of the log say about it.
    """

    url: str
    told: Mapping[str, object]
    body: bytes = b""
    signing: tuple[str, ...] = ()
    message_id: str = ""
    problem: str = ""


def _message(delivery: Delivery) -> _Message:
    url, about = delivery.webhook.url, _about(delivery)
    try:
        told = bodies_with_names([delivery])[delivery.pk]
        signing = opened_secrets(delivery.webhook.secret).at(timezone.now())
        return _Message(url, about, orjson.dumps(told), signing, told["id"])
    except SealBrokenError:
        return _Message(
            url, about, problem="The secret was sealed under another key of the site: make a new one."
        )
    except (KeyError, TypeError, ValueError) as error:
        # One that was kept in another shape must not keep the others from being sent.
        logger.exception("delivery %s could not be written out", delivery.pk)
        return _Message(url, about, problem=type(error).__name__)


def _about(delivery: Delivery) -> dict[str, object]:
    about = {
        "message_id": str(delivery.body.get("id", delivery.public_id)),
        "webhook": delivery.webhook.public_id,
        "club": delivery.webhook.club.slug,
        "kind": delivery.kind,
        "attempt": delivery.attempts,
    }
    return {**about, "request_id": delivery.request_id} if delivery.request_id else about


def _sent(message: _Message) -> Answer:
    with bound_contextvars(**message.told):
        answer = _answer(message)
        MESSAGES.labels("taken" if answer.is_good else "failed").inc()
        told = {"status": answer.status, "duration_ms": answer.took_ms, "problem": answer.problem}
        logger.info("webhook_sent" if answer.is_good else "webhook_failed", **told)
        return answer


def _answer(message: _Message) -> Answer:
    if message.problem:
        return Answer(None, message.problem, 0)
    try:
        headers = signed_headers(message.message_id, message.body, message.signing, timezone.now())
        return post(message.url, message.body, headers)
    except Exception as error:
        # Whatever a receiver thinks of: the others go on.
        logger.exception("a webhook's message could not be sent")
        return Answer(None, type(error).__name__, 0)


class _Background:
    """Where one process is the whole service, its one worker must not wait for receivers: a thread of its own sends."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_running = False
        self._is_asked = False

    def ask(self) -> None:
        with self._lock:
            self._is_asked = True
            if self._is_running:
                return
            self._is_running = True
        threading.Thread(target=self._run, name="webhooks", daemon=True).start()

    def _run(self) -> None:
        while self._is_wanted():
            try:
                send_webhooks()
            except Exception:
                logger.exception("webhooks could not be sent; the sweep asks again")
            finally:
                connection.close()

    def _is_wanted(self) -> bool:
        with self._lock:
            wanted, self._is_asked = self._is_asked, False
            self._is_running = wanted
            return wanted


_background = _Background()


def send_as_fits() -> None:
    """Send what is due: at once, or, where the worker is a thread of the pages' process, beside it."""
    if settings.EMBEDDED:
        _background.ask()
    else:
        send_webhooks()
