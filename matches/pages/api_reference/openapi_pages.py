"""The API's document, taken apart for pages to show: parts, their operations, and the shapes that these name."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from matches.api.core.openapi import document_in
from matches.api.core.sparse_fields import SPARSE_MEDIA_TYPE

LANGUAGE: Final = "en"
"""The document's own: names, words and examples are for programs' authors."""
METHODS: Final = ("get", "post", "put", "patch", "delete")
SITE: Final = "$SITE"


@dataclass(frozen=True, slots=True)
class Kind:
    """A type in words; ``shape`` is the name of the shape that it leads to, empty where it is none."""

    words: str
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Member:
    """A parameter, or a member of a body."""

    name: str
    kind: Kind
    place: str
    is_needed: bool
    words: str


@dataclass(frozen=True, slots=True)
class Content:
    """What goes in or comes out under a media type."""

    media_type: str
    kind: Kind
    example: str


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that is no problem."""

    status: str
    contents: Sequence[Content]


@dataclass(frozen=True, slots=True)
class Refusal:
    """The problems that a status stands for."""

    status: str
    codes: Sequence[str]


@dataclass(frozen=True, slots=True)
class Operation:
    name: str
    method: str
    path: str
    summary: str
    words: str
    scope: str
    parameters: Sequence[Member]
    bodies: Sequence[Content]
    answers: Sequence[Answer]
    refusals: Sequence[Refusal]
    curl: str


@dataclass(frozen=True, slots=True)
class Shape:
    """A component: the members of an object, or one of a few values."""

    name: str
    words: str
    members: Sequence[Member]
    values: Sequence[str]


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    words: str
    operations: Sequence[Operation]
    shapes: Sequence[Shape]


@functools.cache
def parts() -> Mapping[str, Part]:
    """By name, in the order of the document."""
    described = document_in(LANGUAGE)
    shapes = described["components"]["schemas"]
    found = {}
    for tag in described["tags"]:
        own = [each for each in _operations(described) if tag["name"] in each[2]["tags"]]
        named = _names_in([operation for _, _, operation in own], shapes)
        found[tag["name"]] = Part(
            tag["name"],
            _plain(tag["description"]),
            [_operation(*each) for each in own],
            [_shape(name, shapes[name]) for name in sorted(named)],
        )
    return found


def _operations(described: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for path, methods in described["paths"].items():
        for method in METHODS:
            if method in methods:
                yield path, method, methods[method]


def _operation(path: str, method: str, told: Mapping[str, Any]) -> Operation:
    bodies = _contents(told.get("requestBody", {}))
    return Operation(
        name=told["operationId"],
        method=method.upper(),
        path=path,
        summary=_plain(told.get("summary", "")),
        words=_plain(told.get("description", "").partition("Scope: `")[0].strip()),
        scope=told["x-scope"] or "",
        parameters=[
            _member(each["name"], each["schema"], each["in"], each.get("required"), each)
            for each in told.get("parameters", [])
        ],
        bodies=bodies,
        answers=[
            Answer(status, _contents(each)) for status, each in told["responses"].items() if status < "400"
        ],
        refusals=[
            Refusal(status, _codes(each)) for status, each in told["responses"].items() if status >= "400"
        ],
        curl=_curl(path, method, told, bodies),
    )


def _codes(response: Mapping[str, Any]) -> list[str]:
    return [code for content in response.get("content", {}).values() for code in content.get("examples", {})]


def _contents(told: Mapping[str, Any]) -> list[Content]:
    return [
        Content(media_type, _kind(content.get("schema", {})), _example(content))
        for media_type, content in told.get("content", {}).items()
        if media_type != SPARSE_MEDIA_TYPE
    ]


def _example(content: Mapping[str, Any]) -> str:
    """The first example, as it is written; empty where there is none."""
    for each in content.get("examples", {}).values():
        value = each.get("value")
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)
    return ""


def _curl(path: str, method: str, told: Mapping[str, Any], bodies: Sequence[Content]) -> str:
    """A call as a shell takes it, with variables for what is one's own."""
    for name in [each["name"] for each in told.get("parameters", []) if each["in"] == "path"]:
        path = path.replace(f"{{{name}}}", f"${name.removesuffix('_id').upper()}")
    words = ["curl"]
    if method != "get":
        words.append(f"-X {method.upper()}")
    if told["x-scope"]:
        words.append('-H "Authorization: Bearer $TOKEN"')
    if any(each["name"] == "If-Match" and each.get("required") for each in told.get("parameters", [])):
        words.append('-H "If-Match: $TAG"')
    if bodies:
        words += [f'-H "Content-Type: {bodies[0].media_type}"', "--data @body"]
    return " ".join([*words, f'"{SITE}{path}"'])


def _member(name: str, schema: Mapping[str, Any], place: str, is_needed: Any, told: Any) -> Member:
    return Member(name, _kind(schema), place, bool(is_needed), _plain(told.get("description", "")))


def _shape(name: str, told: Mapping[str, Any]) -> Shape:
    needed = told.get("required", [])
    members = [
        _member(member, schema, "", member in needed, schema)
        for member, schema in told.get("properties", {}).items()
    ]
    return Shape(
        name, _plain(told.get("description", "")), members, [str(each) for each in told.get("enum", [])]
    )


def _plain(text: str) -> str:
    """Words of the document, whose code stands between marks of Markdown, as a page says them."""
    return re.sub(r"`([^`]+)`", "“\\1”", text)


def _kind(schema: Mapping[str, Any]) -> Kind:
    shape = _reference(schema)
    if shape:
        return Kind(f"{shape} or null" if schema.get("nullable") else shape, shape)
    if "items" in schema:
        inner = _kind(schema["items"])
        return Kind(f"list of {inner.words}", inner.shape)
    for one_of in ("oneOf", "anyOf"):
        if one_of in schema:
            return Kind(" or ".join(_kind(each).words for each in schema[one_of]))
    words = str(schema.get("format") or schema.get("type") or "anything")
    if len(schema.get("enum", [])) in range(1, 13):
        words = " | ".join(str(each) for each in schema["enum"] if each is not None)
    bounds = [f"{word} {_value(schema[key])}" for key, word in _BOUNDS.items() if key in schema]
    return Kind(", ".join([words, *bounds, *(["or null"] if schema.get("nullable") else [])]))


def _value(value: object) -> str:
    """As JSON has it, but plain text without its quotes."""
    return value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)


_BOUNDS: Final = {
    "minimum": "from",
    "maximum": "to",
    "minLength": "at least so long:",
    "maxLength": "at most so long:",
    "default": "else",
}


def _reference(schema: Mapping[str, Any]) -> str:
    """The name of the shape that ``schema`` leads to; empty where it is one itself."""
    inner = schema
    for single in ("allOf", "oneOf"):
        if len(schema.get(single, [])) == 1:
            inner = schema[single][0]
    return str(inner.get("$ref", "")).rpartition("/")[2]


def _names_in(told: Any, shapes: Mapping[str, Any]) -> set[str]:
    """The shapes that ``told`` leads to, near and far; but that of problems, which is everywhere."""
    found: set[str] = set()
    waiting = [told]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Mapping):
            name = str(each.get("$ref", "")).rpartition("/")[2]
            if name and name != "Problem" and name not in found:
                found.add(name)
                waiting.append(shapes[name])
            waiting += [inner for inner in each.values() if isinstance(inner, Mapping | list)]
        elif isinstance(each, list):
            waiting += each
    return found
