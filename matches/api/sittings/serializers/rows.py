"""What was done at a pool or a French table, as the API's lists have it: people, games, postings, balances, facts.

Amounts are whole numbers of the currency's smallest unit.
"""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import SeatShown
from matches.api.core.filters import ChoiceFilter, Filters, PublicIdFilter, WholeFilter, one_of
from matches.api.core.serializers import Shape
from matches.api.rubbers.serializers import SeatedPlayer, Seats
from matches.api.sittings.serializers.sittings import PaymentShown, PersonShown
from matches.clubs.words import person_name
from matches.models import LogEntry
from matches.rules.sittings.facts import SITTING_FACT_KINDS
from matches.rules.sittings.state import ENTRY_CODES
from matches.sittings.current_state import SITTING_KIND

STATUSES: Final = ("open", "won", "void", "abandoned")


class PersonAtTable(Shape):
    """``people`` in the context: the state's people by id."""

    player = SeatedPlayer()
    position = serializers.IntegerField(help_text="In the order in which they came, from 1.")
    is_here = serializers.BooleanField()
    is_playing = serializers.SerializerMethodField(
        help_text="He sits, or waits for a seat; else he only bets."
    )
    balance = serializers.IntegerField(
        help_text="What he is up, or down where negative; what he has on the table counts as gone."
    )

    def get_is_playing(self, row: Any) -> bool:
        person = self.context["people"].get(row.player.public_id)
        return person is not None and person.is_playing


class GameOfTable(Shape):
    """``games`` in the context: the state's games by number."""

    number = serializers.IntegerField()
    players = Seats(source="*")
    rubber = serializers.CharField(source="rubber.public_id", default=None, allow_null=True)
    status = serializers.SerializerMethodField(help_text="How it stands at the table.")
    winner = SeatShown()
    chouette = SeatShown(help_text="The side that covered all bets against it.")
    pool = serializers.SerializerMethodField(help_text="The pool's number; null at a French table.")
    covered = serializers.SerializerMethodField(help_text="What each side had at stake; of a pool 0.")

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


class PostingShown(Shape):
    """A line of the ledger. Those of one entry add up to nothing."""

    position = serializers.IntegerField()
    entry = serializers.IntegerField()
    game = serializers.IntegerField(allow_null=True)
    player = SeatedPlayer(allow_null=True, help_text="Null: the pool, or the stakes on the table.")
    amount = serializers.IntegerField(help_text="What the account gets, or gives where negative.")
    why = serializers.ChoiceField(choices=list(ENTRY_CODES))


class LedgerFilters(Filters):
    player = PublicIdFilter("player__public_id", help_text="What this player got and gave.")
    entry = WholeFilter("entry", help_text="The entry of this number.")
    game = WholeFilter("game", help_text="What belongs to the game of this number.")
    why = ChoiceFilter(
        field_name="why", choices=one_of(list(ENTRY_CODES)), help_text="What the entry is for."
    )


class BalanceShown(Shape):
    player = PersonShown()
    amount = serializers.IntegerField(help_text="Up, or down where negative.")


class BalancesShown(Shape):
    """All balances and what is on the table add up to nothing."""

    currency = serializers.CharField()
    on_table = serializers.IntegerField()
    balances = BalanceShown(many=True)
    owed = PaymentShown(many=True)


class TableFact(Shape):
    """``told`` in the context: sentences by version; ``undone``: versions that were taken back."""

    version = serializers.IntegerField()
    kind = serializers.SerializerMethodField()
    payload = serializers.DictField(help_text="As it was put down, but for `kind` and `reason`.")
    told = serializers.SerializerMethodField(
        help_text="What came of it, in words; empty where it is taken back."
    )
    is_undone = serializers.SerializerMethodField()
    reason = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.SerializerMethodField(help_text="The name of who put it down.")
    link = serializers.CharField(
        source="link.hint",
        default=None,
        allow_null=True,
        help_text="The hint of the table's link by which it came; `by` is then who made that.",
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
        method="of_kind", choices=one_of(SITTING_FACT_KINDS), help_text="Facts of one kind alone."
    )

    def of_kind(self, rows: Any, name: str, value: str) -> Any:
        return rows.filter(kind=f"sitting.{value}")
