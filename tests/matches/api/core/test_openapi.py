"""The document against what answers: Schemathesis makes requests of it, right ones and wrong ones, and compares.

Each operation is tried on a club with something of everything, by its owner's program and by nobody's. What is not
held against the API, and why, is in the tables here.
"""

from __future__ import annotations

import copy
import re
import socket
from collections.abc import Iterator
from typing import Any, Final

import pytest
import schemathesis
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker
from schemathesis.checks import load_all_checks
from schemathesis.config import SchemathesisConfig
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test

from matches.api.core import examples
from tests.matches.api.calling import token_for
from tests.matches.api.described import THINGS, WithIds, document, known_scene, one_connection, stand_in

pytestmark = pytest.mark.django_db

HERE_TOO: Final = ["412", "413", "415", "416", "422", "428"]
"""What the library takes for no refusal of its own accord, and the API documents as one."""
ACCEPTED: Final = ["2xx", "304", "401", "403", "404", "409", "410", "412", "416", "422"]
"""A body can have the shape that is asked for and still name nobody that there is, or a record that breaks the rules;
an ETag can be one, and out of date."""

IDS_OF_EXAMPLES: Final = {
    examples.CLUB: stand_in("club_id"),
    examples.EVENT: stand_in("event_id"),
    examples.PLAYERS[0]: stand_in("player_id"),
}


ASKED_OF: Final = {
    "club": stand_in("club_id"),
    "event": stand_in("event_id"),
    "player": stand_in("player_id"),
    # What cursors look like is told; which of them stand for a row, no document can say.
    "cursor": "",
}
"""Values of parameters in a query that something stands behind."""
BETWEEN_PARAMETERS: Final = {
    "/export": "each form of a file has parameters of its own, which its words say and a schema can't",
    "/rubbers/{rubber_id}.": "each form of a file has parameters of its own, which its words say and a schema can't",
    "/ratings/chances/": "nobody plays against himself",
    "/figures/": "the figures of an event are asked for without a club, and periods end after they begin",
    "/against/": "the figures of an event are asked for without a club, and periods end after they begin",
}
"""Parts of paths whose parameters are right one by one and may be wrong together: these may answer 400."""


def known_document() -> dict[str, Any]:
    """The document with ids of things that there are, so that a right request finds what it is about."""
    described = copy.deepcopy(document())
    for methods in described["paths"].values():
        for operation in methods.values():
            for parameter in operation["parameters"]:
                if parameter["in"] == "path" and parameter["name"] in THINGS:
                    parameter["schema"] = {"type": "string", "enum": [stand_in(parameter["name"])]}
                if parameter["in"] == "query" and parameter["name"] in ASKED_OF:
                    parameter["schema"] = {"type": "string", "enum": [ASKED_OF[parameter["name"]]]}
            for content in operation.get("requestBody", {}).get("content", {}).values():
                for example in content.get("examples", {}).values():
                    example["value"] = with_known_ids(example["value"])
    return described


def with_known_ids(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: with_known_ids(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [with_known_ids(inner) for inner in value]
    return IDS_OF_EXAMPLES.get(value, value) if isinstance(value, str) else value


def schema(most: int, *, with_coverage: bool = True, has_token: bool = False) -> Any:
    """The document to be tried with so many generated requests an operation, besides those that cover its shapes.

    ``has_token``: each request is sent with one, so that none is without authority, whatever the library meant to send.
    """
    config = SchemathesisConfig.from_dict(
        {
            "generation": {"deterministic": True, "max-examples": most, "no-shrink": True},
            "phases": {"coverage": {"enabled": with_coverage}},
            "checks": {
                "ignored_auth": {"enabled": not has_token},
                # Who may not, or asks for what is not there, is told that before his values are looked at.
                "negative_data_rejection": {
                    "expected-statuses": ["400", "401", "403", "404", "405", "406", "409", *HERE_TOO]
                },
                "positive_data_acceptance": {"expected-statuses": ACCEPTED},
                # Without authority the missing one is never come to; 428 is the very problem of a missing If-Match.
                "missing_required_header": {"expected-statuses": ["401", "403", "428"]},
            },
            "operations": [
                {
                    "include-path-regex": re.escape(part),
                    "checks": {"positive_data_acceptance": {"expected-statuses": ["400", *ACCEPTED]}},
                }
                for part in BETWEEN_PARAMETERS
            ],
        }
    )
    made = schemathesis.openapi.from_dict(known_document(), config=config)
    made.app = SITE
    return made


SITE: Final = WithIds()


def test_every_exception_is_for_something_that_there_is() -> None:
    for part in BETWEEN_PARAMETERS:
        assert [path for path in document()["paths"] if part in path], part


@pytest.fixture(autouse=True)
def receiver_of_the_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples lead webhooks to a name that leads nowhere; here it leads to an address that one may lead to."""
    look_up = socket.getaddrinfo
    there = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("1.1.1.1", 443))
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda host, *args, **more: [there] if host == "bot.example" else look_up(host, *args, **more),
    )


@pytest.fixture(scope="module")
def token(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The owner's, of a club that is there for all the tests here; what they do to it is undone."""
    with django_db_blocker.unblock(), one_connection(), transaction.atomic():
        scene = known_scene()
        SITE.take_ids_of(scene)
        yield token_for(scene.owner)
        transaction.set_rollback(True)


def try_operations(requests: Any, token: str, subtests: pytest.Subtests, *, paths: str = "") -> None:
    """Make the requests of each operation whose path matches ``paths``, compare the answers, and undo what they did.

    Schemathesis generates them here, and not while pytest collects: there it would do so in each process of a run, and
    also where none of these tests was chosen.
    """

    def ask(case: Any) -> None:
        cache.clear()
        headers = {"Authorization": f"Bearer {token}"} if token else None
        with transaction.atomic():
            case.call_and_validate(headers=headers)
            transaction.set_rollback(True)

    load_all_checks()
    for result in requests.get_all_operations():
        operation = result.ok()
        if not re.match(paths, operation.path):
            continue
        with subtests.test(operation.label):
            build_operation_test(
                config=requests.config,
                operation=operation,
                test_func=ask,
                given_kwargs={},
                feedback=FeedbackSources(),
            )()


@pytest.mark.long
def test_answers_of_an_owner(token: str, subtests: pytest.Subtests) -> None:
    try_operations(schema(2, with_coverage=False), token, subtests)


@pytest.mark.long
def test_answers_without_authority(token: str, subtests: pytest.Subtests) -> None:
    try_operations(schema(1, with_coverage=False), "", subtests)


@pytest.mark.long
def test_answers_to_every_shape(token: str, subtests: pytest.Subtests) -> None:
    """Lists, single things, and changes of them: each shape and header that these have in common with all others."""
    try_operations(schema(2), token, subtests, paths=r"/api/v1/(clubs/|players/\{player_id\}/)$")


@pytest.mark.soak
def test_answers_to_many_requests(token: str, subtests: pytest.Subtests) -> None:
    try_operations(schema(300), token, subtests)


@pytest.mark.soak
def test_answers_to_many_requests_without_authority(token: str, subtests: pytest.Subtests) -> None:
    try_operations(schema(30), "", subtests)


@pytest.mark.soak
def test_calls_that_follow_each_other(token: str) -> None:
    """What was made is there for the calls that its answer leads to, and what was deleted is there for none."""

    class Following(schema(1, has_token=True).as_state_machine()):  # type: ignore[misc]
        def setup(self) -> None:
            self._undone = transaction.atomic()
            self._undone.__enter__()

        def teardown(self) -> None:
            transaction.set_rollback(True)
            self._undone.__exit__(None, None, None)

        def before_call(self, case: Any) -> None:
            cache.clear()

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return {"headers": {"Authorization": f"Bearer {token}"}}

    Following.run(
        settings=settings(
            max_examples=60,
            stateful_step_count=8,
            derandomize=True,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
    )
