"""Answers as the API gives them, for its document to show: to every call of the table of roles, and every list.

``WRITE_ANSWERS=1 pytest -m soak tests/matches/api/core/test_recorded_examples.py`` writes those that the document shows
anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from django.core.cache import cache
from django.db import transaction

from matches.api.all_urls import ALL
from matches.models import User
from tests.matches.api.calling import Caller, token_for
from tests.matches.api.described import address, document, known_scene, operations
from tests.matches.api.roles.scene import Call, scene
from tests.matches.pages.every_page import Scene

ROWS: Final = 2
"""So many are shown of a list, and of a list within."""
MOST_CHARACTERS: Final = 4000
SECRETS: Final = {
    r"ecarte_[0-9A-Za-z_-]+": "ecarte_...",
    r"whsec_[0-9A-Za-z+/=]+": "whsec_...",
    r"http://(testserver|localhost)(:[0-9]+)?(?=/)": "https://club.example",
    # The scene has an address that webhooks may lead to; the document shows one that leads nowhere.
    r"https://1\.1\.1\.1(?=/)": "https://bot.example",
}
"""What is of no use to anybody, and what stands for it."""

Answers = dict[str, dict[str, Any]]


def operation_names() -> dict[tuple[str, str], str]:
    """The operation at the name of an address and a method."""
    paths = {
        str(pattern.name): "/api/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern)) for pattern in ALL
    }
    by_path = {(path, method): told["operationId"] for path, method, told in operations(document())}
    return {
        (name, method.upper()): operation
        for name, path in paths.items()
        for (at, method), operation in by_path.items()
        if at == path
    }


def shown() -> Iterator[tuple[str, str]]:
    """Operation and status of every answer in JSON that is no problem."""
    for _path, _method, operation in operations(document()):
        for status, answer in operation["responses"].items():
            schema = answer.get("content", {}).get("application/json", {}).get("schema")
            if status < "300" and schema and schema.get("format") != "binary":
                yield operation["operationId"], status


def gathered(calls: list[Call]) -> Answers:
    """One answer to each operation, of each status that comes."""
    found: Answers = {}
    names = operation_names()
    for call in calls:
        if (call.name, call.method) in names:
            with transaction.atomic():
                here = scene()
                path, body = call.ready(here)
                for user in [here.owner, *User.objects.exclude(pk=here.owner.pk)]:
                    told = Caller(token_for(user)).send(call.method, path, body, If_Match="*", **call.headers)
                    if _note(found, names[call.name, call.method], told):
                        break
                transaction.set_rollback(True)
            cache.clear()
    with transaction.atomic():
        _note_all(found, known_scene(ROWS + 1))
        transaction.set_rollback(True)
    return found


def _note_all(found: Answers, here: Scene) -> None:
    """What the club of every page answers where something is read."""
    caller = Caller(token_for(here.owner))
    for path, method, operation in operations(document()):
        if method == "get":
            cache.clear()
            try:
                asked = address(path, here)
            except KeyError:
                continue  # It names a thing that this club has none of.
            _note(found, operation["operationId"], caller.get(asked))


def _note(found: Answers, operation: str, answer: Any) -> bool:
    """Of two answers keep the one that shows more, unless it is very long; whether it is one to be shown."""
    content = b"".join(answer)
    if answer.status_code >= 300 or not answer.headers.get("Content-Type", "").startswith("application/json"):
        return bool(answer.status_code < 300)
    text = content.decode()
    for pattern, stands in SECRETS.items():
        text = re.sub(pattern, stands, text)
    body = trimmed(json.loads(text))
    status = str(answer.status_code)
    if (operation, status) in set(shown()):
        of_operation = found.setdefault(operation, {})
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
