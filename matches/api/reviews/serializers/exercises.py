"""The trainer as the API shows it: decisions that a player is set again, and what is made of his answers."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import PAIR_SCHEMA, Body, Pair, PublicIdField, SeatShown, TextOrNull
from matches.api.core.filters import ChoiceFilter, Filters, YesNoFilter, one_of
from matches.api.core.serializers import Shape
from matches.api.reviews.serializers.reviews import Figure as Rounded
from matches.api.rubbers.serializers import Seats
from matches.models import Decision
from matches.reviews.exercises import loss_of
from matches.reviews.queries.exercises import due
from scoring.cards import CARD_NAMES, SUITS, cards_of
from scoring.course import Trick
from scoring.seen import CallHeard, ExchangeSeen, Said, Seen, is_turned_up

KINDS: Final = tuple(Decision.Kind.values)
LONGEST_CHOICE: Final = 40
MOST: Final = 1_000_000
WHATS: Final = ("call", "exchange", "king")


@extend_schema_field({"type": "string", "enum": [*SUITS, None], "nullable": True})
class TrumpShown(TextOrNull):
    """``S``, ``H``, ``D`` or ``C``."""


class ExerciseShown(Shape):
    """A decision to make again. What it cost, and what was best, is not told before the answer."""

    rubber = serializers.CharField(source="review.rubber.public_id")
    players = Seats(source="review.rubber")
    date = TextOrNull(source="review.rubber.date", help_text="As the record has it.")
    game = serializers.IntegerField()
    deal = serializers.IntegerField()
    token = serializers.IntegerField(help_text="The moment just before this token of the deal.")
    kind = serializers.ChoiceField(choices=KINDS)
    trick = serializers.IntegerField(allow_null=True, help_text="Of a card.")
    side = serializers.ChoiceField(choices=["A", "B"], source="player", help_text="Whose decision it is.")
    choices = serializers.SerializerMethodField(help_text="As in decisions: one of these is the answer.")
    answered = serializers.SerializerMethodField(help_text="How often: send it with the answer.")
    due_at = serializers.DateTimeField(allow_null=True, help_text="Null for what was never set.")

    def get_choices(self, decision: Any) -> list[str]:
        return sorted(decision.chances)

    def get_answered(self, decision: Any) -> int:
        return int(decision.answered or 0)


@extend_schema_field({**PAIR_SCHEMA, "nullable": True})
class PairOrNull(serializers.Field[Any, Any, Any, Any]):
    def to_representation(self, value: Any) -> list[int]:
        return list(value)


class SaidShown(Shape):
    """A call, an exchange or a king marked; what does not belong to its kind is null."""

    what = serializers.ChoiceField(choices=WHATS)
    player = serializers.ChoiceField(choices=["A", "B"])
    call = TextOrNull(help_text="The letter: `P`, `S`, `G`, `R`.")
    number = serializers.IntegerField(allow_null=True, help_text="How many cards he put out.")
    out = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="Which: of his own exchange alone."
    )
    taken = serializers.ListField(child=serializers.CharField(), allow_null=True, help_text="Likewise.")
    is_turned_up = serializers.BooleanField(allow_null=True, help_text="Of a king.")


class TrickSoFar(Shape):
    leader = serializers.ChoiceField(choices=["A", "B"])
    lead = serializers.CharField()
    reply = TextOrNull(help_text="Null: to be played.")
    winner = SeatShown()


class PositionShown(Shape):
    """What the player knew then, and nothing else. Cards are written as in the notation: `HK`, `DT`."""

    dealer = serializers.ChoiceField(choices=["A", "B"])
    hand = serializers.ListField(child=serializers.CharField(), help_text="His cards.")
    turn_up = TextOrNull()
    trump = TrumpShown(help_text="The suit.")
    vulnerable = SeatShown(help_text="Against whom the point counts two (law 49).")
    score = PairOrNull(allow_null=True, help_text="Before the deal.")
    games_won = Pair(help_text="Before this game.")
    said = SaidShown(many=True, help_text="Before the play, in its order.")
    tricks = TrickSoFar(many=True)


class ExerciseWhole(ExerciseShown):
    """An exercise with what its player knew when he chose."""

    position = PositionShown()


class ExerciseFilters(Filters):
    is_due = YesNoFilter(
        "due_at", method="of_due", help_text="Those to be made now: come back, or never set; or the others."
    )
    kind = ChoiceFilter(field_name="kind", choices=one_of(KINDS))
    is_new = YesNoFilter(
        "due_at", lookup_expr="isnull", help_text="Those that were never set, or the others."
    )

    def of_due(self, rows: QuerySet[Decision], name: str, value: bool) -> QuerySet[Decision]:
        is_due = due(timezone.now())
        return rows.filter(is_due if value else ~is_due)


class ExerciseAnswer(Body):
    """Which exercise is answered, how often it had been when it was read, and the choice."""

    rubber = PublicIdField()
    game = serializers.IntegerField(min_value=1, max_value=MOST)
    deal = serializers.IntegerField(min_value=1, max_value=MOST)
    token = serializers.IntegerField(min_value=0, max_value=MOST)
    kind = serializers.ChoiceField(choices=KINDS)
    answered = serializers.IntegerField(min_value=0, max_value=MOST)
    choice = serializers.CharField(max_length=LONGEST_CHOICE)


class ExerciseVerdict(Shape):
    """What the answer is worth, and when the exercise comes back."""

    is_right = serializers.BooleanField()
    choice = serializers.CharField(help_text="The answer that counts: the first to what was read.")
    chosen = serializers.CharField(help_text="At the table.")
    best = serializers.ListField(child=serializers.CharField(), help_text="Worth most in marks.")
    loss = Rounded(help_text="What the answer costs, in chances of winning the game.")
    chances = serializers.DictField(child=Rounded(), help_text="Of winning the game after each choice.")
    answered = serializers.IntegerField()
    right_in_a_row = serializers.IntegerField()
    due_at = serializers.DateTimeField()


def verdict_json(decision: Decision, exercise: Any, *, is_right: bool) -> dict[str, Any]:
    told = {
        "is_right": is_right,
        "choice": exercise.last_answer,
        "chosen": decision.chosen,
        "best": decision.best,
        "loss": loss_of(decision, exercise.last_answer),
        "chances": decision.chances,
        "answered": exercise.answered,
        "right_in_a_row": exercise.right_in_a_row,
        "due_at": exercise.due_at,
    }
    return dict(ExerciseVerdict(told).data)


def position_json(seen: Seen) -> dict[str, Any]:
    told = {
        "dealer": seen.dealer,
        "hand": _cards(seen.hand),
        "turn_up": _card(seen.turn_up),
        "trump": "" if seen.trump is None else SUITS[seen.trump],
        "vulnerable": seen.vulnerable,
        "score": seen.score,
        "games_won": seen.games_won,
        "said": [_said(seen, each) for each in seen.said],
        "tricks": [_trick(each) for each in seen.tricks],
    }
    return dict(PositionShown(told).data)


def _said(seen: Seen, said: Said) -> dict[str, Any]:
    told: dict[str, Any] = {
        "what": "king",
        "player": said.player,
        "call": "",
        "number": None,
        "out": None,
        "taken": None,
        "is_turned_up": None,
    }
    if isinstance(said, CallHeard):
        return {**told, "what": "call", "call": said.letter}
    if isinstance(said, ExchangeSeen):
        own = said.player == seen.player
        cards = {"out": _cards(said.out), "taken": _cards(said.taken)} if own else {}
        return {**told, "what": "exchange", "number": said.number, **cards}
    return {**told, "is_turned_up": is_turned_up(seen.course, said)}


def _trick(trick: Trick) -> dict[str, Any]:
    return {
        "leader": trick.leader,
        "lead": _card(trick.lead),
        "reply": _card(trick.reply),
        "winner": trick.winner or "",
    }


def _card(card: int | None) -> str:
    return "" if card is None else CARD_NAMES[card]


def _cards(mask: int) -> list[str]:
    return [CARD_NAMES[card] for card in cards_of(mask)]
