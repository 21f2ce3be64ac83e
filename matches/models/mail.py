"""Mail that waits to be sent, encrypted, each until it is sent or no longer of use."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Index
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models.causes import request_id_column

DIGEST_LENGTH: Final = 64


class Urgency(models.IntegerChoices):
    """The order in which mail is sent: codes for signing in, then links that somebody asked for, then the rest."""

    CODE = 0
    LINK = 1
    NOTICE = 2


class Mail(models.Model):
    """One mail to be sent. The row is deleted when it is sent, expires, or has been tried three times.

    ``content`` has recipients, subject, body and headers, encrypted (``matches.mail.content``). ``addressee``
    is a keyed digest of the first recipient's address, by which the mail of an erased person is found.
    ``next_at`` is the earliest time of the next try, and ``claimed_until`` the end of a sender's claim, or
    null. ``expires_at`` is the time after which the link or code in it is invalid.
    """

    addressee = models.CharField(max_length=DIGEST_LENGTH, editable=False)
    content = models.TextField(editable=False)
    urgency = models.PositiveSmallIntegerField(choices=Urgency.choices, default=Urgency.NOTICE)
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(default=timezone.now)
    claimed_until = models.DateTimeField(null=True, blank=True, editable=False)
    request_id = request_id_column()

    class Meta:
        verbose_name = _("mail")
        verbose_name_plural = _("mails")
        ordering = ("urgency", "next_at", "pk")
        indexes = (
            Index(fields=["urgency", "next_at", "id"], name="mail_in_turn"),
            Index(fields=["expires_at"], name="mail_expiry"),
            Index(fields=["addressee"], name="mail_of_addressee"),
        )

    def __str__(self) -> str:
        return f"mail {self.pk}"
