"""Limit how many responses are sent at once that are larger than the buffer of the server in front."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from ecarte_site.downloads import FRONT_BUFFER_BYTES, PATIENCE_SECONDS
from matches.api.core.middleware import API, problem_response
from matches.exchange.exports.send import Sending, TooManyFilesError, reader_of, take_place
from matches.pages.common.error_pages import too_many_files


class LargeResponseMiddleware:
    """Give a response above ``FRONT_BUFFER_BYTES`` one of the places for files, or answer with status 429.

    Such a response occupies its thread until the client has read it. Files that are streamed have their place
    already. List the middleware before all that may compress a response.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if request.method == "HEAD" or not isinstance(response, HttpResponse):
            return response
        if len(response.content) <= FRONT_BUFFER_BYTES:
            return response
        try:
            place = take_place(reader_of(request))
        except TooManyFilesError:
            return _refusal(request)
        streamed = StreamingHttpResponse(
            Sending([response.content], place), status=response.status_code, headers=response.headers
        )
        streamed.headers["Content-Length"] = str(len(response.content))
        streamed.cookies = response.cookies
        closers: list[Callable[[], None]] = getattr(streamed, "_resource_closers")  # noqa: B009
        closers.extend(getattr(response, "_resource_closers"))  # noqa: B009
        return streamed


def _refusal(request: HttpRequest) -> HttpResponse:
    if not request.path_info.startswith(API):
        return too_many_files(request)
    refused = problem_response(request, "too_many_streams", 429)
    refused.headers["Retry-After"] = str(PATIENCE_SECONDS)
    return refused
