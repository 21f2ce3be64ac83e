"""HEAD over real sockets: GET's headers, no byte behind them, and a connection that is in the state it should be in."""

from __future__ import annotations

import http.client
import json
import os
import re
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from ecarte_site.embedded.server import MOST_HEADER_BYTES
from ecarte_site.live.tickets import make_ticket
from tests.ecarte_site.embedded.serving import connect, serving
from tests.ecarte_site.live.streams import live_process
from tests.security.site import served
from tests.support.processes import python_output
from tests.support.redis_server import RedisServer
from tests.support.site import CONFIGURATION, StartedSite

CONTENT: Final = """
import django, json
django.setup()
from django.test import Client
from matches.api.exchange.export_serializers import rubber_record
from matches.models import User
from matches.exchange.exports.requests import ExportRequest
from matches.exchange.exports.prepare import prepare_export
from matches.exchange.exports.requests import request_export
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, make_member, text
club = make_club("heads", is_public=True)
owner = make_member(club, "heads@example.org", role="owner")
(rubber,) = import_text(club, text())
export = request_export(owner, ExportRequest("club", club.public_id), "ndjson")
prepare_export(export.pk, rubber_record)
reader = Client()
reader.force_login(owner)
session = reader.cookies["sessionid"].value
print(json.dumps({"club": club.public_id, "rubber": rubber.public_id, "export": export.public_id, "session": session}))
"""
VARYING: Final = frozenset(
    {"date", "x-request-id", "set-cookie", "ratelimit", "connection", "transfer-encoding", "expires"}
)
"""Headers of one request, or of one connection. RFC 9112, section 6.1: HEAD's may leave Transfer-Encoding out."""
ANYBODY: Final[Mapping[str, str]] = {}
ELSEWHERE: Final = {"Host": "elsewhere.example"}
REQUESTS: Final[Mapping[str, tuple[str, Mapping[str, str], int]]] = {
    "page": ("/clubs/heads/", ANYBODY, 200),
    "page of a member": ("/clubs/heads/imports/", {"Cookie": "sessionid={session}"}, 200),
    "missing page": ("/nowhere/", ANYBODY, 404),
    "redirect": ("/clubs/heads", ANYBODY, 301),
    "redirect to sign in": ("/clubs/heads/imports/", ANYBODY, 302),
    "refused host": ("/", ELSEWHERE, 400),
    "record": ("/rubbers/{rubber}.egn", ANYBODY, 200),
    "static file": ("/static/{static}", ANYBODY, 200),
    "list of the API": ("/api/v1/clubs/", ANYBODY, 200),
    "thing of the API": ("/api/v1/rubbers/{rubber}/", ANYBODY, 200),
    "document of the API": ("/api/v1/schema/", ANYBODY, 200),
    "problem 404": ("/api/v1/rubbers/nowhere/", ANYBODY, 404),
    "problem 400": ("/api/v1/clubs/", ELSEWHERE, 400),
    "problem 401": ("/api/v1/clubs/{club}/imports/", ANYBODY, 401),
    "stream of a page": ("/clubs/heads/exports/records.egn", {"Cookie": "sessionid={session}"}, 200),
    "stream of the API": ("/api/v1/clubs/{club}/export.ndjson", {"Cookie": "sessionid={session}"}, 200),
    "prepared file": ("/api/v1/exports/{export}/file", {"Cookie": "sessionid={session}"}, 200),
    "part of a prepared file": (
        "/api/v1/exports/{export}/file",
        {"Cookie": "sessionid={session}", "Range": "bytes=10-19"},
        206,
    ),
    "health": ("/healthz", ANYBODY, 200),
    "readiness": ("/readyz", ANYBODY, 200),
    "figures": ("/metrics", {"Authorization": "Bearer figures-for-tests"}, 200),
    "live poll": ("/live/poll", ANYBODY, 403),
    "live stream that is not here": ("/live/stream", ANYBODY, 204),
}


@dataclass(frozen=True)
class Site:
    """A server. ``keeps_connections`` is False if it ends each connection with its response, as gunicorn does."""

    port: int
    names: Mapping[str, str]
    keeps_connections: bool = True


@dataclass
class Answer:
    status: int
    headers: dict[str, str] = field(default_factory=dict)
    rest: bytes = b""
    """The body, or what of it arrived together with the headers."""


def fill(environment: Mapping[str, str]) -> dict[str, str]:
    return dict(json.loads(python_output(environment, "-c", CONTENT).splitlines()[-1]))


@contextmanager
def gunicorn(environment: Mapping[str, str], folder: Path) -> Iterator[Site]:
    environment = {**environment, "METRICS_TOKEN": "figures-for-tests"}
    with served(environment, folder) as site:
        around = {**environment, "DJANGO_SETTINGS_MODULE": "ecarte_site.settings", "SITE_URL": site.url}
        names = {**fill(around), **static_file(site.url)}
        yield Site(int(site.url.rpartition(":")[2]), names, keeps_connections=False)


@contextmanager
def one_process(site: StartedSite) -> Iterator[Site]:
    folder = re.search(r"^  Its data is in (.+)$", site.output, re.MULTILINE)
    assert folder
    around = {name: value for name, value in os.environ.items() if name not in CONFIGURATION}
    around |= {"ECARTE_DATA_DIR": folder[1], "DJANGO_SETTINGS_MODULE": "ecarte_site.settings"}
    yield Site(int(site.url.rpartition(":")[2]), {**fill(around), **static_file(site.url)})


def static_file(url: str) -> dict[str, str]:
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=30)
    connection.request("GET", "/")
    match = re.search(rb'href="/static/([^"]+\.css)"', connection.getresponse().read())
    assert match
    return {"static": match[1].decode()}


def get(site: Site, path: str, headers: Mapping[str, str]) -> Answer:
    """GET by a client that knows how, on a connection of its own."""
    connection = http.client.HTTPConnection("localhost", site.port, timeout=30)
    connection.request("GET", path, headers=dict(headers))
    response = connection.getresponse()
    headers = {name.lower(): value for name, value in response.getheaders()}
    # A stream of live pages has no end.
    body = b"" if "event-stream" in headers.get("content-type", "") else response.read()
    connection.close()
    return Answer(response.status, headers, body)


def send(connection: socket.socket, method: str, path: str, headers: Mapping[str, str]) -> Answer:
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    connection.sendall("\r\n".join([*lines, "", ""]).encode())
    received = b""
    while b"\r\n\r\n" not in received:
        piece = connection.recv(65536)
        assert piece, f"the connection is closed: {received!r}"
        received += piece
    head, _, rest = received.partition(b"\r\n\r\n")
    first, *fields = head.decode("latin-1").split("\r\n")
    assert re.match(r"HTTP/1\.1 \d{3} ", first), f"no answer begins with {first!r}"
    named = [line.partition(": ") for line in fields]
    return Answer(int(first[9:12]), {name.lower(): value for name, _, value in named}, rest)


def read_to_end(connection: socket.socket) -> bytes:
    received = b""
    while piece := connection.recv(65536):
        received += piece
    return received


def lasting(answer: Answer, *, without: frozenset[str]) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name not in VARYING | without}


def check_head(site: Site, path: str, headers: Mapping[str, str], status: int) -> None:
    """Send HEAD, and on the same connection a GET, which is answered as on a connection of its own.

    From a server that ends connections, expect the end in place of that answer.
    """
    host = {"Host": "localhost"}
    health = get(site, "/healthz", host)
    host |= headers
    wanted = get(site, path, host)
    with connect(site.port) as connection:
        answer = send(connection, "HEAD", path, host)
        assert (answer.status, wanted.status) == (status, status)
        # Figures are others with each request, and so is their length.
        without = frozenset({"content-length"} if path == "/metrics" else ())
        assert lasting(answer, without=without) == lasting(wanted, without=without)
        if not site.keeps_connections:
            assert (answer.rest, read_to_end(connection)) == (b"", b"")
            return
        after = send(connection, "GET", "/healthz", {"Host": "localhost"})
        assert answer.rest == b""
        while len(after.rest) < len(health.rest):
            after.rest += connection.recv(65536)
        assert (after.status, after.rest) == (200, health.rest)


def check_all(site: Site, *, without: frozenset[str] = frozenset()) -> None:
    wrong = []
    for name, (path, headers, status) in REQUESTS.items():
        if name in without:
            continue
        named = {key: value.format(**site.names) for key, value in headers.items()}
        try:
            check_head(site, path.format(**site.names), named, status)
        except AssertionError as error:
            wrong.append(f"{name}: {error}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.e2e
def test_gunicorn_answers_head_as_get_without_a_body(
    service_environment: dict[str, str], tmp_path: Path
) -> None:
    with gunicorn(service_environment, tmp_path) as site:
        check_all(site)


@pytest.mark.e2e
def test_one_process_answers_head_as_get_without_a_body(started_site: StartedSite) -> None:
    with one_process(started_site) as site:
        # Started without a token, it serves its metrics to nobody.
        check_all(site, without=frozenset({"figures"}))


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/healthz", 200),
        ("/live/stream?ticket={ticket}", 200),
        ("/live/stream?ticket=forged", 403),
        ("/nowhere", 404),
    ],
)
def test_process_of_the_streams_answers_head_as_get_without_a_body(
    redis: RedisServer, path: str, status: int
) -> None:
    with live_process(redis, LIVE_CONNECTIONS_PER_ADDRESS="2") as live:
        path, host = path.format(ticket=make_ticket(["event.a"])), {"Host": "localhost"}
        for _ in range(3):  # None of them keeps one of the two places.
            with connect(live.port) as connection:
                assert send(connection, "HEAD", path, host).status == status
        check_head(Site(live.port, {}), path, ANYBODY, status)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ("HEAD / HTTP/1.1\r\nNo Name: x\r\n\r\n", 400),
        ("\r\nHEAD / HTTP/1.1\r\nNo Name: x\r\n\r\n", 400),
        ("HEAD / HTTP/1.1\r\nContent-Length: x\r\n\r\n", 400),
        ("HEAD / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
        ("HEAD /".ljust(MOST_HEADER_BYTES, "x"), 431),
        (f"HEAD / HTTP/1.1\r\nContent-Length: {1 << 40}\r\n\r\n", 413),
        ("HEAD / HTTP/1.0\r\n\r\n", 200),
    ],
)
def test_what_the_server_answers_by_itself_has_no_body_either(sent: str, status: int) -> None:
    with serving() as port, connect(port) as connection:
        connection.sendall(sent.encode())
        received = read_to_end(connection)
    head, end, body = received.partition(b"\r\n\r\n")
    assert (int(head[9:12]), end, body) == (status, b"\r\n\r\n", b"")
