"""Pools and French tables as the API shows them. Amounts are whole numbers of the currency's smallest unit."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import SeatShown, TextOrNull
from matches.api.core.filters import ChoiceFilter, DayFilter, Filters, PublicIdFilter, one_of
from matches.api.core.serializers import Shape
from matches.models import Sitting
from matches.rules.sittings.facts import CUSTOMS, FIRST_STAKES, SITTING_FACT_KINDS
from matches.rules.sittings.state import WAITING_CODES, WARNING_CODES
from scoring.cards import CARD_NAMES

GAME_WON: Final = "game_won"
"""A fact of the API's alone: who won a game is read from its rubber, and stands in no log of a table."""
STAGES: Final = ("people", "cut", "ready", "game", "closed")
MAY: Final = (*SITTING_FACT_KINDS, GAME_WON)


class PersonShown(Shape):
    id = serializers.CharField()
    name = TextOrNull(help_text="Null for somebody who asked to be forgotten.")


class Terms(Shape):
    """Of a pool `stake`, `custom` and `first_stakes`, of a French table `least`."""

    stake = serializers.IntegerField(
        required=False, help_text="One payment into the pool: the first one, and what the custom adds."
    )
    custom = serializers.ChoiceField(
        choices=CUSTOMS,
        required=False,
        help_text="Who pays into a pool that goes on: whoever loses a game, or whoever comes in for the loser.",
    )
    first_stakes = serializers.ChoiceField(
        choices=FIRST_STAKES,
        required=False,
        help_text="Who stakes as a pool begins: `all` three, or only the two `engaged` in its first game. Left out, it"
        " means `all`. `engaged` goes with the custom `entrant` alone.",
    )
    least = serializers.IntegerField(
        required=False, help_text="The least that a player stakes, or that anybody bets at a time."
    )


class TableLine(Shape):
    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id")
    event = serializers.CharField(
        source="event.public_id", default=None, allow_null=True, help_text="Null: outside any event."
    )
    kind = serializers.ChoiceField(choices=Sitting.Kind.values)
    name = serializers.CharField()
    date = serializers.DateField(help_text="The club's day on which it was opened.")
    currency = serializers.CharField(help_text="Three letters: EUR.")
    phase = serializers.ChoiceField(choices=Sitting.Phase.values)
    game_count = serializers.IntegerField()
    opened_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()


class TableFilters(Filters):
    kind = ChoiceFilter(field_name="kind", choices=one_of(Sitting.Kind.values))
    phase = ChoiceFilter(field_name="phase", choices=one_of(Sitting.Phase.values))
    event = PublicIdFilter("event__public_id", help_text="Where its games count.")
    date_from = DayFilter("date", lookup_expr="gte", help_text="Opened that day or later.")
    date_to = DayFilter("date", lookup_expr="lte", help_text="Opened that day or before.")


def _why(codes: dict[str, tuple[str, ...]], name: str) -> serializers.Serializer[Any]:
    """A reason by its code, and in a sentence."""
    members = {
        "code": serializers.ChoiceField(choices=list(codes)),
        "params": serializers.DictField(help_text="What the code is about, by name."),
        "text": serializers.CharField(help_text="In words, in the language asked for."),
        "__module__": __name__,
    }
    made: serializers.Serializer[Any] = type(name, (serializers.Serializer,), members)()
    return made


class WaitingShown(Shape):
    player = PersonShown()
    why = _why(WAITING_CODES, "WhyWaiting")


class SideShown(Shape):
    player = serializers.CharField()
    total = serializers.IntegerField()
    uncovered = serializers.IntegerField(help_text="Of this the other side has nothing against so much.")


class BetShown(Shape):
    player = serializers.CharField()
    on = serializers.CharField()
    amount = serializers.IntegerField()


class PlaceInPool(Shape):
    player = serializers.CharField(allow_null=True, help_text="Null: he has left, nobody took it.")
    paid = serializers.IntegerField(help_text="Into the pool that stands.")


class PoolShown(Shape):
    number = serializers.IntegerField()
    amount = serializers.IntegerField()
    is_standing = serializers.BooleanField()
    winner_of_one = serializers.CharField(
        allow_null=True, help_text="If he wins the next game too, it is his."
    )
    places = PlaceInPool(many=True)


class GameNow(Shape):
    number = serializers.IntegerField()
    a = serializers.CharField(help_text="A of its rubber.")
    b = serializers.CharField()
    rubber = serializers.CharField(help_text="Record its deals there, or say who won.")
    score = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, allow_null=True
    )
    is_disputed = serializers.BooleanField()


class LastFact(Shape):
    version = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=SITTING_FACT_KINDS)


class PaymentShown(Shape):
    payer = serializers.CharField()
    payee = serializers.CharField()
    amount = serializers.IntegerField()


# Of a list's members the framework's own field does not say that they may be null.
@extend_schema_field(
    {
        "type": "array",
        "minItems": 2,
        "maxItems": 2,
        "items": {"nullable": True, "allOf": [{"$ref": "#/components/schemas/PersonShown"}]},
    }
)
class Seats(serializers.ListField):
    """Two people, or nobody in the place of one."""


class TableShown(Shape):
    """A table in the middle of an evening. Players are named by their ids but where they sit and wait."""

    id = serializers.CharField()
    club = serializers.CharField()
    event = serializers.CharField(allow_null=True)
    kind = serializers.ChoiceField(choices=Sitting.Kind.values)
    name = serializers.CharField()
    date = serializers.DateField()
    currency = serializers.CharField()
    terms = Terms()
    phase = serializers.ChoiceField(choices=Sitting.Phase.values)
    stage = serializers.ChoiceField(
        choices=STAGES,
        help_text="What it waits for: `people` who are wanted to play, of a pool the `cut`, `ready`: two sit and may"
        " begin, at a French table once they have staked; the end of a `game`; nothing any more.",
    )
    version = serializers.IntegerField(help_text="How many facts were put down, those taken back included.")
    seats = Seats(
        child=PersonShown(allow_null=True),
        help_text="Who plays, or plays next, A and B; null where nobody is to be had.",
    )
    queue = WaitingShown(many=True, help_text="Who waits for a seat: the first comes in next.")
    sides = SideShown(many=True, help_text="What is staked on each of the two; empty in a pool.")
    bets = BetShown(many=True, help_text="On the game that is played, or on the next, as they were made.")
    to_stake = serializers.ListField(
        child=serializers.CharField(), help_text="Who has to stake before the next game may begin."
    )
    chouette = serializers.CharField(allow_null=True, help_text="Who covers all that is bet against him.")
    cut = serializers.ListField(
        child=serializers.ListField(
            child=serializers.ChoiceField(choices=CARD_NAMES), min_length=2, max_length=2
        ),
        help_text="The cards that the two who sit cut for deal with already, A's and B's.",
    )
    dealer = SeatShown(help_text="Who deals by them.")
    pool = PoolShown(allow_null=True)
    game = GameNow(allow_null=True, help_text="The game that is played.")
    on_table = serializers.IntegerField(help_text="In the pool, or staked on the game.")
    owed = PaymentShown(many=True, help_text="Who is to pay whom, to settle what is off the table.")
    warnings = serializers.ListField(
        child=_why(WARNING_CODES, "TableWarning"), help_text="What came of results that were corrected."
    )
    may = serializers.ListField(
        child=serializers.ChoiceField(choices=MAY),
        help_text="What you may put down now; `undone` stands for `undo/`. Empty for who only looks on.",
    )
    last = LastFact(allow_null=True, help_text="What `undo/` would take back.")
