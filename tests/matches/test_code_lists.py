"""Each set of codes has one authoritative list, and every other list has the same codes.

A row of ``LISTS`` is: the authoritative codes, another list of them, and the place of that list.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Final, get_args

import pytest
from django.apps import apps
from django.db.models import CheckConstraint, Field

from ecarte_site.setup.environment import PROJECT
from matches import models
from matches.api.core import access
from matches.api.exchange import import_serializers, settle_serializers
from matches.api.figures.serializers import LabelCounts
from matches.api.pads import serializers as pad_serializers
from matches.api.reviews import serializers as review_serializers
from matches.api.sittings import fact_serializers
from matches.api.sittings.serializers import GAME_WON
from matches.clubs import api_tokens, memberships, roles
from matches.common import round_names
from matches.events import words as event_words
from matches.events.director_tasks import TaskKind
from matches.exchange.exports import requests, writers
from matches.exchange.imports.candidates import Fate
from matches.exchange.queries import Reading
from matches.management.commands import import_egn
from matches.models.webhooks import StopReason
from matches.pads import commands
from matches.pads.conflicts import Choice
from matches.pads.inbox import OutcomeName
from matches.pads.table_links import LinkCode
from matches.pages.clubs.people_forms import ROLE_WORDS
from matches.pages.common import game_words, incident_words, results
from matches.pages.events import bracket_tree, brackets, rows
from matches.pages.events.setup import stage_fields
from matches.pages.events.words import DEEDS
from matches.pages.exchange import conflict, exports, held_texts, imports
from matches.pages.figures import filters
from matches.pages.handbook import event_chapters, roles_and_states, standings_chapter
from matches.pages.home import waiting
from matches.pages.log import log_words_people, log_words_rubbers
from matches.pages.log.log_words_people import role_word
from matches.pages.pads import authorize, conflict_words
from matches.pages.pads.page_words import END_WORDS
from matches.pages.reviews import figures, judgements
from matches.pages.reviews.verdict import VERDICTS
from matches.pages.rubbers import rubber_chart, rubber_report
from matches.pages.rubbers.entry import round_field
from matches.pages.rubbers.entry.live_forms import DealForm
from matches.pages.rubbers.entry.result_form import ResultForm
from matches.pages.sittings import act_forms, records, run_act
from matches.pages.templatetags import webhooks as stopped
from matches.reviews.claims import CURRENT_ENGINES
from matches.rubbers import errors, find_round, states
from matches.rubbers.deal_from_input import TRICKS, Won
from matches.rubbers.enter import SEAT_OF_AUTHORITY
from matches.rules.events import draw, plan, plan_json
from matches.rules.events import facts as event_facts
from matches.rules.events import state as event_state
from matches.rules.events.bracket import Part
from matches.rules.sittings import facts as sitting_facts
from matches.rules.sittings import fold as sitting_fold
from matches.rules.sittings import rules as sitting_rules
from matches.sittings import words as sitting_words
from matches.sittings.queries import NOT_IN_HISTORY
from scoring import calling, check_game, findings, record
from scoring.incidents import ROWS
from scoring.variants import VARIATIONS
from worker.review import chances, decision, labels
from worker.review.policy_version import POLICY_VERSIONS

STATES: Final = get_args(states.State)
BEFORE: Final = ("", *STATES)
RUBBER_KINDS: Final = get_args(states.RubberKind)
SINGLE_STEPS: Final = {"rubber.cut_recorded", "rubber.deal_recorded", "rubber.deal_undone"}
ROLES: Final = get_args(roles.Role)
ACTIONS: Final = get_args(roles.Action)
TERMINATIONS: Final = get_args(record.Termination)
DEPTHS: Final = get_args(record.Depth)
VARIANTS: Final = get_args(record.Variant)
LABELS: Final = models.Decision.Label.values
WITHOUT_DOT: Final = ("inaccuracy",)
"""Labels that are too slight for a dot in the chart of a rubber."""
STYLES_OF_LABELS: Final = (
    "matches/pages/reviews/static/web/try.css",
    "matches/pages/rubbers/static/web/board.css",
    "matches/pages/rubbers/static/web/rubber.css",
)
DECISION_KINDS: Final = models.Decision.Kind.values
OTHER_REFUSALS: Final = {"not_admitted", "wrong_table", "too_many"}
"""Codes of refusals that are not about the link itself."""
FATES: Final = models.ImportLine.Fate.values
SITTING_KINDS: Final = sitting_facts.SITTING_FACT_KINDS
DECIDED_BY: Final = models.Pairing.DecidedBy
Pair = tuple[Iterable[object], Iterable[object], str]


def _styled_labels(sheet: str) -> set[str]:
    """Return the labels with a style of their own in a style sheet, which has styles of other marks, too."""
    return set(re.findall(r"\.mark\.(\w+)", (PROJECT / sheet).read_text("utf-8"))) - {"large", "best"}


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
    (TERMINATIONS, models.Rubber.Termination.values, "Termination, matches/models/records.py"),
    (TERMINATIONS, results.TERMINATIONS, "TERMINATIONS, matches/pages/common/results.py"),
    (DEPTHS, models.Depth.values, "Depth, matches/models/records.py"),
    (DEPTHS, filters.DEPTHS, "DEPTHS, matches/pages/figures/filters.py"),
    (TERMINATIONS, commands.TERMINATIONS, "TERMINATIONS, matches/pads/commands.py"),
    (TERMINATIONS, {*record._TERMINATIONS, "normal"}, "_TERMINATIONS, scoring/record.py"),
    (
        TERMINATIONS,
        [code for code, _words in ResultForm.base_fields["termination_said"].choices],  # type: ignore[attr-defined]
        "termination_said, matches/pages/rubbers/entry/result_form.py",
    ),
    (DEPTHS, {*conflict.DEPTHS} - {"games"}, "DEPTHS, matches/pages/exchange/conflict.py"),
    (
        RUBBER_KINDS,
        log_words_rubbers.RUBBER_SENTENCES,
        "RUBBER_SENTENCES, matches/pages/log/log_words_rubbers.py",
    ),
    (RUBBER_KINDS, errors._NOT_FROM_HERE, "_NOT_FROM_HERE, matches/rubbers/errors.py"),
    (get_args(commands.Kind), commands._READERS, "_READERS, matches/pads/commands.py"),
    (
        get_args(commands.Kind),
        {*END_WORDS["entries"], "deal", "rewrite"},
        "entries, matches/pages/pads/page_words.py",
    ),
    (models.PadEntry.Outcome.values, get_args(OutcomeName), "OutcomeName, matches/pads/inbox.py"),
    (models.PadEntry.Settlement.values, {"", *get_args(Choice)}, "Choice, matches/pads/conflicts.py"),
    (get_args(LinkCode), {*authorize.REFUSALS} - OTHER_REFUSALS, "REFUSALS, matches/pages/pads/authorize.py"),
    (get_args(Won), TRICKS, "TRICKS, matches/rubbers/deal_from_input.py"),
    (
        get_args(Won),
        [code for code, _words in DealForm.base_fields["won"].choices],  # type: ignore[attr-defined]
        "won, matches/pages/rubbers/entry/live_forms.py",
    ),
    (
        {*get_args(find_round.Problem), "no_round"} - {""},
        round_field.PROBLEMS,
        "PROBLEMS, matches/pages/rubbers/entry/round_field.py",
    ),
    (get_args(roles.Authority), SEAT_OF_AUTHORITY, "SEAT_OF_AUTHORITY, matches/rubbers/enter.py"),
    (get_args(findings.Severity), game_words.SEVERITIES, "SEVERITIES, matches/pages/common/game_words.py"),
    (
        get_args(findings.Severity),
        review_serializers.SEVERITIES,
        "SEVERITIES, matches/api/reviews/serializers.py",
    ),
]
OF_GAMES: Final[list[Pair]] = [
    (VARIANTS, record.VARIANT_TAGS, "VARIANT_TAGS, scoring/record.py"),
    (VARIANTS, VARIATIONS, "VARIATIONS, scoring/variants/__init__.py"),
    (VARIANTS, check_game._JUDGE_CALLS, "_JUDGE_CALLS, scoring/check_game.py"),
    (VARIANTS, calling._WAYS, "_WAYS, scoring/calling.py"),
    (VARIANTS, POLICY_VERSIONS, "POLICY_VERSIONS, worker/review/policy_version.py"),
    (VARIANTS, chances.CHANCES_VERSIONS, "CHANCES_VERSIONS, worker/review/chances.py"),
    (VARIANTS, chances.DATA, "DATA, worker/review/chances.py"),
    (VARIANTS, get_args(plan.Variant), "Variant, matches/rules/events/plan.py"),
    (VARIANTS, CURRENT_ENGINES, "CURRENT_ENGINES, matches/reviews/claims.py"),
    (VARIANTS, game_words.GAMES, "GAMES, matches/pages/common/game_words.py"),
    (get_args(record.Reckoning), get_args(plan.Reckoning), "Reckoning, matches/rules/events/plan.py"),
]
OF_REVIEWS: Final[list[Pair]] = [
    (DECISION_KINDS, get_args(decision.Kind), "Kind, worker/review/decision.py"),
    (DECISION_KINDS, figures.KINDS, "KINDS, matches/pages/reviews/figures.py"),
    (DECISION_KINDS, game_words.KINDS, "KINDS, matches/pages/common/game_words.py"),
    (models.Decision.Method.values, get_args(decision.Method), "Method, worker/review/decision.py"),
    (LABELS, get_args(labels.Label), "Label, worker/review/labels.py"),
    (LABELS, {label for _least, label in labels.THRESHOLDS}, "THRESHOLDS, worker/review/labels.py"),
    (LABELS, LabelCounts().fields, "LabelCounts, matches/api/figures/serializers.py"),
    (LABELS, game_words.LABELS, "LABELS, matches/pages/common/game_words.py"),
    (LABELS, game_words.LABEL_SIGNS, "LABEL_SIGNS, matches/pages/common/game_words.py"),
    (LABELS, judgements.LOOKS, "LOOKS, matches/pages/reviews/judgements.py"),
    (
        LABELS,
        {*VERDICTS} - {"best", "equal", "either", "close"},
        "VERDICTS, matches/pages/reviews/verdict.py",
    ),
    (LABELS, figures.LABEL_COUNTS, "LABEL_COUNTS, matches/pages/reviews/figures.py"),
    (LABELS, rubber_report.LABEL_HEADS, "LABEL_HEADS, matches/pages/rubbers/rubber_report.py"),
    (
        LABELS,
        {*rubber_chart.DOTTED, *WITHOUT_DOT},
        "DOTTED, matches/pages/rubbers/rubber_chart.py, or WITHOUT_DOT here",
    ),
    *[(LABELS, _styled_labels(sheet), f"the styles .mark.LABEL, {sheet}") for sheet in STYLES_OF_LABELS],
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
    (
        {remedy for row in ROWS.values() for remedy in row.remedies},
        log_words_rubbers.CLAUSES,
        "CLAUSES, matches/pages/log/log_words_rubbers.py",
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
    (models.Membership.Role, dict(ROLE_WORDS), "ROLE_WORDS, matches/pages/clubs/people_forms.py"),
    (
        models.Club.Analyses.values,
        log_words_people.ANALYSES,
        "ANALYSES, matches/pages/log/log_words_people.py",
    ),
    (get_args(api_tokens.Scope), api_tokens.SCOPES, "SCOPES, matches/clubs/api_tokens.py"),
    (get_args(access.LimitName), access.RATES, "RATES, matches/api/core/access.py"),
    (StopReason, stopped.STOPPED, "STOPPED, matches/pages/templatetags/webhooks.py"),
    (
        StopReason,
        {*log_words_people.WEBHOOK_STOPPED, StopReason.BY_HAND},
        "WEBHOOK_STOPPED, matches/pages/log/log_words_people.py",
    ),
    (ACTIONS, roles._ACTIONS, "_ACTIONS, matches/clubs/roles.py"),
    (ACTIONS, roles._TABLE, "_TABLE, matches/clubs/roles.py"),
]
OF_FILES: Final[list[Pair]] = [
    (FATES, get_args(Fate), "Fate, matches/exchange/imports/candidates.py"),
    (FATES, imports.FATES, "FATES, matches/pages/exchange/imports.py"),
    (FATES, held_texts.OUTCOMES, "OUTCOMES, matches/pages/exchange/held_texts.py"),
    (FATES, import_egn.FATES, "FATES, matches/management/commands/import_egn.py"),
    (get_args(Reading), import_serializers.READINGS, "READINGS, matches/api/exchange/import_serializers.py"),
    (
        models.Conflict.Resolution.values,
        settle_serializers.RESOLUTIONS,
        "RESOLUTIONS, matches/api/exchange/settle_serializers.py",
    ),
    (requests.ROW_KINDS, writers.HEADS, "HEADS, matches/exchange/exports/writers.py"),
    (
        get_args(requests.State),
        {*exports._STATE_WORDS, "ready", "failed"},
        "_STATE_WORDS, matches/pages/exchange/exports.py",
    ),
    (get_args(Reading), imports.STATES, "STATES, matches/pages/exchange/imports.py"),
    (models.Export.Form.values, requests.FORMS, "FORMS, matches/exchange/exports/requests.py"),
    (requests.FORMS, {*writers.WRITERS, requests.XLSX}, "WRITERS, matches/exchange/exports/writers.py"),
    (writers.HEADS, writers.FETCHED, "FETCHED, matches/exchange/exports/writers.py"),
]
OF_EVENTS: Final[list[Pair]] = [
    ({*event_facts.FACT_KINDS, "opened", "renamed"}, DEEDS, "DEEDS, matches/pages/events/words.py"),
    ({*plan.STAGE_KINDS, "open"}, models.Stage.Kind.values, "Stage.Kind, matches/models/events.py"),
    (plan.STAGE_KINDS, round_names.KINDS, "KINDS, matches/common/round_names.py"),
    (plan.STAGE_KINDS, plan.DEFAULT_TIE_BREAKS, "DEFAULT_TIE_BREAKS, matches/rules/events/plan.py"),
    (plan.STAGE_KINDS, draw.STAGE_NAMES, "STAGE_NAMES, matches/rules/events/draw.py"),
    (plan.STAGE_KINDS, stage_fields.SETTINGS, "SETTINGS, matches/pages/events/setup/stage_fields.py"),
    (plan.STAGE_KINDS, event_chapters.FORMATS, "FORMATS, matches/pages/handbook/event_chapters.py"),
    (plan.SEEDINGS, event_chapters.SEEDING_WORDS, "SEEDING_WORDS, matches/pages/handbook/event_chapters.py"),
    (plan.SEEDINGS, event_words.SEEDING_NAMES, "SEEDING_NAMES, matches/events/words.py"),
    (plan.SCORES, event_words.SCORE_NAMES, "SCORE_NAMES, matches/events/words.py"),
    (
        plan.TIE_BREAKS,
        {*event_words.SHORT_FIGURE_NAMES, "lot"},
        "SHORT_FIGURE_NAMES, matches/events/words.py",
    ),
    (get_args(plan.RequestedBye), event_words.REQUESTED_BYES, "REQUESTED_BYES, matches/events/words.py"),
    (
        models.Stage.Phase.values,
        get_args(event_state.StagePhase),
        "StagePhase, matches/rules/events/state.py",
    ),
    (
        models.Pairing.Kind.values,
        get_args(event_state.PairingKind),
        "PairingKind, matches/rules/events/state.py",
    ),
    (DECIDED_BY.values, get_args(event_state.DecidedBy), "DecidedBy, matches/rules/events/state.py"),
    (get_args(Part), bracket_tree.SIDE_OF_PART, "SIDE_OF_PART, matches/pages/events/bracket_tree.py"),
    (get_args(bracket_tree.Side), bracket_tree.SIDES, "SIDES, matches/pages/events/bracket_tree.py"),
    (get_args(bracket_tree.Side), brackets.SIDE_NAMES, "SIDE_NAMES, matches/pages/events/brackets.py"),
    (get_args(TaskKind), waiting.BUTTONS, "BUTTONS, matches/pages/home/waiting.py"),
    (
        plan.SCORES,
        standings_chapter.SCORE_WORDS,
        "SCORE_WORDS, matches/pages/handbook/standings_chapter.py",
    ),
    (
        plan.TIE_BREAKS,
        standings_chapter.TIE_BREAK_WORDS,
        "TIE_BREAK_WORDS, matches/pages/handbook/standings_chapter.py",
    ),
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
    (SITTING_KINDS, sitting_rules._RULES, "_RULES, matches/rules/sittings/rules.py"),
    (sitting_facts.SITTING_KINDS, sitting_words.KINDS, "KINDS, matches/sittings/words.py"),
    (sitting_facts.CUSTOMS, sitting_words.CUSTOMS, "CUSTOMS, matches/sittings/words.py"),
    (sitting_facts.SHARINGS, sitting_words.SHARINGS, "SHARINGS, matches/sittings/words.py"),
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


def _constraint_rows() -> Iterator[Pair]:
    """Yield a row for each column with choices whose constraint lists the codes."""
    for model in apps.get_app_config("matches").get_models():
        checks = [each for each in model._meta.constraints if isinstance(each, CheckConstraint)]
        for constraint in checks:
            match getattr(constraint.condition, "children", None):
                case [(str(lookup), list(codes))] if lookup.endswith("__in"):
                    field = model._meta.get_field(lookup.removesuffix("__in"))
                    if isinstance(field, Field) and field.choices:
                        choices = {code for code, _words in field.choices} - {""}
                        path = f"{model.__module__.replace('.', '/')}.py"
                        yield choices, {*codes} - {""}, f"{constraint.name}, {path}"


LISTS: Final = [
    *OF_RUBBERS,
    *OF_GAMES,
    *OF_REVIEWS,
    *OF_INCIDENTS,
    *OF_CLUBS,
    *OF_FILES,
    *OF_EVENTS,
    *OF_SITTINGS,
    *_constraint_rows(),
]


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


LIST_FOLDERS: Final = ("matches", "scoring", "worker")
CLOSED_SETS: Final = [set(map(str, codes)) for codes, _others, _place in LISTS]
WITHOUT_ROW: Final = {
    "BASIS, matches/pages/figures/page.py": "keys of figures, which happen to be named as the rows of a file",
    "FORMS, matches/pages/sittings/act_forms.py": "the authoritative list of acts",
}
"""Lists with the codes of a closed set that need no row, and why."""


def _code_of(item: ast.expr | None) -> str | None:
    """Return the code that an item of a list or the key of a mapping is, None for anything else."""
    match item:
        case ast.Constant(value=str(code)):
            return code
        case ast.Attribute(attr=member):
            return member.lower()
        case ast.Tuple(elts=[first, *_]):
            return _code_of(first)
    return None


def _written_lists() -> Iterator[tuple[str, str, set[str | None]]]:
    """Yield the name, the path and the codes of each list and mapping that a module of the code spells out."""
    for path in sorted(path for folder in LIST_FOLDERS for path in (PROJECT / folder).rglob("*.py")):
        for statement in ast.parse(path.read_text("utf-8")).body:
            match statement:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=value)
                    | ast.AnnAssign(target=ast.Name(id=name), value=value)
                ):
                    if isinstance(value, ast.Call) and len(value.args) == 1:
                        value = value.args[0]
                    items = value.keys if isinstance(value, ast.Dict) else getattr(value, "elts", [])
                    yield name, str(path.relative_to(PROJECT)), {_code_of(item) for item in items}


def test_every_list_that_repeats_a_closed_set_has_a_row() -> None:
    """A list of a part of the codes is not found, nor one within a function."""
    places = [place for _codes, _others, place in LISTS]
    without = [
        f"{name}, {path}"
        for name, path, codes in _written_lists()
        if len(codes) > 1 and codes in CLOSED_SETS
        if not any(name in place and path in place for place in places)
    ]
    assert sorted({*without} - {*WITHOUT_ROW}) == [], "give each a row in this file"
    assert sorted({*WITHOUT_ROW} - {*without}) == [], "take it out of WITHOUT_ROW"
