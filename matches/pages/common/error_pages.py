"""The site's error handlers: a lacking permission, a failed request or an outage, and too many downloads at once.

None of them reads the body of an upload. Django's own do, to check the token of a form again: the error page for a
refused upload then fails because of the body that was refused.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.template import loader
from django.utils.translation import gettext as _
from django.views import defaults

from ecarte_site.downloads import PATIENCE_SECONDS
from ecarte_site.outages import RETRY_AFTER_SECONDS, is_outage
from matches.pages.common.kept_forms import is_form_of_nobody, session_ended
from matches.pages.pads.authorize import LinkRefusedError, refused_page

handler400 = inspect.unwrap(defaults.bad_request)
_page_not_found: Callable[..., HttpResponse] = inspect.unwrap(defaults.page_not_found)
_permission_denied: Callable[..., HttpResponse] = inspect.unwrap(defaults.permission_denied)
_server_error: Callable[..., HttpResponse] = inspect.unwrap(defaults.server_error)


def handler500(request: HttpRequest) -> HttpResponse:
    """Return the error page for the exception being handled: status 500, or 503 and ``Retry-After`` in an outage."""
    if not is_outage(sys.exc_info()[1]):
        return _server_error(request)
    response: HttpResponse
    if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        message = _("The site can’t reach its data right now. Please send this again in a moment.")
        response = JsonResponse({"code": "unavailable", "message": message}, status=503)
    else:
        # Rendered without the request: its user would be read from the database, which does not answer.
        response = HttpResponse(loader.get_template("503.html").render(), status=503)
    response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    response.headers["Cache-Control"] = "no-store"
    return response


def handler403(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Send an anonymous visitor of a page to sign in and come back; otherwise return a page with status 403.

    A visitor who sent a form gets it back, to sign in and go on. If a table link was refused, the page gives the
    reason, without a redirect.
    """
    if isinstance(exception, LinkRefusedError):
        return refused_page(request, exception.code, status=403, next_url=request.path)
    if request.method in ("GET", "HEAD") and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if is_form_of_nobody(request):
        return session_ended(request, status=403)
    return _permission_denied(request, exception)


def handler404(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Return a page with status 404. A visitor who sent a form, perhaps of a members-only club, gets it back."""
    if is_form_of_nobody(request):
        return session_ended(request, status=404)
    return _page_not_found(request, exception)


def too_many_files(request: HttpRequest) -> HttpResponse:
    """Return a page with status 429 and ``Retry-After`` that asks to try the download again later."""
    response = render(request, "429.html", status=429)
    response["Retry-After"] = str(PATIENCE_SECONDS)
    return response
