"""Serializers for the trainer, in which players repeat their own decisions and receive verdicts."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import (
    PAIR_SCHEMA,
    ChoiceOrNull,
    Pair,
    PublicIdField,
    SeatField,
    TextOrNull,
    WriteSerializer,
)
from matches.api.core.filters import ChoiceFilter, Filters, YesNoFilter, one_of
from matches.api.core.serializers import ReadSerializer
from matches.api.reviews.serializers import Figure as Rounded
from matches.api.rubbers.serializers import Seats
from matches.models import Decision
from matches.reviews.exercises import due, loss_of
from scoring.cards import CARD_NAMES, SUITS, cards_of
from scoring.deal_course import Trick
from scoring.player_view import CallHeard, ExchangeSeen, PlayerView, ViewEvent, is_turned_up

KINDS: Final = tuple(Decision.Kind.values)
LONGEST_CHOICE: Final = 40
MOST: Final = 1_000_000
WHATS: Final = ("call", "exchange", "king")


class ExerciseSerializer(ReadSerializer):
    """A decision of a player, to be made again as an exercise.

    The loss of each choice and the best choice stay hidden until the player answers.
    """

    rubber = serializers.CharField(source="review.rubber.public_id")
    players = Seats(source="review.rubber")
    date = TextOrNull(source="review.rubber.date", help_text="The date as in the record.")
    game = serializers.IntegerField()
    deal = serializers.IntegerField()
    token = serializers.IntegerField(help_text="The decision comes just before this token of the deal.")
    kind = serializers.ChoiceField(choices=KINDS)
    trick = serializers.IntegerField(allow_null=True, help_text="The number of the trick, for a card.")
    side = serializers.ChoiceField(choices=["A", "B"], source="player", help_text="The side that decides.")
    choices = serializers.SerializerMethodField(
        help_text="The choices, as in decisions. The answer is one of them."
    )
    answered = serializers.SerializerMethodField(
        help_text="How often the exercise was answered: send it with the answer."
    )
    due_at = serializers.DateTimeField(
        allow_null=True, help_text="Null for an exercise that was never answered."
    )

    def get_choices(self, decision: Any) -> list[str]:
        return sorted(decision.chances)

    def get_answered(self, decision: Any) -> int:
        return int(decision.answered or 0)


@extend_schema_field({**PAIR_SCHEMA, "nullable": True})
class PairOrNull(serializers.Field[Any, Any, Any, Any]):
    def to_representation(self, value: Any) -> list[int]:
        return list(value)


class SaidSerializer(ReadSerializer):
    """A call, an exchange of cards, or a king marked before the play. Members that do not apply are null."""

    what = serializers.ChoiceField(choices=WHATS)
    player = serializers.ChoiceField(choices=["A", "B"])
    call = TextOrNull(help_text="The letter: `P`, `S`, `G`, `R`.")
    number = serializers.IntegerField(allow_null=True, help_text="How many cards the player discarded.")
    out = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="The cards, for your own exchange only.",
    )
    taken = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="The cards taken, for your own exchange only.",
    )
    is_turned_up = serializers.BooleanField(
        allow_null=True, help_text="For a king: whether it was turned up."
    )


class TrickSoFar(ReadSerializer):
    leader = serializers.ChoiceField(choices=["A", "B"])
    lead = serializers.CharField()
    reply = TextOrNull(help_text="Null if it is still to be played.")
    winner = SeatField()


class PositionSerializer(ReadSerializer):
    """Everything that the player knew before the decision. Cards are in the notation: `HK`, `DT`."""

    dealer = serializers.ChoiceField(choices=["A", "B"])
    hand = serializers.ListField(child=serializers.CharField(), help_text="The cards of the player.")
    turn_up = TextOrNull()
    trump = ChoiceOrNull(SUITS, help_text="The suit of trumps.")
    vulnerable = SeatField(help_text="The vulnerable player, against whom the point counts two (law 49).")
    score = PairOrNull(allow_null=True, help_text="The score before the deal.")
    games_won = Pair(help_text="The games won before this game.")
    said = SaidSerializer(many=True, help_text="The calls and exchanges before the play, in order.")
    tricks = TrickSoFar(many=True)


class ExerciseWhole(ExerciseSerializer):
    """An exercise, with the position that the player knew when they made the decision."""

    position = PositionSerializer()


class ExerciseFilters(Filters):
    is_due = YesNoFilter(
        "due_at", method="of_due", help_text="Only exercises that are due, or only the others."
    )
    kind = ChoiceFilter(field_name="kind", choices=one_of(KINDS))
    is_new = YesNoFilter(
        "due_at",
        lookup_expr="isnull",
        help_text="Only exercises that were never answered, or only the others.",
    )

    def of_due(self, rows: QuerySet[Decision], name: str, value: bool) -> QuerySet[Decision]:
        is_due = due(timezone.now())
        return rows.filter(is_due if value else ~is_due)


class ExerciseAnswer(WriteSerializer):
    """The answer to an exercise.

    `answered` is the number of earlier answers that the exercise had when it was read.
    """

    rubber = PublicIdField()
    game = serializers.IntegerField(min_value=1, max_value=MOST)
    deal = serializers.IntegerField(min_value=1, max_value=MOST)
    token = serializers.IntegerField(min_value=0, max_value=MOST)
    kind = serializers.ChoiceField(choices=KINDS)
    answered = serializers.IntegerField(min_value=0, max_value=MOST)
    choice = serializers.CharField(max_length=LONGEST_CHOICE)


class ExerciseVerdict(ReadSerializer):
    """The verdict on an answer. `due_at` is the time when the exercise is due again."""

    is_right = serializers.BooleanField()
    choice = serializers.CharField(help_text="The answer that counts: the first after the exercise was read.")
    chosen = serializers.CharField(help_text="The choice at the table.")
    best = serializers.ListField(
        child=serializers.CharField(), help_text="The choices worth most, in points."
    )
    loss = Rounded(help_text="The winning chance that the answer costs.")
    chances = serializers.DictField(
        child=Rounded(), help_text="The chance of winning the game after each choice."
    )
    answered = serializers.IntegerField()
    right_in_a_row = serializers.IntegerField()
    due_at = serializers.DateTimeField()


def verdict_json(decision: Decision, exercise: Any, *, is_right: bool) -> dict[str, Any]:
    body = {
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
    return ExerciseVerdict.json(body)


def position_json(seen: PlayerView) -> dict[str, Any]:
    body = {
        "dealer": seen.dealer,
        "hand": _cards(seen.hand),
        "turn_up": _card(seen.turn_up),
        "trump": "" if seen.trump is None else SUITS[seen.trump],
        "vulnerable": seen.vulnerable,
        "score": seen.score,
        "games_won": seen.games_won,
        "said": [_said(seen, each) for each in seen.events],
        "tricks": [_trick(each) for each in seen.tricks],
    }
    return PositionSerializer.json(body)


def _said(seen: PlayerView, event: ViewEvent) -> dict[str, Any]:
    body: dict[str, Any] = {
        "what": "king",
        "player": event.player,
        "call": "",
        "number": None,
        "out": None,
        "taken": None,
        "is_turned_up": None,
    }
    if isinstance(event, CallHeard):
        return {**body, "what": "call", "call": event.letter}
    if isinstance(event, ExchangeSeen):
        own = event.player == seen.player
        cards = {"out": _cards(event.out), "taken": _cards(event.taken)} if own else {}
        return {**body, "what": "exchange", "number": event.number, **cards}
    return {**body, "is_turned_up": is_turned_up(seen.course, event)}


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
