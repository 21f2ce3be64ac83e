"""The drf-spectacular schema generator for the OpenAPI document.

The generator reads the same tables as the code that handles requests.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry, ResolvedComponent
from drf_spectacular.utils import OpenApiExample
from rest_framework.permissions import SAFE_METHODS

from matches.api.core.errors import KINDS, Code
from matches.api.core.filters import parameters_of
from matches.api.core.openapi import request_examples, tag_of
from matches.api.core.operations import Operation
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
    words_of,
)
from matches.api.core.serializers import SPARSE_MEDIA_TYPE

if TYPE_CHECKING:
    from matches.api.core.base import ApiView

EXAMPLE_REQUEST_ID: Final = "5f0c1e7a9b3d4826a1c7e95d20b8f364"


class ApiSchema(AutoSchema):
    """Describe the operations that the views declare, with headers, security, scopes and problems."""

    @property
    def api(self) -> ApiView:
        """The view being described."""
        return cast("ApiView", self.view)

    @property
    def operation(self) -> Operation:
        """The operation being described."""
        return self.api.operations[self.method]

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
            parameters += self._parameters_of_list() if self.operation.is_paged else []
            self._add_sparse(parameters, operation["responses"])
        for parameter in parameters:
            if not parameter.get("description"):
                parameter["description"] = words_of(parameter["name"])
        operation["x-scope"] = self.operation.scope
        self._add_headers_of_answers(operation["responses"])
        for status, response in self._problems(has_body="requestBody" in operation).items():
            operation["responses"].setdefault(status, response)
        return operation

    def get_operation_id(self) -> str:
        return self.operation.id

    def get_summary(self) -> str:
        return self.operation.summary

    def get_override_parameters(self) -> list[Any]:
        query = self.operation.query
        return [*self.operation.parameters, *([] if query is None else [query])]

    def get_request_serializer(self) -> Any:
        return self.operation.body

    def get_response_serializers(self) -> Any:
        return self.operation.responses

    def get_examples(self) -> list[OpenApiExample]:
        return request_examples().get(self.operation.id, [])

    def get_description(self) -> str:  # type: ignore[override]
        """Return the docstring of the view's method, never the class's, and the scope that it needs."""
        scope = self.operation.scope
        text = inspect.getdoc(getattr(self.view, self.method.lower(), None)) or ""
        return "\n\n".join(part for part in (text, f"Scope: `{scope}`." if scope else "") if part)

    def get_tags(self) -> list[str]:
        return [tag_of(type(self.view))]

    def get_auth(self) -> list[dict[str, list[str]]]:
        auth: list[dict[str, list[str]]] = super().get_auth()
        return [*auth, {}] if self.operation.scope in (None, "read") else auth

    def _is_reading(self) -> bool:
        return self.method == "GET" or self.operation.changes_nothing

    def _has_tag(self) -> bool:
        """Return whether a GET response at this URL has an ETag."""
        return any(operation.has_etag for operation in self.api.operations.values())

    def _headers(self) -> list[dict[str, Any]]:
        headers = []
        if self.operation.if_match:
            headers.append(IF_MATCH)
        if not self._is_reading():
            headers.append(IDEMPOTENCY_KEY)
        elif self._has_tag():
            headers.append(IF_NONE_MATCH)
        return headers

    def _parameters_of_list(self) -> list[dict[str, Any]]:
        orders = [turned + name for name in self.api.orders for turned in ("", "-")]
        order = {
            "name": "order",
            "in": "query",
            "description": "The order of the rows; a minus before it reverses it.",
            "schema": {"type": "string", "enum": orders},
        }
        return [*parameters_of(self.api.filters), *([order] if orders else []), CURSOR, ROWS]

    def _add_sparse(self, parameters: list[dict[str, Any]], responses: dict[str, Any]) -> None:
        content = responses.get("200", {}).get("content", {})
        if "application/json" in content and self._has_tag():
            names = self._members_of(content["application/json"]["schema"])
            schema = {"type": "array", "items": {"type": "string", "enum": names}, "minItems": 1}
            parameters.append({**FIELDS, "schema": schema})
            content[SPARSE_MEDIA_TYPE] = SPARSE

    def _members_of(self, shape: Mapping[str, Any]) -> list[str]:
        """Return the members of the resource, or of a list's rows, that the parameter ``fields`` accepts."""
        members = self._properties(shape)
        if not self.api.operations["GET"].is_detail:
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
            responses["304"] = {"description": "It has not changed.", "headers": {"ETag": ETAG}}

    def _problems(self, *, has_body: bool) -> dict[str, dict[str, Any]]:
        codes: dict[str, list[Code]] = {}
        for code in (*self._common_problems(has_body=has_body), *self._problems_of_view()):
            codes.setdefault(str(KINDS[code].status), []).append(code)
        return {status: self._problem_response(each) for status, each in sorted(codes.items())}

    def _common_problems(self, *, has_body: bool) -> list[Code]:
        codes: list[Code] = ["bad_request", "invalid_token", "not_acceptable", "too_many_requests"]
        codes += ["server_error", "unavailable"]
        if self.operation.scope is not None:
            codes.append("scope_missing")
        if "{" in self.path:
            codes.append("not_found")
        if self.method not in SAFE_METHODS:
            codes.append("unsupported_coding")
        if not self._is_reading():
            codes += ["not_signed_in", "not_allowed", "csrf_failed", "key_reused"]
        elif has_body:
            codes.append("csrf_failed")
        if has_body:
            codes += ["unreadable_body", "unsupported_media_type", "too_large", "invalid"]
        if self.operation.if_match:
            codes += ["if_match_missing", "changed_meanwhile"]
        return codes

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
    target_class = "matches.api.core.access.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "ecarte_...",
            "description": "A token from /accounts/tokens/. Each operation names the scope that it needs in `x-scope`.",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "matches.api.core.access.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "The browser's session. Changes also need the CSRF token in X-CSRFToken.",
        }


def example_problem(code: Code, path: str) -> dict[str, Any]:
    """Return an example problem response that is always the same, as the document's ETag must be."""
    return {**problem(code, instance=path), "request_id": EXAMPLE_REQUEST_ID}
