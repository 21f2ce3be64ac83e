"""Serializers for the plan of an event. The fields have the names used in ``matches.rules.events.plan``."""

from __future__ import annotations

from typing import Any, Final, get_args

from rest_framework import serializers

from matches.api.core.fields import DayTextField, TypedName, WriteSerializer
from matches.api.core.serializers import ReadSerializer
from matches.api.rubbers.serializers import REASON_LENGTH
from matches.rules.events.plan import (
    MOST_PRIZES,
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
from matches.rules.events.plan_json import LOT_SEED_CHARACTERS, NAME_CHARACTERS, PRIZE_CHARACTERS, plan_json

STAGE_KIND_NAMES: Final = tuple(STAGE_KINDS)
DAY: Final = "A day, as 2026-11-21; empty for none."
LARGEST: Final = 2**31 - 1
RUN_ALONE: Final = "Shown to those alone who run the event; else null."


def _number(help_text: str) -> serializers.IntegerField:
    return serializers.IntegerField(required=False, min_value=0, max_value=LARGEST, help_text=help_text)


def _yes_no(help_text: str) -> serializers.BooleanField:
    return serializers.BooleanField(required=False, help_text=help_text)


def _choice(choices: tuple[str, ...], help_text: str) -> serializers.ChoiceField:
    return serializers.ChoiceField(required=False, choices=choices, help_text=help_text)


def _text(most: int, help_text: str) -> serializers.CharField:
    return serializers.CharField(
        trim_whitespace=False, required=False, allow_blank=True, max_length=most, help_text=help_text
    )


class EventReason(serializers.CharField):
    """The reason for a change, for the event's log.

    The reason may be empty if the change affects nothing that was released or played.
    """

    def __init__(self, **options: Any) -> None:
        merged = {"default": "", "allow_blank": True, "max_length": REASON_LENGTH, **options}
        super().__init__(
            help_text="The reason shown in the log; required if released or played rounds change.", **merged
        )


class PlannedStage(WriteSerializer):
    """The plan of a stage.

    An option that is left out has its default. Leave out options that the stage's kind does not use.
    """

    kind = serializers.ChoiceField(choices=STAGE_KIND_NAMES)
    name = TypedName(
        required=False,
        allow_blank=True,
        max_length=NAME_CHARACTERS,
        help_text="Its name on pages, with which the labels of its rounds begin.",
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
        help_text="The tie-breaks, in order; empty: the usual ones.",
    )
    annul_below_half = _yes_no("A player who withdraws before half of their rubbers leaves no results.")
    first_due = DayTextField(
        required=False, allow_blank=True, help_text=f"Of a league: the last day of the first round. {DAY}"
    )
    days_apart = _number("Of a league: from one round's last day to the next one's.")


class PlannedRules(WriteSerializer):
    """The rules by which the rubbers of an event are played."""

    best_of = _number("Games, an odd number.")
    reckoning = _choice(get_args(Reckoning), "What a game counts.")
    rubber_bonus = _number("Points for winning the rubber.")
    cut = _choice(get_args(Cut), "Whether a cut decides the first deal of the rubber or of each game.")
    variant = _choice(get_args(Variant), "The game that is played.")


class Plan(WriteSerializer):
    stages = serializers.ListField(child=PlannedStage(), min_length=1, max_length=MOST_STAGES)
    rules = PlannedRules(required=False)
    tables = _number("How many there are; 0: as many as are wanted.")
    check_in = _yes_no("Who has not checked in is not drawn.")
    requested_bye = _choice(get_args(RequestedBye), "What a requested bye gives, in a Swiss.")
    lot_seed = _text(
        LOT_SEED_CHARACTERS,
        "Any text; every lot of the event is drawn from it, so that it is shown to those alone who run the event.",
    )
    starts_on = DayTextField(required=False, allow_blank=True, help_text=f"The first day. {DAY}")
    prizes = serializers.ListField(
        child=serializers.CharField(max_length=PRIZE_CHARACTERS, allow_blank=True),
        required=False,
        max_length=MOST_PRIZES,
        help_text="The prizes, from the first place on; they may change after the draw.",
    )


class PlanAsked(WriteSerializer):
    plan = Plan()
    reason = EventReason()


class OfEvent(ReadSerializer):
    event = serializers.CharField()
    version = serializers.IntegerField(help_text="The version of the event's log.")


class PlanDetailSerializer(OfEvent):
    plan = Plan(allow_null=True, help_text="Null for an event without a plan.")


def plan_document(plan: EventPlan) -> dict[str, Any]:
    """Return the plan of an event as JSON. Every field is included, even if it has its default value."""
    document = plan_json(plan)
    document["rules"]["variant"] = plan.rules.variant
    document["prizes"] = list(plan.prizes)
    return document
