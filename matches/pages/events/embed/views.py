"""Standings for a club's own web site: a small page for a frame, and the same as JSON for its scripts.

Both are alike to everybody, of public clubs alone, and a cache may keep them for a minute.
"""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Final

import orjson
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.safestring import mark_safe
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from matches.pages.events.embed.table import embedded, rows_asked

KEPT: Final = "public, max-age=60"
THEMES: Final = ("light", "dark")
STYLE: Final = Path(__file__).with_name("embed.css").read_text(encoding="utf-8").replace("\n", "")
OPEN_TO_SCRIPTS: Final = {
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""Of data without credentials: there is nothing in it that the site asking could not fetch itself."""
SAID_AGAIN: Final = frozenset({*OPEN_TO_SCRIPTS, "Content-Security-Policy", "Content-Language"})
"""Of the headers of an answer those that its 304 has as well, beside those of caches."""
_HASH: Final = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        f"style-src 'sha256-{_HASH}'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors *",
    )
)
"""It brings its own style along, has no script, and any site may frame it."""


@require_safe
@xframe_options_exempt
def standings(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """``?lang=``: ``en`` or ``fr``; ``?rows=``: 1 to 100; ``?theme=``: ``light`` or ``dark``."""
    theme = request.GET.get("theme", THEMES[0])
    if theme not in THEMES:
        raise Http404
    with translation.override(_language(request)):
        shown = embedded(public_id, rows_asked(request.GET.get("rows", "")))
        context = {
            "shown": shown,
            "event": shown.event,
            "style": mark_safe(STYLE),  # noqa: S308 (a file of ours)
            "theme": theme,
        }
        html = render_to_string("events/embed/standings.html", context)
        response = HttpResponse(html, headers={"Content-Language": translation.get_language() or ""})
    response.headers["Content-Security-Policy"] = POLICY
    return _kept(request, response)


@require_safe
def standings_json(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """``?rows=`` and ``?lang=``, of names of groups, as of the page. Scripts of every site may read it."""
    with translation.override(_language(request)):
        shown = embedded(public_id, rows_asked(request.GET.get("rows", "")))
        body = orjson.dumps(shown.as_json(), default=str)
    response = HttpResponse(body, content_type="application/json")
    for name, value in OPEN_TO_SCRIPTS.items():
        response.headers[name] = value
    return _kept(request, response)


def _language(request: HttpRequest) -> str:
    """What is asked for, else what the browser wants. Raises ``Http404`` for a language that we do not speak."""
    asked = request.GET.get("lang", "")
    if asked and asked not in dict(settings.LANGUAGES):
        raise Http404
    return asked or translation.get_language() or settings.LANGUAGE_CODE


def _kept(request: HttpRequest, response: HttpResponse) -> HttpResponseBase:
    """With a tag, for whoever asks again; 304 where he has it."""
    etag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = KEPT
    found = get_conditional_response(request, etag=etag, response=response) or response
    # A browser takes the headers of a 304 over into what it has kept: without these nobody may frame that any more.
    for name in SAID_AGAIN & response.headers.keys():
        found.headers[name] = response.headers[name]
    return found
