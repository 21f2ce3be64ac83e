"""A webhook tried out, and its news sent once more."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.common.bulk import insert_rows, reserve_ids
from matches.common.claims import shared_now
from matches.models import Delivery, Webhook
from matches.webhooks.manage_webhooks import WebhookError, held_webhook
from matches.webhooks.messages import (
    DELIVERY_COLUMNS,
    PING,
    PING_QUEUE,
    delivery_row,
    new_body,
    send_on_commit,
)

MOST_REPLAYED: Final = 10_000
REPLAYED_AT_A_TIME: Final = 500


@transaction.atomic
def try_webhook(hook: Webhook) -> Delivery:
    """Have a message sent that says nothing but that it arrives, in the place of a trial that still waits.

    Raises ``WebhookError`` for a webhook that is stopped.
    """
    held = held_webhook(hook)
    _refuse_stopped(held)
    now = timezone.now()
    # One that failed would have the new one wait for its next try, which may be a day away.
    earlier = held.deliveries.filter(kind=PING, state=Delivery.State.WAITING)
    earlier.update(state=Delivery.State.GIVEN_UP, finished_at=now, claimed_until=None)
    (key,) = reserve_ids(Delivery, 1)
    body = new_body(PING, held, key, event=None, data={})
    row = delivery_row(key, held.pk, PING, PING_QUEUE, body, due_at=shared_now())
    insert_rows(Delivery, DELIVERY_COLUMNS, [row])
    send_on_commit()
    return _sent_later(key)


@transaction.atomic
def replay_delivery(delivery: Delivery) -> Delivery:
    """Have it sent once more, under the same id, behind what waits. Raises ``WebhookError``."""
    held = held_webhook(delivery.webhook)
    _refuse_stopped(held)
    now = Delivery.objects.select_for_update(no_key=True).filter(pk=delivery.pk).first()
    if now is None:
        raise WebhookError(_("It is so old that it is not kept any more."))
    if now.state == Delivery.State.WAITING:
        raise WebhookError(_("It has not been sent yet: it waits for its turn."))
    _refuse_more(held, 1)
    (key,) = _replay(held, [now.pk])
    send_on_commit()
    return _sent_later(key)


@transaction.atomic
def replay_since(hook: Webhook, since: datetime) -> int:
    """Have all news made since then sent once more, in order, under the same ids; how many there are.

    What waits is sent anyway. Raises ``WebhookError``, also where more than ``MOST_REPLAYED`` would wait then.
    """
    held = held_webhook(hook)
    _refuse_stopped(held)
    sent = held.deliveries.filter(made_at__gte=since, replay_of__isnull=True)
    sent = sent.exclude(state=Delivery.State.WAITING).exclude(kind=PING).order_by("pk")
    found = list(sent.values_list("pk", flat=True)[: MOST_REPLAYED + 1])
    _refuse_more(held, len(found))
    # A few at a time: a large draw's message is large, and there may be thousands.
    starts = range(0, len(found), REPLAYED_AT_A_TIME)
    count = sum(len(_replay(held, found[start : start + REPLAYED_AT_A_TIME])) for start in starts)
    if count:
        send_on_commit()
    return count


def _replay(hook: Webhook, found: list[int]) -> list[int]:
    """The keys of new deliveries, in the order of those of ``found`` that are kept still."""
    deliveries = list(Delivery.objects.filter(pk__in=found).order_by("pk"))
    keys, due_at = list(reserve_ids(Delivery, len(deliveries))), shared_now()
    rows = [
        delivery_row(
            key,
            hook.pk,
            each.kind,
            each.queue,
            each.body,
            due_at=due_at,
            replay_of=each.replay_of_id or each.pk,
        )
        for key, each in zip(keys, deliveries, strict=True)
    ]
    insert_rows(Delivery, DELIVERY_COLUMNS, rows)
    return keys


def _sent_later(key: int) -> Delivery:
    return Delivery.objects.select_related("webhook__club").get(pk=key)


def _refuse_stopped(hook: Webhook) -> None:
    if hook.stopped_at is not None:
        raise WebhookError(_("Nothing is sent there at present: start the webhook again first."))


def _refuse_more(hook: Webhook, number: int) -> None:
    """What was asked for and not sent yet counts, too: nobody has the same sent again without end."""
    waiting = hook.deliveries.filter(state=Delivery.State.WAITING, replay_of__isnull=False).count()
    if waiting + number > MOST_REPLAYED:
        raise WebhookError(
            _("That is more than %(most)s messages: name a later moment.") % {"most": MOST_REPLAYED}
        )
