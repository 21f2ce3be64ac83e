"""An event's history: its own entries and those of its rubbers, and which of them were taken back."""

from __future__ import annotations

from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import Concat

from matches.common.log import RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE
from matches.models import Event, LogEntry, Rubber

SINGLE_DEALS = (RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE)
UNDONE = "event.undone"


def event_history(event: Event) -> QuerySet[LogEntry]:
    """All that was done to the event and to the rubbers that are its now, the newest first, with who did it.

    Single deals are left out: each rubber's own history has them.
    """
    return (
        LogEntry.objects.filter(_of(event), club=event.club_id)
        .exclude(kind__in=SINGLE_DEALS)
        .select_related("by")
        .order_by("-pk")
    )


def taken_back(event: Event) -> dict[tuple[str, int], LogEntry]:
    """By stream and version of what was taken back, the entry that did so."""
    entries = LogEntry.objects.filter(
        _of(event), Q(kind=UNDONE) | Q(payload__has_key="undoes")
    ).select_related("by")
    return {
        (entry.stream, entry.payload["version" if entry.kind == UNDONE else "undoes"]): entry
        for entry in entries.order_by("pk")
    }


def _of(event: Event) -> Q:
    """By one list of streams, which the log's index answers; two conditions would have it read from end to end."""
    own = (
        Event.objects.filter(pk=event.pk).annotate(stream=Concat(Value("event:"), F("public_id"))).order_by()
    )
    rubbers = (
        Rubber.objects.filter(event=event)
        .annotate(stream=Concat(Value("rubber:"), F("public_id")))
        .order_by()
    )
    return Q(stream__in=own.values("stream").union(rubbers.values("stream"), all=True))
