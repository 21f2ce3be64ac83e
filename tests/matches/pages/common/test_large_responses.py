"""A response above the buffer of the server in front has a place, and keeps its headers and cookies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.test import RequestFactory

from ecarte_site.downloads import FRONT_BUFFER_BYTES
from matches.exchange.exports.send import MOST_A_PERSON
from matches.pages.common.large_responses import LargeResponseMiddleware

# Closing a response looks at the connection of the database.
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_places() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def answered(response: HttpResponseBase, *, path: str = "/", method: str = "GET") -> Any:
    request = RequestFactory().generic(method, path)
    return LargeResponseMiddleware(lambda _request: response)(request)


def large(**headers: str) -> HttpResponse:
    return HttpResponse(b"x" * (FRONT_BUFFER_BYTES + 1), headers=headers)


def test_large_response_keeps_headers_and_closers() -> None:
    closed = []
    response = large(ETag='"a"')
    response.status_code = 201
    response.set_cookie("club", "portland")
    getattr(response, "_resource_closers").append(lambda: closed.append(1))  # noqa: B009
    sent = answered(response)
    assert (sent.status_code, sent["ETag"], sent.cookies["club"].value) == (201, '"a"', "portland")
    assert int(sent["Content-Length"]) == len(sent.getvalue()) == FRONT_BUFFER_BYTES + 1
    sent.close()
    assert closed == [1]


@pytest.mark.parametrize("path", ["/clubs/", "/api/v1/clubs/"])
def test_closed_response_frees_its_place(path: str) -> None:
    kept = [answered(large(), path=path) for _ in range(MOST_A_PERSON)]
    refused = answered(large(), path=path)
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert refused["Content-Type"].startswith("application/problem" if "api" in path else "text/html")
    kept[0].close()
    assert answered(large(), path=path).status_code == 200


def test_smaller_streamed_and_headless_responses_need_no_place() -> None:
    kept = [answered(large()) for _ in range(MOST_A_PERSON)]
    for response in (HttpResponse(b"x" * FRONT_BUFFER_BYTES), StreamingHttpResponse([b"x"])):
        assert answered(response) is response
    assert answered(large(), method="HEAD").status_code == 200
    assert len(kept) == MOST_A_PERSON
