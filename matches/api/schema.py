"""The OpenAPI document: what every operation has in common is said here, from the same tables that the code obeys."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry, ResolvedComponent
from rest_framework import serializers

from matches.api.codes import KINDS, Code
from matches.api.filters import parameters_of
from matches.api.paging import CURSORS, MOST_A_PAGE, PAGE_SIZE
from matches.api.problems import PROBLEM_MEDIA_TYPE, problem
from matches.api.scopes import scope_of
from matches.api.sparse import SPARSE_MEDIA_TYPE
from matches.services.once import KEPT, KEY_LENGTH

if TYPE_CHECKING:
    from matches.api.base import ApiView

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
LIMITS: Final = {
    "RateLimit-Policy": header(
        'The limit that the call falls under: `"read";q=1200;w=60` is 1,200 in 60 seconds.'
    ),
    "RateLimit": header('What is left of it, and in how many seconds more is: `"read";r=1187;t=41`.'),
}


class ApiSchema(AutoSchema):
    """Adds headers, security, scopes and problems to what the views say of themselves."""

    @property
    def api(self) -> ApiView:
        """The view that is described."""
        return cast("ApiView", self.view)

    def get_operation(
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: ComponentRegistry
    ) -> dict[str, Any] | None:
        operation: dict[str, Any] | None = super().get_operation(
            path, path_regex, path_prefix, method, registry
        )
        if operation is None:
            return None
        parameters = operation.setdefault("parameters", [])
        parameters += self._headers()
        if self.method == "GET":
            parameters += self._parameters_of_list() if self.api.pages else []
            self._add_sparse(parameters, operation["responses"])
        operation["x-scope"] = self._scope()
        self._add_headers_of_answers(operation["responses"])
        for status, response in self._problems(has_body="requestBody" in operation).items():
            operation["responses"].setdefault(status, response)
        return operation

    def get_description(self) -> str:  # type: ignore[override]
        """What the operation says of itself, and the scope that it needs; never the view's own docstring."""
        scope = self._scope()
        told = inspect.getdoc(getattr(self.view, self.method.lower(), None)) or ""
        return "\n\n".join(part for part in (told, f"Scope: `{scope}`." if scope else "") if part)

    def get_tags(self) -> list[str]:
        return [self.path.removeprefix("/api/v1/").partition("/")[0] or "root"]

    def get_auth(self) -> list[dict[str, list[str]]]:
        auth: list[dict[str, list[str]]] = super().get_auth()
        return [*auth, {}] if self._scope() in (None, "read") else auth

    def _is_reading(self) -> bool:
        return self.method in self.api.reads

    def _scope(self) -> str | None:
        return scope_of(self.api, self.method)

    def _headers(self) -> list[dict[str, Any]]:
        wanted = []
        if self.method in self.api.needs_match:
            wanted.append(IF_MATCH)
        if not self._is_reading():
            wanted.append(IDEMPOTENCY_KEY)
        elif self.api.has_tag:
            wanted.append(IF_NONE_MATCH)
        return wanted

    def _parameters_of_list(self) -> list[dict[str, Any]]:
        orders = [turned + name for name in self.api.orders for turned in ("", "-")]
        order = {
            "name": "order",
            "in": "query",
            "description": "What the rows go by; with a minus last to first.",
            "schema": {"type": "string", "enum": orders},
        }
        return [*parameters_of(self.api.filters), *([order] if orders else []), CURSOR, ROWS]

    def _add_sparse(self, parameters: list[dict[str, Any]], responses: dict[str, Any]) -> None:
        content = responses.get("200", {}).get("content", {})
        if "application/json" in content and (self.api.pages or self.api.has_tag):
            names = self._members_of(content["application/json"]["schema"])
            known = {"type": "array", "items": {"type": "string", "enum": names}, "minItems": 1}
            parameters.append({**FIELDS, "schema": known})
            content[SPARSE_MEDIA_TYPE] = SPARSE

    def _members_of(self, shape: Mapping[str, Any]) -> list[str]:
        """The members that ``fields`` may name: those of the thing, or of the rows of a list."""
        members = self._properties(shape)
        if not self.api.has_tag:
            members = self._properties(members["results"]["items"])
        return list(members)

    def _properties(self, shape: Mapping[str, Any]) -> dict[str, Any]:
        if "$ref" not in shape:
            return dict(shape["properties"])
        key = (shape["$ref"].rpartition("/")[2], ResolvedComponent.SCHEMA)
        return dict(self.registry[key].schema["properties"])

    def _add_headers_of_answers(self, responses: dict[str, Any]) -> None:
        for status, response in responses.items():
            headers = response.setdefault("headers", {})
            headers.update(LIMITS)
            if status == "201":
                headers["Location"] = LOCATION
            if self.api.has_tag or not self._is_reading():
                headers["ETag"] = ETAG
            if not self._is_reading():
                headers["Idempotency-Replayed"] = REPLAYED
        if self.method == "GET" and self.api.has_tag:
            responses["304"] = {"description": "It is as you have it.", "headers": {"ETag": ETAG}}

    def _problems(self, *, has_body: bool) -> dict[str, dict[str, Any]]:
        codes: dict[str, list[Code]] = {}
        for code in (*self._common_problems(has_body=has_body), *self._problems_of_view()):
            codes.setdefault(str(KINDS[code].status), []).append(code)
        return {status: self._problem_response(found) for status, found in sorted(codes.items())}

    def _common_problems(self, *, has_body: bool) -> list[Code]:
        found: list[Code] = ["bad_request", "invalid_token", "not_acceptable", "too_many_requests"]
        found.append("server_error")
        if self._scope() is not None:
            found.append("scope_missing")
        if "{" in self.path:
            found.append("not_found")
        if not self._is_reading():
            found += ["not_signed_in", "not_allowed", "csrf_failed", "key_reused"]
        elif has_body:
            found.append("csrf_failed")
        if has_body:
            found += ["unreadable_body", "unsupported_media_type", "too_large", "invalid"]
        if self.method in self.api.needs_match:
            found += ["if_match_missing", "changed_meanwhile"]
        return found

    def _problems_of_view(self) -> tuple[Code, ...]:
        if self.method == "GET":
            is_asked = self.api.pages or self.api.has_tag
            return (*(("invalid_parameter",) if is_asked else ()), *self.api.read_problems)
        return tuple(self.api.problems)

    def _problem_response(self, codes: list[Code]) -> dict[str, Any]:
        component = ResolvedComponent(  # type: ignore[no-untyped-call]
            name="Problem", type=ResolvedComponent.SCHEMA, schema=PROBLEM, object="Problem"
        )
        self.registry.register_on_missing(component)
        kinds = [KINDS[code] for code in codes]
        response: dict[str, Any] = {
            "description": " ".join(f"`{code}`: {KINDS[code].title}" for code in codes),
            "content": {
                PROBLEM_MEDIA_TYPE: {
                    "schema": component.ref,
                    "examples": {code: {"value": problem(code, instance=self.path)} for code in codes},
                }
            },
        }
        if kinds[0].status in (401, 403):
            response["headers"] = {"WWW-Authenticate": CHALLENGE}
        if kinds[0].status == 429:
            response["headers"] = {"Retry-After": RETRY_AFTER}
        return response


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "matches.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "ecarte_...",
            "description": "A token from /accounts/tokens/. Each operation names the scope that it needs in `x-scope`.",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "matches.api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "The browser's session. What changes something needs the CSRF token in X-CSRFToken as well.",
        }


def page_of(serializer: type[serializers.Serializer[Any]], name: str) -> type[serializers.Serializer[Any]]:
    """The shape of a page of such rows, under ``name`` in the document."""
    return type(
        name,
        (serializers.Serializer,),
        {
            "next": serializers.CharField(
                allow_null=True, help_text="The address of the page after this one."
            ),
            "previous": serializers.CharField(allow_null=True, help_text="The address of the page before."),
            "results": serializer(many=True),
            "__module__": serializer.__module__,
        },
    )
