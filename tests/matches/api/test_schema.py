"""The OpenAPI document is valid, without warnings, and covers every URL that answers."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import RequestFactory
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.validation import validate_schema
from jsonschema import Draft7Validator
from structlog.contextvars import bound_contextvars

from ecarte_site.downloads import FRONT_BUFFER_BYTES
from matches.api.core.encodings import accepts_gzip
from matches.api.core.errors import KINDS
from matches.api.core.openapi import request_examples
from matches.api.core.schema import example_problem
from matches.api.urls import ALL
from matches.exchange.exports.send import MOST_A_PERSON
from scoring.check import check_rubber
from scoring.notation import read_one, write_rubber
from tests.matches.api import described
from tests.matches.api.calling import Caller, problem
from tests.matches.api.described import scopes_by_address

UNDESCRIBED = {"schema"}


@pytest.fixture
def document() -> dict[str, Any]:
    return described.document()


def operations(document: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    found = {
        (path, method): operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    assert found
    return found


def test_is_valid_and_made_without_a_warning(document: dict[str, Any]) -> None:
    validate_schema(document)  # type: ignore[no-untyped-call]
    assert (dict(GENERATOR_STATS._warn_cache), dict(GENERATOR_STATS._error_cache)) == ({}, {})


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("*/*", "application/vnd.oai.openapi+json"),
        ("application/json", "application/json"),
        ("application/vnd.oai.openapi", "application/vnd.oai.openapi"),
    ],
)
def test_is_served(anybody: Caller, accept: str, media_type: str) -> None:
    answer = anybody.get("schema/", Accept=accept)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].partition(";")[0] == media_type


@pytest.mark.django_db
@pytest.mark.parametrize("accepted", ["gzip", "identity"])
def test_is_sent_once_to_who_keeps_it(anybody: Caller, accepted: str) -> None:
    answer = anybody.get("schema/", Accept_Encoding=accepted)
    again = anybody.get("schema/", If_None_Match=answer.headers["ETag"], Accept_Encoding=accepted)
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == answer.headers["ETag"]
    assert "Content-Encoding" not in again.headers
    assert "Accept-Encoding" in again.headers["Vary"]
    french = anybody.get("schema/", Accept_Language="fr", If_None_Match=answer.headers["ETag"])
    assert french.status_code == 200
    assert "Accept-Language" in french.headers["Vary"]


@pytest.mark.django_db
@pytest.mark.parametrize("accept", ["application/json", "application/vnd.oai.openapi"])
def test_compressed_document_needs_no_place_and_the_plain_one_does(anybody: Caller, accept: str) -> None:
    plain = [anybody.get("schema/", Accept=accept) for _ in range(MOST_A_PERSON)]
    refused = anybody.get("schema/", Accept=accept)
    assert problem(refused, 429, "too_many_streams")
    assert int(refused.headers["Retry-After"]) > 0
    zipped = anybody.get("schema/", Accept=accept, Accept_Encoding="gzip")
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert zipped.headers["ETag"] == f"W/{plain[0].headers['ETag']}"
    assert int(zipped.headers["Content-Length"]) == len(zipped.content) < FRONT_BUFFER_BYTES // 2
    content = plain[0].getvalue()
    assert int(plain[0].headers["Content-Length"]) == len(content) > FRONT_BUFFER_BYTES
    assert gzip.decompress(zipped.content) == content
    assert anybody.get("schema/", Accept=accept).status_code == 200


@pytest.mark.parametrize(
    ("header", "accepts"),
    [
        ("", False),
        ("identity", False),
        ("zstd, br", False),
        ("gzip", True),
        ("br;q=1.0, GZIP ; q=0.001", True),
        ("gzip;q=0, *", False),
        ("*", True),
        ("*;q=0", False),
        ("gzip;q=x", False),
    ],
)
def test_accepting_gzip(header: str, accepts: bool) -> None:
    assert accepts_gzip(RequestFactory(headers={"Accept-Encoding": header}).get("/")) == accepts


def test_examples_of_problems_are_the_same_in_every_process() -> None:
    by_itself = example_problem("not_found", "/api/v1/")
    with bound_contextvars(request_id="of the request that asks for the document"):
        assert example_problem("not_found", "/api/v1/") == by_itself


def test_has_every_operation(document: dict[str, Any]) -> None:
    ids = {operation["operationId"] for operation in operations(document).values()}
    assert len(ids) == len(operations(document))
    assert len(operations(document)) == len(
        [name for name, _ in scopes_by_address(ALL) if name not in UNDESCRIBED]
    )


def test_every_operation_says_its_scope_and_its_problems(document: dict[str, Any]) -> None:
    for (path, method), operation in operations(document).items():
        answers = operation["responses"]
        assert {"400", "401", "406", "429", "500"} <= set(answers), path
        assert operation["x-scope"] in (None, "read", "enter", "manage")
        assert ({} in operation["security"]) == (operation["x-scope"] in (None, "read"))
        assert method != "get" or operation["x-scope"] in (None, "read", "manage")
        assert operation["summary"]
        for status, answer in answers.items():
            if status >= "400":
                (content,) = answer["content"].items()
                assert content[0] == "application/problem+json"
                assert set(content[1]["examples"]) <= set(KINDS)
                assert answer["description"]


def test_what_changes_something_names_its_headers(document: dict[str, Any]) -> None:
    matched, created = set(), set()
    for (path, method), operation in operations(document).items():
        headers = {each["name"]: each for each in operation["parameters"] if each["in"] == "header"}
        changes = method != "get" and operation["x-scope"] not in (None, "read")
        assert ("Idempotency-Key" in headers) == changes, path
        if "If-Match" in headers:
            matched.add(path)
            assert headers["If-Match"]["required"]
            assert {"412", "428"} <= set(operation["responses"])
        if method == "post" and "201" in operation["responses"]:
            created.add(path)
            assert "Location" in operation["responses"]["201"]["headers"]
    assert matched
    assert created


def test_every_member_of_a_problem_is_known(document: dict[str, Any]) -> None:
    shapes = document["components"]["schemas"]
    assert shapes["Problem"]["properties"]["code"] == {"$ref": "#/components/schemas/ProblemCode"}
    assert shapes["ProblemCode"]["enum"] == list(KINDS)


def test_parts_of_the_document_are_described(document: dict[str, Any]) -> None:
    used = {tag for operation in operations(document).values() for tag in operation["tags"]}
    assert {tag["name"] for tag in document["tags"] if tag["description"]} == used


def test_parameters_say_what_they_are_for(document: dict[str, Any]) -> None:
    silent = {
        (operation["operationId"], parameter["name"])
        for operation in operations(document).values()
        for parameter in operation["parameters"]
        if not parameter.get("description")
    }
    assert silent == set()


def bodies(document: dict[str, Any]) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Yield each example of a request: its operation, its body and its schema."""
    for operation in operations(document).values():
        for content in operation.get("requestBody", {}).get("content", {}).values():
            for example in content.get("examples", {}).values():
                yield operation["operationId"], example["value"], content["schema"]


def test_examples_have_the_shape_that_is_asked_for(document: dict[str, Any]) -> None:
    examples = list(bodies(document))
    for operation, body, shape in examples:
        schema = {**shape, "components": document["components"]}
        assert list(Draft7Validator(schema).iter_errors(body)) == [], operation
    asks = {each["operationId"] for each in operations(document).values() if "requestBody" in each}
    assert asks - {operation for operation, _, _ in examples} == {"confirm_rubber"}


def test_example_of_a_record_is_in_order() -> None:
    (correction,) = request_examples()["correct_rubber"]
    text = correction.value["egn"]
    assert check_rubber(read_one(text)).findings == ()
    assert write_rubber(read_one(text)) == text


def test_security_schemes(document: dict[str, Any]) -> None:
    schemes = document["components"]["securitySchemes"]
    assert (schemes["token"]["scheme"], schemes["session"]["in"]) == ("bearer", "cookie")
