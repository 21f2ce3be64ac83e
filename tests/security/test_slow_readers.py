"""Slow readers in front of the site as it is shipped: newcomers are answered all the while, and pages still arrive."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final

import httpx
import pytest
import redis as redis_client

from ecarte_site.downloads import FRONT_BUFFER_BYTES
from tests.bench import mib_of
from tests.support.processes import python_output
from tests.support.redis_server import RedisServer
from tests.support.slow_readers import closed_windows, read_slowly, slow_readers, usual_readers
from tests.support.slow_senders import CADDYFILE, Front, served_in_front

LONGEST_SECONDS: Final = 10.0
"""The longest wait for a new client. If slow readers block it, it waits forever; the benchmark measures the time."""
SECONDS: Final = 2.0
CONTENT: Final = """
import django, json
django.setup()
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, text
from matches.models import Rubber
club = make_club("readers", is_public=True)
deal = "{number}. {dealer} S ={other}3 {{" + "x" * 99_000 + "}}\\n"
deals = "".join(deal.format(number=n + 1, dealer="AB"[n % 2], other="BA"[n % 2]) for n in range(9))
(long,) = import_text(club, text(deals=deals, final="#4-5"))
for start in range(0, 900, 300):
    import_text(club, *(text(tags=f'[Round "{number}"]\\n') for number in range(start, start + 300)))
usual = Rubber.objects.exclude(pk=long.pk).first()
print(json.dumps({"club": club.public_id, "rubber": usual.public_id, "long": long.public_id}))
"""
ADDRESSES: Final[Mapping[str, str]] = {
    "the document": "/api/v1/schema/",
    "a rubber's page": "/rubbers/{rubber}/",
    "a record of almost 1 MiB": "/rubbers/{long}.egn",
    "a CSV": "/api/v1/clubs/{club}/export.csv",
    "an export": "/api/v1/clubs/{club}/export.ndjson",
}
PLAIN: Final = "Accept-Encoding: identity\r\n"


@dataclass(frozen=True, slots=True)
class Site:
    front: Front
    names: Mapping[str, str]

    def path(self, name: str) -> str:
        return ADDRESSES[name].format(**self.names)

    def longest_wait(self) -> float:
        """Return the longest wait of a newcomer for a page within some seconds. Fails if one is not answered."""
        longest = 0.0
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            began = time.monotonic()
            page = httpx.get(f"{self.front.url}/accounts/login/", timeout=LONGEST_SECONDS)
            assert page.status_code == 200
            longest = max(longest, time.monotonic() - began)
        return longest


@pytest.fixture(scope="module")
def served(front_environment: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    around = {**os.environ, **front_environment, "DJANGO_SETTINGS_MODULE": "ecarte_site.settings"}
    names = json.loads(python_output(around, "-c", CONTENT).splitlines()[-1])
    with served_in_front(front_environment, tmp_path_factory.mktemp("front")) as front:
        made = Site(front, names)
        for _ in range(8):  # so that both processes have made the document
            assert httpx.get(front.url + made.path("the document"), timeout=90).status_code == 200
        yield made


@pytest.fixture
def site(served: Site, own_redis: RedisServer) -> Site:
    """The served site, for whose API the caller has not made a request yet, and sends no file."""
    redis_client.from_url(own_redis.url).flushall()
    return served


def windows(site: Site, name: str, number: int) -> AbstractContextManager[Any]:
    return closed_windows(site.front.port, number, site.path(name))


def readers(site: Site, name: str, number: int) -> AbstractContextManager[Any]:
    return slow_readers(site.front.port, number, site.path(name))


def plain_windows(site: Site, name: str, number: int) -> AbstractContextManager[Any]:
    """Streams of one HTTP/2 connection that accept no compressed response."""
    headers = (("accept-encoding", "identity"),)
    return closed_windows(site.front.port, number, site.path(name), headers=headers)


def plain_readers(site: Site, name: str, number: int) -> AbstractContextManager[Any]:
    """Readers over HTTP/1.1 that accept no compressed response."""
    return slow_readers(site.front.port, number, site.path(name), headers=PLAIN)


@pytest.mark.postgres
@pytest.mark.e2e
class TestInFront:
    @pytest.mark.parametrize("name", ["the document", "a record of almost 1 MiB"])
    @pytest.mark.parametrize("reading", [windows, plain_windows, readers, plain_readers])
    def test_newcomer_is_answered_beside_40_slow_readers(self, site: Site, reading: Any, name: str) -> None:
        with reading(site, name, 40):
            site.longest_wait()

    @pytest.mark.soak
    @pytest.mark.parametrize("name", ADDRESSES)
    @pytest.mark.parametrize(
        ("reading", "number"), [(windows, 100), (plain_windows, 100), (readers, 200), (plain_readers, 200)]
    )
    def test_newcomer_is_answered_beside_many(self, site: Site, reading: Any, number: int, name: str) -> None:
        with reading(site, name, number):
            burst, waited = site.longest_wait(), site.longest_wait()
            memory = mib_of(site.front.caddy.pid)
        with usual_readers(site.front.port, number, site.path(name)):
            usual = site.longest_wait()
        print(
            f"{number} {reading.__name__} of {name}: {burst:.3f} s, then {waited:.3f} s; Caddy {memory:.0f} MiB;"
            f" {number} usual readers: {usual:.3f} s"
        )

    def test_connection_of_the_front_ends_with_its_response(self, site: Site) -> None:
        """A connection that stays open, and is not accepted yet, would hold a later request of a newcomer."""
        headers = {"Host": f"127.0.0.1:{site.front.port}"}
        page = httpx.get(f"http://127.0.0.1:{site.front.web_port}/accounts/login/", headers=headers)
        assert (page.status_code, page.headers["Connection"]) == (200, "close")

    def test_large_response_arrives_over_a_slow_line(self, site: Site) -> None:
        whole = read_slowly(site.front.port, site.path("a record of almost 1 MiB"), bytes_a_second=200_000)
        assert whole.endswith(b"##0-1\n")
        assert len(whole) > FRONT_BUFFER_BYTES * 0.8

    @pytest.mark.soak
    def test_large_response_arrives_at_64_kbit_a_second(self, site: Site) -> None:
        whole = read_slowly(site.front.port, site.path("a record of almost 1 MiB"), bytes_a_second=8_000)
        assert whole.endswith(b"##0-1\n")

    def test_document_is_the_same_for_every_client(self, site: Site) -> None:
        url = site.front.url + site.path("the document")
        got = [
            httpx.get(url, headers={"Accept-Encoding": each})
            for each in ("gzip", "br, gzip;q=0.5", "identity")
        ]
        with httpx.Client(timeout=30) as bare:
            del bare.headers["Accept-Encoding"]
            got.append(bare.get(url))
        assert {answer.status_code for answer in got} == {200}
        assert len({answer.content for answer in got}) == 1
        assert [answer.headers.get("Content-Encoding") for answer in got] == ["gzip", "gzip", None, None]
        for answer in got:
            assert "accept-encoding" in answer.headers["Vary"].lower()
            headers = {"If-None-Match": answer.headers["ETag"], "Accept-Encoding": "gzip"}
            assert httpx.get(url, headers=headers).status_code == 304


def test_buffer_of_the_front_is_the_one_that_the_site_counts_on() -> None:
    buffers = re.findall(
        r"reverse_proxy web:8000 \{[^}]*response_buffers (\d+)MiB", CADDYFILE.read_text(encoding="utf-8")
    )
    assert [int(size) << 20 for size in buffers] == [FRONT_BUFFER_BYTES] * 2
