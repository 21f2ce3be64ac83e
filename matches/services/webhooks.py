"""A club's webhooks: made, changed, taken away, tried out, and their news sent once more."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.models import Club, Delivery, User, Webhook
from matches.services.bulk import insert_rows, reserve_ids
from matches.services.club_facts import append_club_fact
from matches.services.people_locks import locked_club
from matches.services.sealed import SealBrokenError
from matches.services.webhook_addresses import safe_addresses, target_of
from matches.services.webhook_news import (
    DELIVERY_COLUMNS,
    KINDS,
    PING,
    PING_QUEUE,
    delivery_row,
    new_body,
    send_on_commit,
)
from matches.services.webhook_signing import Secrets, new_secret, opened_secrets, sealed_secrets

WEBHOOKS_A_CLUB: Final = 10
MOST_REPLAYED: Final = 10_000
WEBHOOK_MADE: Final = "club.webhook_made"
WEBHOOK_CHANGED: Final = "club.webhook_changed"
WEBHOOK_REMOVED: Final = "club.webhook_removed"
WEBHOOK_RESEALED: Final = "club.webhook_secret_changed"


class WebhookError(ValueError):
    """It can't be done as things are; the text says why, to whoever asked."""


@dataclass(frozen=True, slots=True)
class WebhookChanges:
    """What is to be another from now on; None: as it is."""

    url: str | None = None
    kinds: Collection[str] | None = None
    is_stopped: bool | None = None


def make_webhook(club: Club, *, url: str, kinds: Collection[str], by: User) -> tuple[Webhook, str]:
    """A new webhook of the club, and its secret, which is shown nowhere again.

    ``kinds`` are of ``KINDS``. Raises ``UnsafeAddressError`` and ``WebhookError``.
    """
    kept = _safe_url(url)
    secret = new_secret()
    with transaction.atomic():
        held = locked_club(club.pk)
        if Webhook.objects.filter(club=held).count() >= WEBHOOKS_A_CLUB:
            raise WebhookError(
                _("The club has %(number)s webhooks; take one away first.") % {"number": WEBHOOKS_A_CLUB}
            )
        _refuse_second(held, kept)
        hook = Webhook.objects.create(
            club=held,
            url=kept,
            kinds=_in_order(kinds),
            secret=sealed_secrets(Secrets(secret)),
            created_by=by,
        )
        append_club_fact(held, WEBHOOK_MADE, {"webhook": hook.public_id}, by=by)
    return hook, secret


def change_webhook(hook: Webhook, changes: WebhookChanges, *, by: User) -> Webhook:
    """The webhook as it is then; one that is started again begins with what waits. Raises as ``make_webhook``."""
    url = None if changes.url is None else _safe_url(changes.url)
    with transaction.atomic():
        held = locked_webhook(hook)
        fresh = _fresh(held, url, changes)
        if not fresh:
            return held
        if "url" in fresh:
            _refuse_second(held.club, str(fresh["url"]))
        for name, value in fresh.items():
            setattr(held, name, value)
        held.version += 1
        held.save(update_fields=[*fresh, "version"])
        append_club_fact(held.club, WEBHOOK_CHANGED, {"webhook": held.public_id}, by=by)
        if "stopped_at" in fresh and held.stopped_at is None:
            waiting = held.deliveries.filter(state=Delivery.State.WAITING)
            waiting.filter(next_at__gt=timezone.now()).update(next_at=timezone.now())
            send_on_commit()
    return held


def _fresh(held: Webhook, url: str | None, changes: WebhookChanges) -> Mapping[str, Any]:
    """The columns that become others."""
    wanted: dict[str, Any] = {}
    if url is not None:
        wanted["url"] = url
    if changes.kinds is not None:
        wanted["kinds"] = _in_order(changes.kinds)
    if changes.is_stopped is not None and changes.is_stopped != (held.stopped_at is not None):
        wanted["stopped_at"] = timezone.now() if changes.is_stopped else None
        wanted["stopped_because"] = "by_hand" if changes.is_stopped else ""
        wanted["failing_since"] = None
    return {name: value for name, value in wanted.items() if getattr(held, name) != value}


@transaction.atomic
def remove_webhook(hook: Webhook, *, by: User) -> None:
    """Take the webhook away, with all that is kept of its news."""
    held = locked_webhook(hook)
    append_club_fact(held.club, WEBHOOK_REMOVED, {"webhook": held.public_id}, by=by)
    held.delete()


@transaction.atomic
def change_secret(hook: Webhook, *, by: User) -> str:
    """A new secret, which is shown nowhere again; the old one signs beside it for a day."""
    held = locked_webhook(hook)
    secret = new_secret()
    try:
        held.secret = sealed_secrets(opened_secrets(held.secret).followed_by(secret, timezone.now()))
    except SealBrokenError:
        held.secret = sealed_secrets(Secrets(secret))
    held.save(update_fields=["secret"])
    append_club_fact(held.club, WEBHOOK_RESEALED, {"webhook": held.public_id}, by=by)
    return secret


@transaction.atomic
def try_webhook(hook: Webhook) -> Delivery:
    """Have a message sent that says nothing but that it arrives. Raises ``WebhookError`` for one that is stopped."""
    held = locked_webhook(hook)
    _refuse_stopped(held)
    (key,) = reserve_ids(Delivery, 1)
    body = new_body(PING, held, key, event=None, data={})
    insert_rows(Delivery, DELIVERY_COLUMNS, [delivery_row(key, held.pk, PING, PING_QUEUE, body)])
    send_on_commit()
    return Delivery.objects.select_related("webhook__club").get(pk=key)


@transaction.atomic
def replay_delivery(delivery: Delivery) -> Delivery:
    """Have it sent once more, under the same id, behind what waits. Raises ``WebhookError``."""
    held = locked_webhook(delivery.webhook)
    _refuse_stopped(held)
    now = Delivery.objects.get(pk=delivery.pk)
    if now.state == Delivery.State.WAITING:
        raise WebhookError(_("It has not been sent yet: it waits for its turn."))
    (key,) = _replay(held, [now])
    return Delivery.objects.select_related("webhook__club").get(pk=key)


@transaction.atomic
def replay_since(hook: Webhook, since: datetime) -> int:
    """Have all news made since then sent once more, in order, under the same ids; how many there are.

    What waits is sent anyway. Raises ``WebhookError``, also where there are more than ``MOST_REPLAYED``.
    """
    held = locked_webhook(hook)
    _refuse_stopped(held)
    sent = held.deliveries.filter(made_at__gte=since, replay_of__isnull=True)
    sent = sent.exclude(state=Delivery.State.WAITING).exclude(kind=PING).order_by("pk")
    found = list(sent[: MOST_REPLAYED + 1])
    if len(found) > MOST_REPLAYED:
        raise WebhookError(
            _("That is more than %(most)s messages: name a later moment.") % {"most": MOST_REPLAYED}
        )
    return len(_replay(held, found))


def _replay(hook: Webhook, found: list[Delivery]) -> list[int]:
    keys = list(reserve_ids(Delivery, len(found)))
    rows = [
        delivery_row(key, hook.pk, each.kind, each.queue, each.body, replay_of=each.replay_of_id or each.pk)
        for key, each in zip(keys, found, strict=True)
    ]
    if rows:
        insert_rows(Delivery, DELIVERY_COLUMNS, rows)
        send_on_commit()
    return keys


def locked_webhook(hook: Webhook) -> Webhook:
    """As it is now, with its club, both locked. Raises ``Webhook.DoesNotExist`` where somebody took it away."""
    locked_club(hook.club_id)
    return Webhook.objects.select_related("club").select_for_update(of=("self",)).get(pk=hook.pk)


def _refuse_stopped(hook: Webhook) -> None:
    if hook.stopped_at is not None:
        raise WebhookError(_("Nothing is sent there at present: start the webhook again first."))


def _refuse_second(club: Club, url: str) -> None:
    if Webhook.objects.filter(club=club, url=url).exists():
        raise WebhookError(_("The club has a webhook to this address already."))


def _safe_url(text: str) -> str:
    target = target_of(text)
    safe_addresses(target)
    return target.url


def _in_order(kinds: Collection[str]) -> list[str]:
    return [kind for kind in KINDS if kind in kinds]
