"""The OpenAPI document, cached for each process and language, with named enums, tags and examples.

Building the document takes seconds, and the document does not change while the process runs.
``request_examples.json`` lists example request bodies by operation; each is valid as written, except for its
ids. ``recorded_examples.json`` has one response for each operation and status, from real calls to a club that
was created for recording.
"""

from __future__ import annotations

import functools
import gzip
import importlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import RLock
from typing import Any, Final, NamedTuple, TypeAlias

import orjson
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import OpenApiExample

from matches.api.core.errors import KINDS
from matches.api.core.etags import etag_of
from matches.api.core.media_types import as_json
from matches.clubs.api_tokens import SCOPES
from matches.common.made_once import made_once
from matches.models import Decision, Event, Membership, Rubber

_MAKING: Final = RLock()
"""Held while the document is made: drf-spectacular registers its parts while it works, for all threads at once."""


@made_once(lock=_MAKING)
def document_in(language: str) -> Mapping[str, Any]:
    """Return the OpenAPI document in ``language``, such as ``en``. Callers must not modify it."""
    with translation.override(language):
        document: Mapping[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return document


class WrittenDocument(NamedTuple):
    """The bytes of the document, the same compressed, and the ETag of the former.

    Compressed it is below the limit from which a response needs a place (``ecarte_site.downloads``).
    """

    plain: bytes
    gzipped: bytes
    etag: str


@made_once(lock=_MAKING)
def written_in(language: str, form: str) -> WrittenDocument:
    """Return the document as ``json`` or ``yaml``.

    It is cached, because serializing the document takes as long as a hundred other responses.
    """
    renderer = OpenApiYamlRenderer() if form == "yaml" else OpenApiJsonRenderer()
    written = renderer.render(document_in(language), renderer_context={})
    content = written if isinstance(written, bytes) else written.encode()
    return WrittenDocument(content, gzip.compress(content, mtime=0), etag_of(content))


Values: TypeAlias = tuple[str, ...]
Place: TypeAlias = tuple[str, str, dict[str, Any]]
"""The location of an enum: the name of its parent, its own name, and its schema."""


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
"""Names for enums whose member name, alone or prefixed with its parent's, is too vague or depends on other enums."""


def name_enums(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """Return a copy of the document ``result`` in which each set of enum values is a component.

    A schema that had the values refers to the component, and still states whether the value may be null.
    """
    # A deep copy: the schemas that belong to the views are shared and must not change.
    result = orjson.loads(as_json(result))
    shapes = result["components"]["schemas"]
    places: dict[Values, list[Place]] = defaultdict(list)
    for place in [*_in_components(shapes), *_in_parameters(result)]:
        values = tuple(value for value in place[2]["enum"] if value is not None)
        if len(values) > 1 and all(isinstance(value, str) for value in values):
            places[values].append(place)
    used = set(shapes)
    for values, same in sorted(places.items(), key=lambda each: each[1][0][:2]):
        name = _name_of(values, same, places, used)
        used.add(name)
        shapes[name] = {"type": "string", "enum": list(values)}
        for _whole, _member, shape in same:
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
                # The values of ``order`` are different for each list.
                if "enum" in parameter.get("schema", {}) and parameter["name"] != "order":
                    yield _pascal(operation["operationId"]), parameter["name"], parameter["schema"]


def _name_of(values: Values, same: list[Place], places: Mapping[Values, list[Place]], used: set[str]) -> str:
    if values in NAMES:
        return NAMES[values]
    members = {member for _whole, member, _shape in same}
    others = {member for each, those in places.items() if each != values for _, member, _ in those}
    alone = sorted(members - others)
    whole, member, _shape = same[0]
    name = _pascal(alone[0]) if alone else _pascal(whole) + _pascal(member)
    return name if name not in used else f"{name}Value"


def _pascal(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def _point_to(name: str, shape: dict[str, Any]) -> None:
    """Replace the enum values in ``shape`` by a reference to the component ``name``, and keep the rest."""
    keep: dict[str, Any] = {key: shape[key] for key in ("description", "default", "nullable") if key in shape}
    is_nullable = None in shape["enum"] or shape.get("nullable")
    shape.clear()
    shape.update(keep)
    reference = {"$ref": f"#/components/schemas/{name}"}
    if is_nullable:
        shape.update({"nullable": True, "oneOf": [reference]})
    elif keep:
        shape["allOf"] = [reference]
    else:
        shape.update(reference)


TAGS: Final[Mapping[str, str]] = {
    "start": "The entry point, and the kinds of problem.",
    "laws": "The laws, rulings on incidents, and the chances of winning a game.",
    "clubs": "Clubs, their players, and the events on their lists.",
    "people": "Members and roles, personal data, activity logs, and what needs action.",
    "events": "Running an event: its plan, entrants, draws, rounds, results, standings and places.",
    "rubbers": "Rubbers, their games and deals: entered, recorded, confirmed, corrected, reviewed.",
    "figures": "Statistics, ratings, records and seasons.",
    "sittings": "Pools and French tables with their ledgers, and links for the phones of tables.",
    "imports": "Imported files, and the outcome of each rubber in them.",
    "exports": "Exported records: at once, or prepared as files.",
    "webhooks": "Webhooks that send a club's news to other programs.",
}
"""The description of each tag, in the order of the document."""


@functools.cache
def _area_of_views() -> Mapping[type[Any], str]:
    # URLs import views, and views import this module for their schema: so it is loaded when first needed.
    areas = importlib.import_module("matches.api.urls").AREAS
    return {pattern.callback.view_class: area for area, patterns in areas.items() for pattern in patterns}


def tag_of(view: type[Any]) -> str:
    """Return the OpenAPI tag of the operations of the view class ``view``."""
    return _area_of_views()[view]


def describe_tags(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """Add the descriptions of all used tags to the OpenAPI document ``result`` and return ``result``."""
    used = {tag for methods in result["paths"].values() for each in methods.values() for tag in each["tags"]}
    result["tags"] = [{"name": tag, "description": text} for tag, text in TAGS.items() if tag in used]
    return result


REQUESTS: Final = Path(__file__).with_name("request_examples.json")


@functools.cache
def request_examples() -> Mapping[str, list[OpenApiExample]]:
    """Return the example request bodies by operation name. Operations without a body are missing."""
    return {
        operation: [OpenApiExample(**example, request_only=True) for example in examples]
        for operation, examples in orjson.loads(REQUESTS.read_bytes()).items()
    }


RECORDED: Final = Path(__file__).with_name("recorded_examples.json")
NAME: Final = "As it comes"


@functools.cache
def answers() -> Mapping[str, Mapping[str, Any]]:
    """Return the recorded response bodies by operation name, then by status."""
    recorded: Mapping[str, Mapping[str, Any]] = orjson.loads(RECORDED.read_bytes())
    return recorded


def show_answers(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """Add each recorded response to its operation in the document ``result`` and return ``result``.

    An operation whose work continues in the background gets the response of another with the same schema.
    """
    contents = list(_contents(result))
    by_shape = {}
    for operation, status, content in contents:
        if status in answers().get(operation, {}):
            by_shape[as_json(content["schema"])] = answers()[operation][status]
    for operation, status, content in contents:
        body = answers().get(operation, {}).get(status, by_shape.get(as_json(content["schema"])))
        if body is not None:
            content["examples"] = {NAME: {"value": body}}
    return result


def _contents(result: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the operation, the status and the media type object of every JSON response."""
    for methods in result["paths"].values():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                if "application/json" in answer.get("content", {}):
                    yield operation["operationId"], status, answer["content"]["application/json"]
