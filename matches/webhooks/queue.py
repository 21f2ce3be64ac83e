"""Deliveries on their way: which is next, whose it is to send, and what becomes of it.

Those of one webhook and queue go one at a time, in the order of their keys, and the next one only when the one before
it was taken or given up. A claim is a conditional UPDATE, and the number of the try is its token: it runs out, so that
a killed sender's delivery is sent again, and who comes back too late finds another number. One clock for all senders
says when it runs out, and when a delivery is due.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from matches.common.claims import is_unclaimed, shared_now
from matches.models import Delivery, Webhook
from matches.webhooks.auto_disable import switch_off
from matches.webhooks.http import Answer

HEADS_A_WEBHOOK: Final = 2
CLAIM: Final = timedelta(seconds=60)
"""Four times as long as a try can take."""
DELAYS: Final = (5, 30, 120, 600, 3_600, 3 * 3_600, 8 * 3_600, 24 * 3_600)
"""Seconds to wait after each failed try; after the one behind the last it is given up."""
JITTER: Final = 0.2
"""So much more, at most, as a share, so that what failed together does not come back together."""
LONGEST_WAIT: Final = 24 * 3_600
FAILING_FOR: Final = timedelta(days=5)
KEPT: Final = timedelta(days=30)
MOST_CLEARED: Final = 20_000
CLEARED_AT_A_TIME: Final = 1_000
GONE: Final = 410


def due_deliveries() -> QuerySet[Delivery]:
    """The first of each queue where it may be tried now, and nobody is at it; those that are due longest first."""
    now = shared_now()
    is_left = is_unclaimed(CLAIM, now=now)
    waiting = Delivery.objects.filter(
        webhook=OuterRef("webhook"), queue=OuterRef("queue"), state=Delivery.State.WAITING
    )
    return Delivery.objects.filter(
        is_left,
        ~Exists(waiting.filter(pk__lt=OuterRef("pk"))),
        ~Exists(waiting.exclude(is_left)),
        state=Delivery.State.WAITING,
        next_at__lte=now,
        webhook__stopped_at__isnull=True,
    ).order_by("next_at", "pk")


@dataclass(frozen=True, slots=True)
class Head:
    """The first of its queue, by primary keys of delivery, webhook and club."""

    delivery: int
    webhook: int
    club: int


def heads_due(most: int, *, busy: Collection[int] = ()) -> list[Head]:
    """Up to ``most`` deliveries that may be tried now, ``HEADS_A_WEBHOOK`` of one webhook at the most.

    A webhook's second comes behind every other's first, and one that fails behind all that do not: so a backlog keeps
    nobody else waiting. ``busy`` are webhooks (primary keys) that have enough in hand.
    """
    turn = Window(RowNumber(), partition_by="webhook", order_by=("next_at", "pk"))
    rows = due_deliveries().exclude(webhook__in=busy).annotate(turn=turn).filter(turn__lte=HEADS_A_WEBHOOK)
    failing = F("webhook__failing_since").asc(nulls_first=True)
    ordered = rows.order_by("turn", failing, "next_at", "pk")
    return [Head(*row) for row in ordered.values_list("pk", "webhook", "webhook__club")[:most]]


def next_in_queue(delivery: Delivery) -> Head | None:
    """Who comes once ``delivery``, with its webhook, is over; whether it may be tried is another question."""
    waiting = Delivery.objects.filter(
        webhook=delivery.webhook_id, queue=delivery.queue, state=Delivery.State.WAITING
    )
    key = waiting.order_by("pk").values_list("pk", flat=True).first()
    return None if key is None else Head(key, delivery.webhook_id, delivery.webhook.club_id)


def claim_delivery(key: int) -> Delivery | None:
    """The delivery, with webhook and club, which is the caller's to send now; None where it is not to be sent."""
    row = due_deliveries().select_related("webhook__club").filter(pk=key).first()
    if row is None:
        return None
    # These are columns of the row itself: who waits for another claim to be written looks at them again.
    mine = Delivery.objects.filter(pk=key, attempts=row.attempts, state=Delivery.State.WAITING)
    if not mine.update(claimed_until=shared_now() + CLAIM, attempts=F("attempts") + 1):
        return None
    row.attempts += 1
    return row


def finish_try(delivery: Delivery, answer: Answer) -> float | None:
    """Note how the try went; after how many seconds the next one is due, None where there is none.

    Nothing is noted where the claim has run out and somebody else has taken the delivery over.
    """
    now = shared_now()
    with transaction.atomic():
        # Before the delivery: who takes a webhook away locks it first, and then what hangs on it.
        hook = Webhook.objects.select_for_update(no_key=True).filter(pk=delivery.webhook_id).first()
        wait = None if answer.is_good else wait_after(delivery.attempts, answer)
        if hook is None or not _note(delivery, answer, wait, now):
            return None
        since = None if answer.is_good else hook.failing_since or now
        if since != hook.failing_since:
            hook.failing_since = since
            hook.save(update_fields=["failing_since"])
    if answer.status == GONE:
        switch_off(hook, "gone")
    elif since is not None and now - since >= FAILING_FOR:
        switch_off(hook, "failing")
    return wait


def _note(delivery: Delivery, answer: Answer, wait: float | None, now: datetime) -> bool:
    state = Delivery.State.DELIVERED if answer.is_good else Delivery.State.GIVEN_UP
    is_over = answer.is_good or wait is None
    held = Delivery.objects.filter(pk=delivery.pk, attempts=delivery.attempts, state=Delivery.State.WAITING)
    return bool(
        held.update(
            state=state if is_over else Delivery.State.WAITING,
            finished_at=now if is_over else None,
            next_at=now + timedelta(seconds=wait or 0),
            claimed_until=None,
            status=answer.status,
            problem=answer.problem,
            took_ms=answer.took_ms,
        )
    )


def wait_after(attempts: int, answer: Answer) -> float | None:
    """Seconds until the try behind ``attempts`` failed ones; None where there is none any more.

    A receiver may ask for more time than that, up to a day, and not for less.
    """
    if attempts > len(DELAYS) or answer.status == GONE:
        return None
    wait = DELAYS[attempts - 1] * (1 + JITTER * random.random())  # noqa: S311 (no secret)
    return max(wait, min(answer.retry_after or 0.0, LONGEST_WAIT))


def clear_deliveries() -> int:
    """Remove what is older than ``KEPT``; how many there were. What waits at a webhook that sends goes on waiting.

    At most ``MOST_CLEARED`` go at a time, a few in each transaction: the next sweep finds the rest.
    """
    before = timezone.now() - KEPT
    stopped = Webhook.objects.filter(stopped_at__isnull=False).values_list("pk", flat=True)
    finished = Delivery.objects.filter(finished_at__lt=before)
    waiting = Delivery.objects.filter(webhook__in=list(stopped), made_at__lt=before)
    removed = 0
    for old in (finished, waiting):
        while removed < MOST_CLEARED:
            keys = list(old.order_by().values_list("pk", flat=True)[:CLEARED_AT_A_TIME])
            if not keys:
                break
            removed += Delivery.objects.filter(pk__in=keys).delete()[0]
    return removed
