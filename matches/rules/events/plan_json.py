"""Write plans as JSON, read them back, and find problems in them.

Reading checks only the form: names, types and allowed words. ``plan_problems`` then returns everything that
cannot be played, so that a page can show all of it at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, asdict, fields
from datetime import date
from typing import Any, Final, TypeAlias, get_args

from matches.rules.events.plan import (
    FEWEST_ENTRANTS,
    MOST_ENTRANTS,
    MOST_PRIZES,
    MOST_ROUNDS,
    MOST_STAGES,
    SCORES,
    SEEDINGS,
    STAGE_KINDS,
    TIE_BREAKS,
    Cut,
    EventPlan,
    Reckoning,
    RequestedBye,
    RubberRules,
    StagePlan,
    Variant,
)
from matches.rules.events.state import Why

ERROR_CODES: Final[dict[str, tuple[str, ...]]] = {
    "plan_not_object": ("where",),
    "plan_not_list": ("where",),
    "plan_not_text": ("where",),
    "plan_not_number": ("where",),
    "plan_not_boolean": ("where",),
    "plan_unknown_key": ("where",),
    "plan_missing_key": ("where",),
    "plan_unknown_value": ("where", "value"),
    "plan_no_stages": (),
    "plan_too_many_stages": ("stages", "most"),
    "plan_unused": ("stage", "field"),
    "plan_out_of_range": ("field", "value", "least", "most"),
    "plan_stage_out_of_range": ("stage", "field", "value", "least", "most"),
    "plan_best_of_even": ("best_of",),
    "plan_name_too_long": ("stage", "most"),
    "plan_name_lines": ("stage",),
    "plan_name_twice": ("stage", "name"),
    "plan_lot_seed_too_long": ("most",),
    "plan_starts_on_no_date": ("value",),
    "plan_too_many_prizes": ("prizes", "most"),
    "plan_prize_too_long": ("most",),
    "plan_prize_lines": ("place",),
    "plan_qualifiers_missing": ("stage",),
    "plan_qualifiers_in_last": ("stage",),
    "plan_too_few_qualifiers": ("stage", "fewest"),
    "plan_too_many_qualifiers": ("stage", "most"),
    "plan_tie_break_twice": ("stage", "tie_break"),
    "plan_lot_not_last": ("stage",),
    "plan_first_due_missing": ("stage",),
    "plan_first_due_no_date": ("stage", "value"),
}
"""The codes of ``PlanError`` and of ``plan_problems``: the names of each code's parameters, by code.

``where`` is a path in the document, such as ``stages[1].rounds``; ``stage`` is a number from 1; ``field`` is
a field's name in ``plan``.
"""

MOST_GROUPS: Final = MOST_ENTRANTS // 2
MOST_CYCLES: Final = 4
MOST_BEST_OF: Final = 99
MOST_BONUS: Final = 99
MOST_DAYS_APART: Final = 366
NAME_CHARACTERS: Final = 100
"""The maximum length of a stage's name: labels begin with it, and have 200 characters in a record's tag."""
LOT_SEED_CHARACTERS: Final = 200
PRIZE_CHARACTERS: Final = 100

_GROUPED: Final = frozenset({"round_robin", "league"})
_USED_BY: Final[dict[str, frozenset[str]]] = {
    "groups": _GROUPED,
    "cycles": _GROUPED,
    "rounds": frozenset({"swiss"}),
    "third_place": frozenset({"knockout"}),
    "consolation": frozenset({"knockout"}),
    "bracket_reset": frozenset({"double_elimination"}),
    "score": _GROUPED | {"swiss"},
    "tie_breaks": _GROUPED | {"swiss"},
    "annul_below_half": _GROUPED,
    "first_due": frozenset({"league"}),
    "days_apart": frozenset({"league"}),
}
Reader: TypeAlias = Callable[[Any, str], Any]
"""A function that reads one value of the document: it gets the value and its path, and returns what the plan stores."""


class PlanError(ValueError):
    """A JSON document does not have the form of a plan: ``code`` of ``ERROR_CODES``, and ``params``, the path first."""

    def __init__(self, code: str, *params: Any) -> None:
        super().__init__(code, *params)
        self.code = code
        self.params = params


def plan_json(plan: EventPlan) -> dict[str, Any]:
    """Return the plan as a JSON object with every field, except ``variant`` if it is écarté, and no ``prizes``."""
    document = asdict(plan)
    document["stages"] = [{**stage, "tie_breaks": list(stage["tie_breaks"])} for stage in document["stages"]]
    if plan.rules.variant == RubberRules().variant:
        # This keeps a plan's text the same as before there was another game.
        del document["rules"]["variant"]
    document["prizes"] = list(plan.prizes)
    if not plan.prizes:
        # Likewise, before there were prizes.
        del document["prizes"]
    return document


def read_plan(document: Any) -> EventPlan:
    """Return the plan that a JSON document describes, in the form that ``plan_json`` returns.

    A missing field gets its default. Raises ``PlanError`` if the document does not have the form of a plan,
    for example if it has an unknown key.

    >>> read_plan({"stages": [{"kind": "swiss", "rounds": 5}]}).stages[0].rounds
    5
    """
    return EventPlan(**_object(document, "", _PLAN, EventPlan))


def _object(document: Any, where: str, readers: Mapping[str, Reader], into: type) -> dict[str, Any]:
    if not isinstance(document, Mapping):
        raise PlanError("plan_not_object", where)
    prefix = f"{where}." if where else ""
    for key in document:
        if key not in readers:
            raise PlanError("plan_unknown_key", f"{prefix}{key}")
    for field in fields(into):
        if field.default is MISSING and field.name not in document:
            raise PlanError("plan_missing_key", f"{prefix}{field.name}")
    return {key: readers[key](value, f"{prefix}{key}") for key, value in document.items()}


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise PlanError("plan_not_text", where)
    return value


def _number(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise PlanError("plan_not_number", where)
    return value


def _boolean(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise PlanError("plan_not_boolean", where)
    return value


def _one_of(words: tuple[str, ...]) -> Reader:
    def read(value: Any, where: str) -> str:
        if _text(value, where) not in words:
            raise PlanError("plan_unknown_value", where, value)
        return str(value)

    return read


def _list_of(read_item: Reader) -> Reader:
    def read(value: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise PlanError("plan_not_list", where)
        return tuple(read_item(item, f"{where}[{place}]") for place, item in enumerate(value))

    return read


_STAGE: Final[dict[str, Reader]] = {
    "kind": _one_of(STAGE_KINDS),
    "name": _text,
    "groups": _number,
    "cycles": _number,
    "rounds": _number,
    "seeding": _one_of(SEEDINGS),
    "third_place": _boolean,
    "consolation": _boolean,
    "bracket_reset": _boolean,
    "qualifiers": _number,
    "score": _one_of(SCORES),
    "tie_breaks": _list_of(_one_of(TIE_BREAKS)),
    "annul_below_half": _boolean,
    "first_due": _text,
    "days_apart": _number,
}
_RULES: Final[dict[str, Reader]] = {
    "best_of": _number,
    "reckoning": _one_of(get_args(Reckoning)),
    "rubber_bonus": _number,
    "cut": _one_of(get_args(Cut)),
    "variant": _one_of(get_args(Variant)),
}
_PLAN: Final[dict[str, Reader]] = {
    "stages": _list_of(lambda stage, where: StagePlan(**_object(stage, where, _STAGE, StagePlan))),
    "rules": lambda rules, where: RubberRules(**_object(rules, where, _RULES, RubberRules)),
    "tables": _number,
    "check_in": _boolean,
    "requested_bye": _one_of(get_args(RequestedBye)),
    "lot_seed": _text,
    "starts_on": _text,
    "prizes": _list_of(_text),
}


def plan_problems(plan: EventPlan) -> list[Why]:
    """Return why a plan cannot be played, none for a valid one: codes of ``ERROR_CODES`` with parameters.

    Problems of the whole event come first, then those of each stage, then repeated names.
    """
    problems = _event_problems(plan)
    for number, stage in enumerate(plan.stages, start=1):
        problems += _stage_problems(number, stage)
        problems += _table_problems(number, stage)
        problems += _qualifier_problems(number, stage, is_last=number == len(plan.stages))
    names = [stage.name for stage in plan.stages]
    for number, name in enumerate(names, start=1):
        if name and name in names[: number - 1]:
            problems.append(("plan_name_twice", number, name))
    return problems


def _event_problems(plan: EventPlan) -> list[Why]:
    problems: list[Why] = []
    if not plan.stages:
        problems.append(("plan_no_stages",))
    if len(plan.stages) > MOST_STAGES:
        problems.append(("plan_too_many_stages", len(plan.stages), MOST_STAGES))
    for field, value, least, most in (
        ("best_of", plan.rules.best_of, 1, MOST_BEST_OF),
        ("rubber_bonus", plan.rules.rubber_bonus, 0, MOST_BONUS),
        ("tables", plan.tables, 0, MOST_ENTRANTS),
    ):
        if not least <= value <= most:
            problems.append(("plan_out_of_range", field, value, least, most))
    if plan.rules.best_of % 2 == 0:
        problems.append(("plan_best_of_even", plan.rules.best_of))
    if len(plan.lot_seed) > LOT_SEED_CHARACTERS:
        problems.append(("plan_lot_seed_too_long", LOT_SEED_CHARACTERS))
    if plan.starts_on and not _is_date(plan.starts_on):
        problems.append(("plan_starts_on_no_date", plan.starts_on))
    return problems + _prize_problems(plan.prizes)


def _prize_problems(prizes: Sequence[str]) -> list[Why]:
    problems: list[Why] = []
    if len(prizes) > MOST_PRIZES:
        problems.append(("plan_too_many_prizes", len(prizes), MOST_PRIZES))
    if any(len(prize) > PRIZE_CHARACTERS for prize in prizes):
        problems.append(("plan_prize_too_long", PRIZE_CHARACTERS))
    for place, prize in enumerate(prizes, start=1):
        if len(prize.splitlines()) > 1 or prize != prize.strip():
            problems.append(("plan_prize_lines", place))
    return problems


def _stage_problems(number: int, stage: StagePlan) -> list[Why]:
    """Return the problems of one stage of a plan, by code and parameters. ``number`` counts the stages from 1."""
    problems: list[Why] = []
    if len(stage.name) > NAME_CHARACTERS:
        problems.append(("plan_name_too_long", number, NAME_CHARACTERS))
    if len(stage.name.splitlines()) > 1 or stage.name != stage.name.strip():
        problems.append(("plan_name_lines", number))
    for field in fields(stage):
        kinds = _USED_BY.get(field.name)
        if kinds and stage.kind not in kinds and getattr(stage, field.name) != field.default:
            problems.append(("plan_unused", number, field.name))
    for name, value, least, most in (
        ("groups", stage.groups, 1, MOST_GROUPS),
        ("cycles", stage.cycles, 1, MOST_CYCLES),
        ("rounds", stage.rounds, 0, MOST_ROUNDS),
        ("days_apart", stage.days_apart, 1, MOST_DAYS_APART),
    ):
        if not least <= value <= most:
            problems.append(("plan_stage_out_of_range", number, name, value, least, most))
    if stage.kind == "league" and not stage.first_due:
        problems.append(("plan_first_due_missing", number))
    if stage.first_due and not _is_date(stage.first_due):
        problems.append(("plan_first_due_no_date", number, stage.first_due))
    return problems


def _table_problems(number: int, stage: StagePlan) -> list[Why]:
    twice = sorted(
        {name for name in stage.tie_breaks if stage.tie_breaks.count(name) > 1}, key=TIE_BREAKS.index
    )
    problems: list[Why] = [("plan_tie_break_twice", number, name) for name in twice]
    if "lot" in stage.tie_breaks[:-1]:
        problems.append(("plan_lot_not_last", number))
    return problems


def _qualifier_problems(number: int, stage: StagePlan, *, is_last: bool) -> list[Why]:
    if is_last:
        return [("plan_qualifiers_in_last", number)] if stage.qualifiers else []
    if stage.qualifiers < 1:
        return [("plan_qualifiers_missing", number)]
    qualifiers = stage.qualifiers * (stage.groups if stage.kind in _GROUPED else 1)
    if qualifiers < FEWEST_ENTRANTS:
        return [("plan_too_few_qualifiers", number, FEWEST_ENTRANTS)]
    if qualifiers > MOST_ENTRANTS:
        return [("plan_too_many_qualifiers", number, MOST_ENTRANTS)]
    return []


def _is_date(text: str) -> bool:
    """Return whether the text is a date in ISO 8601, with hyphens."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
