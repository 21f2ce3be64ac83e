"""Parts that the operations of the OpenAPI document share: headers, parameters, responses, and default
descriptions of parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from matches.api.core.errors import KINDS
from matches.api.core.paging import CURSORS, MOST_A_PAGE, PAGE_SIZE
from matches.api.core.serializers import SPARSE_MEDIA_TYPE
from matches.common.commands import KEPT, KEY_LENGTH

PROBLEM: Final[dict[str, Any]] = {
    "type": "object",
    "description": "A problem (RFC 9457). Programs act on the code; detail is for people, in the requested language.",
    "required": ["type", "title", "status", "detail", "instance", "code"],
    "properties": {
        "type": {
            "type": "string",
            "format": "uri-reference",
            "description": "The path that describes this kind of problem.",
        },
        "title": {"type": "string", "description": "The kind of problem, in a sentence."},
        "status": {"type": "integer", "description": "The HTTP status."},
        "detail": {"type": "string", "description": "What to do about it."},
        "instance": {"type": "string", "format": "uri-reference", "description": "The requested path."},
        "code": {"type": "string", "enum": list(KINDS)},
        "request_id": {
            "type": "string",
            "description": "The request's id, as in the header X-Request-ID. The host finds the log entries by it.",
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
            "description": "The findings in a record, as `python -m scoring check --json` prints them.",
            "items": {"type": "object", "additionalProperties": True},
        },
        "reason": {
            "type": "string",
            "description": "The stable code of an event's or table's reason to refuse it.",
        },
        "params": {
            "type": "object",
            "description": "The parameters of the reason, by name: ids of players, amounts, games.",
            "additionalProperties": True,
        },
        "scope": {"type": "string", "description": "The scope that the token lacks."},
        "rubber": {"type": "string", "description": "The public id of the rubber that prevents it."},
        "state": {"type": "string", "description": "The rubber's state."},
        "version": {"type": "integer", "description": "The rubber's version now."},
        "conflict": {
            "type": "string",
            "description": "The id under which the text that came too late is kept for a director.",
        },
    },
}
IF_MATCH: Final[dict[str, Any]] = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "description": "The ETag of the version to be changed, or `*` for any version.",
    "schema": {"type": "string", "pattern": r'^(\*|"[!#-~]*")$'},
}
IF_NONE_MATCH: Final[dict[str, Any]] = {
    "name": "If-None-Match",
    "in": "header",
    "description": "An ETag that you have: the response is 304 if it is still current.",
    "schema": {"type": "string"},
}
IDEMPOTENCY_KEY: Final[dict[str, Any]] = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": f"A key that you choose, new for each change. Within {KEPT.days} days, repeating the request"
    " with its key changes nothing and returns the first response, with `Idempotency-Replayed: true`."
    " Without a key, a request sent twice is done twice.",
    "schema": {"type": "string", "maxLength": KEY_LENGTH, "pattern": "^[ -~]*$"},
}
CURSOR: Final[dict[str, Any]] = {
    "name": "cursor",
    "in": "query",
    "description": "The position in the list, as given in `next` and `previous`.",
    "schema": {"type": "string", "pattern": f"^({CURSORS})?$"},
}
FIELDS: Final[dict[str, Any]] = {
    "name": "fields",
    "in": "query",
    "description": f"Names of members, separated by commas: only these are returned, as `{SPARSE_MEDIA_TYPE}`.",
    "style": "form",
    "explode": False,
}
SPARSE: Final[dict[str, Any]] = {
    "schema": {
        "type": "object",
        "additionalProperties": True,
        "description": "Only the members that `fields` names, for each object.",
    }
}
ROWS: Final[dict[str, Any]] = {
    "name": "page_size",
    "in": "query",
    "description": f"The number of rows in a page, at most {MOST_A_PAGE}.",
    "schema": {"type": "integer", "minimum": 1, "default": PAGE_SIZE},
}


def header(description: str) -> dict[str, Any]:
    return {"description": description, "schema": {"type": "string"}}


ETAG: Final = header("The strong tag of this representation, for If-None-Match and If-Match.")
LOCATION: Final = header("The path of the created resource.")
REPLAYED: Final = header("`true` if the key was sent before and this repeats the first response.")
CHALLENGE: Final = header("How to authenticate.")
RETRY_AFTER: Final = header("Seconds to wait.")
ACCEPT_ENCODING: Final = header("`identity`, if the body was refused for its Content-Encoding.")
LIMITS: Final = {
    "RateLimit-Policy": header(
        'The limit that applies to the request: `"read";q=1200;w=60` is 1,200 in 60 seconds.'
    ),
    "RateLimit": header('The remaining quota, and the seconds until it is renewed: `"read";r=1187;t=41`.'),
}
_WORDS: Final[Mapping[str, str]] = {
    "club": "Of the club of this public id alone.",
    "code": "The problem's code.",
    "deal": "The number of a deal within its game, from 1.",
    "event": "Only of the event with this public id.",
    "figure": "The name of a figure, as the list of figures has it.",
    "form": "The format of a file, which is its extension.",
    "game": "The number of a game, from 1.",
    "kind": "Only of this kind.",
    "law": "The number of a law, from 1.",
    "number": "The number, from 1.",
    "phase": "Only in this phase.",
    "role": "Only of this role.",
    "round": "The number of a round within its stage, from 1.",
    "stage": "The number of a stage, from 1.",
    "state": "Only in this state.",
    "table": "The number of a table, from 1.",
    "variant": "Only of this game: écarté or La Triomphe.",
    "version": "The number of a version, from 1.",
    "year": "The year in which a season begins.",
}


def words_of(name: str) -> str:
    """Return the default description of the parameter ``name``, or "" if its declaration must have one."""
    if name.endswith("_id"):
        return f"The public id of the {name.removesuffix('_id').replace('_', ' ')}."
    return _WORDS.get(name, "")
