"""Serializers for the entrants of an event: players, seeding, check-ins and forbidden pairs."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import PAIR_SCHEMA, PublicIdField, TypedName, WriteSerializer
from matches.api.core.filters import Filters, YesNoFilter
from matches.api.core.serializers import ReadSerializer
from matches.api.events.plan_serializers import RUN_ALONE, EventReason, OfEvent
from matches.api.rubbers.serializers import SeatedPlayer
from matches.clubs.players import NAMES_AT_A_TIME
from matches.events.plan_event import SEED_ORDERS
from matches.models import Entrant
from matches.rules.events.facts import EntryFacts, Place
from matches.rules.events.plan import MOST_ENTRANTS

MOST_NUMBER = 1024
"""The largest number of a stage, a round or a pairing that a request may name."""


class RoundPlace(ReadSerializer):
    stage = serializers.IntegerField()
    round = serializers.IntegerField()


class Absence(ReadSerializer):
    since = RoundPlace()
    until = RoundPlace(
        allow_null=True, help_text="The round in which the player returns; null: withdrawn for good."
    )


class EntrantSerializer(ReadSerializer):
    """An entrant of an event.

    ``entries`` in the context has the entry facts of each entrant by the player's public id. It is None if
    the reader does not run the event: `seed_rating`, `absences` and `requested_byes` are then null.
    """

    player = SeatedPlayer()
    number = serializers.IntegerField(help_text="The number in the order of entry, from 1.")
    seed = serializers.IntegerField(allow_null=True)
    checked_in_at = serializers.DateTimeField(allow_null=True)
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    place = serializers.IntegerField(
        allow_null=True, help_text="The final place in the whole event, once it is decided."
    )
    seed_rating = serializers.SerializerMethodField(
        help_text=f"The rating and deviation used for seeding. {RUN_ALONE}"
    )
    absences = serializers.SerializerMethodField(help_text=f"Rounds without this player. {RUN_ALONE}")
    requested_byes = serializers.SerializerMethodField(help_text=f"Requested byes. {RUN_ALONE}")

    def _entry(self, entrant: Entrant) -> EntryFacts | None:
        entries = self.context["entries"]
        return None if entries is None else entries.get(entrant.player.public_id)

    @extend_schema_field({**PAIR_SCHEMA, "description": "Rating and deviation.", "nullable": True})
    def get_seed_rating(self, entrant: Entrant) -> list[int] | None:
        entry = self._entry(entrant)
        return list(entry.seed_rating) if entry is not None and entry.seed_rating else None

    @extend_schema_field(Absence(many=True, allow_null=True))
    def get_absences(self, entrant: Entrant) -> list[dict[str, Any]] | None:
        entry = self._entry(entrant)
        if entry is None:
            return None
        return [
            {"since": place_json(start), "until": None if end is None else place_json(end)}
            for start, end in entry.absences
        ]

    @extend_schema_field(RoundPlace(many=True, allow_null=True))
    def get_requested_byes(self, entrant: Entrant) -> list[dict[str, int]] | None:
        entry = self._entry(entrant)
        return None if entry is None else [place_json(each) for each in sorted(entry.requested_byes)]


def place_json(place: Place) -> dict[str, int]:
    return {"stage": place[0], "round": place[1]}


class Entered(OfEvent):
    entered = EntrantSerializer(many=True, help_text="The entrants, in the order of entry.")


class EntrantsCreate(WriteSerializer):
    """Enter players of the club by id (`players`), then people by name (`names`).

    A person who is not on the club's list is added to the list as a guest.
    """

    players = serializers.ListField(child=PublicIdField(), max_length=MOST_ENTRANTS, default=list)
    names = serializers.ListField(child=TypedName(), max_length=NAMES_AT_A_TIME, default=list)
    place = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_NUMBER),
        min_length=2,
        max_length=2,
        required=False,
        help_text="Group and number of the empty place that a late entry into a drawn round robin takes.",
    )
    reason = EventReason()


class RoundAsked(WriteSerializer):
    stage = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    round = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)


class EntrantUpdate(WriteSerializer):
    """Members of the body that are left out do not change."""

    seed = serializers.IntegerField(
        min_value=1,
        max_value=MOST_ENTRANTS,
        required=False,
        help_text="The place in the order of seeds, from 1; the others move up or down.",
    )
    checked_in = serializers.BooleanField(required=False)
    withdrawn_from = RoundAsked(required=False, help_text="The round from which the player is withdrawn.")
    returns_in = RoundAsked(required=False, help_text="The round from which the player is back.")
    reason = EventReason()


class CheckIn(WriteSerializer):
    players = serializers.ListField(child=PublicIdField(), min_length=1, max_length=MOST_ENTRANTS)
    here = serializers.BooleanField(default=True, help_text="False: they are not there after all.")


class CheckedIn(ReadSerializer):
    version = serializers.IntegerField(help_text="The version of the event's log.")
    changed = serializers.ListField(child=serializers.CharField(), help_text="Players for whom this is new.")


class SeedSerializer(ReadSerializer):
    seed = serializers.IntegerField(allow_null=True)
    player = SeatedPlayer()
    rating = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="The rating and deviation used for seeding.",
    )


class SeedsSerializer(OfEvent):
    seeds = SeedSerializer(many=True, help_text="All entrants by seed; those without a seed come last.")


class Seeding(WriteSerializer):
    """The new seeding: either the players from first to last seed (`order`), or a standard order (`by`)."""

    order = serializers.ListField(child=PublicIdField(), max_length=MOST_ENTRANTS, required=False)
    by = serializers.ChoiceField(choices=SEED_ORDERS, required=False)
    reason = EventReason()

    def validate(self, attrs: Any) -> Any:
        if ("order" in attrs) == ("by" in attrs):
            raise ValidationError(_("Give either the order or the rule for it, not both."))
        return attrs


class ForbiddenPair(ReadSerializer):
    players = SeatedPlayer(many=True)


class ForbiddenSerializer(OfEvent):
    pairs = ForbiddenPair(many=True)


class ForbiddenAsked(WriteSerializer):
    """All pairs of players who should not meet. The list replaces the previous list."""

    pairs = serializers.ListField(
        child=serializers.ListField(child=PublicIdField(), min_length=2, max_length=2),
        max_length=MOST_ENTRANTS * 4,
    )
    reason = EventReason()


class EntrantFilters(Filters):
    checked_in = YesNoFilter(
        "checked_in_at",
        method="by_presence",
        help_text="Only entrants who have checked in, or only the others.",
    )
    withdrawn = YesNoFilter(
        "withdrawn_at",
        method="by_presence",
        help_text="Only entrants who have withdrawn, or only the others.",
    )

    def by_presence(self, rows: QuerySet[Entrant], name: str, value: bool) -> QuerySet[Entrant]:
        return rows.filter(**{f"{name}__isnull": not value})
