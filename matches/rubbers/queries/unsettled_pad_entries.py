"""What phones sent that contradicts what is recorded, and that nobody at the table has settled yet."""

from __future__ import annotations

from django.db.models import QuerySet

from matches.models import PadEntry, Rubber


def kept_entries(rubber: Rubber) -> QuerySet[PadEntry]:
    """In the order in which they came. What came after the rubber's end has a code, and is the director's affair."""
    kept = PadEntry.objects.filter(rubber=rubber, outcome=PadEntry.Outcome.KEPT, settlement="", code="")
    return kept.order_by("pk")
