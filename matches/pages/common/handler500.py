"""What somebody is told whose request failed for no fault of his: that it broke, or that it may be tried again."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.utils.translation import gettext as _
from django.views import defaults

from ecarte_site.outages import RETRY_AFTER_SECONDS, is_outage


def broken(request: HttpRequest) -> HttpResponse:
    """Called while the exception is handled that ended the request."""
    if not is_outage(sys.exc_info()[1]):
        return defaults.server_error(request)
    answer = _for_script() if _is_by_script(request) else _for_person()
    answer.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _is_by_script(request: HttpRequest) -> bool:
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def _for_script() -> HttpResponse:
    told = _("The records can't be reached just now. What was sent is to be sent again.")
    return JsonResponse({"code": "unavailable", "message": told}, status=503)


def _for_person() -> HttpResponse:
    # Without the request: whose it is stands in the database.
    return HttpResponse(loader.get_template("503.html").render(), status=503)
