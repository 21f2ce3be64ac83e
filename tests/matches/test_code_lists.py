"""Each closed set of codes has one list that decides, and every other list has the same codes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from operator import attrgetter
from typing import Any, Final, get_args

import pytest
from django.apps import apps
from django.db.models import CheckConstraint, Field

from ecarte_site.setup.environment import PROJECT
from matches import models
from matches.api.figures.serializers import LabelCounts
from matches.clubs import memberships, roles
from matches.pages.events.corrections import award
from matches.pages.events.desk import results_form
from matches.pages.log.log_words_people import role_word
from matches.pages.pads.page_words import END_WORDS
from matches.pages.rubbers.entry.live_forms import DealForm
from matches.pages.rubbers.entry.result_form import ResultForm
from scoring.incidents import ROWS
from tests.matches.code_lists import LISTS_BY_DECIDER, Other
from worker.review.labels import THRESHOLDS

Row = tuple[set[str], set[str], str]
"""The codes that a list must have, those that it has, and its place."""


def _codes_at(place: str) -> set[str]:
    found: set[str] = set()
    for part in place.split(" or "):
        names, path = part.rsplit(", ", 1)
        module = import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        for name in names.split(" | "):
            values: Any = attrgetter(name)(module)
            found |= {_code(each) for each in get_args(values) or values}
    return found


def _code(item: object) -> str:
    """Return the code that an item of a list is, or that it begins with if it is a pair of a code and its words."""
    return str(item[0] if isinstance(item, tuple) else item)


def _rows_of_places() -> Iterator[Row]:
    for decider, others in LISTS_BY_DECIDER.items():
        codes = _codes_at(decider)
        for each in others:
            other = each if isinstance(each, Other) else Other(each)
            yield (codes - {*other.without}) | {*other.also}, _codes_at(other.place), other.place


AWARD_KINDS: Final = _codes_at("AwardKind, matches/rules/events/facts.py")
LABELS: Final = {*models.Decision.Label.values}
REMEDIES: Final[set[str]] = {remedy for row in ROWS.values() for remedy in row.remedies}
STYLES_OF_LABELS: Final = (
    "matches/pages/reviews/static/web/try.css",
    "matches/pages/rubbers/static/web/board.css",
    "matches/pages/rubbers/static/web/rubber.css",
)


def _offered(field: Any) -> set[str]:
    return {str(code) for code, _words in field.choices}


def _styled_labels(sheet: str) -> set[str]:
    """Return the labels with a style of their own in a style sheet, which has styles of other marks, too."""
    return set(re.findall(r"\.mark\.(\w+)", (PROJECT / sheet).read_text("utf-8"))) - {"large", "best"}


OTHER_ROWS: Final[list[Row]] = [
    (
        _codes_at("Termination, scoring/record.py"),
        _offered(ResultForm.base_fields["termination_said"]),
        "termination_said, matches/pages/rubbers/entry/result_form.py",
    ),
    (
        _codes_at("Won, matches/rubbers/deal_from_input.py"),
        _offered(DealForm.base_fields["won"]),
        "won, matches/pages/rubbers/entry/live_forms.py",
    ),
    (
        _codes_at("Kind, matches/pads/commands.py") - {"deal", "rewrite"},
        {*END_WORDS["entries"]},
        "entries, matches/pages/pads/page_words.py",
    ),
    (AWARD_KINDS, {*results_form.AWARDS.values()}, "AWARDS, matches/pages/events/desk/results_form.py"),
    (
        AWARD_KINDS,
        {kind for kind, _side, _words in award.AWARDS.values()},
        "AWARDS, matches/pages/events/corrections/award.py",
    ),
    (LABELS, {label for _least, label in THRESHOLDS}, "THRESHOLDS, worker/review/labels.py"),
    (LABELS, {*LabelCounts().fields}, "LabelCounts, matches/api/figures/serializers.py"),
    *[(LABELS, _styled_labels(sheet), f"the styles .mark.LABEL, {sheet}") for sheet in STYLES_OF_LABELS],
    (
        REMEDIES,
        _codes_at("REMEDY_NAMES, matches/pages/common/incident_words.py"),
        "REMEDY_NAMES, matches/pages/common/incident_words.py",
    ),
    (
        REMEDIES,
        _codes_at("CLAUSES, matches/pages/log/log_words_rubbers.py"),
        "CLAUSES, matches/pages/log/log_words_rubbers.py",
    ),
    (
        {word for row in ROWS.values() for fact in row.facts for word in fact.words},
        _codes_at("FACTS, matches/pages/common/incident_words.py"),
        "FACTS, matches/pages/common/incident_words.py",
    ),
]


def _constraint_rows() -> Iterator[Row]:
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


LISTS: Final = [*_rows_of_places(), *OTHER_ROWS, *_constraint_rows()]


@pytest.mark.parametrize(("codes", "others", "place"), LISTS, ids=[place for _codes, _others, place in LISTS])
def test_list_has_every_code_and_no_other(codes: set[str], others: set[str], place: str) -> None:
    missing, unknown = codes - others, others - codes
    assert not missing, f"add {sorted(missing)} to {place}"
    assert not unknown, f"take {sorted(unknown)} out of {place}, or add it to the list that decides"


@pytest.mark.parametrize("role", models.Membership.Role.values)
def test_log_has_a_word_for_every_role(role: str) -> None:
    assert role_word(role)


def test_roles_go_from_the_most_to_the_least() -> None:
    """A person with two roles is known by the first in one list, and keeps the first of the other."""
    assert (*memberships.BY_RANK, "stranger") == get_args(roles.Role), (
        "BY_RANK has the order of Role: matches/clubs/memberships.py"
    )


LIST_FOLDERS: Final = ("matches", "scoring", "worker")
CLOSED_SETS: Final = [*map(_codes_at, LISTS_BY_DECIDER), *(codes for codes, _others, _place in LISTS)]
WITHOUT_ROW: Final = {
    "BASIS, matches/pages/figures/page.py": "keys of figures, which happen to be named as the rows of a file",
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


def _codes_of(node: ast.AST | None) -> set[str | None]:
    items = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
    return {_code_of(item) for item in items}


def _written_lists() -> Iterator[tuple[str, str, set[str | None]]]:
    """Yield the name, the path and the codes of each list and mapping that a module of the code spells out.

    The name of one within a function is that of the function.
    """
    for file in sorted(file for folder in LIST_FOLDERS for file in (PROJECT / folder).rglob("*.py")):
        module, path = ast.parse(file.read_text("utf-8")), str(file.relative_to(PROJECT))
        for statement in module.body:
            match statement:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=value)
                    | ast.AnnAssign(target=ast.Name(id=name), value=value)
                ):
                    if isinstance(value, ast.Call) and len(value.args) == 1:
                        value = value.args[0]
                    yield name, path, _codes_of(value)
        for function in ast.walk(module):
            if isinstance(function, ast.FunctionDef):
                for node in ast.walk(function):
                    yield function.name, path, _codes_of(node)


def test_every_list_that_repeats_a_closed_set_has_a_row() -> None:
    """A list of a part of the codes is not found."""
    places = [*LISTS_BY_DECIDER, *(place for _codes, _others, place in LISTS)]
    without = [
        f"{name}, {path}"
        for name, path, codes in _written_lists()
        if len(codes) > 1 and codes in CLOSED_SETS
        if not any(name in place and path in place for place in places)
    ]
    assert sorted({*without} - {*WITHOUT_ROW}) == [], "give each a row: tests/matches/code_lists.py"
    assert sorted({*WITHOUT_ROW} - {*without}) == [], "take it out of WITHOUT_ROW"
