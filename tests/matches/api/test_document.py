"""The API answers as its document says: Schemathesis sends valid and invalid requests, and compares.

Each operation is tried on a club with something of everything, as its owner and anonymously. The tables here
list the accepted differences and their reasons.
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

from tests.matches.api.calling import token_for
from tests.matches.api.described import THINGS, WithIds, document, known_scene, one_connection, stand_in

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

HERE_TOO: Final = ["412", "413", "415", "416", "422", "428"]
"""The statuses that the test library does not expect as refusals by default, and that the API documents."""
ACCEPTED: Final = ["2xx", "304", "401", "403", "404", "409", "410", "412", "416", "422"]
"""The statuses that a valid request may get.

A body of the right shape can name a player who does not exist, or hold a record that breaks the rules. A
valid ETag can be out of date.
"""

IDS_OF_EXAMPLES: Final = {
    "7gk2mzq9xwt4bn": stand_in("club_id"),
    "5rhd8vcx3jpk6f": stand_in("event_id"),
    "3nbq7wzt2kmx9d": stand_in("player_id"),
}
"""Ids that exist in the tests' club, by the invented ids of ``request_examples.json``."""


ASKED_OF: Final = {
    "club": stand_in("club_id"),
    "event": stand_in("event_id"),
    "player": stand_in("player_id"),
    # The document describes the format of cursors, but cannot say which ones point to a row.
    "cursor": "",
}
"""Values of query parameters that name existing objects."""
BETWEEN_PARAMETERS: Final = {
    "/export": "each form of a file has parameters of its own, which its words say and a schema can't",
    "/rubbers/{rubber_id}.": "each form of a file has parameters of its own, which its words say and a schema can't",
    "/ratings/chances/": "nobody plays against himself",
    "/figures/": "the figures of an event are asked for without a club, and periods end after they begin",
    "/against/": "the figures of an event are asked for without a club, and periods end after they begin",
}
"""Parts of paths whose parameters may be valid alone and invalid together, so that 400 is expected."""


def known_document() -> dict[str, Any]:
    """Return the document with the ids of existing objects, so that valid requests find them."""
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
    """Return the document's schema for ``most`` generated requests an operation, besides those that cover its shapes.

    ``has_token``: send a token with each request, even if the library meant to send none.
    """
    config = SchemathesisConfig.from_dict(
        {
            "generation": {"deterministic": True, "max-examples": most, "no-shrink": True},
            "phases": {"coverage": {"enabled": with_coverage}},
            "checks": {
                "ignored_auth": {"enabled": not has_token},
                # Permissions and missing objects are checked before the values are.
                "negative_data_rejection": {
                    "expected-statuses": ["400", "401", "403", "404", "405", "406", "409", *HERE_TOO]
                },
                "positive_data_acceptance": {"expected-statuses": ACCEPTED},
                # Authentication fails before the missing header; 428 is the error of a missing If-Match.
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
    """Resolve the host of the examples' webhooks, which does not exist, to an allowed address."""
    look_up = socket.getaddrinfo
    there = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("1.1.1.1", 443))
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda host, *args, **more: [there] if host == "bot.example" else look_up(host, *args, **more),
    )


@pytest.fixture(scope="module")
def token(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """Yield the token of the owner of a club that all the tests here share. Their changes are rolled back."""
    with django_db_blocker.unblock(), one_connection(), transaction.atomic():
        scene = known_scene()
        SITE.take_ids_of(scene)
        yield token_for(scene.owner)
        transaction.set_rollback(True)


def try_operations(requests: Any, token: str, subtests: pytest.Subtests, *, paths: str = "") -> None:
    """Try the operations whose path matches ``paths``, compare the responses, and roll back the changes.

    Schemathesis generates the requests here, and not while pytest collects: that would happen in each
    process of a run, even if none of these tests was chosen.
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
    try_operations(schema(1, with_coverage=False), token, subtests)


@pytest.mark.long
def test_answers_without_authority(token: str, subtests: pytest.Subtests) -> None:
    try_operations(schema(1, with_coverage=False), "", subtests)


@pytest.mark.long
def test_answers_to_every_shape(token: str, subtests: pytest.Subtests) -> None:
    """The sample covers lists, single objects and changes, with each shape and header that the others share."""
    try_operations(schema(2), token, subtests, paths=r"/api/v1/(clubs/|players/\{player_id\}/)$")


@pytest.mark.soak
def test_answers_to_many_requests(token: str, subtests: pytest.Subtests) -> None:
    try_operations(schema(300), token, subtests)


@pytest.mark.soak
def test_answers_to_many_requests_without_authority(token: str, subtests: pytest.Subtests) -> None:
    try_operations(schema(30), "", subtests)


@pytest.mark.soak
def test_calls_that_follow_each_other(token: str) -> None:
    """Created objects exist for the calls linked from their response, and deleted objects exist for none."""

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
