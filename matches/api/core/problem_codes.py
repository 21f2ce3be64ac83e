"""What can be wrong with a request, each kind under a code that stays: clients decide by it, people read the title."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

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
    """A kind of problem: its HTTP status, and what it is called whatever the request was."""

    status: int
    title: str | Promise


KINDS: Final[dict[Code, Kind]] = {
    "bad_request": Kind(400, _("The request is not one that can be answered.")),
    "unreadable_body": Kind(400, _("The body is not what its media type says.")),
    "invalid_parameter": Kind(400, _("A parameter in the address has a value that it can't have.")),
    "not_signed_in": Kind(401, _("This needs a token, or a session.")),
    "invalid_token": Kind(401, _("The token is unknown, expired or taken back.")),
    "not_allowed": Kind(403, _("Your role in the club does not reach this far.")),
    "scope_missing": Kind(403, _("The token's scopes do not reach this far.")),
    "csrf_failed": Kind(403, _("The session's proof that a page of ours sent this is missing.")),
    "not_found": Kind(404, _("There is nothing here that you may see.")),
    "method_not_allowed": Kind(405, _("This address does not answer to that method.")),
    "not_acceptable": Kind(406, _("This address has none of the media types that were asked for.")),
    "same_rubber": Kind(409, _("This rubber is here already.")),
    "wrong_state": Kind(409, _("The rubber's state does not let this be done to it.")),
    "conflict_open": Kind(
        409, _("Two phones contradict each other: choose on the rubber's score pad first.")
    ),
    "name_taken": Kind(409, _("The name is another's.")),
    "conflict": Kind(409, _("What is stored does not let this be done.")),
    "event_refused": Kind(409, _("The event as it stands does not let this be done.")),
    "table_refused": Kind(409, _("What has happened at the table does not let this be noted.")),
    "not_ready": Kind(409, _("What is asked for is still being prepared.")),
    "too_slow": Kind(408, _("The body came at less than 64 kbit/s over a minute.")),
    "gone": Kind(410, _("It was kept for a time, and has been cleared away.")),
    "changed_meanwhile": Kind(412, _("It has changed since you read it.")),
    "too_large": Kind(413, _("The body is too large.")),
    "unsupported_media_type": Kind(415, _("The body's media type is not one that is read here.")),
    "unsupported_coding": Kind(
        415, _("The body comes in a coding that is not read here. Send it without Content-Encoding.")
    ),
    "range_not_satisfiable": Kind(416, _("The file has no such part.")),
    "invalid": Kind(422, _("Something in the body has a value that it can't have.")),
    "invalid_record": Kind(422, _("The record can't be taken in as it is written.")),
    "unknown_player": Kind(422, _("The club knows no such player.")),
    "unknown_event": Kind(422, _("The club has no such event.")),
    "unreadable_file": Kind(422, _("The file is not one that can be taken in.")),
    "unsafe_address": Kind(422, _("Nothing is sent to that address.")),
    "key_reused": Kind(422, _("The Idempotency-Key belongs to another request.")),
    "if_match_missing": Kind(428, _("This needs If-Match with the ETag of what you read.")),
    "too_many_requests": Kind(429, _("Too many requests; wait before the next.")),
    "too_many_streams": Kind(429, _("As many files as one may take at a time are on their way to you.")),
    "server_error": Kind(500, _("The fault is ours, and has been noted.")),
    "too_many_uploads": Kind(
        503, _("There is no place for another file on its way in; send it again in a minute.")
    ),
    "unavailable": Kind(503, _("The records can't be reached just now; send it again in a moment.")),
}

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
"""What an answer with this status is called where nothing more is known of it."""


def type_of(code: Code) -> str:
    """The problem's ``type``: a path of this site, under which the kind is described."""
    return reverse("api:problem", args=[code])
