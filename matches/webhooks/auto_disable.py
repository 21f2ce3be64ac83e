"""Webhooks that are switched off because nobody answers; the club hears of it by its log, and on their page."""

from __future__ import annotations

from typing import Final, Literal

from django.db import transaction
from django.utils import timezone

from matches.clubs.club_log import append_club_fact
from matches.clubs.locks import locked_club
from matches.models import Webhook

WEBHOOK_STOPPED: Final = "club.webhook_stopped"


@transaction.atomic
def switch_off(hook: Webhook, because: Literal["failing", "gone"]) -> bool:
    """Send nothing there any more, until an owner starts it again; False where it was stopped already."""
    club = locked_club(hook.club_id)
    running = Webhook.objects.filter(pk=hook.pk, stopped_at__isnull=True)
    if not running.update(stopped_at=timezone.now(), stopped_because=because):
        return False
    append_club_fact(club, WEBHOOK_STOPPED, {"webhook": hook.public_id, "because": because}, by=None)
    return True
