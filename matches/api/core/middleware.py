"""Middleware that turns errors below /api/ into problems, or refuses encoded request bodies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template import loader
from django.utils.translation import get_language
from rest_framework.permissions import SAFE_METHODS

from matches.api.core.errors import CODE_BY_STATUS, KINDS, Code
from matches.api.core.media_types import as_json
from matches.api.core.problems import PROBLEM_MEDIA_TYPE, problem

API: Final = "/api/"
ACCEPTED_CODING: Final = "identity"


class ProblemMiddleware:
    """Replace HTML error pages below /api/ with problem responses.

    In ``MIDDLEWARE`` it must come before every middleware that may refuse a request.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if response.status_code < 400 or not request.path_info.startswith(API):
            return response
        if response.headers.get("Content-Type", "").startswith(PROBLEM_MEDIA_TYPE):
            return response
        usual: Code = "server_error" if response.status_code >= 500 else "bad_request"
        problem = problem_response(
            request, CODE_BY_STATUS.get(response.status_code, usual), response.status_code
        )
        if wait := response.headers.get("Retry-After"):
            problem.headers["Retry-After"] = wait
        return problem


class ContentCodingMiddleware:
    """Refuse a request with a compressed or otherwise encoded body before the body is read.

    The middleware applies to pages and to the API. The response names the only accepted coding, so that a
    client can distinguish the error from a wrong media type (RFC 9110, sections 12.5.3 and 15.5.16). In
    ``MIDDLEWARE`` it must come after the middleware that chooses the language.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method in SAFE_METHODS or not _is_encoded(request):
            return self._get_response(request)
        if request.path_info.startswith(API):
            response = problem_response(request, "unsupported_coding", KINDS["unsupported_coding"].status)
        else:
            response = HttpResponse(
                loader.get_template("415.html").render({"LANGUAGE_CODE": get_language()}), status=415
            )
            response.headers["Cache-Control"] = "no-store"
        response.headers["Accept-Encoding"] = ACCEPTED_CODING
        return response


def _is_encoded(request: HttpRequest) -> bool:
    """Return whether ``Content-Encoding`` names a coding other than identity, which means none."""
    codings = request.headers.get("Content-Encoding", "").split(",")
    return any(coding.strip().lower() not in ("", ACCEPTED_CODING) for coding in codings)


def problem_response(request: HttpRequest, code: Code, status: int) -> HttpResponse:
    response = HttpResponse(
        as_json(problem(code, instance=request.path)), content_type=PROBLEM_MEDIA_TYPE, status=status
    )
    response.headers["Cache-Control"] = "no-store"
    return response
