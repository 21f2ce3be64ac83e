"""Divide the OpenAPI document into parts for pages: the operations of each tag, and the schemas that they refer to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from matches.api.core.openapi import document_in
from matches.api.core.serializers import SPARSE_MEDIA_TYPE
from matches.common.made_once import made_once

LANGUAGE: Final = "en"
"""The document's language. Its names, descriptions and examples are for programmers."""
METHODS: Final = ("get", "post", "put", "patch", "delete")
SITE: Final = "$SITE"


@dataclass(frozen=True, slots=True)
class TypeWords:
    """The type of a schema in words. ``schema`` is the name of another to which it refers, or ""."""

    words: str
    schema: str = ""


Part: TypeAlias = dict[str, Any]
"""The part of the document for one tag, as the pages read it: ``name``, ``words``, ``operations`` and ``schemas``."""


@made_once()
def parts() -> Mapping[str, Part]:
    """Return the sections of the OpenAPI document by name, in the order of the document's tags."""
    document = document_in(LANGUAGE)
    schemas = document["components"]["schemas"]
    by_name = {}
    for tag in document["tags"]:
        own = [each for each in _operations(document) if tag["name"] in each[2]["tags"]]
        names = _schemas_in([operation for _, _, operation in own], schemas)
        by_name[tag["name"]] = {
            "name": tag["name"],
            "words": _plain(tag["description"]),
            "operations": [_operation(*each) for each in own],
            "schemas": [_schema(name, schemas[name]) for name in sorted(names)],
        }
    return by_name


def _operations(document: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                yield path, method, methods[method]


def _operation(path: str, method: str, operation: Mapping[str, Any]) -> dict[str, Any]:
    bodies = _contents(operation.get("requestBody", {}))
    responses = operation["responses"].items()
    return {
        "name": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": _plain(operation.get("summary", "")),
        "words": _plain(operation.get("description", "").partition("Scope: `")[0].strip()),
        "scope": operation["x-scope"] or "",
        "parameters": [
            _member(each["name"], each["schema"], each["in"], each.get("required"), each)
            for each in operation.get("parameters", [])
        ],
        "bodies": bodies,
        "answers": [(status, _contents(each)) for status, each in responses if status < "400"],
        "errors": [(status, _codes(each)) for status, each in responses if status >= "400"],
        "curl": _curl(path, method, operation, bodies),
    }


def _codes(response: Mapping[str, Any]) -> list[str]:
    return [code for content in response.get("content", {}).values() for code in content.get("examples", {})]


def _contents(described: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {"media_type": media_type, "type": _type(content.get("schema", {})), "example": _example(content)}
        for media_type, content in described.get("content", {}).items()
        if media_type != SPARSE_MEDIA_TYPE
    ]


def _example(content: Mapping[str, Any]) -> str:
    for each in content.get("examples", {}).values():
        value = each.get("value")
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)
    return ""


def _curl(path: str, method: str, operation: Mapping[str, Any], bodies: Sequence[Mapping[str, Any]]) -> str:
    for name in [each["name"] for each in operation.get("parameters", []) if each["in"] == "path"]:
        path = path.replace(f"{{{name}}}", f"${name.removesuffix('_id').upper()}")
    words = ["curl"]
    if method != "get":
        words.append(f"-X {method.upper()}")
    if operation["x-scope"]:
        words.append('-H "Authorization: Bearer $TOKEN"')
    if any(each["name"] == "If-Match" and each.get("required") for each in operation.get("parameters", [])):
        words.append('-H "If-Match: $TAG"')
    if bodies:
        media_type = bodies[0]["media_type"]
        words += [f'-H "Content-Type: {media_type}"', "--data @body"]
    return " ".join([*words, f'"{SITE}{path}"'])


def _member(
    name: str, schema: Mapping[str, Any], place: str, is_required: Any, described: Mapping[str, Any]
) -> dict[str, Any]:
    return {
        "name": name,
        "type": _type(schema),
        "place": place,
        "is_required": bool(is_required),
        "words": _plain(described.get("description", "")),
    }


def _schema(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    required = schema.get("required", [])
    return {
        "name": name,
        "words": _plain(schema.get("description", "")),
        "members": [
            _member(member, each, "", member in required, each)
            for member, each in schema.get("properties", {}).items()
        ],
        "values": [str(each) for each in schema.get("enum", [])],
    }


def _plain(text: str) -> str:
    """Return a description with quotation marks in place of Markdown's marks for code."""
    return re.sub(r"`([^`]+)`", "“\\1”", text)


def _type(schema: Mapping[str, Any]) -> TypeWords:
    name = _reference(schema)
    if name:
        return TypeWords(f"{name} or null" if schema.get("nullable") else name, name)
    if "items" in schema:
        inner = _type(schema["items"])
        return TypeWords(f"list of {inner.words}", inner.schema)
    for one_of in ("oneOf", "anyOf"):
        if one_of in schema:
            return TypeWords(" or ".join(_type(each).words for each in schema[one_of]))
    words = str(schema.get("format") or schema.get("type") or "anything")
    if len(schema.get("enum", [])) in range(1, 13):
        words = " | ".join(str(each) for each in schema["enum"] if each is not None)
    bounds = [f"{word} {_value(schema[key])}" for key, word in _BOUNDS.items() if key in schema]
    return TypeWords(", ".join([words, *bounds, *(["or null"] if schema.get("nullable") else [])]))


def _value(value: object) -> str:
    """Return a value as JSON, but a string without its quotes."""
    return value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)


_BOUNDS: Final = {
    "minimum": "from",
    "maximum": "to",
    "minLength": "at least so long:",
    "maxLength": "at most so long:",
    "default": "else",
}


def _reference(schema: Mapping[str, Any]) -> str:
    """Return the name of the schema that ``schema`` refers to; empty if it is defined inline."""
    inner = schema
    for single in ("allOf", "oneOf"):
        if len(schema.get(single, [])) == 1:
            inner = schema[single][0]
    return str(inner.get("$ref", "")).rpartition("/")[2]


def _schemas_in(described: Any, schemas: Mapping[str, Any]) -> set[str]:
    """Return all schemas that ``described`` refers to, directly or not, except that of errors, which is everywhere."""
    names: set[str] = set()
    waiting = [described]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Mapping):
            name = str(each.get("$ref", "")).rpartition("/")[2]
            if name and name != "Problem" and name not in names:
                names.add(name)
                waiting.append(schemas[name])
            waiting += [inner for inner in each.values() if isinstance(inner, Mapping | list)]
        elif isinstance(each, list):
            waiting += each
    return names
