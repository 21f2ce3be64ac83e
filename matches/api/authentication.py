"""Who is asking: the bearer of a token, or whoever is signed in to the site in this browser."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from matches.api.wrong import ApiError
from matches.models import ApiToken, User
from matches.services.api_tokens import find_token, note_use

CHALLENGE: Final = 'Bearer realm="ecarte"'


class TokenAuthentication(authentication.BaseAuthentication):
    """``Authorization: Bearer ecarte_...``. A token that does not hold is refused, for what is public as well."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if not scheme:
            return None
        if scheme.lower() != "bearer":
            raise self._refusal(str(_("Tokens are shown as Authorization: Bearer, a space and the token.")))
        token = find_token(secret.strip())
        if token is None:
            raise self._refusal("")
        note_use(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE

    def _refusal(self, detail: str) -> ApiError:
        headers = {"WWW-Authenticate": f'{CHALLENGE}, error="invalid_token"'}
        return ApiError("invalid_token", detail, headers=headers)


class SessionAuthentication(authentication.SessionAuthentication):
    """The browser's session; what changes something needs its CSRF token in ``X-CSRFToken``."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:
            raise ApiError("csrf_failed") from None
