"""Serve the pad's page with its service worker and home-screen manifest, and its page of rulings."""

from __future__ import annotations

from typing import Final

import orjson
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from matches.models import Rubber
from matches.models.ids import is_public_id
from matches.pages.common.navigation import Crumb
from matches.pages.common.results import rubber_title
from matches.pages.common.static_sources import static_source
from matches.pages.laws.book_page import BookDesk, book_page
from matches.pages.pads.assets import WORKER, build_mark, pad_assets, script_url, style_url, tables_url
from matches.pages.pads.authorize import PadAccessError, authorize_pad, refused_page
from matches.pages.pads.page_words import page_words
from matches.pages.pads.state import pad_state

SCOPE: Final = "/pad/"
WORKER_SCOPE: Final = "/"
"""The widest scope that a browser accepts for the worker, which keeps every pad, also the one without an account."""
GREEN: Final = "#1c5640"


@require_safe
def pad(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the pad of a rubber. A request without access gets a page that tells how to get it."""
    try:
        rubber, user = authorize_pad(request, public_id)
    except PadAccessError as error:
        return refused_page(request, error.code, status=error.status, next_url=request.path)
    state = pad_state(request, rubber, user)
    context = {
        "rubber": rubber,
        "title": rubber_title(rubber),
        "state": state,
        "words": page_words(rubber.variant),
        "tables_url": tables_url(),
        "worker_url": reverse("web:pad_worker"),
        "scope": SCOPE,
        "manifest_url": reverse("web:pad_manifest", args=[public_id]),
        "script_url": script_url(),
        "style_url": style_url(),
        # Without scripts, a signed-in user still has the form.
        "form_url": state["urls"]["form"],
    }
    return render(request, "pads/pad.html", context)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Serve the pad's service worker, whose first line has the release's hash and the URLs of the pad's files."""
    assets = pad_assets()
    build = {"hash": build_mark(*assets), "hashed": settings.STATIC_IS_COLLECTED, "assets": assets}
    body = b"self.BUILD = " + orjson.dumps(build) + b";\n" + static_source(WORKER).read_bytes()
    answer = HttpResponse(body, content_type="text/javascript; charset=utf-8")
    answer.headers["Service-Worker-Allowed"] = WORKER_SCOPE
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@require_safe
def manifest(request: HttpRequest, public_id: str) -> HttpResponse:
    """Serve the pad's web app manifest. It names no player, because browsers fetch it without cookies."""
    if not is_public_id(public_id):
        raise Http404
    return manifest_response(reverse("web:pad", args=[public_id]), scope=SCOPE)


def manifest_response(start_url: str, *, scope: str) -> HttpResponse:
    """Return the web app manifest of a pad whose page is at ``start_url``."""
    members = {
        "name": _("Écarté: score pad"),
        "short_name": _("Score pad"),
        "start_url": start_url,
        "scope": scope,
        "display": "standalone",
        "background_color": GREEN,
        "theme_color": GREEN,
        "icons": [{"src": static("web/icon.svg"), "sizes": "any", "type": "image/svg+xml"}],
    }
    return JsonResponse(members, content_type="application/manifest+json")


@require_http_methods(["GET", "HEAD", "POST"])
def book(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the rulings on the last deal, but no other deal's cards; a POST records one and returns to the pad."""
    try:
        rubber, user = authorize_pad(request, public_id)
    except PadAccessError as error:
        return refused_page(request, error.code, status=error.status, next_url=request.path)
    pad = reverse("web:pad", args=[public_id])
    if rubber.state != Rubber.State.LIVE:
        return redirect(pad)
    desk = BookDesk(
        rubber=rubber,
        by=user.by,
        link=user.link,
        may_rule=user.may_rule,
        address=reverse("web:pad_book", args=[public_id]),
        back=(pad, _("Back to the score pad")),
        crumbs=[Crumb(pad, _("Score pad"))],
        written=f"{pad}#ruled",
        is_of_last_deal=True,
    )
    return book_page(request, desk)
