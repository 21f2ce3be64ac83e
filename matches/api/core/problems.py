"""Conversion of exceptions into ``application/problem+json`` responses (RFC 9457).

No other module turns an exception into a response.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation, TooManyFieldsSent
from django.http import Http404
from django.utils.functional import Promise
from rest_framework import exceptions
from rest_framework.response import Response

from ecarte_site.outages import RETRY_AFTER_SECONDS, is_outage
from matches.api.core.errors import CODE_BY_STATUS, KINDS, ApiError, Code, type_of
from matches.api.core.service_errors import service_error
from matches.models.causes import current_request_id
from scoring.findings import JsonValue

logger = logging.getLogger(__name__)

PROBLEM_MEDIA_TYPE: Final = "application/problem+json"
MOST_FAULTS: Final = 100
"""The largest number of faults of a body in one response, so that it is not many times as long as the request."""


def problem(
    code: Code,
    *,
    detail: str | Promise = "",
    instance: str = "",
    more: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the body of a problem response to a request for the path ``instance``.

    ``more`` has the additional members of some kinds of problem.
    """
    kind = KINDS[code]
    return with_request_id(
        {
            "type": type_of(code),
            "title": str(kind.title),
            "status": kind.status,
            "detail": str(detail) or str(kind.title),
            "instance": instance,
            "code": code,
            **(more or {}),
        }
    )


def with_request_id(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the problem ``body`` with the id by which the log's lines of the current request are found."""
    request_id = current_request_id()
    return {**body, "request_id": request_id} if request_id else dict(body)


def answer(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return the response for ``error``, or None for an internal error, which Django reports."""
    public = error_for(error)
    if public is None:
        return None
    return response_of(public, path=context["request"].path)


def response_of(error: ApiError, *, path: str) -> Response:
    body = problem(error.code, detail=error.detail, instance=path, more=error.more)
    return Response(
        body, status=KINDS[error.code].status, content_type=PROBLEM_MEDIA_TYPE, headers=dict(error.headers)
    )


def error_for(error: Exception) -> ApiError | None:
    """Return the ``ApiError`` that describes ``error``, or None if clients must not see ``error``."""
    if isinstance(error, ApiError):
        return error
    if isinstance(error, Http404):
        return ApiError("not_found")
    if isinstance(error, PermissionDenied):
        return ApiError("not_allowed")
    if isinstance(error, RequestDataTooBig):
        return ApiError("too_large")
    if isinstance(error, SuspiciousOperation | TooManyFieldsSent):
        return ApiError("bad_request")
    if isinstance(error, exceptions.APIException):
        return _framework_error(error)
    if is_outage(error):
        logger.warning("a call could not be answered, the database is out of reach: %s", error)
        return ApiError("unavailable", headers={"Retry-After": str(RETRY_AFTER_SECONDS)})
    return service_error(error)


def _framework_error(error: exceptions.APIException) -> ApiError:
    headers = {}
    if header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = header
    if isinstance(error, exceptions.ValidationError):
        return ApiError("invalid", more={"errors": list(islice(_field_errors(error.detail), MOST_FAULTS))})
    if isinstance(error, exceptions.ParseError):
        return ApiError("unreadable_body", str(error.detail))
    if isinstance(error, exceptions.AuthenticationFailed):
        return ApiError("invalid_token", headers=headers)
    if isinstance(error, exceptions.Throttled):
        wait: float | None = getattr(error, "wait", None)
        seconds = 1 if wait is None else max(1, math.ceil(wait))
        return ApiError("too_many_requests", headers={"Retry-After": str(seconds)})
    code = CODE_BY_STATUS.get(error.status_code, "bad_request")
    detail = "" if code in ("not_signed_in", "not_allowed", "not_found") else str(error.detail)
    return ApiError(code, detail, headers=headers)


def _field_errors(detail: Any, pointer: str = "") -> Iterator[dict[str, JsonValue]]:
    """Yield each validation error with the JSON pointer (RFC 6901) to the invalid member of the body."""
    if isinstance(detail, Mapping):
        for key, inner in detail.items():
            step = "" if key == "non_field_errors" else f"/{str(key).replace('~', '~0').replace('/', '~1')}"
            yield from _field_errors(inner, pointer + step)
    elif isinstance(detail, list):
        yield from _faults_of_list(detail, pointer)
    else:
        yield {"pointer": pointer, "detail": str(detail)}


def _faults_of_list(items: Iterable[Any], pointer: str) -> Iterator[dict[str, JsonValue]]:
    for place, inner in enumerate(items):
        if isinstance(inner, Mapping | list):
            # The framework gives one entry for each member of a list; it is empty if that member is valid.
            yield from _field_errors(inner, f"{pointer}/{place}")
        else:
            yield {"pointer": pointer, "detail": str(inner)}
