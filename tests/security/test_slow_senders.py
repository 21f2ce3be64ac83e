"""Slow senders in front of the site as it is shipped: newcomers are answered all the while, and files still arrive."""

from __future__ import annotations

import json
import os
import re
import select
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import redis as redis_client
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from ecarte_site.uploads import MOST_A_PERSON, SLOWEST_BYTES_A_SECOND, SMALL_BYTES, most_upload_bytes
from tests.security.site import OWNER, PEOPLE, Visitor
from tests.support.processes import free_port, python_output
from tests.support.redis_server import RedisServer
from tests.support.slow_readers import closed_windows
from tests.support.slow_senders import (
    BUFFER_BYTES,
    CADDYFILE,
    FORM_WITH_FILE,
    FRONT_SECRET,
    KINDS,
    LONGEST_SECONDS,
    START_OF_FILE,
    Front,
    caddy_before,
    chunk,
    longest_wait,
    posts,
    served_in_front,
    slow_senders,
)

TOKEN: Final = """
from matches.clubs.api_tokens import make_token
print(make_token(owner, name="a program", scopes=["read", "manage"])[1])
"""
RUBBER: Final = '[EGN "1"]\n[A "Orford"]\n[B "Baldwin"]\n[Round "%d"]\n[Result "2-0"]\n\n'
RUBBERS: Final = 1_800
"""The number of rubbers in a file that is large enough to need a place in the queue and is read during its request.
"""
IMPORTS: Final = "/clubs/portland/imports/"

SESSION: Final = "sessionid={}"
MEMBERS_KINDS: Final[dict[str, tuple[str, str, int]]] = {
    "a small file": ("Content-Length: 90000", SESSION, 503),
    "leading zeros": ("Content-Length: 0000090000", SESSION, 503),
    "blanks": ("Content-Length: \t 90000 ", SESSION, 503),
    "a sign": ("Content-Length: +90000", SESSION, 400),
    "a sign before nothing": ("Content-Length: -0", SESSION, 400),
    "a list": ("Content-Length: 90000, 90000", SESSION, 400),
    "one length twice": ("Content-Length: 90000\r\nContent-Length: 90000", SESSION, 400),
    "two lengths": ("Content-Length: 5\r\nContent-Length: 90000", SESSION, 400),
    "a length beside chunks": ("Content-Length: 5\r\nTransfer-Encoding: chunked", SESSION, 400),
    "chunks": ("Transfer-Encoding: chunked", SESSION, 503),
    "a blank in the cookie": ("Content-Length: 90000", "sessionid ={}", 503),
    "a tab in the cookie": ("Content-Length: 90000", "a=b;\tsessionid\t= {}", 503),
}
"""Ways to promise a small body, by what is said of its length and of the session, and what the site without a server
in front answers to a member who sends two files already.
"""


@dataclass(frozen=True, slots=True)
class Site:
    """The served site, and what its owner shows to be let in."""

    front: Front
    session: str
    token: str
    club: str

    def upload(self, kind: str) -> bytes:
        """The head of a member's form that promises 90,000 bytes, and the start of that form."""
        lengths, cookie, _status = MEMBERS_KINDS[kind]
        cookies = cookie.format(self.session)
        head = (
            f"POST {IMPORTS} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}; csrftoken={'x' * 32}\r\n"
            f"Content-Type: {FORM_WITH_FILE}\r\n{lengths}\r\n\r\n"
        )
        return head.encode() + START_OF_FILE

    @property
    def large_form(self) -> bytes:
        """The head of a member's form with a file of 32 MiB, and the start of that file."""
        head = f"Cookie: sessionid={self.session}; csrftoken={'x' * 32}\r\n"
        return posts(IMPORTS, length=32 << 20, headers=head, start=START_OF_FILE, content_type=FORM_WITH_FILE)

    def send_file(self, content: bytes | str | Iterator[bytes], **headers: str) -> httpx.Response:
        """Send a file as the owner's program does."""
        url = self.front.url + self.program_imports
        return httpx.post(url, content=content, headers={**self.program, **headers}, timeout=60)

    @contextmanager
    def owner_has_no_place(self, port: int, start: bytes) -> Iterator[None]:
        """Keep the owner's two places for uploads taken by slow senders that begin with ``start``.

        A sender is refused if it comes before an earlier upload has given its place back; another one replaces it.
        """
        url = f"http://127.0.0.1:{self.front.web_port}{self.program_imports}"
        until = time.monotonic() + LONGEST_SECONDS
        with slow_senders(port, MOST_A_PERSON, start, b"x") as connections:
            while httpx.post(url, content=RUBBER % 66_666, headers=self.program).status_code != 503:
                assert time.monotonic() < until, "nobody counts the uploads"
                time.sleep(0.05)
                for refused in select.select(connections, [], [], 0)[0]:
                    again = socket.create_connection(("127.0.0.1", port), timeout=30)
                    again.sendall(start)
                    connections[connections.index(refused)] = again
                    refused.close()
            yield

    @property
    def program(self) -> Mapping[str, str]:
        return {"Authorization": f"Bearer {self.token}", "Content-Type": "text/plain"}

    @property
    def program_imports(self) -> str:
        return f"/api/v1/clubs/{self.club}/imports/"


@pytest.fixture(scope="module")
def served(front_environment: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served_in_front(front_environment, tmp_path_factory.mktemp("front")) as front:
        yield _with_people(front, front_environment)


@pytest.fixture
def site(served: Site, own_redis: RedisServer) -> Site:
    """The served site, to which nobody has sent anything in this minute."""
    redis_client.from_url(own_redis.url).flushall()
    return served


def _with_people(front: Front, environment: Mapping[str, str]) -> Site:
    around = {**os.environ, **environment, "DJANGO_SETTINGS_MODULE": "ecarte_site.settings"}
    *_lines, ids, token = python_output(around, "-c", PEOPLE + TOKEN).splitlines()
    owner = Visitor(front.url)
    owner.sign_in(OWNER)
    return Site(front, owner.http.cookies[settings.SESSION_COOKIE_NAME], token, json.loads(ids)["club"])


def answer_to(port: int, sent: bytes) -> tuple[int, str]:
    """Send these bytes and no more. Return the response's status and head. Fails if there is none."""
    with socket.create_connection(("127.0.0.1", port), timeout=LONGEST_SECONDS) as connection:
        with suppress(OSError):  # what is refused is not read to its end
            connection.sendall(sent)
        head = connection.recv(4096).decode()
    return int(head.split()[1]), head


@pytest.mark.postgres
@pytest.mark.e2e
class TestInFront:
    @pytest.mark.parametrize("kind", KINDS)
    def test_newcomer_is_answered_beside_slow_senders(self, site: Site, kind: str) -> None:
        start, more = KINDS[kind]
        with slow_senders(site.front.port, 200, start, more):
            longest_wait(site.front.port)

    @pytest.mark.parametrize("kind", MEMBERS_KINDS)
    def test_newcomer_is_answered_beside_a_members_slow_uploads(self, site: Site, kind: str) -> None:
        with slow_senders(site.front.port, 40, site.upload(kind), b"x"):
            longest_wait(site.front.port)

    def test_newcomer_is_answered_beside_uploads_by_http2(self, site: Site) -> None:
        cookie = ("cookie", f"sessionid={site.session}; csrftoken={'x' * 32}")
        headers = (cookie, ("content-length", "0000090000"), ("content-type", FORM_WITH_FILE))
        with closed_windows(site.front.port, 40, IMPORTS, headers=headers, method="POST"):
            longest_wait(site.front.port)

    def test_secret_of_the_front_is_taken_from_what_comes_in(self, site: Site) -> None:
        forged = site.large_form.replace(b"Host:", f"X-Front-Secret: {FRONT_SECRET}\r\nHost:".encode(), 1)
        with site.owner_has_no_place(site.front.port, forged):
            assert answer_to(site.front.port, forged)[0] == 503

    def test_small_files_need_no_place_where_the_front_holds_them(self, site: Site) -> None:
        with site.owner_has_no_place(site.front.port, site.large_form):
            assert site.send_file(RUBBER % 88_888).status_code == 201

    @pytest.mark.parametrize("kind", MEMBERS_KINDS)
    def test_site_without_a_front_counts_or_refuses_every_upload(self, site: Site, kind: str) -> None:
        with site.owner_has_no_place(site.front.web_port, site.large_form):
            assert answer_to(site.front.web_port, site.upload(kind))[0] == MEMBERS_KINDS[kind][2]

    def test_front_of_an_older_version_has_every_upload_counted(self, site: Site, tmp_path: Path) -> None:
        port = free_port()
        with (
            caddy_before(site.front.web_port, tmp_path, port=port, is_old=True),
            slow_senders(port, 40, site.upload("leading zeros"), b"x"),
        ):
            longest_wait(port)

    @pytest.mark.parametrize(
        ("path", "headers", "status"),
        [
            (IMPORTS, "", 403),
            (IMPORTS, "Cookie: sessionid=abcdefghijklmnopqrstuvwxyz012345\r\n", 403),
            ("/api/v1{}", "", 401),
            ("/api/v1{}", "Authorization: Bearer ecarte_y\r\n", 401),
        ],
    )
    def test_file_of_nobody_is_refused_by_its_head(
        self, site: Site, path: str, headers: str, status: int
    ) -> None:
        path = path.format(site.program_imports.removeprefix("/api/v1"))
        assert answer_to(site.front.port, posts(path, length=32 << 20, headers=headers))[0] == status

    @pytest.mark.parametrize("path", ["/accounts/login/", "/api/v1/clubs/", "/live/stream", IMPORTS])
    def test_body_above_the_buffer_is_refused_where_no_file_is_taken(self, site: Site, path: str) -> None:
        length = 65 << 20 if path == IMPORTS else BUFFER_BYTES
        assert answer_to(site.front.port, posts(path, length=length))[0] in (403, 413)
        if path not in (IMPORTS, "/live/stream"):
            body = chunk(BUFFER_BYTES) + chunk(BUFFER_BYTES)
            # A program without a token, or a form without one, may be refused before its body is looked at.
            refusals = {401, 413} if path.startswith("/api/") else {403, 413}
            assert answer_to(site.front.port, posts(path, length=None, start=body))[0] in refusals

    def test_what_is_too_large_is_said_to_programs_in_their_form(self, site: Site) -> None:
        answer = httpx.post(
            f"{site.front.url}/api/v1/clubs/", content=b"x" * BUFFER_BYTES, headers=site.program
        )
        assert answer.status_code == 413
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["code"] == "too_large"

    @pytest.mark.parametrize("is_in_chunks", [False, True])
    def test_programs_file_arrives(self, site: Site, is_in_chunks: bool) -> None:
        text = "".join(RUBBER % (number + 10_000 * is_in_chunks) for number in range(RUBBERS)).encode()
        assert len(text) > SMALL_BYTES
        pieces = (text[start : start + 50_000] for start in range(0, len(text), 50_000))
        answer = site.send_file(pieces if is_in_chunks else text)
        assert answer.status_code == 201, answer.text
        assert answer.json()["counts"]["confirmed"] == RUBBERS

    def test_one_account_sends_two_files_at_a_time(self, site: Site) -> None:
        with slow_senders(site.front.port, MOST_A_PERSON, site.large_form, b"x"):
            until = time.monotonic() + LONGEST_SECONDS
            while (answer := _file_of_program(site)).status_code != 503:
                assert time.monotonic() < until, "both senders have a place, and a third gets one"
            assert int(answer.headers["Retry-After"]) > 0
            assert answer.json()["code"] == "too_many_uploads"
            status, refusal = answer_to(site.front.port, site.large_form)
            assert status == 503
            assert re.search(r"^Retry-After: \d+", refusal, re.MULTILINE | re.IGNORECASE)
            assert site.send_file(RUBBER % 99_999).status_code == 201
        # The places are free again once the senders have gone.
        until = time.monotonic() + LONGEST_SECONDS
        while (answer := _file_of_program(site)).status_code == 503:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert answer.status_code == 201

    @pytest.mark.soak
    def test_file_of_32_mib_arrives_over_a_poor_line(self, site: Site) -> None:
        """At 1 Mbit/s, while the file of a sender below 64 kbit/s is ended."""
        size, rate = 32 << 20, 125_000
        text = (RUBBER % 1).encode()
        body = text + b"%" * (size - len(text) - 1) + b"\n"

        def slowly() -> Iterator[bytes]:
            for start in range(0, size, rate // 4):
                yield body[start : start + rate // 4]
                time.sleep(0.25)

        more = b"x" * (SLOWEST_BYTES_A_SECOND // 8)
        with slow_senders(site.front.port, 1, site.large_form, more) as (connection,):
            answer = site.send_file(slowly(), **{"Content-Length": str(size)})
            assert answer.status_code == 202, answer.text
            connection.settimeout(LONGEST_SECONDS)
            assert b" 408 " in connection.recv(4096).split(b"\r\n")[0]


def _file_of_program(site: Site) -> httpx.Response:
    text = "".join(RUBBER % (20_000 + number) for number in range(RUBBERS))
    return site.send_file(text)


def addresses(patterns: list[Any], prefix: str = "/") -> Iterator[tuple[str, Any]]:
    """Yield every address of the site, each parameter as a name, with its view."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, prefix + str(pattern.pattern))
        elif isinstance(pattern, URLPattern):
            yield prefix + re.sub(r"<[^>]+>", "name", str(pattern.pattern)), pattern.callback


class TestShipped:
    def test_caddy_lets_files_through_where_a_view_takes_one(self) -> None:
        pattern = re.search(r"^\t\tpath_regexp (\S+)$", CADDYFILE.read_text(encoding="utf-8"), re.MULTILINE)
        assert pattern
        every = dict(addresses(get_resolver().url_patterns))
        taking = {address for address, view in every.items() if most_upload_bytes(view)}
        assert len(taking) == 5
        assert {address for address in every if re.search(pattern[1], address)} == taking

    def test_caddy_collects_small_files_and_knows_the_session(self) -> None:
        text = CADDYFILE.read_text(encoding="utf-8")
        digits = re.findall(r"header_regexp Content-Length \^\[0-9\]\{1,(\d)\}\$", text)
        assert [10 ** int(number) for number in digits] == [SMALL_BYTES] * 2
        assert f"header Cookie *{settings.SESSION_COOKIE_NAME}=*" in text

    def test_buffer_holds_more_than_a_body_without_a_file_may_have(self) -> None:
        text = CADDYFILE.read_text(encoding="utf-8")
        most = re.search(r"max_size (\d+)MB\n", text)
        buffer = re.search(r"request_buffers (\d+)MiB\n", text)
        assert most
        assert buffer
        # A body that fills the buffer is passed on before it is whole.
        assert int(most[1]) * 10**6 < int(buffer[1]) << 20
