"""Django's mail backend of the site: it stores each message, which a worker then sends."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from matches.mail.queue import LIFETIME, store_mail
from matches.models.mail import Urgency


class StoredMail(BaseEmailBackend):
    """A mail backend that opens no connection, so that nobody at a page waits for the mail server.

    ``urgency`` and ``lifetime`` are options of ``django.core.mail.get_connection``.
    """

    def __init__(
        self,
        fail_silently: bool = False,
        *,
        urgency: Urgency = Urgency.NOTICE,
        lifetime: timedelta = LIFETIME,
        **options: Any,
    ) -> None:
        super().__init__(fail_silently=fail_silently, **options)
        self._urgency = urgency
        self._lifetime = lifetime

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            store_mail(message, urgency=self._urgency, lifetime=self._lifetime)
        return len(email_messages)
