"""Store mail, claim it for a sender, retry it within the life of its link, and delete it.

A sender claims a row by ``FOR UPDATE SKIP LOCKED`` and a conditional UPDATE, and commits the claim before it
connects. A claim expires, so that the mail of a killed sender is sent by another. ``tries`` identifies the
claim: a sender that returns after its claim has expired finds another number, and changes nothing. A sender
that is killed between the mail server's acceptance and the deletion of the row has the mail sent twice: that is
better than none, and both copies have the same Message-ID.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import structlog
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q, QuerySet

from ecarte_site.watching.metrics import MAILS
from matches.common.claims import is_unclaimed, shared_now
from matches.common.enqueue import enqueue_mail
from matches.mail.content import address_digest, encrypt_message
from matches.models.mail import Mail, Urgency

MAX_TRIES: Final = 3
CLAIM_TIMEOUT: Final = timedelta(seconds=60)
"""The duration of a claim: three times the longest try."""
LIFETIME: Final = timedelta(days=1)
"""The time for which a mail is of use if nothing in it expires."""
RETRY_AFTER: Final = (timedelta(minutes=5), timedelta(hours=2))
"""The time to wait after the first and the second failed try, for mail that is of use for days."""
RETRY_PARTS: Final = (20, 3)
"""No wait is longer than the lifetime divided by this: a code of three minutes is tried again after 9 and 60 s."""

logger = structlog.get_logger(__name__)


def store_mail(
    message: EmailMessage, *, urgency: Urgency = Urgency.NOTICE, lifetime: timedelta = LIFETIME
) -> None:
    """Store a message, and have it sent once the transaction is committed."""
    now = shared_now()
    recipients = message.recipients()
    if not recipients:
        return
    Mail.objects.create(
        addressee=address_digest(recipients[0]),
        content=encrypt_message(message),
        urgency=urgency,
        made_at=now,
        next_at=now,
        expires_at=now + lifetime,
    )
    transaction.on_commit(enqueue_mail)


def due_mail() -> QuerySet[Mail]:
    """Return the mail that can be sent now and that no sender has claimed, the most urgent first."""
    now = shared_now()
    return Mail.objects.filter(
        is_unclaimed(CLAIM_TIMEOUT, now=now), next_at__lte=now, expires_at__gt=now, tries__lt=MAX_TRIES
    ).order_by("urgency", "next_at", "pk")


def claim_mail() -> Mail | None:
    """Claim the most urgent mail that is due, which counts as a try, or return None if there is none."""
    with transaction.atomic():
        # SQLite has no row locks; there the transaction is the only one that writes.
        mail = due_mail().select_for_update(skip_locked=True).first()
        if mail is None:
            return None
        claimed_until = shared_now() + CLAIM_TIMEOUT
        claimed = Mail.objects.filter(pk=mail.pk, tries=mail.tries)
        if not claimed.update(tries=mail.tries + 1, claimed_until=claimed_until):
            return None
    mail.tries += 1
    return mail


def record_sent(mail: Mail) -> None:
    _claimed(mail).delete()


def record_failure(mail: Mail, *, is_final: bool) -> float | None:
    """Return the seconds until the next try, or None if the mail is given up and deleted.

    ``is_final`` means that another try would fail in the same way.
    """
    now = shared_now()
    wait = retry_delay(mail)
    if is_final or wait is None or now + wait >= mail.expires_at:
        _give_up(_claimed(mail))
        return None
    _claimed(mail).update(next_at=now + wait, claimed_until=None)
    return wait.total_seconds()


def retry_delay(mail: Mail) -> timedelta | None:
    """Return how long to wait after the last try, or None if it was the last one."""
    if mail.tries >= MAX_TRIES:
        return None
    lifetime = mail.expires_at - mail.made_at
    return min(RETRY_AFTER[mail.tries - 1], lifetime / RETRY_PARTS[mail.tries - 1])


def delete_dead_mail() -> int:
    """Delete the mail that has expired, or whose last sender was killed, and return how many."""
    now = shared_now()
    used_up = Q(tries__gte=MAX_TRIES) & is_unclaimed(CLAIM_TIMEOUT, now=now)
    return _give_up(Mail.objects.filter(used_up | Q(expires_at__lte=now)))


def delete_mail_to(address: str) -> None:
    """Delete the mail that waits to be sent to an address."""
    Mail.objects.filter(addressee=address_digest(address)).delete()


def _claimed(mail: Mail) -> QuerySet[Mail]:
    return Mail.objects.filter(pk=mail.pk, tries=mail.tries)


def _give_up(rows: QuerySet[Mail]) -> int:
    number = rows.delete()[0]
    if number:
        MAILS.labels("given_up").inc(number)
        logger.warning("mail_given_up", number=number)
    return number
