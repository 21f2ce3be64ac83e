"""The log, as people read it: a club's, and a rubber's own."""

from __future__ import annotations

from django.db.models import QuerySet

from matches.models import Club, LogEntry, Rubber


def club_log(club: Club) -> QuerySet[LogEntry]:
    """All that stands in a club's log, the newest first, with who did it and by which table's link."""
    return LogEntry.objects.filter(club=club).select_related("by", "link").order_by("-pk")


def rubber_history(rubber: Rubber) -> QuerySet[LogEntry]:
    """A rubber's entries from the first to the last, with who did it."""
    stream = f"rubber:{rubber.public_id}"
    return LogEntry.objects.filter(stream=stream).select_related("by", "link").order_by("version")
