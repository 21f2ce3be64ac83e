"""Sends the news that waits: several receivers at a time, so that a slow one keeps none but itself waiting.

Threads do the sending and nothing else; what becomes of it is written here, by one connection.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from time import monotonic
from typing import Final

import orjson
from django.conf import settings
from django.db import connection
from django.utils import timezone

from matches.models import Delivery
from matches.services.enqueue import enqueue_webhooks
from matches.services.sealed import SealBrokenError
from matches.services.webhook_bodies import bodies_with_names
from matches.services.webhook_post import Answer, post
from matches.services.webhook_queue import claim_deliveries, due_deliveries, finish_try
from matches.services.webhook_signing import opened_secrets, signed_headers

AT_ONCE: Final = 16
AT_ONCE_A_WEBHOOK: Final = 2
SECONDS_A_TASK: Final = 60.0
SOON_SECONDS: Final = 45.0
"""What is due within this is asked for by itself; the sweep finds the rest."""

logger = logging.getLogger(__name__)


def send_webhooks() -> int:
    """Send what is due, until there is nothing more or the task's time is up; how many tries there were."""
    ends = monotonic() + SECONDS_A_TASK
    tries = 0
    in_hand: dict[Future[Answer], Delivery] = {}
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="webhook") as pool:
        while True:
            if monotonic() < ends:
                for delivery in _claimed(in_hand):
                    in_hand[pool.submit(_sent, *_message(delivery))] = delivery
                    tries += 1
            if not in_hand:
                break
            done, _waiting = wait(in_hand, return_when=FIRST_COMPLETED)
            for sent in done:
                _finish(in_hand.pop(sent), sent.result())
    if due_deliveries(timezone.now()).exists():
        enqueue_webhooks()
    return tries


def _claimed(in_hand: dict[Future[Answer], Delivery]) -> list[Delivery]:
    room = AT_ONCE - len(in_hand)
    held = Counter(delivery.webhook_id for delivery in in_hand.values())
    busy = [hook for hook, number in held.items() if number >= AT_ONCE_A_WEBHOOK]
    return claim_deliveries(room, busy=busy) if room else []


def _message(delivery: Delivery) -> tuple[str, bytes, tuple[str, ...], str]:
    """Where it goes, its body, the secrets that sign it (none where they can't be read), and its id."""
    told = bodies_with_names([delivery])[delivery.pk]
    try:
        signing = opened_secrets(delivery.webhook.secret).at(timezone.now())
    except SealBrokenError:
        signing = ()
    return delivery.webhook.url, orjson.dumps(told), signing, told["id"]


def _sent(url: str, body: bytes, signing: tuple[str, ...], message_id: str) -> Answer:
    if not signing:
        return Answer(None, "The secret was sealed under another key of the site: make a new one.", 0)
    try:
        return post(url, body, signed_headers(message_id, body, signing, timezone.now()))
    except Exception as error:
        # Whatever a receiver thinks of: the others go on.
        logger.exception("a webhook's message could not be sent")
        return Answer(None, type(error).__name__, 0)


def _finish(delivery: Delivery, answer: Answer) -> None:
    seconds = finish_try(delivery, answer)
    if seconds is not None and seconds <= SOON_SECONDS:
        enqueue_webhooks(after=seconds)


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
