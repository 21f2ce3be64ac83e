"""Deliveries on their way: which is next, whose it is to send, and what becomes of it.

Those of one webhook and queue go one at a time, in the order of their keys, and the next one only when the one before
it was taken or given up. A claim is a conditional UPDATE, and the number of the try is its token: it runs out, so that
a killed sender's delivery is sent again, and who comes back too late finds another number.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from matches.models import Delivery, Webhook
from matches.services.webhook_post import Answer
from matches.services.webhook_stops import switch_off

CLAIM_SECONDS: Final = 60
"""Four times as long as a try can take."""
DELAYS: Final = (5, 30, 120, 600, 3_600, 3 * 3_600, 8 * 3_600, 24 * 3_600)
"""Seconds to wait after each failed try; after the one behind the last it is given up."""
JITTER: Final = 0.2
"""So much more, at most, as a share, so that what failed together does not come back together."""
LONGEST_WAIT: Final = 24 * 3_600
FAILING_FOR: Final = timedelta(days=5)
KEPT: Final = timedelta(days=30)
GONE: Final = 410


def due_deliveries(now: datetime) -> QuerySet[Delivery]:
    """The first of each queue where it may be tried now, and nobody is at it; those that are due longest first."""
    waiting = Delivery.objects.filter(
        webhook=OuterRef("webhook"), queue=OuterRef("queue"), state=Delivery.State.WAITING
    )
    return Delivery.objects.filter(
        Q(claimed_until__isnull=True) | Q(claimed_until__lte=now),
        ~Exists(waiting.filter(pk__lt=OuterRef("pk"))),
        ~Exists(waiting.filter(claimed_until__gt=now)),
        state=Delivery.State.WAITING,
        next_at__lte=now,
        webhook__stopped_at__isnull=True,
    ).order_by("next_at", "pk")


def claim_deliveries(room: int, *, busy: Collection[int] = ()) -> list[Delivery]:
    """Up to ``room`` deliveries that are the caller's to send now, no two of one webhook, with webhook and club.

    ``busy`` are webhooks (primary keys) that have enough in hand.
    """
    now = timezone.now()
    rows = due_deliveries(now).exclude(webhook__in=busy)
    claimed: dict[int, Delivery] = {}
    for row in rows.select_related("webhook__club")[: 20 * room]:
        if len(claimed) == room:
            break
        if row.webhook_id not in claimed and _claim(row, now):
            claimed[row.webhook_id] = row
    return list(claimed.values())


def _claim(row: Delivery, now: datetime) -> bool:
    until = now + timedelta(seconds=CLAIM_SECONDS)
    mine = due_deliveries(now).filter(pk=row.pk, attempts=row.attempts).order_by()
    if not Delivery.objects.filter(pk__in=mine.values("pk")).update(
        claimed_until=until, attempts=F("attempts") + 1
    ):
        return False
    row.attempts += 1
    return True


def finish_try(delivery: Delivery, answer: Answer) -> float | None:
    """Note how the try went; after how many seconds the next one is due, None where there is none.

    Nothing is noted where the claim has run out and somebody else has taken the delivery over.
    """
    now = timezone.now()
    with transaction.atomic():
        wait = None if answer.is_good else wait_after(delivery.attempts, answer)
        if not _note(delivery, answer, wait, now):
            return None
        hook = Webhook.objects.filter(pk=delivery.webhook_id)
        if answer.is_good:
            hook.filter(failing_since__isnull=False).update(failing_since=None)
            return None
        hook.update(failing_since=Coalesce(F("failing_since"), now))
    since = hook.values_list("failing_since", flat=True).first()
    if answer.status == GONE:
        switch_off(delivery.webhook, "gone")
    elif since is not None and now - since >= FAILING_FOR:
        switch_off(delivery.webhook, "failing")
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
    wait = DELAYS[attempts - 1] * (1 + JITTER * random.random())  # noqa: S311
    return max(wait, min(answer.retry_after or 0.0, LONGEST_WAIT))


def clear_deliveries() -> int:
    """Remove what is older than ``KEPT``; how many there were. What waits at a webhook that sends goes on waiting."""
    before = timezone.now() - KEPT
    old = Q(finished_at__lt=before) | Q(made_at__lt=before, webhook__stopped_at__isnull=False)
    return Delivery.objects.filter(old).delete()[0]
