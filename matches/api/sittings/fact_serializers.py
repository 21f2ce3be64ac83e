"""Serializers for the facts of a pool or a French table. Each kind of fact has its own class.

The serializers check the form of a fact. ``matches.rules.sittings.rules`` decides whether the table allows
the fact now.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from rest_framework import serializers

from matches.api.core.fields import Pair, PublicIdField, TypedName, WriteSerializer
from matches.api.rubbers.serializers import REASON_LENGTH
from matches.api.sittings.serializers import GAME_WON
from matches.rules.sittings.facts import CUSTOMS, FIRST_STAKES, MOST_AMOUNT, MOST_PEOPLE, SHARINGS
from matches.rules.sittings.seat_rules import MOST_ROUNDS
from scoring.cards import CARD_NAMES

Form: TypeAlias = serializers.Serializer[Any] | type[serializers.Serializer[Any]]
MOST_NUMBER: Final = 2_147_483_647


class Amount(serializers.IntegerField):
    """A positive amount in the currency's smallest unit."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=MOST_AMOUNT, **options)


class PoolTerms(WriteSerializer):
    stake = Amount(help_text="The amount of each payment into the pool.")
    custom = serializers.ChoiceField(choices=CUSTOMS, default="loser")
    first_stakes = serializers.ChoiceField(
        choices=FIRST_STAKES,
        required=False,
        help_text="The players who stake when a pool begins: `all` three (the default), or only the two "
        "`engaged` in its first game, which needs the custom `entrant`.",
    )


class FrenchTerms(WriteSerializer):
    least = Amount(help_text="The minimum of a player's stake, and of each bet.")


class AnyTerms(WriteSerializer):
    """The terms of a table. A pool has `stake`, `custom` and `first_stakes`. A French table has `least`."""

    stake = Amount(required=False)
    custom = serializers.ChoiceField(choices=CUSTOMS, required=False)
    first_stakes = serializers.ChoiceField(choices=FIRST_STAKES, required=False)
    least = Amount(required=False)


class _NewTable(WriteSerializer):
    name = TypedName()
    event = PublicIdField(
        required=False,
        allow_null=True,
        help_text="The event, without a plan, in which its games count. Null: friendly games.",
    )
    players = serializers.ListField(
        child=PublicIdField(),
        max_length=MOST_PEOPLE,
        required=False,
        help_text="The players, in the order of arrival. Others can come later.",
    )
    reason = serializers.CharField(default="", allow_blank=True, max_length=REASON_LENGTH)


class PoolCreate(_NewTable):
    kind = serializers.ChoiceField(choices=["pool"])
    terms = PoolTerms()


class FrenchTableCreate(_NewTable):
    kind = serializers.ChoiceField(choices=["french"])
    terms = FrenchTerms()


NEW_TABLES: Final[dict[str, Form]] = {"pool": PoolCreate, "french": FrenchTableCreate}


class FactBody(WriteSerializer):
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=REASON_LENGTH, help_text="The reason shown in the log."
    )


class AgreedFact(FactBody):
    """The players agree on new terms, which apply from now on."""

    kind = serializers.ChoiceField(choices=["agreed"])
    terms = AnyTerms()


class JoinedFact(FactBody):
    """A player joins the table or returns to it."""

    kind = serializers.ChoiceField(choices=["joined"])
    player = PublicIdField(help_text="A player on the club's list, or a member from another club.")
    only_bets = serializers.BooleanField(
        default=False, help_text="At a French table: whether they only bet and do not wait for a seat."
    )


class LeftFact(FactBody):
    kind = serializers.ChoiceField(choices=["left"])
    player = PublicIdField()


class ReturnedFact(FactBody):
    kind = serializers.ChoiceField(choices=["returned"])
    player = PublicIdField()


class StoodAsideFact(FactBody):
    """A player at a French table no longer plays or waits for a seat, and only bets from now on."""

    kind = serializers.ChoiceField(choices=["stood_aside"])
    player = PublicIdField()


class StoodInFact(FactBody):
    """A player who stood aside at a French table waits for a seat again."""

    kind = serializers.ChoiceField(choices=["stood_in"])
    player = PublicIdField()


class CutFact(FactBody):
    """The cut that decides which player sits out of a pool.

    Each of the `rounds` has the players' cards by player id.

    Players who tie cut again.
    """

    kind = serializers.ChoiceField(choices=["cut"])
    rounds = serializers.ListField(
        child=serializers.DictField(child=serializers.ChoiceField(choices=CARD_NAMES)),
        min_length=1,
        max_length=MOST_ROUNDS,
    )


class SeatedFact(FactBody):
    """Players take their seats for the next game.

    At a pool, `out` is the player who sits out, if the cards of the cut are not known. At a French table, `a`
    and `b` are the players of the next game, even if it is other players' turn.
    """

    kind = serializers.ChoiceField(choices=["seated"])
    out = PublicIdField(required=False)
    a = PublicIdField(required=False)
    b = PublicIdField(required=False)


class BetFact(FactBody):
    """A bet on the next game. The seated players bet on themselves: their bet is their stake."""

    kind = serializers.ChoiceField(choices=["bet"])
    player = PublicIdField()
    on = PublicIdField()
    amount = Amount()


class BetWithdrawnFact(FactBody):
    kind = serializers.ChoiceField(choices=["bet_withdrawn"])
    player = PublicIdField()
    amount = Amount(
        required=False, help_text="The amount, taken from the latest bets first; everything if left out."
    )


class TakenBack(WriteSerializer):
    player = PublicIdField()
    amount = Amount()


class LevelledFact(FactBody):
    """Bets on the side with the larger total are returned, as far as the other side does not cover them."""

    kind = serializers.ChoiceField(choices=["levelled"])
    withdrawn = TakenBack(
        many=True,
        required=False,
        help_text="The amount to return to each player; without it, the latest bets are returned first.",
    )


class BetsTakenFact(FactBody):
    """One of the two seated players takes bets on the other player, ahead of the bystanders.

    If too few bets then remain to cover the bystanders' bets on the taker's side, the latest of these
    bystanders' bets are returned.
    """

    kind = serializers.ChoiceField(choices=["bets_taken"])
    player = PublicIdField()
    amount = Amount(required=False, help_text="The amount; everything that is offered if left out.")


class ChouetteFact(FactBody):
    """A seated player covers all bets against them. The bets of other people on this player are returned."""

    kind = serializers.ChoiceField(choices=["chouette"])
    player = PublicIdField()


class ChouetteUndoneFact(FactBody):
    kind = serializers.ChoiceField(choices=["chouette_undone"])


class GameBegunFact(FactBody):
    """The next game begins. Its rubber is created: `game.rubber` of the response has the rubber's id."""

    kind = serializers.ChoiceField(choices=["game_begun"])


class GameWonFact(FactBody):
    """A player wins a game, which settles all bets on the game.

    While the table is open, another fact about the same game corrects the winner.
    """

    kind = serializers.ChoiceField(choices=[GAME_WON])
    game = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    winner = serializers.ChoiceField(choices=["A", "B"])
    points = Pair(required=False, help_text="The points of A and B, if known.")


class GameAbandonedFact(FactBody):
    """A game is abandoned without a winner. All stakes on the game are returned."""

    kind = serializers.ChoiceField(choices=["game_abandoned"])
    game = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)


class PoolSharedFact(FactBody):
    """The players share a pool that nobody won.

    With `paid`, the shares are in proportion to what was paid for each place. With `equal`, they are equal.
    """

    kind = serializers.ChoiceField(choices=["pool_shared"])
    how = serializers.ChoiceField(choices=SHARINGS, default="paid")


class PaidFact(FactBody):
    """One person pays cash to another, during the evening or later."""

    kind = serializers.ChoiceField(choices=["paid"])
    to = PublicIdField()
    amount = Amount()

    def get_fields(self) -> dict[str, Any]:
        # ``from`` is a keyword of Python, so the field cannot be declared by assignment.
        return {**super().get_fields(), "from": PublicIdField()}


class ClosedFact(FactBody):
    kind = serializers.ChoiceField(choices=["closed"])


class ReopenedFact(FactBody):
    kind = serializers.ChoiceField(choices=["reopened"])


FACTS: Final[dict[str, Form]] = {
    "agreed": AgreedFact,
    "joined": JoinedFact,
    "left": LeftFact,
    "returned": ReturnedFact,
    "stood_aside": StoodAsideFact,
    "stood_in": StoodInFact,
    "cut": CutFact,
    "seated": SeatedFact,
    "bet": BetFact,
    "bet_withdrawn": BetWithdrawnFact,
    "levelled": LevelledFact,
    "bets_taken": BetsTakenFact,
    "chouette": ChouetteFact,
    "chouette_undone": ChouetteUndoneFact,
    "game_begun": GameBegunFact,
    GAME_WON: GameWonFact,
    "game_abandoned": GameAbandonedFact,
    "pool_shared": PoolSharedFact,
    "paid": PaidFact,
    "closed": ClosedFact,
    "reopened": ReopenedFact,
}


class Undo(WriteSerializer):
    version = serializers.IntegerField(
        min_value=1,
        max_value=MOST_NUMBER,
        required=False,
        help_text="The number of the fact in `last`; the latest fact if left out.",
    )
    reason = serializers.CharField(default="", allow_blank=True, max_length=REASON_LENGTH)
