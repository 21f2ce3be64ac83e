"""Queue deliveries, claim them for a sender, retry them with backoff, and delete them after 30 days.

The deliveries of one webhook and event are sent one at a time, in the order of their primary keys: each only
when the one before has been delivered or given up. A claim is a conditional UPDATE and expires, so that the
delivery of a killed sender is sent again. ``attempts`` identifies the claim: a sender that returns after its
claim has expired finds another number, and changes nothing. All senders use the database's clock.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final

import orjson
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from matches.clubs.locks import locked_club
from matches.clubs.log_entries import append_club_fact
from matches.common.bulk import insert_rows, reserve_ids
from matches.common.claims import is_unclaimed, shared_now
from matches.common.enqueue import enqueue_webhooks
from matches.models.webhooks import Delivery, StopReason, Webhook

MAX_CONCURRENT_PER_WEBHOOK: Final = 2
CLAIM_TIMEOUT: Final = timedelta(seconds=60)
"""The duration of a claim: four times the longest attempt."""
RETRY_SECONDS: Final = (5, 30, 120, 600, 3_600, 3 * 3_600, 8 * 3_600, 24 * 3_600)
"""The seconds to wait after each failed attempt. If the attempt after the last fails, a delivery is given up."""
JITTER: Final = 0.2
"""The largest random fraction added to a wait, so that deliveries that failed together do not retry together."""
MAX_RETRY_SECONDS: Final = 24 * 3_600
DISABLE_AFTER: Final = timedelta(days=5)
RETENTION: Final = timedelta(days=30)
MAX_DELETED: Final = 20_000
DELETE_BATCH_SIZE: Final = 1_000
COLUMNS: Final = tuple(field.attname for field in Delivery._meta.concrete_fields)

WEBHOOK_STOPPED: Final = "club.webhook_stopped"


@dataclass(frozen=True, slots=True)
class Attempt:
    """The outcome of one attempt to deliver a message.

    ``status`` is the HTTP status, None without a response. ``problem`` says in English what failed.
    ``retry_after`` is the Retry-After header in seconds, or None.
    """

    status: int | None
    problem: str
    took_ms: int
    retry_after: float | None = None

    @property
    def is_success(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def add_deliveries(deliveries: Sequence[Delivery]) -> None:
    """Insert deliveries in this order, due at once, and set their primary keys.

    A new message gets its delivery's key as ``order``, and the delivery its id as public id. A replay's
    payload is not changed.
    """
    due_at = shared_now()
    for key, delivery in zip(reserve_ids(Delivery, len(deliveries)), deliveries, strict=True):
        delivery.pk, delivery.next_at = key, due_at
        if delivery.replay_of_id is None:
            delivery.public_id = delivery.body["id"]
            delivery.body["order"] = key
    # COPY, which takes a third of the time of bulk_create(): an import can add many thousands.
    insert_rows(Delivery, COLUMNS, map(_row, deliveries))


def _row(delivery: Delivery) -> list[object]:
    values = {**vars(delivery), "body": orjson.dumps(delivery.body).decode()}
    return [values[column] for column in COLUMNS]


def send_on_commit() -> None:
    transaction.on_commit(enqueue_webhooks)


def due_deliveries() -> QuerySet[Delivery]:
    """Return the deliveries that can be sent now, at most one for each queue, the longest overdue first.

    Each is the first of its queue, which no sender has claimed, its next attempt is due, and its webhook
    active.
    """
    now = shared_now()
    unclaimed = is_unclaimed(CLAIM_TIMEOUT, now=now)
    same_queue = Delivery.objects.filter(
        webhook=OuterRef("webhook"), queue=OuterRef("queue"), state=Delivery.State.WAITING
    )
    return Delivery.objects.filter(
        unclaimed,
        ~Exists(same_queue.filter(pk__lt=OuterRef("pk"))),
        ~Exists(same_queue.exclude(unclaimed)),
        state=Delivery.State.WAITING,
        next_at__lte=now,
        webhook__stopped_at__isnull=True,
    ).order_by("next_at", "pk")


@dataclass(frozen=True, slots=True)
class Head:
    """The first delivery of a queue, and its webhook and club. All three are primary keys."""

    delivery_id: int
    webhook_id: int
    club_id: int


def due_heads(limit: int, *, busy: Collection[int] = ()) -> list[Head]:
    """Return up to ``limit`` deliveries to send now, at most two of one webhook, none of those in ``busy`` (keys).

    The first delivery of every webhook comes before the second of any; among each, those of failing webhooks
    come last. So the backlog of one webhook does not delay the others.
    """
    turn = Window(RowNumber(), partition_by="webhook", order_by=("next_at", "pk"))
    due = due_deliveries().exclude(webhook__in=busy).annotate(turn=turn)
    rows = due.filter(turn__lte=MAX_CONCURRENT_PER_WEBHOOK).order_by(
        "turn", F("webhook__failing_since").asc(nulls_first=True), "next_at", "pk"
    )
    return [Head(*row) for row in rows.values_list("pk", "webhook", "webhook__club")[:limit]]


def next_in_queue(delivery: Delivery) -> Head | None:
    """Return the delivery that follows a finished one in its queue, due or not, or None."""
    waiting = Delivery.objects.filter(
        webhook=delivery.webhook_id, queue=delivery.queue, state=Delivery.State.WAITING
    )
    key = waiting.order_by("pk").values_list("pk", flat=True).first()
    return None if key is None else Head(key, delivery.webhook_id, delivery.webhook.club_id)


def claim_delivery(key: int) -> Delivery | None:
    """Claim a delivery (primary key), with webhook and club, or return None if it cannot be sent now."""
    delivery = due_deliveries().select_related("webhook__club").filter(pk=key).first()
    if delivery is None:
        return None
    # All conditions are on the row itself: PostgreSQL checks them again after waiting for another sender's claim.
    claimed = Delivery.objects.filter(pk=key, attempts=delivery.attempts, state=Delivery.State.WAITING)
    if not claimed.update(claimed_until=shared_now() + CLAIM_TIMEOUT, attempts=F("attempts") + 1):
        return None
    delivery.attempts += 1
    return delivery


def record_attempt(delivery: Delivery, attempt: Attempt) -> float | None:
    """Store the outcome of an attempt, and return the seconds until the next, or None if there is none.

    Nothing is stored if another sender has claimed the delivery after the claim expired, or if the webhook
    was deleted. A webhook is stopped if it has failed for days, or if its endpoint answered 410 Gone.
    """
    now = shared_now()
    with transaction.atomic():
        # Lock the webhook before the delivery, as delete_webhook() does: the other order could deadlock.
        webhook = Webhook.objects.select_for_update(no_key=True).filter(pk=delivery.webhook_id).first()
        wait = None if attempt.is_success else retry_delay(delivery.attempts, attempt)
        if webhook is None or not _store(delivery, attempt, wait, now):
            return None
        failing_since = None if attempt.is_success else webhook.failing_since or now
        if failing_since != webhook.failing_since:
            webhook.failing_since = failing_since
            webhook.save(update_fields=["failing_since"])
    if attempt.status == HTTPStatus.GONE:
        auto_disable(webhook, StopReason.GONE)
    elif failing_since is not None and now - failing_since >= DISABLE_AFTER:
        auto_disable(webhook, StopReason.FAILING)
    return wait


def _store(delivery: Delivery, attempt: Attempt, wait: float | None, now: datetime) -> bool:
    """Store an attempt, the last one if ``wait`` is None, and return whether the claim still held."""
    state = Delivery.State.WAITING
    if wait is None:
        state = Delivery.State.DELIVERED if attempt.is_success else Delivery.State.GIVEN_UP
    claimed = Delivery.objects.filter(
        pk=delivery.pk, attempts=delivery.attempts, state=Delivery.State.WAITING
    )
    updated = claimed.update(
        state=state,
        finished_at=now if wait is None else None,
        next_at=now + timedelta(seconds=wait or 0),
        claimed_until=None,
        status=attempt.status,
        problem=attempt.problem,
        took_ms=attempt.took_ms,
    )
    return updated > 0


def retry_delay(attempts: int, last: Attempt) -> float | None:
    """Return the seconds to wait, longer if Retry-After says so, up to a day, or None to give up."""
    if attempts > len(RETRY_SECONDS) or last.status == HTTPStatus.GONE:
        return None
    backoff = RETRY_SECONDS[attempts - 1] * (1 + JITTER * random.random())  # noqa: S311 (no secret)
    return max(backoff, min(last.retry_after or 0.0, MAX_RETRY_SECONDS))


@transaction.atomic
def auto_disable(webhook: Webhook, reason: StopReason) -> None:
    """Stop an active webhook until an owner starts it again, and log it."""
    club = locked_club(webhook.club_id)
    running = Webhook.objects.filter(pk=webhook.pk, stopped_at__isnull=True)
    if running.update(stopped_at=timezone.now(), stopped_because=reason):
        payload = {"webhook": webhook.public_id, "because": reason.value}
        append_club_fact(club, WEBHOOK_STOPPED, payload, by=None)


def delete_old_deliveries() -> int:
    """Delete up to 20,000 old deliveries, and return how many; the next sweep deletes the rest.

    Old ones finished more than 30 days ago, or have waited for 30 days at a stopped webhook.
    """
    before = timezone.now() - RETENTION
    stopped = Webhook.objects.filter(stopped_at__isnull=False).values_list("pk", flat=True)
    finished = Delivery.objects.filter(finished_at__lt=before)
    waiting = Delivery.objects.filter(webhook__in=list(stopped), made_at__lt=before)
    deleted = 0
    for old in (finished, waiting):
        while deleted < MAX_DELETED:
            keys = list(old.order_by().values_list("pk", flat=True)[:DELETE_BATCH_SIZE])
            if not keys:
                break
            deleted += Delivery.objects.filter(pk__in=keys).delete()[0]
    return deleted
