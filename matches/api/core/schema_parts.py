"""What many operations have in common in the document: parameters, headers, and what went wrong."""

from __future__ import annotations

from typing import Any, Final

from matches.api.core.pagination import CURSORS, MOST_A_PAGE, PAGE_SIZE
from matches.api.core.problem_codes import KINDS
from matches.api.core.sparse_fields import SPARSE_MEDIA_TYPE
from matches.common.idempotency import KEPT, KEY_LENGTH

PROBLEM: Final[dict[str, Any]] = {
    "type": "object",
    "description": "What went wrong (RFC 9457). Decide by code; detail is for people, in the language asked for.",
    "required": ["type", "title", "status", "detail", "instance", "code"],
    "properties": {
        "type": {
            "type": "string",
            "format": "uri-reference",
            "description": "Where this kind is described.",
        },
        "title": {"type": "string", "description": "The kind, in a sentence."},
        "status": {"type": "integer", "description": "The HTTP status."},
        "detail": {"type": "string", "description": "What to do about it."},
        "instance": {"type": "string", "format": "uri-reference", "description": "The path asked for."},
        "code": {"type": "string", "enum": list(KINDS)},
        "request_id": {
            "type": "string",
            "description": "The request's id, as in the header X-Request-ID: the host finds by it what happened.",
        },
        "errors": {
            "type": "array",
            "description": "Each fault, by a JSON pointer into the body or by a parameter's name.",
            "items": {
                "type": "object",
                "required": ["detail"],
                "properties": {
                    "pointer": {"type": "string"},
                    "parameter": {"type": "string"},
                    "detail": {"type": "string"},
                },
            },
        },
        "findings": {
            "type": "array",
            "description": "What is wrong with a record, as `python -m scoring check --json` says it.",
            "items": {"type": "object", "additionalProperties": True},
        },
        "reason": {"type": "string", "description": "Why an event or a table refuses it: a code that stays."},
        "params": {
            "type": "object",
            "description": "What the reason is about, by name: players by their ids, amounts, games.",
            "additionalProperties": True,
        },
        "scope": {"type": "string", "description": "The scope that the token lacks."},
        "rubber": {"type": "string", "description": "The public id of the rubber that is in the way."},
        "state": {"type": "string", "description": "The rubber's state."},
        "version": {"type": "integer", "description": "The rubber's version now."},
        "conflict": {
            "type": "string",
            "description": "Under this id the text that came too late is kept for a director.",
        },
    },
}
IF_MATCH: Final[dict[str, Any]] = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "description": "The ETag of what this change is made on, or `*` for whatever is there.",
    "schema": {"type": "string", "pattern": r'^(\*|"[!#-~]*")$'},
}
IF_NONE_MATCH: Final[dict[str, Any]] = {
    "name": "If-None-Match",
    "in": "header",
    "description": "An ETag that you have: 304 where it is still the same.",
    "schema": {"type": "string"},
}
IDEMPOTENCY_KEY: Final[dict[str, Any]] = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "A key of your own, new for each thing that you want done. Sent again with the same request within"
    f" {KEPT.days} days it has the first one's answer, with `Idempotency-Replayed: true`, and does nothing. Without"
    " one, a request sent twice is done twice.",
    "schema": {"type": "string", "maxLength": KEY_LENGTH, "pattern": "^[ -~]*$"},
}
CURSOR: Final[dict[str, Any]] = {
    "name": "cursor",
    "in": "query",
    "description": "Where in the list to go on, as `next` and `previous` give it.",
    "schema": {"type": "string", "pattern": f"^({CURSORS})?$"},
}
FIELDS: Final[dict[str, Any]] = {
    "name": "fields",
    "in": "query",
    "description": f"Names of members, with commas between: these alone come back, as `{SPARSE_MEDIA_TYPE}`.",
    "style": "form",
    "explode": False,
}
SPARSE: Final[dict[str, Any]] = {
    "schema": {
        "type": "object",
        "additionalProperties": True,
        "description": "Of each object those members that `fields` asked for.",
    }
}
ROWS: Final[dict[str, Any]] = {
    "name": "page_size",
    "in": "query",
    "description": f"How many rows a page has; {MOST_A_PAGE} where more are asked for.",
    "schema": {"type": "integer", "minimum": 1, "default": PAGE_SIZE},
}


def header(description: str) -> dict[str, Any]:
    return {"description": description, "schema": {"type": "string"}}


ETAG: Final = header("The strong tag of this representation, for If-None-Match and If-Match.")
LOCATION: Final = header("The path of what was made.")
REPLAYED: Final = header("`true` where the key was sent before and this is the first answer again.")
CHALLENGE: Final = header("How to show authority.")
RETRY_AFTER: Final = header("Seconds to wait.")
ACCEPT_ENCODING: Final = header("`identity`, where the body was refused for its Content-Encoding.")
LIMITS: Final = {
    "RateLimit-Policy": header(
        'The limit that the call falls under: `"read";q=1200;w=60` is 1,200 in 60 seconds.'
    ),
    "RateLimit": header('What is left of it, and in how many seconds more is: `"read";r=1187;t=41`.'),
}
