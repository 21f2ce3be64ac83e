"""Links of tables as the API shows them: what each leads to, never its code but in the answer that makes it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import Body, TextOrNull
from matches.api.core.serializers import Shape
from matches.api.rubbers.serializers import SeatedPlayer
from matches.api.sittings.serializers.facts import MOST_NUMBER
from matches.clubs.words import person_name
from matches.models import TableLink
from matches.pads.queries.table_links import link_state
from matches.pads.table_links import LIVES

MOST_PAIRINGS = 1000


class LinkShown(Shape):
    id = serializers.CharField(source="public_id")
    hint = serializers.CharField(help_text="The code's beginning, by which people know it again.")
    state = serializers.SerializerMethodField(
        help_text="`over`: its rubber is confirmed, corrected or void. One that is `good` opens nothing either once its"
        " maker may not enter that rubber any more."
    )
    rubber = serializers.CharField(
        source="rubber.public_id",
        default=None,
        allow_null=True,
        help_text="Null for a table where more than two take turns, and for a pairing until somebody opens the link.",
    )
    sitting = serializers.CharField(
        source="sitting.public_id",
        default=None,
        allow_null=True,
        help_text="The id of the pool or the French table.",
    )
    event = serializers.CharField(source="event.public_id", default=None, allow_null=True)
    round = TextOrNull(source="round_label")
    table = TextOrNull()
    players = serializers.SerializerMethodField(help_text="The two of its rubber or pairing, A first.")
    made_by = serializers.SerializerMethodField(help_text="The name of who made it, and answers for it.")
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    opened_at = serializers.DateTimeField(allow_null=True, help_text="When it was last opened.")
    revoked_at = serializers.DateTimeField(allow_null=True)

    @extend_schema_field({"type": "string", "enum": ["good", "expired", "revoked", "over"]})
    def get_state(self, link: TableLink) -> str:
        return link_state(link)

    @extend_schema_field(SeatedPlayer(many=True, allow_null=True))
    def get_players(self, link: TableLink) -> list[Any] | None:
        if link.player_a is None or link.player_b is None:
            return None
        return list(SeatedPlayer([link.player_a, link.player_b], many=True).data)

    def get_made_by(self, link: TableLink) -> str:
        return person_name(link.created_by)


class NewLinkShown(LinkShown):
    """Both are in the answer to the request that made it, and never again: not when that is sent once more, either."""

    address = serializers.CharField(
        default=None, allow_null=True, help_text="Opens the table on a phone; its code stands behind the `#`."
    )
    code = serializers.CharField(
        default=None, allow_null=True, help_text="As people type it: `K7QF 2M9D XW4C TB6N`."
    )


class NewLinksShown(Shape):
    links = NewLinkShown(many=True)


class NewLinkBody(Body):
    good_for = serializers.ChoiceField(
        choices=list(LIVES), default="day", help_text="It ends before that when it is taken back."
    )


class NewLinksBody(NewLinkBody):
    """Without `stage` the last that is drawn, without `round` the one that is played."""

    stage = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, required=False)
    round = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, required=False)
    pairings = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_NUMBER),
        min_length=1,
        max_length=MOST_PAIRINGS,
        required=False,
        help_text="By their numbers in the round; every one that still plays where it is left out.",
    )
