"""The document shows a response of every operation, and each matches its schema."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest
from django.core.cache import cache
from django.db import transaction
from jsonschema import Draft7Validator

from matches.api.core.openapi import RECORDED, answers
from matches.api.urls import ALL
from matches.models import User
from tests.matches.api.calling import Caller, token_for
from tests.matches.api.described import address, document, json_schema, known_scene, operations
from tests.matches.api.roles.scene import Call, scene
from tests.matches.api.test_every_call import CALLS
from tests.matches.pages.every_page import Scene

ROWS: Final = 2
"""The number of rows shown of a list, and of a list nested in it."""


MOST_CHARACTERS: Final = 4000
SECRETS: Final = {
    r"ecarte_[0-9A-Za-z_-]+": "ecarte_...",
    r"whsec_[0-9A-Za-z+/=]+": "whsec_...",
    r"http://(testserver|localhost)(:[0-9]+)?(?=/)": "https://club.example",
    # The scene has an address that webhooks may lead to; the document shows one that leads nowhere.
    r"https://1\.1\.1\.1(?=/)": "https://bot.example",
}
"""Replacements for values that must not be published, by the pattern that finds each."""


Answers = dict[str, dict[str, Any]]


def operation_names() -> dict[tuple[str, str], str]:
    """Return each operation's id by its URL name and method."""
    paths = {
        str(pattern.name): "/api/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern)) for pattern in ALL
    }
    by_path = {(path, method): operation["operationId"] for path, method, operation in operations(document())}
    return {
        (name, method.upper()): operation
        for name, path in paths.items()
        for (at, method), operation in by_path.items()
        if at == path
    }


def json_responses() -> Iterator[tuple[str, str]]:
    """Yield the operation and the status of every JSON response that is not an error."""
    for _path, _method, operation in operations(document()):
        for status, answer in operation["responses"].items():
            schema = answer.get("content", {}).get("application/json", {}).get("schema")
            if status < "300" and schema and schema.get("format") != "binary":
                yield operation["operationId"], status


def record_answers(calls: list[Call]) -> Answers:
    """Return one response of each operation and status."""
    answers: Answers = {}
    names = operation_names()
    for call in calls:
        if (call.name, call.method) in names:
            with transaction.atomic():
                here = scene()
                path, body = call.ready(here)
                for user in [here.owner, *User.objects.exclude(pk=here.owner.pk)]:
                    answer = Caller(token_for(user)).send(
                        call.method, path, body, If_Match="*", **call.headers
                    )
                    if _note(answers, names[call.name, call.method], answer):
                        break
                transaction.set_rollback(True)
            cache.clear()
    with transaction.atomic():
        _note_all(answers, known_scene(ROWS + 1))
        transaction.set_rollback(True)
    return answers


def _note_all(answers: Answers, here: Scene) -> None:
    """Record the response of every GET operation for the club with a page of everything."""
    caller = Caller(token_for(here.owner))
    for path, method, operation in operations(document()):
        if method == "get":
            cache.clear()
            try:
                url = address(path, here)
            except KeyError:
                continue  # It names a thing that this club has none of.
            _note(answers, operation["operationId"], caller.get(url))


def _note(answers: Answers, operation: str, answer: Any) -> bool:
    """Record an answer if it shows more than the one recorded and is not very long.

    Return whether it can be shown.
    """
    content = b"".join(answer)
    if answer.status_code >= 300 or not answer.headers.get("Content-Type", "").startswith("application/json"):
        return bool(answer.status_code < 300)
    text = content.decode()
    for pattern, stands in SECRETS.items():
        text = re.sub(pattern, stands, text)
    body = trimmed(json.loads(text))
    status = str(answer.status_code)
    if (operation, status) in set(json_responses()):
        of_operation = answers.setdefault(operation, {})
        if status not in of_operation or _worth(body) > _worth(of_operation[status]):
            of_operation[status] = body
    return True


def _worth(body: Any) -> int:
    length = len(json.dumps(body))
    return length if length <= MOST_CHARACTERS else -length


def trimmed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: trimmed(each) for name, each in value.items()}
    if isinstance(value, list):
        return [trimmed(each) for each in value[:ROWS]]
    return value


def faults(operation: str, status: str, body: Any) -> list[str]:
    for _path, _method, each in operations(document()):
        if each["operationId"] == operation:
            shape = each["responses"][status]["content"]["application/json"]["schema"]
            errors = Draft7Validator(json_schema(shape)).iter_errors(body)
            return [f"{operation} {status} {fault.json_path}: {fault.message}" for fault in errors]
    return [f"{operation}: no such operation"]


def wrong_in(recorded: Mapping[str, Mapping[str, Any]]) -> list[str]:
    return [
        fault
        for operation, by_status in recorded.items()
        for status, body in by_status.items()
        for fault in faults(operation, status, body)
    ]


def test_every_answer_is_shown() -> None:
    silent = [
        (operation["operationId"], status)
        for _path, _method, operation in operations(document())
        for status, answer in operation["responses"].items()
        if (operation["operationId"], status) in set(json_responses())
        and not answer["content"]["application/json"].get("examples")
    ]
    assert silent == []
    kept = {(operation, status) for operation, by_status in answers().items() for status in by_status}
    assert kept - set(json_responses()) == set()


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
    recorded = record_answers(CALLS)
    if os.environ.get("WRITE_ANSWERS"):
        kept = {
            operation: {status: recorded[operation][status] for status in sorted(recorded[operation])}
            for operation in sorted(recorded)
        }
        RECORDED.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    assert wrong_in(recorded) == []
