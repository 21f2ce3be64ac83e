"""A club's webhooks, and what became of their news."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from matches.clubs.access import visible_clubs
from matches.models import Club, Delivery, User, Webhook


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """In the order in which they were made, with their club."""
    return Webhook.objects.filter(club=club).select_related("club").order_by("pk")


def webhooks_seen(user: User | AnonymousUser) -> QuerySet[Webhook]:
    """Those of clubs that the user sees; whether he may look at them is another question."""
    return Webhook.objects.filter(club__in=visible_clubs(user)).select_related("club")


def deliveries_of(hook: Webhook) -> QuerySet[Delivery]:
    """With their webhook and its club."""
    return Delivery.objects.filter(webhook=hook).select_related("webhook__club")


def deliveries_seen(user: User | AnonymousUser) -> QuerySet[Delivery]:
    rows = Delivery.objects.filter(webhook__club__in=visible_clubs(user))
    return rows.select_related("webhook__club")
