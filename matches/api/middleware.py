"""Answers below /api/ that no view of the API made: refused hosts, crashes, bodies cut off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from matches.api.codes import CODE_BY_STATUS, Code
from matches.api.media import as_json
from matches.api.problems import PROBLEM_MEDIA_TYPE, problem

API: Final = "/api/"


class ProblemMiddleware:
    """Stands before all that may refuse a request, and turns a page that tells of an error into a problem."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if response.status_code < 400 or not request.path_info.startswith(API):
            return response
        if response.headers.get("Content-Type", "").startswith(PROBLEM_MEDIA_TYPE):
            return response
        usual: Code = "server_error" if response.status_code >= 500 else "bad_request"
        code = CODE_BY_STATUS.get(response.status_code, usual)
        told = HttpResponse(
            as_json(problem(code, instance=request.path)),
            content_type=PROBLEM_MEDIA_TYPE,
            status=response.status_code,
        )
        told.headers["Cache-Control"] = "no-store"
        if wait := response.headers.get("Retry-After"):
            told.headers["Retry-After"] = wait
        return told
