"""Entrants of an event: who they are, their order of seed, who has come, who is not to meet."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import PAIR_SCHEMA, Body, PublicIdField, TypedName
from matches.api.core.serializers import Shape
from matches.api.events.serializers.plan import RUN_ALONE, EventReason
from matches.api.rubbers.serializers import SeatedPlayer
from matches.clubs.players import NAMES_AT_A_TIME
from matches.events.queries.seeding import SEED_ORDERS
from matches.models import Entrant
from matches.rules.events.facts import EntryFacts, Place
from matches.rules.events.plan import MOST_ENTRANTS

MOST_NUMBER = 1024
"""Of a stage, a round or a pairing that somebody may speak of."""


class RoundPlace(Shape):
    stage = serializers.IntegerField()
    round = serializers.IntegerField()


class Absence(Shape):
    since = RoundPlace()
    until = RoundPlace(allow_null=True, help_text="There again from this round on; null: gone for good.")


class EntrantShown(Shape):
    """``entries`` in the context: what was decided about each, by player; None where the reader does not run it."""

    player = SeatedPlayer()
    number = serializers.IntegerField(help_text="In the order of entry, from 1.")
    seed = serializers.IntegerField(allow_null=True)
    checked_in_at = serializers.DateTimeField(allow_null=True)
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    place = serializers.IntegerField(allow_null=True, help_text="In the whole event, once it is settled.")
    seed_rating = serializers.SerializerMethodField(
        help_text=f"Rating and deviation by which the seed was given. {RUN_ALONE}"
    )
    absences = serializers.SerializerMethodField(help_text=f"Rounds without this player. {RUN_ALONE}")
    requested_byes = serializers.SerializerMethodField(help_text=f"Byes that were asked for. {RUN_ALONE}")

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


class Entered(Shape):
    event = serializers.CharField()
    version = serializers.IntegerField(help_text="Of the event's log.")
    entered = EntrantShown(many=True, help_text="In the order of entry.")


class NewEntrants(Body):
    """`players` of the club, then those of `names`: who is not on its list is put there as a guest."""

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


class RoundAsked(Body):
    stage = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    round = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)


class ChangedEntrant(Body):
    """Members that are left out stay as they are."""

    seed = serializers.IntegerField(
        min_value=1,
        max_value=MOST_ENTRANTS,
        required=False,
        help_text="The place in the order of seeds, from 1; the others move up or down.",
    )
    checked_in = serializers.BooleanField(required=False)
    withdrawn_from = RoundAsked(required=False, help_text="Not there any more from this round on.")
    returns_in = RoundAsked(required=False, help_text="There again from this round on.")
    reason = EventReason()


class CheckIn(Body):
    players = serializers.ListField(child=PublicIdField(), min_length=1, max_length=MOST_ENTRANTS)
    here = serializers.BooleanField(default=True, help_text="False: they have not come after all.")


class CheckedIn(Shape):
    version = serializers.IntegerField(help_text="Of the event's log.")
    changed = serializers.ListField(
        child=serializers.CharField(), help_text="Players of whom that was not noted before."
    )


class SeedShown(Shape):
    seed = serializers.IntegerField(allow_null=True)
    player = SeatedPlayer()
    rating = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Rating and deviation by which the seed was given.",
    )


class SeedsShown(Shape):
    event = serializers.CharField()
    version = serializers.IntegerField(help_text="Of the event's log.")
    seeds = SeedShown(
        many=True, help_text="All entrants, first to last; those without a seed after the others."
    )


class Seeding(Body):
    """Either `order`, first to last, or one of the usual orders, `by`."""

    order = serializers.ListField(child=PublicIdField(), max_length=MOST_ENTRANTS, required=False)
    by = serializers.ChoiceField(choices=SEED_ORDERS, required=False)
    reason = EventReason()

    def validate(self, attrs: Any) -> Any:
        if ("order" in attrs) == ("by" in attrs):
            raise ValidationError(_("Give either an order, or what the order goes by."))
        return attrs


class ForbiddenPair(Shape):
    players = SeatedPlayer(many=True)


class ForbiddenShown(Shape):
    event = serializers.CharField()
    version = serializers.IntegerField(help_text="Of the event's log.")
    pairs = ForbiddenPair(many=True)


class ForbiddenAsked(Body):
    """All pairs that are not to meet from now on."""

    pairs = serializers.ListField(
        child=serializers.ListField(child=PublicIdField(), min_length=2, max_length=2),
        max_length=MOST_ENTRANTS * 4,
    )
    reason = EventReason()
