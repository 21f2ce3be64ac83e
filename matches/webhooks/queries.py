"""Query webhooks and deliveries, for pages and the API."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from matches.clubs.access import visible_clubs
from matches.models import Club, User
from matches.models.webhooks import Delivery, Webhook


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """Return a club's webhooks, the oldest first, with the club loaded."""
    return Webhook.objects.filter(club=club).select_related("club").order_by("pk")


def visible_webhooks(user: User | AnonymousUser) -> QuerySet[Webhook]:
    """Return the webhooks of all visible clubs. The caller has to check that the user owns the club."""
    return Webhook.objects.filter(club__in=visible_clubs(user)).select_related("club")


def deliveries_of(webhook: Webhook) -> QuerySet[Delivery]:
    return Delivery.objects.filter(webhook=webhook).select_related("webhook__club")


def visible_deliveries(user: User | AnonymousUser) -> QuerySet[Delivery]:
    """Return the deliveries of ``visible_webhooks``, with the same check left to the caller."""
    return Delivery.objects.filter(webhook__club__in=visible_clubs(user)).select_related("webhook__club")
