"""Serializers for pools and French tables.

Amounts are whole numbers in the currency's smallest unit, such as cents.
"""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import SeatField, TextOrNull
from matches.api.core.filters import ChoiceFilter, DayFilter, Filters, PublicIdFilter, WholeFilter, one_of
from matches.api.core.serializers import ReadSerializer
from matches.api.rubbers.serializers import SeatedPlayer, Seats
from matches.clubs.words import person_name
from matches.models import LogEntry, Sitting
from matches.rules.sittings.facts import CUSTOMS, FIRST_STAKES, SITTING_FACT_KINDS
from matches.rules.sittings.state import ENTRY_CODES, WAITING_CODES, WARNING_CODES
from matches.sittings.sitting_state import SITTING_KIND
from scoring.cards import CARD_NAMES

GAME_WON: Final = "game_won"
"""A kind of fact that exists in the API alone: the winner of a game is read from its rubber, not from a table's log."""


STAGES: Final = ("people", "cut", "ready", "game", "closed")
MAY: Final = (*SITTING_FACT_KINDS, GAME_WON)


class PersonSerializer(ReadSerializer):
    id = serializers.CharField()
    name = TextOrNull(help_text="Null if the person's data were deleted.")


class Terms(ReadSerializer):
    """The terms of a table. A pool has `stake`, `custom` and `first_stakes`. A French table has `least`."""

    stake = serializers.IntegerField(required=False, help_text="The amount of each payment into the pool.")
    custom = serializers.ChoiceField(
        choices=CUSTOMS,
        required=False,
        help_text="The player who pays when a pool goes on: the loser of a game, or the player who comes in.",
    )
    first_stakes = serializers.ChoiceField(
        choices=FIRST_STAKES,
        required=False,
        help_text="The players who stake when a pool begins: `all` three (the default), or only the two "
        "`engaged` in its first game, which needs the custom `entrant`.",
    )
    least = serializers.IntegerField(
        required=False, help_text="The minimum of a player's stake, and of each bet."
    )


class TableLine(ReadSerializer):
    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id")
    event = serializers.CharField(
        source="event.public_id", default=None, allow_null=True, help_text="Null: a friendly game."
    )
    kind = serializers.ChoiceField(choices=Sitting.Kind.values)
    name = serializers.CharField()
    date = serializers.DateField(help_text="The day on which it was opened, in the club's time zone.")
    currency = serializers.CharField(help_text="A currency code of three letters: EUR.")
    phase = serializers.ChoiceField(choices=Sitting.Phase.values)
    game_count = serializers.IntegerField()
    opened_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()


class TableFilters(Filters):
    kind = ChoiceFilter(field_name="kind", choices=one_of(Sitting.Kind.values))
    phase = ChoiceFilter(field_name="phase", choices=one_of(Sitting.Phase.values))
    event = PublicIdFilter("event__public_id", help_text="Only tables whose games count in this event.")
    date_from = DayFilter("date", lookup_expr="gte", help_text="Only tables opened on or after this day.")
    date_to = DayFilter("date", lookup_expr="lte", help_text="Only tables opened on or before this day.")


def _why(codes: dict[str, tuple[str, ...]], name: str) -> serializers.Serializer[Any]:
    """Return a serializer for a reason. ``codes`` has the parameter names of each code."""
    members = {
        "code": serializers.ChoiceField(choices=list(codes)),
        "params": serializers.DictField(help_text="The parameters of the code, by name."),
        "text": serializers.CharField(help_text="In words, in the requested language."),
        "__module__": __name__,
    }
    serializer: serializers.Serializer[Any] = type(name, (serializers.Serializer,), members)()
    return serializer


class WaitingSerializer(ReadSerializer):
    player = PersonSerializer()
    why = _why(WAITING_CODES, "WhyWaiting")


class SideSerializer(ReadSerializer):
    player = serializers.CharField()
    total = serializers.IntegerField()
    uncovered = serializers.IntegerField(help_text="The part that the other side does not cover.")


class BetSerializer(ReadSerializer):
    player = serializers.CharField()
    on = serializers.CharField()
    amount = serializers.IntegerField()


class PlaceInPool(ReadSerializer):
    player = serializers.CharField(
        allow_null=True, help_text="Null if the player has left and nobody has taken the place."
    )
    paid = serializers.IntegerField(help_text="The amount paid into the present pool.")


class PoolSerializer(ReadSerializer):
    number = serializers.IntegerField()
    amount = serializers.IntegerField()
    is_standing = serializers.BooleanField()
    winner_of_one = serializers.CharField(
        allow_null=True, help_text="The player who wins the pool by winning the next game, too."
    )
    places = PlaceInPool(many=True)


class GameNow(ReadSerializer):
    number = serializers.IntegerField()
    a = serializers.CharField(help_text="Player A of its rubber.")
    b = serializers.CharField()
    rubber = serializers.CharField(
        help_text="The rubber of the game: record its deals there, or report the winner."
    )
    score = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, allow_null=True
    )
    is_disputed = serializers.BooleanField()


class LastFact(ReadSerializer):
    version = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=SITTING_FACT_KINDS)


class PaymentSerializer(ReadSerializer):
    payer = serializers.CharField()
    payee = serializers.CharField()
    amount = serializers.IntegerField()


# The framework's list field does not declare that its members may be null.
@extend_schema_field(
    {
        "type": "array",
        "minItems": 2,
        "maxItems": 2,
        "items": {"nullable": True, "allOf": [{"$ref": "#/components/schemas/Person"}]},
    }
)
class SeatList(serializers.ListField):
    """The people in the two seats of a table. An empty seat is null."""


class TableSerializer(ReadSerializer):
    """The current state of a pool or a French table.

    Most members refer to players by id. `seats` and `queue` also have the players' names.
    """

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
        help_text="What the table waits for: `people` to play; the `cut` of a pool; `ready`: two sit and may "
        "begin, at a French table once they have staked; the end of a `game`; or nothing, when it is closed.",
    )
    version = serializers.IntegerField(help_text="The number of recorded facts, including undone ones.")
    seats = SeatList(
        child=PersonSerializer(allow_null=True),
        help_text="The players A and B of this game or the next; null if there is nobody to play.",
    )
    queue = WaitingSerializer(
        many=True, help_text="The players who wait for a seat: the first comes in next."
    )
    sides = SideSerializer(many=True, help_text="The stakes on each of the two players; empty in a pool.")
    bets = BetSerializer(
        many=True, help_text="The bets on this game or the next, in the order in which they were made."
    )
    to_stake = serializers.ListField(
        child=serializers.CharField(), help_text="The players who must stake before the next game can begin."
    )
    chouette = serializers.CharField(
        allow_null=True, help_text="The player who covers all bets against them."
    )
    cut = serializers.ListField(
        child=serializers.ListField(
            child=serializers.ChoiceField(choices=CARD_NAMES), min_length=2, max_length=2
        ),
        help_text="The cards of A and B that were already cut for deal.",
    )
    dealer = SeatField(help_text="The dealer by these cards.")
    pool = PoolSerializer(allow_null=True)
    game = GameNow(allow_null=True, help_text="The game being played.")
    on_table = serializers.IntegerField(help_text="The amount in the pool, or staked on the game.")
    owed = PaymentSerializer(many=True, help_text="The payments that would settle all debts.")
    warnings = serializers.ListField(
        child=_why(WARNING_CODES, "TableWarning"), help_text="The consequences of corrected results."
    )
    may = serializers.ListField(
        child=serializers.ChoiceField(choices=MAY),
        help_text="The kinds of fact that you may record now; `undone` means `undo/`. Empty if you may only "
        "watch.",
    )
    last = LastFact(allow_null=True, help_text="The fact that `undo/` would undo.")


STATUSES: Final = ("open", "won", "void", "abandoned")


class PersonAtTable(ReadSerializer):
    """A person at a table. ``people`` in the context has the people of the table's state by player id."""

    player = SeatedPlayer()
    position = serializers.IntegerField(help_text="The number in the order of arrival, from 1.")
    is_here = serializers.BooleanField()
    is_playing = serializers.SerializerMethodField(
        help_text="Whether they sit or wait for a seat; otherwise they only bet."
    )
    balance = serializers.IntegerField(
        help_text="The balance; negative if they lost. Stakes on the table count as paid."
    )

    def get_is_playing(self, row: Any) -> bool:
        person = self.context["people"].get(row.player.public_id)
        return person is not None and person.is_playing


class GameOfTable(ReadSerializer):
    """A game of a table. ``games`` in the context has the games of the table's state by number."""

    number = serializers.IntegerField()
    players = Seats(source="*")
    rubber = serializers.CharField(source="rubber.public_id", default=None, allow_null=True)
    status = serializers.SerializerMethodField(help_text="The state of the game at the table.")
    winner = SeatField()
    chouette = SeatField(help_text="The side that covered all bets against it.")
    pool = serializers.SerializerMethodField(help_text="The pool's number; null at a French table.")
    covered = serializers.SerializerMethodField(help_text="The stakes of each side; 0 in a pool.")

    def _game(self, row: Any) -> Any:
        return self.context["games"].get(row.number)

    @extend_schema_field({"type": "string", "enum": list(STATUSES)})
    def get_status(self, row: Any) -> str:
        game = self._game(row)
        return "open" if game is None else str(game.status)

    def get_pool(self, row: Any) -> int | None:
        game = self._game(row)
        return None if game is None else game.pool or None

    def get_covered(self, row: Any) -> int:
        game = self._game(row)
        return 0 if game is None else int(game.covered)


class PostingSerializer(ReadSerializer):
    """A posting in the ledger of a table. The amounts of the postings of one `entry` add up to zero."""

    position = serializers.IntegerField()
    entry = serializers.IntegerField()
    game = serializers.IntegerField(allow_null=True)
    player = SeatedPlayer(
        allow_null=True, help_text="The player; null: the pool, or the stakes on the table."
    )
    amount = serializers.IntegerField(help_text="The amount that the account receives; negative if it pays.")
    why = serializers.ChoiceField(choices=list(ENTRY_CODES))


class LedgerFilters(Filters):
    player = PublicIdFilter("player__public_id", help_text="Only postings of this player.")
    entry = WholeFilter("entry", help_text="Only the entry with this number.")
    game = WholeFilter("game", help_text="Only entries of the game with this number.")
    why = ChoiceFilter(
        field_name="why", choices=one_of(list(ENTRY_CODES)), help_text="Only entries for this purpose."
    )


class BalanceSerializer(ReadSerializer):
    player = PersonSerializer()
    amount = serializers.IntegerField(help_text="The balance; negative if they lost.")


class BalancesSerializer(ReadSerializer):
    """The balances of all people at a table. The balances and the amount `on_table` add up to zero."""

    currency = serializers.CharField()
    on_table = serializers.IntegerField()
    balances = BalanceSerializer(many=True)
    owed = PaymentSerializer(many=True)


class TableFact(ReadSerializer):
    """A fact in the log of a table.

    ``told`` in the context has the sentences about each fact by the fact's version. ``undone`` has the
    versions of the facts that were undone.
    """

    version = serializers.IntegerField()
    kind = serializers.SerializerMethodField()
    payload = serializers.DictField(help_text="The fact as it was sent, without `kind` and `reason`.")
    told = serializers.SerializerMethodField(help_text="The effects, in words; empty if the fact was undone.")
    is_undone = serializers.SerializerMethodField()
    reason = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.SerializerMethodField(help_text="The name of the person who recorded it.")
    link = serializers.CharField(
        source="link.hint",
        default=None,
        allow_null=True,
        help_text="The hint of the table link that was used; `by` is then the person who made that link.",
    )

    @extend_schema_field({"type": "string", "enum": list(SITTING_FACT_KINDS)})
    def get_kind(self, entry: LogEntry) -> str:
        return entry.kind.removeprefix(SITTING_KIND)

    @extend_schema_field({"type": "array", "items": {"type": "string"}})
    def get_told(self, entry: LogEntry) -> list[str]:
        return [] if self.get_is_undone(entry) else list(self.context["told"][entry.version])

    def get_is_undone(self, entry: LogEntry) -> bool:
        return entry.version in self.context["undone"]

    def get_by(self, entry: LogEntry) -> str:
        return person_name(entry.by)


class FactFilters(Filters):
    kind = ChoiceFilter(
        method="of_kind", choices=one_of(SITTING_FACT_KINDS), help_text="Only facts of this kind."
    )

    def of_kind(self, rows: Any, name: str, value: str) -> Any:
        return rows.filter(kind=f"sitting.{value}")
