"""The OpenAPI document: what every operation has in common is said here, from the same tables that the code obeys."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry, ResolvedComponent
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS

from matches.api.core.filters import parameters_of
from matches.api.core.parameter_descriptions import words_of
from matches.api.core.problem_codes import KINDS, Code
from matches.api.core.problems import PROBLEM_MEDIA_TYPE, problem
from matches.api.core.schema_parts import (
    ACCEPT_ENCODING,
    CHALLENGE,
    CURSOR,
    ETAG,
    FIELDS,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    IF_NONE_MATCH,
    LIMITS,
    LOCATION,
    PROBLEM,
    REPLAYED,
    RETRY_AFTER,
    ROWS,
    SPARSE,
)
from matches.api.core.scopes import scope_of
from matches.api.core.sparse_fields import SPARSE_MEDIA_TYPE
from matches.api.core.tags import tag_of

if TYPE_CHECKING:
    from matches.api.core.base import ApiView

EXAMPLE_REQUEST_ID: Final = "5f0c1e7a9b3d4826a1c7e95d20b8f364"


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
        for parameter in parameters:
            if not parameter.get("description"):
                parameter["description"] = words_of(parameter["name"])
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
        return [tag_of(type(self.view), self.path)]

    def get_auth(self) -> list[dict[str, list[str]]]:
        auth: list[dict[str, list[str]]] = super().get_auth()
        return [*auth, {}] if self._scope() in (None, "read") else auth

    def _is_reading(self) -> bool:
        return self.method in self.api.reads

    def _has_tag(self) -> bool:
        return self.api.pages or self.api.has_tag

    def _scope(self) -> str | None:
        return scope_of(self.api, self.method)

    def _headers(self) -> list[dict[str, Any]]:
        wanted = []
        if self.method in self.api.needs_match:
            wanted.append(IF_MATCH)
        if not self._is_reading():
            wanted.append(IDEMPOTENCY_KEY)
        elif self._has_tag():
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
        if "application/json" in content and self._has_tag():
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
            if self._has_tag() or not self._is_reading():
                headers["ETag"] = ETAG
            if not self._is_reading():
                headers["Idempotency-Replayed"] = REPLAYED
        if self.method == "GET" and self._has_tag():
            responses["304"] = {"description": "It is as you have it.", "headers": {"ETag": ETAG}}

    def _problems(self, *, has_body: bool) -> dict[str, dict[str, Any]]:
        codes: dict[str, list[Code]] = {}
        for code in (*self._common_problems(has_body=has_body), *self._problems_of_view()):
            codes.setdefault(str(KINDS[code].status), []).append(code)
        return {status: self._problem_response(found) for status, found in sorted(codes.items())}

    def _common_problems(self, *, has_body: bool) -> list[Code]:
        found: list[Code] = ["bad_request", "invalid_token", "not_acceptable", "too_many_requests"]
        found += ["server_error", "unavailable"]
        if self._scope() is not None:
            found.append("scope_missing")
        if "{" in self.path:
            found.append("not_found")
        if self.method not in SAFE_METHODS:
            found.append("unsupported_coding")
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
            return (*(("invalid_parameter",) if self._has_tag() else ()), *self.api.read_problems)
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
                    "examples": {code: {"value": example_problem(code, self.path)} for code in codes},
                }
            },
        }
        if kinds[0].status in (401, 403):
            response["headers"] = {"WWW-Authenticate": CHALLENGE}
        if kinds[0].status == 415:
            response["headers"] = {"Accept-Encoding": ACCEPT_ENCODING}
        if kinds[0].status == 429:
            response["headers"] = {"Retry-After": RETRY_AFTER}
        return response


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "matches.api.core.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "ecarte_...",
            "description": "A token from /accounts/tokens/. Each operation names the scope that it needs in `x-scope`.",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "matches.api.core.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "The browser's session. What changes something needs the CSRF token in X-CSRFToken as well.",
        }


def example_problem(code: Code, path: str) -> dict[str, Any]:
    """Return a problem as the document shows it: the same whoever asks for the document, so that its tag stays."""
    return {**problem(code, instance=path), "request_id": EXAMPLE_REQUEST_ID}


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
