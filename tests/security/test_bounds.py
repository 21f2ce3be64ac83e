"""Input is bounded in size, depth and number before it costs any work."""

from __future__ import annotations

import gzip
import json
import tracemalloc
import zlib
from collections.abc import Callable
from typing import Any, Final

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from rest_framework.request import Request

from matches.api.core.errors import ApiError
from matches.api.core.files import place_for
from matches.api.core.problems import MOST_FAULTS
from matches.events.check_document import check_file
from matches.exchange.exports.send import MOST_A_PERSON
from matches.exchange.imports.uploads import MOST_UPLOAD_BYTES
from matches.models import Club, ImportReport, User
from matches.pages.common.uploads import LARGEST_FORM
from tests.factories.browsers import client_of
from tests.matches.api.calling import Caller, path_of, problem

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

FIELDS: Final = int(django_settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0)
DEEP: Final = 200_000
FORMS: Final = ("/accounts/login/", "/t/", "/i18n/setlang/", "/clubs/new/", "/clubs/portland/imports/")


class Unread:
    """A body that declares its length, and counts how much of it was read."""

    def __init__(self, length: int, start: bytes = b"") -> None:
        self.left = length
        self.start = start
        self.read_bytes = 0

    def read(self, size: int = -1) -> bytes:
        size = self.left if size < 0 else min(size, self.left)
        self.left -= size
        self.read_bytes += size
        given, self.start = self.start[:size], self.start[size:]
        return given + b"x" * (size - len(given))

    def readline(self, size: int = -1) -> bytes:
        return self.read(size)


def sent(client: Client, path: str, body: Unread, content_type: str) -> Any:
    """Posted as a server hands it on: a stream, and how long it claims to be."""
    wire = {"CONTENT_LENGTH": str(body.left), "CONTENT_TYPE": content_type, "wsgi.input": body}
    return client.generic("POST", path, **wire)  # type: ignore[arg-type]


def a_file(length: int) -> Unread:
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="x.egn"\r\n\r\n'
    return Unread(length, head.encode())


class TestForms:
    @pytest.mark.parametrize("path", FORMS)
    def test_visitors_bring_no_files(self, club: Club, path: str) -> None:
        body = a_file(FIELDS + 1)
        client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        client.cookies["csrftoken"] = "x" * 32
        answer = sent(client, path, body, MULTIPART_CONTENT)
        # Where a file is taken, a visitor is asked to sign in, by the head alone.
        assert answer.status_code == (403 if path.endswith("/imports/") else 400)
        assert body.read_bytes == 0

    @pytest.mark.parametrize("length", [100, FIELDS + 1, LARGEST_FORM + 1])
    @pytest.mark.parametrize(
        ("path", "status"),
        [
            ("/clubs/portland/imports/", 403),
            ("/clubs/portland/enter/egn/", 403),
            ("/clubs/portland/events/import/", 403),
            ("/clubs/nowhere/imports/", 403),
            ("/nowhere/", 404),
        ],
    )
    def test_error_page_does_not_read_the_form_of_a_dead_session(
        self, club: Club, caplog: pytest.LogCaptureFixture, path: str, status: int, length: int
    ) -> None:
        client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        client.cookies[django_settings.SESSION_COOKIE_NAME] = "x" * 32
        client.cookies["csrftoken"] = "x" * 32
        body = a_file(length)
        answer = sent(client, path, body, MULTIPART_CONTENT)
        assert (answer.status_code, body.read_bytes) == (status, 0)
        assert "<h1" in answer.content.decode()
        assert [record for record in caplog.records if record.exc_info] == []

    def test_nobody_brings_more_than_a_file_may_have(self, club: Club, owner: User) -> None:
        client = client_of(owner, raise_request_exception=False)
        body = a_file(LARGEST_FORM + 1)
        assert sent(client, "/clubs/portland/imports/", body, MULTIPART_CONTENT).status_code == 400
        assert body.read_bytes == 0

    def test_form_says_in_words_what_is_too_large(self, owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
        for module in ("matches.exchange.imports.uploads", "matches.pages.common.keyed_forms"):
            monkeypatch.setattr(f"{module}.MOST_UPLOAD_BYTES", 10, raising=False)
        client = client_of(owner)
        answer = client.post("/clubs/portland/imports/", {"file": SimpleUploadedFile("x.egn", b"x" * 11)})
        assert answer.status_code == 400
        assert "larger than" in answer.content.decode()
        assert not ImportReport.objects.exists()

    @pytest.mark.parametrize("encoding", ["multipart", "plain"])
    def test_fields_are_numbered(self, club: Club, encoding: str) -> None:
        fields = {f"f{number}": "x" for number in range(1_500)}
        client = Client(raise_request_exception=False)
        if encoding == "multipart":
            answer = client.post("/accounts/login/", fields)
        else:
            plain = "&".join(f"{name}=x" for name in fields)
            answer = client.post("/accounts/login/", plain, content_type="application/x-www-form-urlencoded")
        assert answer.status_code == 400

    def test_files_are_numbered(self, club: Club, owner: User) -> None:
        files = {f"f{number}": SimpleUploadedFile("x", b"x") for number in range(150)}
        client = client_of(owner, raise_request_exception=False)
        assert client.post("/clubs/portland/imports/", files).status_code == 400

    @pytest.mark.parametrize(
        "body",
        [
            b"--" + BOUNDARY.encode() + b"\r\n" + b"X: y\r\n" * 5_000 + b"\r\n\r\n",
            b"--" + BOUNDARY.encode() + b"\r\n" + b"X" * 500_000,
            (b"--" + BOUNDARY.encode() + b"\r\n") * 20_000,
            b"\r\n" * 200_000,
            encode_multipart("another", {"code": "x"}),
        ],
        ids=["headers", "a long header", "parts of nothing", "line ends", "another boundary"],
    )
    def test_odd_parts_are_no_fault_of_ours(self, club: Club, body: bytes) -> None:
        client = Client(raise_request_exception=False)
        answer = client.generic("POST", "/t/", body, content_type=MULTIPART_CONTENT)
        assert answer.status_code in (400, 404)


class TestBodies:
    @pytest.mark.parametrize("authorization", ["", "Bearer ecarte_" + "x" * 40, "Bearer x", "Basic eDp5"])
    @pytest.mark.parametrize("path", ["imports", "events/import"])
    def test_file_of_who_is_nobody_is_not_read(self, club: Club, authorization: str, path: str) -> None:
        headers = {"Authorization": authorization} if authorization else {}
        body = Unread(MOST_UPLOAD_BYTES)
        client = Client(headers=headers)
        client.cookies[django_settings.SESSION_COOKIE_NAME] = "x" * 32
        answer = sent(client, f"/api/v1/{path_of(club)}{path}/", body, "text/plain")
        assert answer.status_code in (401, 404)
        assert body.read_bytes == 0

    @pytest.mark.parametrize("form", ["[", '{"a":', '[{"a":', '{"name":['])
    def test_depth(self, club: Club, api: Caller, form: str) -> None:
        problem(api.post("clubs/", form.encode() * DEEP), 400, "unreadable_body")
        assert [finding.code for finding in check_file(form.encode() * DEEP)] == ["not_json"]

    def test_depth_that_is_closed_again(self, club: Club, api: Caller) -> None:
        for depth in (100, 900, 5_000, DEEP):
            body = b'{"name":' + b"[" * depth + b"]" * depth + b"}"
            assert api.post("clubs/", body).status_code in (400, 422), depth
            document = b'{"format":"ecarte-event","version":1,"x":' + b"[" * depth + b"]" * depth + b"}"
            assert check_file(document), depth

    @pytest.mark.parametrize("digits", [5_000, 500_000])
    def test_numbers_of_many_digits(self, club: Club, api: Caller, digits: int) -> None:
        for number in (b"9" * digits, b"0." + b"9" * digits, b"1e" + b"9" * 200, b"-" + b"9" * digits):
            assert api.post("rubbers/", b'{"best_of":' + number + b"}").status_code in (400, 422)
        assert api.get(f"clubs/?limit={'9' * digits}").status_code == 400
        assert api.get(f"clubs/?page={'9' * 5_000}").status_code in (200, 400)

    def test_one_key_many_times(self, club: Club, api: Caller) -> None:
        body = b"{" + b",".join(b'"name":"x"' for _ in range(100_000)) + b"}"
        assert api.post("clubs/", body).status_code in (201, 422)

    def test_many_faults_are_told_in_an_answer_that_ends(self, club: Club, api: Caller) -> None:
        body = json.dumps({f"odd{number}": 1 for number in range(50_000)}).encode()
        answer = api.post("clubs/", body)
        assert answer.status_code == 422
        assert len(answer.json()["errors"]) == MOST_FAULTS
        assert len(answer.content) < len(body)


BOMB: Final = 16 << 20


@pytest.mark.parametrize(
    ("coding", "packed"),
    [
        ("gzip", gzip.compress),
        ("deflate", zlib.compress),
        ("gzip, gzip", gzip.compress),
        ("br", gzip.compress),
    ],
)
def test_packed_bodies_are_not_unpacked(
    club: Club, api: Caller, coding: str, packed: Callable[[bytes], bytes]
) -> None:
    body = packed(b"[" + b" " * BOMB + b"]")
    tracemalloc.start()
    try:
        answer = api._client.generic(
            "POST",
            "/api/v1/clubs/",
            body,
            content_type="application/json",
            headers={"Content-Encoding": coding},
        )
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    problem(answer, 415, "unsupported_coding")
    assert most < BOMB // 4
    again = api.post(f"{path_of(club)}imports/", body, Content_Encoding=coding)
    problem(again, 415, "unsupported_coding")


def test_workbook_and_archive_are_no_records(club: Club, owner: User) -> None:
    """No uploaded archive is opened: its first bytes show that it is no record."""
    client = client_of(owner)
    for name in ("x.zip", "x.xlsx", "x.egn.gz"):
        file = SimpleUploadedFile(name, b"PK\x03\x04" + b"\0" * 1000)
        answer = client.post("/clubs/portland/imports/", {"file": file})
        assert answer.status_code == 400, name
    assert not ImportReport.objects.exists()


def test_long_addresses_are_answered(club: Club) -> None:
    long = "x" * 50_000
    client = Client(raise_request_exception=False)
    for path in (
        f"/?{long}={long}",
        f"/clubs/portland/?page={long}",
        f"/live/poll?ticket={long}&since={'9' * 5000}",
        f"/clubs/{long}/",
        f"/players/{long}/",
        f"/api/v1/clubs/?cursor={long}",
        f"/api/v1/clubs/?{'&'.join(f'a{n}=1' for n in range(2000))}",
        f"/search/?q={long}",
    ):
        assert client.get(path).status_code < 500, path[:40]


@pytest.mark.parametrize(
    "header", ["Accept-Language", "Accept", "Cookie", "If-None-Match", "Range", "User-Agent"]
)
def test_odd_headers_are_no_fault_of_ours(club: Club, header: str) -> None:
    client = Client(raise_request_exception=False)
    for value in (
        "x" * 20_000,
        "," * 20_000,
        "\xff" * 100,
        "a;q=" * 5_000,
        '"' * 5_000,
        "bytes=" + "0-," * 5_000,
    ):
        assert client.get("/", headers={header: value}).status_code < 500, value[:20]
        assert client.get("/api/v1/clubs/", headers={header: value}).status_code < 500, value[:20]


def test_visitor_gets_no_more_files_by_other_words_on_where_he_comes_from() -> None:
    for number in range(MOST_A_PERSON):
        cache.add(f"files:address:127.0.0.1:{number}", "his", 60)
    with pytest.raises(ApiError):
        place_for(Request(RequestFactory().get("/", headers={"X-Forwarded-For": "198.51.100.1"})))
