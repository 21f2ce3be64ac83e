"""What somebody is told who may not open a page."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.views import defaults

from matches.pages.pads.refusals import LinkRefusedError, refused_page


def refused(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Who is not signed in may turn out to be somebody who may: he is asked to sign in, and comes back. A table's phone
    is told what became of its link.
    """
    if isinstance(exception, LinkRefusedError):
        return refused_page(request, exception.code, status=403, next_url=request.path)
    if request.method in ("GET", "HEAD") and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    return defaults.permission_denied(request, exception)
