"""A club's webhooks: made, changed, taken away; and another secret."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.club_log import append_club_fact
from matches.clubs.locks import locked_club
from matches.common.claims import shared_now
from matches.common.encrypted_text import SealBrokenError
from matches.models import Club, Delivery, User, Webhook
from matches.webhooks.addresses import safe_addresses, target_of
from matches.webhooks.messages import KINDS, send_on_commit
from matches.webhooks.signatures import Secrets, new_secret, opened_secrets, sealed_secrets

WEBHOOKS_A_CLUB: Final = 10
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


def change_webhook(
    hook: Webhook,
    changes: WebhookChanges,
    *,
    by: User,
    expect: Callable[[Webhook], None] = lambda _held: None,
) -> Webhook:
    """The webhook as it is then; one that is started again, or sends elsewhere, begins at once with what waits.

    ``expect`` gets it as it is now, locked, and raises where that is not what was to be changed. Raises as
    ``make_webhook`` besides.
    """
    # Names are looked up before anything is locked: that may take seconds.
    url = None if changes.url is None else _safe_url(changes.url)
    with transaction.atomic():
        held = locked_webhook(hook)
        expect(held)
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
        if held.stopped_at is None and {"stopped_at", "url"} & fresh.keys():
            waiting = held.deliveries.filter(state=Delivery.State.WAITING)
            now = shared_now()
            waiting.filter(next_at__gt=now).update(next_at=now)
            send_on_commit()
    return held


def _fresh(held: Webhook, url: str | None, changes: WebhookChanges) -> Mapping[str, Any]:
    """The columns that become others."""
    wanted: dict[str, Any] = {}
    if url is not None and url != held.url:
        # How the old one did says nothing of the new one.
        wanted |= {"url": url, "failing_since": None}
    if changes.kinds is not None:
        wanted["kinds"] = _in_order(changes.kinds)
    if changes.is_stopped is not None and changes.is_stopped != (held.stopped_at is not None):
        wanted["stopped_at"] = timezone.now() if changes.is_stopped else None
        wanted["stopped_because"] = "by_hand" if changes.is_stopped else ""
        wanted["failing_since"] = None
    return {name: value for name, value in wanted.items() if getattr(held, name) != value}


@transaction.atomic
def remove_webhook(
    hook: Webhook, *, by: User, expect: Callable[[Webhook], None] = lambda _held: None
) -> None:
    """Take the webhook away, with all that is kept of its news; ``expect`` as ``change_webhook`` has it."""
    held = locked_webhook(hook)
    expect(held)
    # Those who are telling it something end first.
    Webhook.objects.select_for_update().get(pk=held.pk)
    append_club_fact(held.club, WEBHOOK_REMOVED, {"webhook": held.public_id}, by=by)
    # In one statement: there may be a hundred thousand, which point at one another.
    deliveries = Delivery.objects.filter(webhook=held)
    deliveries._raw_delete(deliveries.db)
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


def locked_webhook(hook: Webhook) -> Webhook:
    """As it is now, with its club, both locked. Raises ``Webhook.DoesNotExist`` where somebody took it away."""
    locked_club(hook.club_id)
    return held_webhook(hook)


def held_webhook(hook: Webhook) -> Webhook:
    """The same without the club's lock, for what only sends: results of the club do not wait for it."""
    rows = Webhook.objects.select_related("club").select_for_update(of=("self",), no_key=True)
    return rows.get(pk=hook.pk)


def _refuse_second(club: Club, url: str) -> None:
    if Webhook.objects.filter(club=club, url=url).exists():
        raise WebhookError(_("The club has a webhook to this address already."))


def _safe_url(text: str) -> str:
    target = target_of(text)
    safe_addresses(target)
    return target.url


def _in_order(kinds: Collection[str]) -> list[str]:
    return [kind for kind in KINDS if kind in kinds]
