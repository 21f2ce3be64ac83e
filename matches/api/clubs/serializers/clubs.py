"""Clubs, players and events as the API shows them: by public ids, and alike to everybody who may see them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.api.core.fields import Body, TextOrNull, TypedName
from matches.api.core.filters import CharFilter, ChoiceFilter, Filters, YesNoFilter, one_of
from matches.api.core.serializers import Shape
from matches.models import Club, Event
from matches.models.people import validate_time_zone


class ClubShown(Shape):
    id = serializers.CharField(source="public_id")
    slug = serializers.CharField(help_text="Its name in the addresses of pages.")
    name = serializers.CharField()
    time_zone = serializers.CharField(help_text="As the time zone database names it: Europe/Paris.")
    currency = serializers.CharField(help_text="Three letters: EUR.")
    season_month = serializers.IntegerField(
        help_text="The month, from 1 to 12, on the first of which a season begins."
    )
    is_public = serializers.BooleanField(help_text="Whether anybody may look.")
    reviews_open = serializers.BooleanField(help_text="Whether members agreed to share their review figures.")
    created_at = serializers.DateTimeField()


class ClubFilters(Filters):
    slug = CharFilter("slug", help_text="The club of this name in addresses.")


class ClubSettings(Body):
    name = TypedName()
    time_zone = serializers.CharField(max_length=64, validators=[validate_time_zone])
    currency = serializers.RegexField(r"\A[A-Z]{3}\Z", max_length=3)
    is_public = serializers.BooleanField()


class NewClub(ClubSettings):
    time_zone = serializers.CharField(max_length=64, validators=[validate_time_zone], default="UTC")
    currency = serializers.RegexField(r"\A[A-Z]{3}\Z", max_length=3, default="EUR")
    is_public = serializers.BooleanField(default=True)


class ChangedClub(ClubSettings):
    """Members that are left out stay as they are."""

    season_month = serializers.IntegerField(min_value=1, max_value=12)
    reviews_open = serializers.BooleanField()


class PlayerShown(Shape):
    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id", help_text="On whose list the player stands.")
    name = TextOrNull(help_text="Null for somebody who asked to be forgotten.")
    is_guest = serializers.BooleanField(help_text="Whether nobody signs in as this player.")
    merged_into = serializers.SerializerMethodField(
        help_text="The player that this second record turned out to be."
    )

    def get_merged_into(self, player: Any) -> str | None:
        return None if player.merged_into is None else str(player.merged_into.public_id)


class PlayerFilters(Filters):
    name = CharFilter("name", help_text="The player of exactly this name.")
    is_guest = YesNoFilter(
        "user", lookup_expr="isnull", help_text="Those whom nobody signs in as, or the others."
    )


class PlayerName(Body):
    name = TypedName()


class EventShown(Shape):
    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id")
    name = TextOrNull(help_text="Null for the one that holds a club's rubbers outside any event.")
    phase = serializers.ChoiceField(
        choices=Event.Phase.values, help_text="`open` as long as nothing is planned."
    )
    version = serializers.IntegerField(help_text="How many entries its log has.")
    created_at = serializers.DateTimeField()


class EventFilters(Filters):
    name = CharFilter("name", help_text="The event of exactly this name.")
    phase = ChoiceFilter(field_name="phase", choices=one_of(Event.Phase.values))


class EventName(Body):
    name = TypedName()


def club_json(club: Club) -> dict[str, Any]:
    return dict(ClubShown(club).data)
