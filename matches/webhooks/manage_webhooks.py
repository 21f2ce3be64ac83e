"""Create, update and delete webhooks, rotate their secrets, test them, and replay their deliveries."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.locks import locked_club
from matches.clubs.log_entries import append_club_fact
from matches.common.claims import shared_now
from matches.common.encrypted_text import DecryptionError
from matches.models import Club, User
from matches.models.webhooks import PING, Delivery, StopReason, Topic, Webhook
from matches.webhooks.addresses import parse_endpoint, resolve_safely
from matches.webhooks.payloads import new_payload
from matches.webhooks.queue import add_deliveries, send_on_commit
from matches.webhooks.signatures import Secrets, decrypt_secrets, encrypt_secrets, generate_secret

MAX_WEBHOOKS: Final = 10
"""The maximum number of webhooks of a club."""
MAX_REPLAYS: Final = 10_000
"""The maximum number of replays that wait at one webhook."""
REPLAY_BATCH_SIZE: Final = 500

WEBHOOK_CREATED: Final = "club.webhook_made"
WEBHOOK_UPDATED: Final = "club.webhook_changed"
WEBHOOK_DELETED: Final = "club.webhook_removed"
SECRET_ROTATED: Final = "club.webhook_secret_changed"  # noqa: S105 (no secret, but a kind of log entry)


class WebhookError(ValueError):
    """The request is not possible in the current state of the webhook or its club. The message is translated."""


def create_webhook(club: Club, *, url: str, topics: Collection[str], by: User) -> tuple[Webhook, str]:
    """Create a webhook, and return it with its secret, which cannot be read again later.

    ``topics`` are values of ``Topic``. Raises UnsafeAddressError if messages may not be sent to the URL, and
    WebhookError if the club has a webhook with this URL already, or ten webhooks.
    """
    url = _checked_url(url)
    secret = generate_secret()
    with transaction.atomic():
        club = locked_club(club.pk)
        if Webhook.objects.filter(club=club).count() >= MAX_WEBHOOKS:
            raise WebhookError(
                _("The club has %(number)s webhooks, the most allowed. Delete one first.")
                % {"number": MAX_WEBHOOKS}
            )
        _require_new_url(club, url)
        webhook = Webhook.objects.create(
            club=club,
            url=url,
            kinds=_in_order(topics),
            secret=encrypt_secrets(Secrets(secret)),
            created_by=by,
        )
        append_club_fact(club, WEBHOOK_CREATED, {"webhook": webhook.public_id}, by=by)
    return webhook, secret


def update_webhook(
    webhook: Webhook,
    *,
    url: str | None = None,
    topics: Collection[str] | None = None,
    is_stopped: bool | None = None,
    by: User,
    check: Callable[[Webhook], None] = lambda _webhook: None,
) -> Webhook:
    """Update a webhook and return it. An argument that is None leaves its field unchanged.

    A webhook that is started again or gets another URL sends its waiting deliveries at once. ``check`` is
    called with the locked webhook, and may raise an error if it was changed since the user saw it. Raises
    Webhook.DoesNotExist if it was deleted meanwhile, and the errors of ``create_webhook``.
    """
    # Before the club is locked: a look-up can take seconds, and results wait for the lock.
    url = None if url is None else _checked_url(url)
    with transaction.atomic():
        webhook = _lock_with_club(webhook)
        check(webhook)
        changes = _changes(webhook, url, topics, is_stopped)
        if not changes:
            return webhook
        if "url" in changes:
            _require_new_url(webhook.club, changes["url"])
        for name, value in changes.items():
            setattr(webhook, name, value)
        webhook.version += 1
        webhook.save(update_fields=[*changes, "version"])
        append_club_fact(webhook.club, WEBHOOK_UPDATED, {"webhook": webhook.public_id}, by=by)
        if webhook.stopped_at is None and changes.keys() & {"stopped_at", "url"}:
            now = shared_now()
            waiting = webhook.deliveries.filter(state=Delivery.State.WAITING, next_at__gt=now)
            waiting.update(next_at=now)
            send_on_commit()
    return webhook


def _changes(
    webhook: Webhook, url: str | None, topics: Collection[str] | None, is_stopped: bool | None
) -> dict[str, Any]:
    wanted: dict[str, Any] = {}
    if url is not None and url != webhook.url:
        # Failures of the old endpoint say nothing about the new one.
        wanted |= {"url": url, "failing_since": None}
    if topics is not None:
        wanted["kinds"] = _in_order(topics)
    if is_stopped is not None and is_stopped != (webhook.stopped_at is not None):
        wanted["stopped_at"] = timezone.now() if is_stopped else None
        wanted["stopped_because"] = StopReason.BY_HAND if is_stopped else ""
        wanted["failing_since"] = None
    return {name: value for name, value in wanted.items() if getattr(webhook, name) != value}


@transaction.atomic
def delete_webhook(
    webhook: Webhook, *, by: User, check: Callable[[Webhook], None] = lambda _webhook: None
) -> None:
    """Delete a webhook and its deliveries, unless ``check``, called with the locked webhook, raises an error."""
    webhook = _lock_with_club(webhook)
    check(webhook)
    # The full row lock waits for transactions that are publishing to this webhook.
    Webhook.objects.select_for_update().get(pk=webhook.pk)
    append_club_fact(webhook.club, WEBHOOK_DELETED, {"webhook": webhook.public_id}, by=by)
    # One statement: there can be a hundred thousand rows, and replays point at others among them.
    deliveries = Delivery.objects.filter(webhook=webhook)
    deliveries._raw_delete(deliveries.db)
    webhook.delete()


@transaction.atomic
def rotate_secret(webhook: Webhook, *, by: User) -> str:
    """Replace a webhook's secret, and return it, this once. For a day, messages are signed with both."""
    webhook = _lock_with_club(webhook)
    secret = generate_secret()
    try:
        secrets = decrypt_secrets(webhook.secret).rotated(secret, timezone.now())
    except DecryptionError:
        # The site's key has changed: the old secret is lost, and could sign nothing.
        secrets = Secrets(secret)
    webhook.secret = encrypt_secrets(secrets)
    webhook.save(update_fields=["secret"])
    append_club_fact(webhook.club, SECRET_ROTATED, {"webhook": webhook.public_id}, by=by)
    return secret


@transaction.atomic
def send_test(webhook: Webhook) -> Delivery:
    """Queue a test message, in place of one that waits. Raises WebhookError if the webhook is stopped."""
    webhook = _lock_running(webhook)
    # A failed test would hold up the new one until its own next attempt, up to a day away.
    earlier = webhook.deliveries.filter(kind=PING, state=Delivery.State.WAITING)
    earlier.update(state=Delivery.State.GIVEN_UP, finished_at=timezone.now(), claimed_until=None)
    payload = new_payload(PING, webhook, event=None, data={})
    delivery = Delivery(webhook=webhook, kind=PING, queue=PING, body=payload)
    add_deliveries([delivery])
    send_on_commit()
    return delivery


@transaction.atomic
def replay_delivery(delivery: Delivery) -> Delivery:
    """Queue the message of a finished delivery again, after those that wait, and return the new delivery.

    The message keeps its id. Raises WebhookError if the webhook is stopped, or if ``delivery`` is still
    waiting or was deleted.
    """
    webhook = _lock_running(delivery.webhook)
    locked = Delivery.objects.select_for_update(no_key=True).filter(pk=delivery.pk).first()
    if locked is None:
        raise WebhookError(_("This message is too old: it is no longer stored."))
    if locked.state == Delivery.State.WAITING:
        raise WebhookError(_("This message is still waiting to be sent."))
    _require_room(webhook, 1)
    (replay,) = _add_replays(webhook, [locked.pk])
    send_on_commit()
    return replay


@transaction.atomic
def replay_since(webhook: Webhook, since: datetime) -> int:
    """Queue again all finished messages, except tests, created at or after ``since``, and return their number.

    Each keeps its id. Raises WebhookError if the webhook is stopped, or if more than ``MAX_REPLAYS`` replays would
    wait.
    """
    webhook = _lock_running(webhook)
    finished = webhook.deliveries.exclude(state=Delivery.State.WAITING).exclude(kind=PING)
    first_sent = finished.filter(made_at__gte=since, replay_of__isnull=True).order_by("pk")
    keys = list(first_sent.values_list("pk", flat=True)[: MAX_REPLAYS + 1])
    _require_room(webhook, len(keys))
    # In batches: the payload of a large draw is large, and there can be thousands.
    starts = range(0, len(keys), REPLAY_BATCH_SIZE)
    count = sum(len(_add_replays(webhook, keys[start : start + REPLAY_BATCH_SIZE])) for start in starts)
    if count:
        send_on_commit()
    return count


def _add_replays(webhook: Webhook, keys: Collection[int]) -> list[Delivery]:
    """Add a replay for each delivery among ``keys`` that still exists, in their order."""
    replays = [
        Delivery(
            webhook=webhook,
            kind=delivery.kind,
            queue=delivery.queue,
            body=delivery.body,
            replay_of_id=delivery.replay_of_id or delivery.pk,
        )
        for delivery in Delivery.objects.filter(pk__in=keys).order_by("pk")
    ]
    add_deliveries(replays)
    return replays


def _lock(webhook: Webhook) -> Webhook:
    """Lock a webhook and return it as it is now, with its club. Raises Webhook.DoesNotExist if it was deleted."""
    rows = Webhook.objects.select_related("club").select_for_update(of=("self",), no_key=True)
    return rows.get(pk=webhook.pk)


def _lock_with_club(webhook: Webhook) -> Webhook:
    """Lock the webhook, and return its current row.

    The club is locked first, as in every change that is written to the club's log.
    """
    locked_club(webhook.club_id)
    return _lock(webhook)


def _lock_running(webhook: Webhook) -> Webhook:
    """Lock a webhook, but not its club: results need not wait for a replay. Raises WebhookError if it is stopped."""
    webhook = _lock(webhook)
    if webhook.stopped_at is not None:
        raise WebhookError(_("This webhook is stopped. Start it again first."))
    return webhook


def _require_room(webhook: Webhook, count: int) -> None:
    """Raise WebhookError if more than ``MAX_REPLAYS`` replays would be waiting after ``count`` more."""
    waiting = webhook.deliveries.filter(state=Delivery.State.WAITING, replay_of__isnull=False).count()
    if waiting + count > MAX_REPLAYS:
        raise WebhookError(
            _("That is more than %(most)s messages. Choose a later time.") % {"most": MAX_REPLAYS}
        )


def _require_new_url(club: Club, url: str) -> None:
    if Webhook.objects.filter(club=club, url=url).exists():
        raise WebhookError(_("The club already has a webhook for this address."))


def _checked_url(text: str) -> str:
    endpoint = parse_endpoint(text)
    resolve_safely(endpoint)
    return endpoint.url


def _in_order(topics: Collection[str]) -> list[str]:
    return [topic for topic in Topic.values if topic in topics]
