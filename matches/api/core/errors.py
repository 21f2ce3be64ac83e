"""The kinds of problem that the API reports, each with a stable code, and the exception that a view raises for one.

Client programs act on the code. People read the title.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Code: TypeAlias = Literal[
    "bad_request",
    "unreadable_body",
    "invalid_parameter",
    "not_signed_in",
    "invalid_token",
    "not_allowed",
    "scope_missing",
    "csrf_failed",
    "not_found",
    "method_not_allowed",
    "not_acceptable",
    "same_rubber",
    "wrong_state",
    "report_changed",
    "conflict_open",
    "name_taken",
    "conflict",
    "event_refused",
    "table_refused",
    "not_ready",
    "too_slow",
    "gone",
    "changed_meanwhile",
    "too_large",
    "unsupported_media_type",
    "unsupported_coding",
    "range_not_satisfiable",
    "invalid",
    "invalid_record",
    "unknown_player",
    "unknown_event",
    "unreadable_file",
    "unsafe_address",
    "key_reused",
    "if_match_missing",
    "too_many_requests",
    "too_many_streams",
    "server_error",
    "too_many_uploads",
    "unavailable",
]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: the HTTP status of the response, and a title that is the same for every request."""

    status: int
    title: str | Promise


KINDS: Final[dict[Code, Kind]] = {
    "bad_request": Kind(400, _("The request is malformed.")),
    "unreadable_body": Kind(400, _("The body could not be parsed.")),
    "invalid_parameter": Kind(400, _("A query parameter is invalid.")),
    "not_signed_in": Kind(401, _("Send an API token, or sign in.")),
    "invalid_token": Kind(401, _("The token is unknown, expired or revoked.")),
    "not_allowed": Kind(403, _("Your role in the club does not allow this.")),
    "scope_missing": Kind(403, _("The token lacks the scope for this.")),
    "csrf_failed": Kind(403, _("The CSRF token is missing or wrong.")),
    "not_found": Kind(404, _("Not found, or not visible to you.")),
    "method_not_allowed": Kind(405, _("This URL does not support that method.")),
    "not_acceptable": Kind(406, _("None of the requested media types is available.")),
    "same_rubber": Kind(409, _("This rubber is already stored.")),
    "wrong_state": Kind(409, _("The state of the rubber does not allow this.")),
    "report_changed": Kind(409, _("The report was corrected or withdrawn after you read it.")),
    "conflict_open": Kind(409, _("Two phones disagree. Choose the right version on the score pad first.")),
    "name_taken": Kind(409, _("This name is taken.")),
    "conflict": Kind(409, _("The stored data do not allow this.")),
    "event_refused": Kind(409, _("The event does not allow this now.")),
    "table_refused": Kind(409, _("The pool or French table does not allow this now.")),
    "not_ready": Kind(409, _("This is still being prepared.")),
    "too_slow": Kind(408, _("The body arrived too slowly: below 64 kbit/s over a minute.")),
    "gone": Kind(410, _("This is no longer available.")),
    "changed_meanwhile": Kind(412, _("It has changed since you read it.")),
    "too_large": Kind(413, _("The body is too large.")),
    "unsupported_media_type": Kind(415, _("The media type of the body is not supported.")),
    "unsupported_coding": Kind(
        415, _("Compressed bodies are not supported. Send it without Content-Encoding.")
    ),
    "range_not_satisfiable": Kind(416, _("The requested range is outside the file.")),
    "invalid": Kind(422, _("The body has invalid values.")),
    "invalid_record": Kind(422, _("The record is not valid.")),
    "unknown_player": Kind(422, _("The club has no such player.")),
    "unknown_event": Kind(422, _("The club has no such event.")),
    "unreadable_file": Kind(422, _("This file can’t be imported.")),
    "unsafe_address": Kind(422, _("Webhooks are not sent to this address.")),
    "key_reused": Kind(422, _("This Idempotency-Key was used for another request.")),
    "if_match_missing": Kind(428, _("Send If-Match with the ETag of what you read.")),
    "too_many_requests": Kind(429, _("Too many requests. Wait before you send another.")),
    "too_many_streams": Kind(429, _("Too many downloads at a time. Wait until one ends.")),
    "server_error": Kind(500, _("Something went wrong on the server. It has been logged.")),
    "too_many_uploads": Kind(503, _("Too many uploads at a time. Send this again in a minute.")),
    "unavailable": Kind(
        503, _("The site can’t reach its data right now. Please send this again in a moment.")
    ),
}
RESTRICTED: Final[tuple[Code, ...]] = ("not_signed_in", "not_allowed")
"""The problems of reading what not everybody may see."""


CODE_BY_STATUS: Final[dict[int, Code]] = {
    400: "bad_request",
    401: "not_signed_in",
    403: "not_allowed",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    408: "too_slow",
    409: "conflict",
    410: "gone",
    412: "changed_meanwhile",
    413: "too_large",
    415: "unsupported_media_type",
    416: "range_not_satisfiable",
    422: "invalid",
    428: "if_match_missing",
    429: "too_many_requests",
    503: "unavailable",
}
"""The code of a response with this status when nothing more specific is known."""


def type_of(code: Code) -> str:
    """Return the ``type`` of a problem with this code: the path of the page that describes the code."""
    return reverse("api:problem", args=[code])


class ApiError(Exception):
    """An error that ends the request with a problem response. ``more`` has further members of its body."""

    def __init__(
        self,
        code: Code,
        detail: str | Promise = "",
        *,
        more: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.code = code
        self.detail = detail
        self.more = dict(more or {})
        self.headers = dict(headers or {})
        super().__init__(code)


def invalid_parameter(name: str, detail: str | Promise) -> ApiError:
    """Return the error for an invalid query parameter called ``name``."""
    return ApiError(
        "invalid_parameter", detail, more={"errors": [{"parameter": name, "detail": str(detail)}]}
    )


def invalid_field(pointer: str, detail: str | Promise, *, code: Code = "invalid") -> ApiError:
    """Return the error for the member of the request body at the JSON pointer ``pointer``."""
    return ApiError(code, detail, more={"errors": [{"pointer": pointer, "detail": str(detail)}]})
