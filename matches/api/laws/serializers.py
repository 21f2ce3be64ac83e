"""Serializers for laws, rulings and requests for rulings. The texts of the laws are in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import PAIR_SCHEMA, PublicIdField, QuerySerializer, SeatField, WriteSerializer
from matches.api.core.serializers import ReadSerializer
from matches.api.rubbers.serializers import REASON_LENGTH, RECORD_LENGTH, FindingSerializer
from scoring.book import Option, Place, Ruling, effect_in_english
from scoring.cards import format_cards
from scoring.incidents import ARGUMENTS, ROWS
from scoring.laws.index import LAWS, Law
from scoring.notation.incidents import write_incident
from scoring.record import Incident, Pair

REMEDIES: Final = tuple(dict.fromkeys(remedy for row in ROWS.values() for remedy in row.remedies))
MOST_FACTS: Final = 12
FACT_LENGTH: Final = 100


class FactSerializer(ReadSerializer):
    kind = serializers.ChoiceField(
        choices=["word", "choice", "number", "card", "cards", "suit"],
        help_text="`word`: present if true; `choice`: one of `words`.",
    )
    question = serializers.CharField()
    words = serializers.ListField(child=serializers.CharField())


class RemedyDetailSerializer(ReadSerializer):
    remedy = serializers.ChoiceField(choices=REMEDIES)
    needs = serializers.ChoiceField(
        choices=["card", "cards"], allow_null=True, help_text="What else the remedy must name."
    )


class LawSerializer(ReadSerializer):
    """A law of the code, with the facts it asks for and the remedies it allows after an infringement."""

    number = serializers.IntegerField()
    title = serializers.CharField()
    summary = serializers.CharField()
    section = serializers.CharField()
    irregularity = serializers.CharField()
    offender = serializers.ChoiceField(
        choices=["dealer", "elder", "either", "nobody"], help_text="The offender."
    )
    moments = serializers.ListField(
        child=serializers.CharField(), help_text="The moments at which it is discovered."
    )
    facts = FactSerializer(many=True)
    remedies = RemedyDetailSerializer(many=True)


class LawsSerializer(ReadSerializer):
    results = LawSerializer(many=True)


class LawQuery(QuerySerializer):
    q = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=300,
        help_text="What happened, in plain words; or a law's number.",
    )


class PlaceSerializer(ReadSerializer):
    game = serializers.IntegerField(help_text="The position of the game, from 1.")
    deal = serializers.IntegerField(allow_null=True, help_text="Null: in the heading of the game.")
    token = serializers.IntegerField(
        help_text="The incident goes before this token: a deal's number is token 0, its dealer 1, and so on. In "
        "a heading, `Game` is token 0 and its number 1."
    )


class EffectSerializer(ReadSerializer):
    key = serializers.CharField()
    message = serializers.CharField()


class ScoreAfterSerializer(ReadSerializer):
    player = serializers.ChoiceField(choices=["A", "B"])
    is_vole = serializers.BooleanField()
    scores = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2),
        help_text="Two if the calls are not recorded, so that the point may count one or two; none if the score "
        "before is not known.",
    )


@extend_schema_field({**PAIR_SCHEMA, "nullable": True})
class ScoreField(serializers.Field[Any, Any, Any, Any]):
    """The score of a game, A's points first, or null if the score is not known."""

    def to_representation(self, value: Pair | None) -> Any:
        return None if value is None else list(value)


class OptionSerializer(ReadSerializer):
    remedy = serializers.ChoiceField(choices=REMEDIES)
    token = serializers.CharField(help_text="The incident in EGN, as far as it is known.")
    needs = serializers.ChoiceField(choices=["card", "cards"], allow_null=True)
    cards_from = serializers.CharField(allow_null=True, help_text="The cards it may name; null: not known.")
    count = serializers.IntegerField(allow_null=True, help_text="The number of cards that it names.")
    effects = EffectSerializer(many=True)
    ends_deal = serializers.BooleanField()
    next_dealer = SeatField()
    score = ScoreField(allow_null=True, help_text="The score after the remedy alone.")
    outcomes = ScoreAfterSerializer(many=True, help_text="The score after each possible end of the deal.")


class RulingSerializer(ReadSerializer):
    law = serializers.IntegerField()
    title = serializers.CharField()
    offender = SeatField()
    chooser = SeatField(help_text="The side that chooses; null if nobody chooses or it is not known.")
    is_forced = serializers.BooleanField(help_text="Whether the law leaves only one remedy.")
    facts = FactSerializer(many=True, help_text="The facts that the law asks for.")
    score = ScoreField(allow_null=True, help_text="The score of the game before the deal.")
    options = OptionSerializer(many=True)


class PendingSerializer(ReadSerializer):
    """A finding that blocks a record, and the incident that needs a ruling.

    Choosing a remedy for the incident settles the finding.
    """

    finding = FindingSerializer()
    place = PlaceSerializer()
    law = serializers.IntegerField()
    offender = SeatField()
    facts = serializers.ListField(child=serializers.CharField())
    ruling = RulingSerializer()


class PendingsSerializer(ReadSerializer):
    results = PendingSerializer(many=True)


class _Incident(WriteSerializer):
    """An incident, and its position in the record.

    Without ``token``, the incident is at the end of the deal. Without ``token`` and ``deal``, the incident is
    at the end of the game's heading.
    """

    game = serializers.IntegerField(default=1, min_value=1, max_value=10_000)
    deal = serializers.IntegerField(default=None, allow_null=True, min_value=1, max_value=10_000)
    token = serializers.IntegerField(default=None, allow_null=True, min_value=2, max_value=1_000_000)
    law = serializers.IntegerField(min_value=1, max_value=len(LAWS))
    offender = serializers.ChoiceField(choices=["A", "B"], default=None, allow_null=True)
    facts = serializers.ListField(
        child=serializers.CharField(max_length=FACT_LENGTH),
        default=list,
        max_length=MOST_FACTS,
        help_text="The facts as in EGN: `looked`, `6`, `HK`, `SK.HA`, `S`.",
    )


class RulingAsked(_Incident):
    """An incident, and the record in which it happened. `egn` has the record's text, or `rubber` its id.

    Without `egn` and `rubber`, the response only describes what the law provides.
    """

    egn = serializers.CharField(required=False, max_length=RECORD_LENGTH, trim_whitespace=False)
    rubber = PublicIdField(required=False)


class WonBy(WriteSerializer):
    winner = serializers.ChoiceField(choices=["A", "B"])
    tricks = serializers.ChoiceField(choices=[3, 4, 5], default=None, allow_null=True)


class RulingChosen(_Incident):
    """The remedy chosen for an incident.

    `outcome` is the result of a replayed deal and replaces what was recorded after the incident.
    """

    remedy = serializers.ChoiceField(choices=REMEDIES)
    argument = serializers.CharField(
        default=None, allow_null=True, max_length=FACT_LENGTH, help_text="The cards that the remedy names."
    )
    outcome = WonBy(default=None, allow_null=True)
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=REASON_LENGTH, help_text="The reason shown in the log."
    )


def law_json(law: Law) -> dict[str, Any]:
    row = ROWS[law.number]
    return {
        "number": law.number,
        "title": law.title,
        "summary": law.summary,
        "section": law.section,
        "irregularity": row.irregularity,
        "offender": row.offender,
        "moments": list(row.moments),
        "facts": _facts(law.number),
        "remedies": [{"remedy": remedy, "needs": ARGUMENTS.get(remedy)} for remedy in row.remedies],
    }


def _facts(law: int) -> list[dict[str, Any]]:
    return [
        {"kind": spec.kind, "question": spec.question, "words": list(spec.words)} for spec in ROWS[law].facts
    ]


def ruling_json(ruling: Ruling) -> dict[str, Any]:
    body = {
        "law": ruling.law,
        "title": LAWS[ruling.law - 1].title,
        "offender": ruling.offender,
        "chooser": ruling.chooser,
        "is_forced": ruling.is_forced,
        "facts": _facts(ruling.law),
        "score": ruling.score,
        "options": [_option(ruling.incident, option) for option in ruling.options],
    }
    return RulingSerializer.json(body)


def _option(incident: Incident, option: Option) -> Mapping[str, Any]:
    return {
        "remedy": option.remedy,
        "token": write_incident(Incident(incident.law, incident.player, incident.facts, option.remedy)),
        "needs": option.needs,
        "cards_from": None if option.cards_from is None else format_cards(option.cards_from),
        "count": option.count,
        "effects": [{"key": effect.key, "message": effect_in_english(effect)} for effect in option.effects],
        "ends_deal": option.ends_deal,
        "next_dealer": option.next_dealer,
        "score": option.score,
        "outcomes": [
            {"player": one.player, "is_vole": one.is_vole, "scores": [list(score) for score in one.scores]}
            for one in option.outcomes
        ],
    }


def place_json(place: Place) -> dict[str, Any]:
    return {
        "game": place.game + 1,
        "deal": None if place.deal is None else place.deal + 1,
        "token": place.token,
    }
