"""Middleware of all pages: it activates the reader's language, and keeps private pages out of caches.

The language is the signed-in user's choice, then the cookie's, then the first of the browser's ``Accept-
Language`` that the site has. Private pages are about one person, or hold a secret. No form is shown at an
address that contains a secret, and so these pages keep the site's referrer policy: under ``no-referrer``
browsers send ``Origin: null`` along with a form, which the check of its origin refuses.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST
from django.views.i18n import set_language as keep_language

from matches.clubs.accounts import choose_language

PRIVATE: Final = ("/accounts/", "/invitations/", "/t/", "/pad/")
"""Prefixes of the paths of private pages."""
FOR_EVERYBODY: Final = frozenset({"/pad/tables.json", "/pad/sw.js", "/pad/pad.js", "/pad/pad.css"})
"""Paths below these prefixes whose response is the same for every reader, and may be cached."""


class LanguageMiddleware(LocaleMiddleware):
    """Activate the reader's language. List it after the authentication middleware: it prefers the user's choice."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        # A thread serves many requests and does other work in between; none may inherit another's language.
        with translation.override(translation.get_language()):
            return super().__call__(request)

    def process_request(self, request: HttpRequest) -> None:
        chosen = request.user.language if request.user.is_authenticated else ""
        if chosen not in dict(settings.LANGUAGES):
            super().process_request(request)
            return
        translation.activate(chosen)
        request.LANGUAGE_CODE = translation.get_language()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        # The language cookie decides as well, and Django's own middleware does not declare that.
        patch_vary_headers(response, ("Cookie",))
        return super().process_response(request, response)


@require_POST
def set_language(request: HttpRequest) -> HttpResponseBase:
    """Store the form's ``language`` in a cookie and in the account, and go to ``next`` or the previous page."""
    chosen = request.POST.get("language", "")
    if request.user.is_authenticated and chosen in dict(settings.LANGUAGES):
        choose_language(request.user, chosen)
    return keep_language(request)


class PrivatePagesMiddleware:
    """Forbid caching private pages, so that another user of the browser can't go back to them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.path_info.startswith(PRIVATE) and request.path_info not in FOR_EVERYBODY:
            response["Cache-Control"] = "private, no-store"
        return response
