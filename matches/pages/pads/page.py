"""The pad's page, what makes it stay on a phone without a network, and what puts it on the home screen."""

from __future__ import annotations

from typing import Final

import orjson
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.models.ids import is_public_id
from matches.pages.common.result_lines import rubber_title
from matches.pages.pads.assets import WORKER, build_mark, pad_assets
from matches.pages.pads.authorize import NotAdmittedError, admitted
from matches.pages.pads.bundles import script_url, style_url
from matches.pages.pads.page_words import page_words
from matches.pages.pads.refusals import refused_page
from matches.pages.pads.state import pad_state
from matches.pages.pads.tables import tables_url

SCOPE: Final = "/pad/"
GREEN: Final = "#1c5640"


@require_safe
def pad(request: HttpRequest, public_id: str) -> HttpResponse:
    """The pad of one rubber; who is not let in is told how to get in."""
    try:
        rubber, user = admitted(request, public_id)
    except NotAdmittedError as error:
        return refused_page(request, error.code, status=error.status, next_url=request.path)
    state = pad_state(request, rubber, user)
    context = {
        "rubber": rubber,
        "title": rubber_title(rubber),
        "state": state,
        "words": page_words(rubber.variant),
        "tables_url": tables_url(),
        "worker_url": reverse("web:pad_worker"),
        "manifest_url": reverse("web:pad_manifest", args=[public_id]),
        "script_url": script_url(),
        "style_url": style_url(),
        # Without a script somebody who is signed in still has the form.
        "form_url": state["urls"]["form"],
    }
    return render(request, "pads/pad.html", context)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, with this release's mark and the addresses of its files on a line before it."""
    assets = pad_assets()
    build = {"hash": build_mark(*assets), "hashed": settings.STATIC_IS_COLLECTED, "assets": assets}
    body = b"self.BUILD = " + orjson.dumps(build) + b";\n" + WORKER.read_bytes()
    answer = HttpResponse(body, content_type="text/javascript; charset=utf-8")
    answer.headers["Service-Worker-Allowed"] = SCOPE
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@require_safe
def manifest(request: HttpRequest, public_id: str) -> HttpResponse:
    """How the pad stands on a home screen. It names nobody: browsers fetch it without a cookie."""
    if not is_public_id(public_id):
        raise Http404
    told = {
        "name": _("Écarté: score pad"),
        "short_name": _("Score pad"),
        "start_url": reverse("web:pad", args=[public_id]),
        "scope": SCOPE,
        "display": "standalone",
        "background_color": GREEN,
        "theme_color": GREEN,
        "icons": [{"src": static("web/icon.svg"), "sizes": "any", "type": "image/svg+xml"}],
    }
    return JsonResponse(told, content_type="application/manifest+json")
