"""Serializers for events as a list has them, and the filters of that list. An event's state is its ``phase``."""

from __future__ import annotations

from rest_framework import serializers

from matches.api.core.fields import TextOrNull, TypedName, WriteSerializer
from matches.api.core.filters import SIMILAR_TO, CharFilter, ChoiceFilter, Filters, SimilarNameFilter, one_of
from matches.api.core.serializers import ReadSerializer
from matches.models import Event


class EventSerializer(ReadSerializer):
    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id")
    name = TextOrNull(help_text="Null for the club's friendly games.")
    phase = serializers.ChoiceField(
        choices=Event.Phase.values, help_text="`open` while the event has no plan."
    )
    version = serializers.IntegerField(help_text="How many entries its log has.")
    created_at = serializers.DateTimeField()


class EventFilters(Filters):
    name = CharFilter("name", help_text="Only the event with exactly this name.")
    similar_to = SimilarNameFilter(help_text=SIMILAR_TO)
    phase = ChoiceFilter(field_name="phase", choices=one_of(Event.Phase.values))


class EventName(WriteSerializer):
    name = TypedName()
