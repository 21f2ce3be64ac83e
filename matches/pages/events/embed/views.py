"""Serve standings for other web sites: a page for a frame, JSON for scripts, and the HTML that embeds them.

Both are the same for every visitor and exist for public clubs only. Caches may store them for a minute.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import orjson
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from matches.clubs.access import visible_clubs
from matches.clubs.roles import Powers
from matches.common.site_links import site_link
from matches.events import queries as events
from matches.events.event_lists import event_standings
from matches.models import Event, Standing
from matches.pages.events.rows import group_name

ROWS: Final = 20
MOST_ROWS: Final = 100


@dataclass(frozen=True, slots=True)
class EmbeddedStandings:
    """The first rows of an event's standings; only the event's own page has the ``left_out`` further ones."""

    event: Event
    rows: list[Standing]
    left_out: int
    has_score: bool

    @property
    def url(self) -> str:
        """The absolute URL of the event's page."""
        return site_link(reverse("web:event", args=[self.event.club.slug, self.event.public_id]))

    @property
    def tables(self) -> list[tuple[str, list[Standing]]]:
        """The rows by table, each with its name: the stage in an open event, the group in a planned one."""
        is_open = self.event.plan is None
        tables = groupby(self.rows, key=lambda row: row.stage.name if is_open else group_name(row.group))
        return [(name, list(rows)) for name, rows in tables]

    @property
    def has_captions(self) -> bool:
        return self.event.plan is not None or len(self.tables) > 1

    def as_json(self) -> dict[str, Any]:
        event = self.event
        return {
            "event": {"id": event.public_id, "name": event.name or None, "url": self.url},
            "club": {"id": event.club.public_id, "name": event.club.name},
            "is_complete": event.phase == Event.Phase.COMPLETE,
            "left_out": self.left_out,
            "tables": [
                {"name": name or None, "lines": [self._row_json(row) for row in rows]}
                for name, rows in self.tables
            ],
        }

    def _row_json(self, row: Standing) -> dict[str, Any]:
        return {
            "rank": row.rank,
            "player": row.entrant.player.name or None,
            "score": row.halves / 2 if self.has_score else None,
            "rubbers": [row.won, row.lost],
            "games": [row.games_won, row.games_lost],
            "points": [row.points_for, row.points_against],
        }


def embedded_standings(public_id: str, size: int) -> EmbeddedStandings:
    """Return the first ``size`` rows of an event's standings, in a planned event of the last drawn stage.

    Raises ``Http404`` if no public club has such an event.
    """
    public = Event.objects.filter(club__in=visible_clubs(AnonymousUser())).select_related("club")
    event = get_object_or_404(public, public_id=public_id)
    standings = event_standings(event)
    has_score = False
    if event.plan is not None:
        drawn = [stage for stage in events.outline(event) if stage.rounds]
        standings = events.standings_of(drawn[-1]) if drawn else standings.none()
        has_score = bool(drawn) and not drawn[-1].is_bracket
    rows = list(standings[: MOST_ROWS + 1])
    left_out = standings.count() - size if len(rows) > size else 0
    return EmbeddedStandings(event, rows[:size], left_out, has_score)


def requested_rows(text: str) -> int:
    """Return the URL parameter ``rows``, by default 20. Raises ``Http404`` unless it is from 1 to 100."""
    if not text:
        return ROWS
    if not text.isascii() or not text.isdecimal() or len(text) > 3 or not 1 <= int(text) <= MOST_ROWS:
        raise Http404
    return int(text)


CACHE_CONTROL: Final = "public, max-age=60"
THEMES: Final = ("light", "dark")
STYLE: Final = Path(__file__).with_name("embed.css").read_text(encoding="utf-8").replace("\n", "")
OPEN_TO_SCRIPTS: Final = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
"""Headers that let scripts of every site read the response. It contains only what anybody can see."""
REPEATED_HEADERS: Final = frozenset({*OPEN_TO_SCRIPTS, "Content-Security-Policy", "Content-Language"})
"""Headers that a response with status 304 repeats, besides those about caching."""
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
"""The Content-Security-Policy of the framed page: one inline style, no script, and any site may frame it."""


@require_safe
@xframe_options_exempt
def standings(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Show the standings of an event as a page for an iframe on another site.

    Raises ``Http404`` unless the parameters are ``?lang=en|fr``, ``?rows=1..100`` and ``?theme=light|dark``.
    """
    theme = request.GET.get("theme", THEMES[0])
    if theme not in THEMES:
        raise Http404
    with translation.override(_language(request)):
        embedded = embedded_standings(public_id, requested_rows(request.GET.get("rows", "")))
        context = {
            "embedded": embedded,
            "event": embedded.event,
            "style": mark_safe(STYLE),  # noqa: S308 (a file of ours)
            "theme": theme,
        }
        html = render_to_string("events/embed/standings.html", context)
        response = HttpResponse(html, headers={"Content-Language": translation.get_language() or ""})
    response.headers["Content-Security-Policy"] = POLICY
    return _cacheable(request, response)


@require_safe
def standings_json(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Return the standings as JSON, by ``?rows=``, and ``?lang=`` for the language of group names."""
    with translation.override(_language(request)):
        embedded = embedded_standings(public_id, requested_rows(request.GET.get("rows", "")))
        body = orjson.dumps(embedded.as_json(), default=str)
    response = HttpResponse(body, content_type="application/json", headers=OPEN_TO_SCRIPTS)
    return _cacheable(request, response)


def _language(request: HttpRequest) -> str:
    """Return the requested language, by default the browser's. Raises ``Http404`` if the site lacks it."""
    language = request.GET.get("lang", "")
    if language and language not in dict(settings.LANGUAGES):
        raise Http404
    return language or translation.get_language() or settings.LANGUAGE_CODE


def _cacheable(request: HttpRequest, response: HttpResponse) -> HttpResponseBase:
    """Add a tag and cache headers; respond with 304 if the client's copy is current."""
    etag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = CACHE_CONTROL
    answer = get_conditional_response(request, etag=etag, response=response) or response
    # Browsers replace stored headers by those of a 304: without these the stored page could not be framed.
    for name in REPEATED_HEADERS & response.headers.keys():
        answer.headers[name] = response.headers[name]
    return answer


HEIGHT = 480


def embed_code(event: Event, powers: Powers) -> str:
    """Return the HTML that embeds the standings, or "" if the club is private or the viewer not a director."""
    if not event.club.is_public or not event.name or not powers.can("run_event"):
        return ""
    address = site_link(reverse("web:embed_standings", args=[event.public_id]))
    return format_html(
        '<iframe src="{}?lang={}" title="{}" width="100%" height="{}" style="border:0" loading="lazy"></iframe>',
        address,
        get_language() or "",
        _("Standings: %(event)s") % {"event": event.name},
        HEIGHT,
    )
