"""Which scope each address asks of a token, method by method: the one table, which the document quotes.

A scope is a bound beside the user's role and never adds to it. Who comes with no authority at all reads what is
public; who comes with a session has every scope.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from matches.api.authentication import CHALLENGE
from matches.api.wrong import ApiError
from matches.models import ApiToken
from matches.services.api_tokens import Scope

Endpoint: TypeAlias = tuple[str, str]
"""The name of an address, and a method."""

NEEDED: Final[Mapping[Endpoint, Scope | None]] = {
    ("root", "GET"): None,
    ("schema", "GET"): None,
    ("problems", "GET"): None,
    ("problem", "GET"): None,
    ("laws", "GET"): "read",
    ("law_search", "GET"): "read",
    ("law", "GET"): "read",
    ("ruling_preview", "POST"): "read",
    ("chances", "GET"): "read",
    ("clubs", "GET"): "read",
    ("clubs", "POST"): "manage",
    ("club", "GET"): "read",
    ("club", "PATCH"): "manage",
    ("players", "GET"): "read",
    ("players", "POST"): "manage",
    ("player", "GET"): "read",
    ("player", "PATCH"): "manage",
    ("player_decisions", "GET"): "read",
    ("events", "GET"): "read",
    ("events", "POST"): "manage",
    ("event", "GET"): "read",
    ("event", "PATCH"): "manage",
    ("rubbers", "GET"): "read",
    ("rubbers", "POST"): "enter",
    ("rubber", "GET"): "read",
    ("rubber_egn", "GET"): "read",
    ("rubber_confirm", "POST"): "enter",
    ("rubber_dispute", "POST"): "enter",
    ("rubber_close", "POST"): "enter",
    ("rubber_correct", "POST"): "manage",
    ("rubber_void", "POST"): "manage",
    ("rulings", "GET"): "read",
    ("rulings", "POST"): "manage",
    ("review", "GET"): "read",
    ("games", "GET"): "read",
    ("game", "GET"): "read",
    ("deals", "GET"): "read",
    ("deals", "POST"): "enter",
    ("last_deal", "DELETE"): "enter",
    ("game_deals", "GET"): "read",
    ("deal", "GET"): "read",
}


def scope_of(name: str | None, method: str) -> Scope | None:
    """None where no scope is needed, and for what no address answers to."""
    asked = "GET" if method == "HEAD" else method
    return NEEDED.get((name or "", asked))


class WithinScope(BasePermission):
    """A token reaches as far as its scopes; without any authority one reads and no more."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        match = request.resolver_match
        scope = scope_of(match.url_name if match is not None else None, request.method or "")
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
