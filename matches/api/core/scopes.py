"""Which scope a call asks of a token: each view says so for its methods, and ``scopes_by_address`` gathers them.

A scope is a bound beside the user's role and never adds to it. Who comes with no authority at all reads what is
public; who comes with a session has every scope.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from django.urls import URLPattern
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from matches.api.core.authentication import CHALLENGE
from matches.api.core.errors import ApiError
from matches.clubs.api_tokens import Scope
from matches.models import ApiToken

Endpoint: TypeAlias = tuple[str, str]
"""The name of an address, and a method."""
Scopes: TypeAlias = Mapping[str, Scope | None]
"""By method."""


def scope_of(view: Any, method: str) -> Scope | None:
    """None where no scope is needed, and for a method that the view does not answer to."""
    scopes: Scopes = view.scopes
    return scopes.get("GET" if method == "HEAD" else method)


def scopes_by_address(patterns: Iterable[URLPattern]) -> dict[Endpoint, Scope | None]:
    """What each address asks for each of its methods, in their order."""
    return {
        (str(pattern.name), method): scope
        for pattern in patterns
        for method, scope in pattern.callback.view_class.scopes.items()  # type: ignore[attr-defined]
    }


class WithinScope(BasePermission):
    """A token reaches as far as its scopes; without any authority one reads and no more."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        scope = scope_of(view, request.method or "")
        if scope is None:
            return True
        if not request.user.is_authenticated:
            # False from here is 401: the answer then says how to show authority.
            return scope == "read"
        token = request.auth
        if isinstance(token, ApiToken) and scope not in token.scopes:
            challenge = f'{CHALLENGE}, error="insufficient_scope", scope="{scope}"'
            raise ApiError("scope_missing", more={"scope": scope}, headers={"WWW-Authenticate": challenge})
        return True
