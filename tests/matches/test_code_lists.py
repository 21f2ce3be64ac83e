"""Each set of codes has one authoritative list, and every other list has the same codes.

A row of ``LISTS`` is: the authoritative codes, another list of them, and the place of that list.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

import pytest

from matches import models
from matches.api.pads import serializers as pad_serializers
from matches.api.sittings import fact_serializers
from matches.api.sittings.serializers import GAME_WON
from matches.clubs import memberships, roles
from matches.common import round_names
from matches.events import words as event_words
from matches.exchange.exports import requests, writers
from matches.exchange.imports.candidates import Fate
from matches.exchange.queries import Reading
from matches.pads import commands
from matches.pages.common import incident_words, results
from matches.pages.events import rows
from matches.pages.events.words import DEEDS
from matches.pages.exchange import held_texts, imports
from matches.pages.figures.filters import DEPTHS
from matches.pages.handbook import roles_and_states
from matches.pages.log.log_words_people import role_word
from matches.pages.pads import conflict_words
from matches.pages.reviews import figures
from matches.pages.sittings import act_forms, records, run_act
from matches.rubbers import states
from matches.rules.events import facts as event_facts
from matches.rules.events import plan, plan_json
from matches.rules.sittings import facts as sitting_facts
from matches.rules.sittings import fold as sitting_fold
from matches.sittings.queries import NOT_IN_HISTORY
from scoring import record
from scoring.incidents import ROWS

STATES: Final = get_args(states.State)
BEFORE: Final = ("", *STATES)
RUBBER_KINDS: Final = get_args(states.RubberKind)
SINGLE_STEPS: Final = {"rubber.cut_recorded", "rubber.deal_recorded", "rubber.deal_undone"}
ROLES: Final = get_args(roles.Role)
ACTIONS: Final = get_args(roles.Action)
FATES: Final = models.ImportLine.Fate.values
SITTING_KINDS: Final = sitting_facts.SITTING_FACT_KINDS
DECIDED_BY: Final = models.Pairing.DecidedBy
Pair = tuple[Iterable[object], Iterable[object], str]

OF_RUBBERS: Final[list[Pair]] = [
    (STATES, models.Rubber.State.values, "Rubber.State, matches/models/records.py"),
    (BEFORE, get_args(states.Before), "Before, matches/rubbers/states.py"),
    (BEFORE, roles_and_states.STATE_NAMES, "STATE_NAMES, matches/pages/handbook/roles_and_states.py"),
    (BEFORE, roles_and_states.MEANINGS, "MEANINGS, matches/pages/handbook/roles_and_states.py"),
    (STATES, results.STATES, "STATES, matches/pages/common/results.py"),
    (RUBBER_KINDS, states.TRANSITIONS, "TRANSITIONS, matches/rubbers/states.py"),
    (RUBBER_KINDS, roles_and_states.WAYS, "WAYS, matches/pages/handbook/roles_and_states.py"),
    (
        RUBBER_KINDS,
        {*records.OF_RUBBERS, *NOT_IN_HISTORY},
        "OF_RUBBERS, matches/pages/sittings/records.py, or NOT_IN_HISTORY, matches/sittings/queries.py",
    ),
    (
        pad_serializers.STEPS,
        {*conflict_words._OTHERS, *SINGLE_STEPS},
        "_OTHERS and _told, matches/pages/pads/conflict_words.py",
    ),
    (
        get_args(record.Termination),
        models.Rubber.Termination.values,
        "Termination, matches/models/records.py",
    ),
    (get_args(record.Termination), results.TERMINATIONS, "TERMINATIONS, matches/pages/common/results.py"),
    (get_args(record.Depth), models.Depth.values, "Depth, matches/models/records.py"),
    (get_args(record.Depth), DEPTHS, "DEPTHS, matches/pages/figures/filters.py"),
    (get_args(record.Variant), record.VARIANT_TAGS, "VARIANT_TAGS, scoring/record.py"),
    (get_args(plan.Variant), record.VARIANT_TAGS, "Variant, matches/rules/events/plan.py"),
    (get_args(commands.Kind), commands._READERS, "_READERS, matches/pads/commands.py"),
    (models.Decision.Kind.values, figures.KINDS, "KINDS, matches/pages/reviews/figures.py"),
]
OF_INCIDENTS: Final[list[Pair]] = [
    (
        {remedy for row in ROWS.values() for remedy in row.remedies},
        incident_words.REMEDY_NAMES,
        "REMEDY_NAMES, matches/pages/common/incident_words.py",
    ),
    (
        {word for row in ROWS.values() for fact in row.facts for word in fact.words},
        incident_words.FACTS,
        "FACTS, matches/pages/common/incident_words.py",
    ),
]
OF_CLUBS: Final[list[Pair]] = [
    (ROLES, {*models.Membership.Role.values, "stranger"}, "Membership.Role, matches/models/people.py"),
    (models.Membership.Role, memberships.BY_RANK, "BY_RANK, matches/clubs/memberships.py"),
    (ROLES, roles_and_states.ROLE_NAMES, "ROLE_NAMES, matches/pages/handbook/roles_and_states.py"),
    (roles.Grant, roles_and_states.CELLS, "CELLS, matches/pages/handbook/roles_and_states.py"),
    (
        roles.Grant,
        {*roles_and_states.CONDITIONS, roles.Grant.YES, roles.Grant.NO},
        "CONDITIONS, matches/pages/handbook/roles_and_states.py",
    ),
    (ACTIONS, roles._ACTIONS, "_ACTIONS, matches/clubs/roles.py"),
    (ACTIONS, roles._TABLE, "_TABLE, matches/clubs/roles.py"),
]
OF_FILES: Final[list[Pair]] = [
    (FATES, get_args(Fate), "Fate, matches/exchange/imports/candidates.py"),
    (FATES, imports.FATES, "FATES, matches/pages/exchange/imports.py"),
    (FATES, held_texts.OUTCOMES, "OUTCOMES, matches/pages/exchange/held_texts.py"),
    (get_args(Reading), imports.STATES, "STATES, matches/pages/exchange/imports.py"),
    (models.Export.Form.values, requests.FORMS, "FORMS, matches/exchange/exports/requests.py"),
    (requests.FORMS, {*writers.WRITERS, requests.XLSX}, "WRITERS, matches/exchange/exports/writers.py"),
    (writers.HEADS, writers.FETCHED, "FETCHED, matches/exchange/exports/writers.py"),
]
OF_EVENTS: Final[list[Pair]] = [
    ({*event_facts.FACT_KINDS, "opened", "renamed"}, DEEDS, "DEEDS, matches/pages/events/words.py"),
    ({*plan.STAGE_KINDS, "open"}, models.Stage.Kind.values, "Stage.Kind, matches/models/events.py"),
    (plan.STAGE_KINDS, round_names.KINDS, "KINDS, matches/common/round_names.py"),
    (plan.SEEDINGS, event_words.SEEDING_NAMES, "SEEDING_NAMES, matches/events/words.py"),
    (plan.SCORES, event_words.SCORE_NAMES, "SCORE_NAMES, matches/events/words.py"),
    (
        plan.TIE_BREAKS,
        {*event_words.SHORT_FIGURE_NAMES, "lot"},
        "SHORT_FIGURE_NAMES, matches/events/words.py",
    ),
    (get_args(plan.RequestedBye), event_words.REQUESTED_BYES, "REQUESTED_BYES, matches/events/words.py"),
    (models.Stage.Phase.values, event_words.PHASES, "PHASES, matches/events/words.py"),
    (
        {*plan_json._PLAN, *plan_json._STAGE, *plan_json._RULES},
        event_words.FIELD_NAMES,
        "FIELD_NAMES, matches/events/words.py",
    ),
    (
        models.Pairing.Kind.values,
        {*rows.BYES, models.Pairing.Kind.RUBBER},
        "BYES, matches/pages/events/rows.py",
    ),
    (
        DECIDED_BY.values,
        {*rows.DECIDED, DECIDED_BY.NOTHING, DECIDED_BY.RUBBER, DECIDED_BY.BYE},
        "DECIDED, or outcome_words, matches/pages/events/rows.py",
    ),
]
OF_SITTINGS: Final[list[Pair]] = [
    (sitting_facts.SITTING_KINDS, models.Sitting.Kind.values, "Sitting.Kind, matches/models/sittings.py"),
    (
        sitting_facts.SITTING_KINDS,
        fact_serializers.NEW_TABLES,
        "NEW_TABLES, matches/api/sittings/fact_serializers.py",
    ),
    (
        SITTING_KINDS,
        {
            *sitting_fold._HANDLERS,
            *sitting_fold._POOL_HANDLERS,
            *sitting_fold._FRENCH_HANDLERS,
            "opened",
            "undone",
        },
        "_HANDLERS, _POOL_HANDLERS or _FRENCH_HANDLERS, matches/rules/sittings/fold.py",
    ),
    (
        {*SITTING_KINDS, GAME_WON},
        {*fact_serializers.FACTS, "opened", "undone"},
        "FACTS, matches/api/sittings/fact_serializers.py",
    ),
    (act_forms.FORMS, run_act._HANDLERS, "_HANDLERS, matches/pages/sittings/run_act.py"),
]
LISTS: Final = [*OF_RUBBERS, *OF_INCIDENTS, *OF_CLUBS, *OF_FILES, *OF_EVENTS, *OF_SITTINGS]


@pytest.mark.parametrize(("codes", "others", "place"), LISTS, ids=[place for _codes, _others, place in LISTS])
def test_list_has_every_code_and_no_other(
    codes: Iterable[object], others: Iterable[object], place: str
) -> None:
    missing, unknown = set(codes) - set(others), set(others) - set(codes)
    assert not missing, f"add {sorted(map(str, missing))} to {place}"
    assert not unknown, f"take {sorted(map(str, unknown))} out of {place}, or add it to the list that decides"


@pytest.mark.parametrize("role", models.Membership.Role.values)
def test_log_has_a_word_for_every_role(role: str) -> None:
    assert role_word(role)


def test_roles_go_from_the_most_to_the_least() -> None:
    """A person with two roles is known by the first in one list, and keeps the first of the other."""
    assert (*memberships.BY_RANK, "stranger") == ROLES, (
        "BY_RANK has the order of Role: matches/clubs/memberships.py"
    )
