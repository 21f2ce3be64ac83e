"""The laws and rulings as the API shows them, and what it is asked about them. Texts are the package's English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import PAIR_SCHEMA, Body, PublicIdField, Query, SeatShown
from matches.api.core.serializers import Shape
from matches.api.rubbers.serializers import REASON_LENGTH, RECORD_LENGTH, FindingShown
from scoring.book import Option, Place, Ruling, effect_in_english
from scoring.cards import CardMask, format_cards
from scoring.incidents import ARGUMENTS, ROWS
from scoring.laws.index import LAWS, Law
from scoring.notation.incidents import write_incident
from scoring.record import Incident, Pair

REMEDIES: Final = tuple(dict.fromkeys(remedy for row in ROWS.values() for remedy in row.remedies))
MOST_FACTS: Final = 12
FACT_LENGTH: Final = 100


class FactShown(Shape):
    kind = serializers.ChoiceField(
        choices=["word", "choice", "number", "card", "cards", "suit"],
        help_text="`word`: there where it is so; `choice`: one of `words`.",
    )
    question = serializers.CharField()
    words = serializers.ListField(child=serializers.CharField())


class RemedyShown(Shape):
    remedy = serializers.ChoiceField(choices=REMEDIES)
    needs = serializers.ChoiceField(
        choices=["card", "cards"], allow_null=True, help_text="What it names besides itself."
    )


class LawShown(Shape):
    """A law of the code, and what it asks and allows where it was broken."""

    number = serializers.IntegerField()
    title = serializers.CharField()
    summary = serializers.CharField()
    section = serializers.CharField()
    irregularity = serializers.CharField()
    offender = serializers.ChoiceField(
        choices=["dealer", "elder", "either", "nobody"], help_text="Whose fault it is."
    )
    moments = serializers.ListField(child=serializers.CharField(), help_text="When it is discovered.")
    facts = FactShown(many=True)
    remedies = RemedyShown(many=True)


class LawsShown(Shape):
    results = LawShown(many=True)


class LawQuery(Query):
    q = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=300,
        help_text="What happened, in plain words; or a law's number.",
    )


class PlaceShown(Shape):
    game = serializers.IntegerField(help_text="From 1, by position.")
    deal = serializers.IntegerField(allow_null=True, help_text="Null: in the game's heading.")
    token = serializers.IntegerField(
        help_text="The incident goes before the token of this number: a deal's number is 0, its dealer 1, what"
        " follows counts from 2. In a heading `Game` is 0 and its number 1."
    )


class EffectShown(Shape):
    key = serializers.CharField()
    message = serializers.CharField()


class ScoreAfterShown(Shape):
    player = serializers.ChoiceField(choices=["A", "B"])
    is_vole = serializers.BooleanField()
    scores = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2),
        help_text="Two where the calls are not recorded, so that the point may count one or two; none where the"
        " score before is not known.",
    )


@extend_schema_field({**PAIR_SCHEMA, "nullable": True})
class ScoreShown(serializers.Field[Any, Any, Any, Any]):
    """A score, null where it is not known."""

    def to_representation(self, value: Pair | None) -> Any:
        return None if value is None else list(value)


class OptionShown(Shape):
    remedy = serializers.ChoiceField(choices=REMEDIES)
    token = serializers.CharField(help_text="The incident in the notation, as far as it is known.")
    needs = serializers.ChoiceField(choices=["card", "cards"], allow_null=True)
    cards_from = serializers.CharField(allow_null=True, help_text="The cards it may name; null: not known.")
    count = serializers.IntegerField(allow_null=True, help_text="How many cards it names.")
    effects = EffectShown(many=True)
    ends_deal = serializers.BooleanField()
    next_dealer = SeatShown()
    score = ScoreShown(allow_null=True, help_text="When the remedy is taken and nothing more has happened.")
    outcomes = ScoreAfterShown(
        many=True, help_text="The score after each end of the deal that is still open."
    )


class RulingShown(Shape):
    law = serializers.IntegerField()
    title = serializers.CharField()
    offender = SeatShown()
    chooser = SeatShown(help_text="Who chooses; null where nobody does, or it is not known.")
    is_forced = serializers.BooleanField(help_text="The law leaves one remedy alone.")
    facts = FactShown(many=True, help_text="What the law asks for.")
    score = ScoreShown(allow_null=True, help_text="The game's before the deal.")
    options = OptionShown(many=True)


class PendingShown(Shape):
    """What a record waits for: the finding, and the incident that settles it once a remedy is chosen."""

    finding = FindingShown()
    place = PlaceShown()
    law = serializers.IntegerField()
    offender = SeatShown()
    facts = serializers.ListField(child=serializers.CharField())
    ruling = RulingShown()


class PendingsShown(Shape):
    results = PendingShown(many=True)


class _Incident(Body):
    """An incident and its place; without ``token`` at the end of the deal, or of the heading."""

    game = serializers.IntegerField(default=1, min_value=1, max_value=10_000)
    deal = serializers.IntegerField(default=None, allow_null=True, min_value=1, max_value=10_000)
    token = serializers.IntegerField(default=None, allow_null=True, min_value=2, max_value=1_000_000)
    law = serializers.IntegerField(min_value=1, max_value=len(LAWS))
    offender = serializers.ChoiceField(choices=["A", "B"], default=None, allow_null=True)
    facts = serializers.ListField(
        child=serializers.CharField(max_length=FACT_LENGTH),
        default=list,
        max_length=MOST_FACTS,
        help_text="As the notation has them: `looked`, `6`, `HK`, `SK.HA`, `S`.",
    )


class RulingAsked(_Incident):
    """What happened, and in which record: `egn`, or `rubber`, or neither for the law alone."""

    egn = serializers.CharField(required=False, max_length=RECORD_LENGTH, trim_whitespace=False)
    rubber = PublicIdField(required=False)


class WonBy(Body):
    winner = serializers.ChoiceField(choices=["A", "B"])
    tricks = serializers.ChoiceField(choices=[3, 4, 5], default=None, allow_null=True)


class RulingChosen(_Incident):
    """A choice. `outcome` is that of a replay, in place of what stands behind the incident."""

    remedy = serializers.ChoiceField(choices=REMEDIES)
    argument = serializers.CharField(
        default=None, allow_null=True, max_length=FACT_LENGTH, help_text="The cards that the remedy names."
    )
    outcome = WonBy(default=None, allow_null=True)
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=REASON_LENGTH, help_text="For the log."
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
    shown = {
        "law": ruling.law,
        "title": LAWS[ruling.law - 1].title,
        "offender": ruling.offender,
        "chooser": ruling.chooser,
        "is_forced": ruling.is_forced,
        "facts": _facts(ruling.law),
        "score": ruling.score,
        "options": [_option(ruling.incident, option) for option in ruling.options],
    }
    return dict(RulingShown(shown).data)


def _option(incident: Incident, option: Option) -> Mapping[str, Any]:
    return {
        "remedy": option.remedy,
        "token": write_incident(Incident(incident.law, incident.player, incident.facts, option.remedy)),
        "needs": option.needs,
        "cards_from": _cards(option.cards_from),
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


def _cards(mask: CardMask | None) -> str | None:
    return None if mask is None else format_cards(mask)


def place_json(place: Place) -> dict[str, Any]:
    return {
        "game": place.game + 1,
        "deal": None if place.deal is None else place.deal + 1,
        "token": place.token,
    }
