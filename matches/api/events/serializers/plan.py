"""The plan of an event as the API takes and shows it: the fields of ``matches.rules.events.plan``, under its own
names."""

from __future__ import annotations

from typing import Any, Final, get_args

from rest_framework import serializers

from matches.api.core.fields import Body, TypedName
from matches.api.core.serializers import Shape
from matches.api.rubbers.serializers import REASON_LENGTH
from matches.rules.events.plan import (
    MOST_STAGES,
    SCORES,
    SEEDINGS,
    STAGE_KINDS,
    TIE_BREAKS,
    Cut,
    EventPlan,
    Reckoning,
    RequestedBye,
    Variant,
)
from matches.rules.events.plan_json import LOT_SEED_CHARACTERS, NAME_CHARACTERS, plan_json

STAGE_KIND_NAMES: Final = tuple(STAGE_KINDS)
DAY: Final = "A day, as 2026-11-21; empty for none."
LARGEST: Final = 2**31 - 1
RUN_ALONE: Final = "Shown to those alone who run the event; else null."


def _number(told: str) -> serializers.IntegerField:
    return serializers.IntegerField(required=False, min_value=0, max_value=LARGEST, help_text=told)


def _yes_no(told: str) -> serializers.BooleanField:
    return serializers.BooleanField(required=False, help_text=told)


def _choice(choices: tuple[str, ...], told: str) -> serializers.ChoiceField:
    return serializers.ChoiceField(required=False, choices=choices, help_text=told)


def _text(most: int, told: str) -> serializers.CharField:
    return serializers.CharField(
        trim_whitespace=False, required=False, allow_blank=True, max_length=most, help_text=told
    )


class EventReason(serializers.CharField):
    """A reason for the log, which may stay away where nothing is changed that was released or played."""

    def __init__(self, **options: Any) -> None:
        told = {"default": "", "allow_blank": True, "max_length": REASON_LENGTH, **options}
        super().__init__(help_text="For the log; wanted where what was released or played changes.", **told)


class PlannedStage(Body):
    """A stage; what is left out is as usual, and what its kind has no use for is left out."""

    kind = serializers.ChoiceField(choices=STAGE_KIND_NAMES)
    name = TypedName(
        required=False,
        allow_blank=True,
        max_length=NAME_CHARACTERS,
        help_text="What pages call it, and the beginning of its rounds' labels.",
    )
    groups = _number("Of a round robin or a league.")
    cycles = _number("How often everybody meets everybody, in a round robin or a league.")
    rounds = _number("Of a Swiss; 0: as many as the field needs for one winner.")
    seeding = _choice(tuple(SEEDINGS), "Who meets whom in the first round of a bracket or a Swiss.")
    third_place = _yes_no("Of a knockout: the losing semi-finalists meet.")
    consolation = _yes_no("Of a knockout: the losers of the first round play one of their own.")
    bracket_reset = _yes_no("Of a double elimination: a final that the unbeaten one loses is played again.")
    qualifiers = _number("How many go on into the next stage, of each group; 0 in the last stage.")
    score = _choice(tuple(SCORES), "What a table counts.")
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(choices=tuple(TIE_BREAKS)),
        required=False,
        max_length=len(TIE_BREAKS),
        help_text="What parts the level, in order; none: the usual ones.",
    )
    annul_below_half = _yes_no("Whoever withdraws before half of his rubbers leaves no results behind.")
    first_due = _text(10, f"Of a league: the last day of the first round. {DAY}")
    days_apart = _number("Of a league: from one round's last day to the next one's.")


class PlannedRules(Body):
    """The rules of play of the event's rubbers."""

    best_of = _number("Games, an odd number.")
    reckoning = _choice(get_args(Reckoning), "What a game counts.")
    rubber_bonus = _number("Points for winning the rubber.")
    cut = _choice(get_args(Cut), "Whether a cut decides the first deal of the rubber or of each game.")
    variant = _choice(get_args(Variant), "The game that is played.")


class Plan(Body):
    stages = serializers.ListField(child=PlannedStage(), min_length=1, max_length=MOST_STAGES)
    rules = PlannedRules(required=False)
    tables = _number("How many there are; 0: as many as are wanted.")
    check_in = _yes_no("Who has not checked in is not drawn.")
    requested_bye = _choice(get_args(RequestedBye), "What a bye that was asked for gives, in a Swiss.")
    lot_seed = _text(
        LOT_SEED_CHARACTERS,
        "Any text; every lot of the event is drawn from it, so that it is shown to those alone who run the event.",
    )
    starts_on = _text(10, f"The first day. {DAY}")


class PlanAsked(Body):
    plan = Plan()
    reason = EventReason()


class PlanShown(Shape):
    event = serializers.CharField()
    version = serializers.IntegerField(help_text="Of the event's log.")
    plan = Plan(allow_null=True, help_text="Null for an event in which nothing is planned.")


def plan_document(plan: EventPlan) -> dict[str, Any]:
    """The plan with every field written out."""
    document = plan_json(plan)
    document["rules"]["variant"] = plan.rules.variant
    return document
