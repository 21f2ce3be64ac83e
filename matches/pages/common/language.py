"""Which language a page speaks: what a signed-in person chose, else the browser's cookie, else what it asks for."""

from __future__ import annotations

from collections.abc import Awaitable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST
from django.views.i18n import set_language as keep_language

from matches.clubs.choose_language import choose_language


class LanguageMiddleware(LocaleMiddleware):
    """Stands behind Django's authentication, since a person's own choice goes before the browser's."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        # A thread serves many requests and does other work between them: none takes its language from the last.
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
        # The cookie of the language decides as well, and Django's own middleware does not say so.
        patch_vary_headers(response, ("Cookie",))
        return super().process_response(request, response)


@require_POST
def set_language(request: HttpRequest) -> HttpResponseBase:
    """Speak the ``language`` of the form from now on, and go back to ``next`` or the page before.

    The browser keeps it in a cookie; a signed-in person keeps it on every device.
    """
    chosen = request.POST.get("language", "")
    if request.user.is_authenticated and chosen in dict(settings.LANGUAGES):
        choose_language(request.user, chosen)
    return keep_language(request)
