"""Slow readers in front of the site as it is shipped: newcomers are answered all the while, and pages still arrive."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import httpx
import pytest
import redis as redis_client

from ecarte_site.downloads import FRONT_BUFFER_BYTES
from tests.support.redis_server import RedisServer
from tests.support.slow_reader_site import (
    Reading,
    Site,
    plain_readers,
    plain_windows,
    readers,
    served_site,
    windows,
)
from tests.support.slow_readers import read_slowly
from tests.support.slow_senders import CADDYFILE, longest_wait


@pytest.fixture(scope="module")
def served(front_environment: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served_site(front_environment, tmp_path_factory.mktemp("front")) as site:
        yield site


@pytest.fixture
def site(served: Site, own_redis: RedisServer) -> Site:
    """The served site, for whose API the caller has not made a request yet, and sends no file."""
    redis_client.from_url(own_redis.url).flushall()
    return served


@pytest.mark.postgres
@pytest.mark.e2e
class TestInFront:
    @pytest.mark.parametrize("name", ["the document", "a record of almost 1 MiB"])
    @pytest.mark.parametrize("reading", [windows, plain_windows, readers, plain_readers])
    def test_newcomer_is_answered_beside_40_slow_readers(
        self, site: Site, reading: Reading, name: str
    ) -> None:
        with reading(site, name, 40):
            longest_wait(site.front.port)

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
