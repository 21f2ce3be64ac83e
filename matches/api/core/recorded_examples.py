"""Answers that the document shows: of each operation one a status, as the API gave it on a club made for that.

They are kept in ``answers.json``, by operation and status, which tests/matches/api/answers.py writes anew.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import orjson

from matches.api.core.media_types import as_json

FILE: Final = Path(__file__).with_name("answers.json")
NAME: Final = "As it comes"


@functools.cache
def answers() -> Mapping[str, Mapping[str, Any]]:
    """Bodies by status, by the name of the operation."""
    kept: Mapping[str, Mapping[str, Any]] = orjson.loads(FILE.read_bytes())
    return kept


def show_answers(result: dict[str, Any], **_of_no_use: Any) -> dict[str, Any]:
    """Put each answer where its operation tells of it; the document must be nobody else's yet.

    Where none is kept, one of the same shape stands for it: what a call answers that goes on in the background.
    """
    told = list(_contents(result))
    by_shape = {}
    for operation, status, content in told:
        if status in answers().get(operation, {}):
            by_shape[as_json(content["schema"])] = answers()[operation][status]
    for operation, status, content in told:
        body = answers().get(operation, {}).get(status, by_shape.get(as_json(content["schema"])))
        if body is not None:
            content["examples"] = {NAME: {"value": body}}
    return result


def _contents(result: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Operation, status and what is told of it, of every answer in JSON."""
    for methods in result["paths"].values():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                if "application/json" in answer.get("content", {}):
                    yield operation["operationId"], status, answer["content"]["application/json"]
