"""Names for what has one of a few values, so that a client made from the document has one type for each such thing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

import orjson

from matches.api.core.media_types import as_json
from matches.api.core.problem_codes import KINDS
from matches.clubs.api_tokens import SCOPES
from matches.models import Decision, Event, Membership, Rubber

Values: TypeAlias = tuple[str, ...]
Place: TypeAlias = tuple[str, str, dict[str, Any]]
"""Where a shape stands: the name of what it is part of, its own, and the shape."""

NAMES: Final[Mapping[Values, str]] = {
    ("A", "B"): "Seat",
    tuple(Rubber.State.values): "RubberState",
    tuple(Event.Phase.values): "EventPhase",
    tuple(Membership.Role.values): "Role",
    tuple(SCOPES): "Scope",
    tuple(Decision.Kind.values): "DecisionKind",
    tuple(Decision.Label.values): "DecisionLabel",
    tuple(KINDS): "ProblemCode",
}
"""Where the name of the member, alone or behind that of the whole, would say too little or change with its company."""


def name_enums(result: dict[str, Any], **_of_no_use: Any) -> dict[str, Any]:
    """Give each set of values a component of its own; what may be null besides is said where it stands."""
    # Every shape for itself: the views' own are shared, and stay as they are.
    result = orjson.loads(as_json(result))
    shapes = result["components"]["schemas"]
    places: dict[Values, list[Place]] = defaultdict(list)
    for place in [*_in_components(shapes), *_in_parameters(result)]:
        values = tuple(value for value in place[2]["enum"] if value is not None)
        if len(values) > 1 and all(isinstance(value, str) for value in values):
            places[values].append(place)
    used = set(shapes)
    for values, found in sorted(places.items(), key=lambda each: each[1][0][:2]):
        name = _name_of(values, found, places, used)
        used.add(name)
        shapes[name] = {"type": "string", "enum": list(values)}
        for _whole, _member, shape in found:
            _point_to(name, shape)
    return result


def _in_components(shapes: Mapping[str, Any]) -> Iterator[Place]:
    for whole, shape in shapes.items():
        for member, inner in shape.get("properties", {}).items():
            while "items" in inner:
                inner = inner["items"]
            if "enum" in inner:
                yield whole, member, inner


def _in_parameters(result: Mapping[str, Any]) -> Iterator[Place]:
    for methods in result["paths"].values():
        for operation in methods.values():
            for parameter in operation.get("parameters", []):
                # What a list goes by, and the names of its members, are its own affair.
                if "enum" in parameter.get("schema", {}) and parameter["name"] != "order":
                    yield _pascal(operation["operationId"]), parameter["name"], parameter["schema"]


def _name_of(values: Values, found: list[Place], places: Mapping[Values, list[Place]], used: set[str]) -> str:
    if values in NAMES:
        return NAMES[values]
    members = {member for _whole, member, _shape in found}
    others = {member for each, those in places.items() if each != values for _, member, _ in those}
    alone = sorted(members - others)
    whole, member, _shape = found[0]
    name = _pascal(alone[0]) if alone else _pascal(whole) + _pascal(member)
    return name if name not in used else f"{name}Value"


def _pascal(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def _point_to(name: str, shape: dict[str, Any]) -> None:
    """Put the component in place of the values, and leave what else is said there."""
    kept: dict[str, Any] = {key: shape[key] for key in ("description", "default", "nullable") if key in shape}
    is_nullable = None in shape["enum"] or shape.get("nullable")
    shape.clear()
    shape.update(kept)
    reference = {"$ref": f"#/components/schemas/{name}"}
    if is_nullable:
        shape.update({"nullable": True, "oneOf": [reference]})
    elif kept:
        shape["allOf"] = [reference]
    else:
        shape.update(reference)
