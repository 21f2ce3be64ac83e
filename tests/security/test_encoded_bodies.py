"""A body with a content coding is refused unread on pages and in the API; the response names the coding accepted."""

from __future__ import annotations

import gzip
from typing import Any, Final

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import MULTIPART_CONTENT

from matches.models import Club, ImportReport, User
from tests.factories.browsers import client_of
from tests.matches.api.calling import Caller, path_of, problem
from tests.matches.api.described import document, operations
from tests.matches.files import rubber_text
from tests.security.test_bounds import FORMS, Unread
from tests.security.test_content_types import Ids

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

CHANGES: Final = [
    (path, method, operation) for path, method, operation in operations(document()) if method != "get"
]
CODINGS: Final = (
    "gzip",
    "deflate",
    "br",
    "zstd",
    "GZip",
    "x-gzip",
    "identity, gzip",
    "gzip;q=1",
    "none",
    "\xff",
)


def send(
    client: Client, path: str, coding: str, *, method: str = "POST", content_type: str = "application/json"
) -> Any:
    """Send a body of this coding as a server hands it on: a stream, of which nothing may be read."""
    body = Unread(1000, gzip.compress(b"{}"))
    wire: dict[str, Any] = {
        "CONTENT_LENGTH": str(body.left),
        "CONTENT_TYPE": content_type,
        "HTTP_CONTENT_ENCODING": coding,
        "wsgi.input": body,
    }
    answer = client.generic(method, path, **wire)
    assert body.read_bytes == 0, (method, path, coding)
    return answer


def test_every_call_that_may_have_a_body_refuses_it(owner: User, club: Club) -> None:
    client = client_of(owner, raise_request_exception=False)
    calls = [(path, method, "gzip") for path, method, _operation in CHANGES]
    assert len(calls) > 60
    for path, method, coding in [*calls, *((*CHANGES[0][:2], coding) for coding in CODINGS)]:
        answer = send(client, path.format_map(Ids()), coding, method=method.upper())
        body = problem(answer, 415, "unsupported_coding")
        assert answer.headers["Accept-Encoding"] == "identity", path
        assert "Content-Encoding" in body["detail"]


@pytest.mark.parametrize("content_type", ["application/x-www-form-urlencoded", MULTIPART_CONTENT])
def test_every_form_refuses_it(owner: User, club: Club, content_type: str) -> None:
    """Before the check against other sites' forms as well, which reads the form."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies["csrftoken"] = "x" * 32
    client.force_login(owner)
    for path in (*FORMS, "/clubs/portland/enter/egn/", "/admin/login/", "/nowhere/"):
        for coding in CODINGS:
            answer = send(client, path, coding, content_type=content_type)
            assert (answer.status_code, answer.headers["Accept-Encoding"]) == (415, "identity"), path
            assert "without Content-Encoding" in answer.content.decode()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_answer_is_in_the_readers_language(club: Club, language: str) -> None:
    client = Client(headers={"Accept-Language": language})
    page = send(client, "/accounts/login/", "gzip").content.decode()
    detail = send(client, "/api/v1/clubs/", "gzip").json()["detail"]
    assert ("sans Content-Encoding" in page) is (language == "fr")
    assert ("sans Content-Encoding" in detail) is (language == "fr")


@pytest.mark.parametrize("coding", ["", "identity", "Identity", " identity , identity ", ","])
def test_identity_is_no_coding(owner: User, club: Club, api: Caller, coding: str) -> None:
    answer = api.post(f"{path_of(club)}players/", {"name": "Ann"}, Content_Encoding=coding)
    assert answer.status_code == 201, answer.content
    client = client_of(owner, headers={"Content-Encoding": coding})
    file = SimpleUploadedFile("evening.egn", rubber_text().encode())
    assert client.post("/clubs/portland/imports/", {"file": file}).status_code == 302
    assert ImportReport.objects.count() == 1


def test_what_is_only_read_is_answered(club: Club, api: Caller) -> None:
    """A coding named without a body, by a client that names it with each request, is about nothing."""
    for path in ("/", "/api/v1/clubs/"):
        assert api.get(path, Content_Encoding="gzip").status_code == 200
        assert api._client.head(path, headers={"Content-Encoding": "gzip"}).status_code == 200


def test_other_refusals_of_media_types_name_no_coding(club: Club, api: Caller) -> None:
    answer = api._client.post("/api/v1/clubs/", {"name": "Garrick"})
    problem(answer, 415, "unsupported_media_type")
    assert "Accept-Encoding" not in answer.headers


def test_the_document_tells_of_it() -> None:
    for path, method, operation in operations(document()):
        if method == "get":
            assert "415" not in operation["responses"], path
            continue
        answer = operation["responses"]["415"]
        (content,) = answer["content"].values()
        assert content["examples"]["unsupported_coding"]["value"]["status"] == 415, (path, method)
        assert "identity" in answer["headers"]["Accept-Encoding"]["description"]
