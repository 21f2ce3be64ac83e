"""Errors as ``application/problem+json`` (RFC 9457): the one place where an exception becomes an answer."""

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
from matches.api.core.errors import ApiError
from matches.api.core.problem_codes import CODE_BY_STATUS, KINDS, Code, type_of
from matches.api.core.service_errors import problem_of_service
from matches.models.causes import current_request_id
from scoring.findings import JsonValue

logger = logging.getLogger(__name__)

PROBLEM_MEDIA_TYPE: Final = "application/problem+json"
MOST_FAULTS: Final = 100
"""Of a body, that are told: an answer is not to be many times what was sent."""


def problem(
    code: Code,
    *,
    detail: str | Promise = "",
    instance: str = "",
    more: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The body of an answer that tells of a problem; ``more`` are the members that only some kinds have."""
    kind = KINDS[code]
    return under_this_request(
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


def under_this_request(body: Mapping[str, Any]) -> dict[str, Any]:
    """A problem with the id of the request in hand, which finds its lines in the log; without one outside of any."""
    request_id = current_request_id()
    return {**body, "request_id": request_id} if request_id else dict(body)


def answer(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The answer to a request that ended in ``error``; None where the error is ours, which Django then reports."""
    told = told_of(error)
    if told is None:
        return None
    return response_of(told, path=context["request"].path)


def response_of(told: ApiError, *, path: str) -> Response:
    body = problem(told.code, detail=told.detail, instance=path, more=told.more)
    return Response(
        body, status=KINDS[told.code].status, content_type=PROBLEM_MEDIA_TYPE, headers=dict(told.headers)
    )


def told_of(error: Exception) -> ApiError | None:
    """What a client is told of ``error``; None where it is no affair of his."""
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
        return _told_of_framework(error)
    if is_outage(error):
        logger.warning("a call could not be answered, the database is out of reach: %s", error)
        return ApiError("unavailable", headers={"Retry-After": str(RETRY_AFTER_SECONDS)})
    return problem_of_service(error)


def _told_of_framework(error: exceptions.APIException) -> ApiError:
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
    told = "" if code in ("not_signed_in", "not_allowed", "not_found") else str(error.detail)
    return ApiError(code, told, headers=headers)


def _field_errors(detail: Any, pointer: str = "") -> Iterator[dict[str, JsonValue]]:
    """Each fault with the JSON pointer (RFC 6901) to what it is about, within the body."""
    if isinstance(detail, Mapping):
        for key, inner in detail.items():
            step = "" if key == "non_field_errors" else f"/{str(key).replace('~', '~0').replace('/', '~1')}"
            yield from _field_errors(inner, pointer + step)
    elif isinstance(detail, list):
        yield from _faults_of_list(detail, pointer)
    else:
        yield {"pointer": pointer, "detail": str(detail)}


def _faults_of_list(found: Iterable[Any], pointer: str) -> Iterator[dict[str, JsonValue]]:
    for place, inner in enumerate(found):
        if isinstance(inner, Mapping | list):
            # One entry for each member of a list in the body; an empty one where that member is right.
            yield from _field_errors(inner, f"{pointer}/{place}")
        else:
            yield {"pointer": pointer, "detail": str(inner)}
