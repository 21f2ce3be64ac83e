"""What may be put down at a pool or a French table, as bodies of the API: a shape for each kind of fact.

A body has the shape alone; whether it may be put down now is for ``matches.rules.sittings.lifecycle`` to say.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from rest_framework import serializers

from matches.api.core.fields import Body, Pair, PublicIdField, TypedName
from matches.api.rubbers.serializers import REASON_LENGTH
from matches.api.sittings.serializers.sittings import GAME_WON
from matches.rules.sittings.facts import CUSTOMS, FIRST_STAKES, MOST_AMOUNT, MOST_PEOPLE, SHARINGS
from matches.rules.sittings.seat_rules import MOST_ROUNDS
from scoring.cards import CARD_NAMES

Shape: TypeAlias = serializers.Serializer[Any] | type[serializers.Serializer[Any]]
MOST_NUMBER: Final = 2_147_483_647


class Amount(serializers.IntegerField):
    """Of the currency's smallest unit, above nothing."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=MOST_AMOUNT, **options)


class PoolTerms(Body):
    stake = Amount(help_text="One payment into the pool: the first one, and what the custom adds.")
    custom = serializers.ChoiceField(choices=CUSTOMS, default="loser")
    first_stakes = serializers.ChoiceField(
        choices=FIRST_STAKES,
        required=False,
        help_text="Who stakes as a pool begins: `all` three, or only the two `engaged` in its first game. Left out, it"
        " means `all`. `engaged` goes with the custom `entrant` alone.",
    )


class FrenchTerms(Body):
    least = Amount(help_text="The least that a player stakes, or that anybody bets at a time.")


class AnyTerms(Body):
    """Of a pool `stake`, `custom` and `first_stakes`, of a French table `least`."""

    stake = Amount(required=False)
    custom = serializers.ChoiceField(choices=CUSTOMS, required=False)
    first_stakes = serializers.ChoiceField(choices=FIRST_STAKES, required=False)
    least = Amount(required=False)


class _NewTable(Body):
    name = TypedName()
    event = PublicIdField(
        required=False,
        allow_null=True,
        help_text="Where its games count: an event without a plan. Null: outside any.",
    )
    players = serializers.ListField(
        child=PublicIdField(),
        max_length=MOST_PEOPLE,
        required=False,
        help_text="Who is at it, in the order in which they came. Others can come later.",
    )
    reason = serializers.CharField(default="", allow_blank=True, max_length=REASON_LENGTH)


class NewPool(_NewTable):
    kind = serializers.ChoiceField(choices=["pool"])
    terms = PoolTerms()


class NewFrenchTable(_NewTable):
    kind = serializers.ChoiceField(choices=["french"])
    terms = FrenchTerms()


NEW_TABLES: Final[dict[str, Shape]] = {"pool": NewPool, "french": NewFrenchTable}


class FactBody(Body):
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=REASON_LENGTH, help_text="For the log."
    )


class AgreedFact(FactBody):
    """Other terms from now on."""

    kind = serializers.ChoiceField(choices=["agreed"])
    terms = AnyTerms()


class JoinedFact(FactBody):
    """Somebody comes to the table, or comes back to it."""

    kind = serializers.ChoiceField(choices=["joined"])
    player = PublicIdField(help_text="On the club's list, or a member from another club.")
    only_bets = serializers.BooleanField(
        default=False, help_text="At a French table: he does not wait for a seat."
    )


class LeftFact(FactBody):
    kind = serializers.ChoiceField(choices=["left"])
    player = PublicIdField()


class ReturnedFact(FactBody):
    kind = serializers.ChoiceField(choices=["returned"])
    player = PublicIdField()


class StoodAsideFact(FactBody):
    """At a French table: he only bets from now on."""

    kind = serializers.ChoiceField(choices=["stood_aside"])
    player = PublicIdField()


class StoodInFact(FactBody):
    """At a French table: he waits for a seat again."""

    kind = serializers.ChoiceField(choices=["stood_in"])
    player = PublicIdField()


class CutFact(FactBody):
    """The cut of a pool for who stays out: each round's cards, by player. Those who tied cut again in the next."""

    kind = serializers.ChoiceField(choices=["cut"])
    rounds = serializers.ListField(
        child=serializers.DictField(child=serializers.ChoiceField(choices=CARD_NAMES)),
        min_length=1,
        max_length=MOST_ROUNDS,
    )


class SeatedFact(FactBody):
    """Of a pool `out`: who stays out, where the cut's cards are not known. At a French table `a` and `b`: who plays
    next, whoever's turn it is.
    """

    kind = serializers.ChoiceField(choices=["seated"])
    out = PublicIdField(required=False)
    a = PublicIdField(required=False)
    b = PublicIdField(required=False)


class BetFact(FactBody):
    """A bet on the next game. A player's own stake is his bet on himself."""

    kind = serializers.ChoiceField(choices=["bet"])
    player = PublicIdField()
    on = PublicIdField()
    amount = Amount()


class BetWithdrawnFact(FactBody):
    kind = serializers.ChoiceField(choices=["bet_withdrawn"])
    player = PublicIdField()
    amount = Amount(
        required=False, help_text="So much, his latest bets first; all of it where it is left out."
    )


class TakenBack(Body):
    player = PublicIdField()
    amount = Amount()


class LevelledFact(FactBody):
    """The larger side takes back what is not covered."""

    kind = serializers.ChoiceField(choices=["levelled"])
    withdrawn = TakenBack(
        many=True,
        required=False,
        help_text="From whose bets how much; the latest bets first where it is left out.",
    )


class BetsTakenFact(FactBody):
    """One of the two who sit takes bets on the other, ahead of bystanders. Where that leaves no room, the latest
    bets on the same side go back.
    """

    kind = serializers.ChoiceField(choices=["bets_taken"])
    player = PublicIdField()
    amount = Amount(required=False, help_text="All that is offered where it is left out.")


class ChouetteFact(FactBody):
    """One of the two who sit covers all that is bet against him; what others have bet on him goes back."""

    kind = serializers.ChoiceField(choices=["chouette"])
    player = PublicIdField()


class ChouetteUndoneFact(FactBody):
    kind = serializers.ChoiceField(choices=["chouette_undone"])


class GameBegunFact(FactBody):
    """The game that is due begins, and its rubber is opened: `game.rubber` of the answer."""

    kind = serializers.ChoiceField(choices=["game_begun"])


class GameWonFact(FactBody):
    """Who won a game, said for the whole table. Said again it corrects, as long as the table is open."""

    kind = serializers.ChoiceField(choices=[GAME_WON])
    game = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    winner = serializers.ChoiceField(choices=["A", "B"])
    points = Pair(required=False, help_text="A's and B's, where they are known.")


class GameAbandonedFact(FactBody):
    """It is given up undecided, and all stakes on it go back."""

    kind = serializers.ChoiceField(choices=["game_abandoned"])
    game = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)


class PoolSharedFact(FactBody):
    """A pool that nobody won is shared by what was `paid` for each place, or in `equal` parts."""

    kind = serializers.ChoiceField(choices=["pool_shared"])
    how = serializers.ChoiceField(choices=SHARINGS, default="paid")


class PaidFact(FactBody):
    """Cash that one handed to another, this evening or after it."""

    kind = serializers.ChoiceField(choices=["paid"])
    to = PublicIdField()
    amount = Amount()

    def get_fields(self) -> dict[str, Any]:
        # A name that Python keeps for itself.
        return {**super().get_fields(), "from": PublicIdField()}


class ClosedFact(FactBody):
    kind = serializers.ChoiceField(choices=["closed"])


class ReopenedFact(FactBody):
    kind = serializers.ChoiceField(choices=["reopened"])


FACTS: Final[dict[str, Shape]] = {
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


class Undo(Body):
    version = serializers.IntegerField(
        min_value=1,
        max_value=MOST_NUMBER,
        required=False,
        help_text="Of the fact that is meant, as `last` has it; whatever is the last one where it is left out.",
    )
    reason = serializers.CharField(default="", allow_blank=True, max_length=REASON_LENGTH)
