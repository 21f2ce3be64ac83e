"""The document shows an answer of every operation, and each is one that its shape allows."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

import pytest
from jsonschema import Draft7Validator

from matches.api.core.recorded_examples import FILE, answers
from tests.matches.api.answers import gathered, shown
from tests.matches.api.core.test_every_call import CALLS
from tests.matches.api.described import document, json_schema, operations


def faults(operation: str, status: str, body: Any) -> list[str]:
    for _path, _method, each in operations(document()):
        if each["operationId"] == operation:
            shape = each["responses"][status]["content"]["application/json"]["schema"]
            found = Draft7Validator(json_schema(shape)).iter_errors(body)
            return [f"{operation} {status} {fault.json_path}: {fault.message}" for fault in found]
    return [f"{operation}: no such operation"]


def wrong_in(found: Mapping[str, Mapping[str, Any]]) -> list[str]:
    return [
        fault
        for operation, by_status in found.items()
        for status, body in by_status.items()
        for fault in faults(operation, status, body)
    ]


def test_every_answer_is_shown() -> None:
    silent = [
        (operation["operationId"], status)
        for _path, _method, operation in operations(document())
        for status, answer in operation["responses"].items()
        if (operation["operationId"], status) in set(shown())
        and not answer["content"]["application/json"].get("examples")
    ]
    assert silent == []
    kept = {(operation, status) for operation, by_status in answers().items() for status in by_status}
    assert kept - set(shown()) == set()


def test_answers_have_the_shape_that_is_promised() -> None:
    assert wrong_in(answers()) == []


def test_document_has_them() -> None:
    (content,) = [
        operation["responses"]["200"]["content"]["application/json"]
        for _path, _method, operation in operations(document())
        if operation["operationId"] == "get_club"
    ]
    assert content["examples"] == {"As it comes": {"value": answers()["get_club"]["200"]}}


@pytest.mark.soak
@pytest.mark.django_db
def test_what_is_answered_now_is_of_the_same_shape() -> None:
    found = gathered(CALLS)
    if os.environ.get("WRITE_ANSWERS"):
        kept = {
            operation: {status: found[operation][status] for status in sorted(found[operation])}
            for operation in sorted(found)
        }
        FILE.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    assert wrong_in(found) == []
