"""Serve a pad's script, style and tables of marks, built once per process, at URLs that change with their contents."""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from typing import Final, NamedTuple

import brotli  # type: ignore[import-untyped]
import orjson
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseNotModified
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from matches.common.made_once import made_once
from matches.pages.common.static_sources import static_source, static_sources
from matches.pages.pads.js_bundle import join_modules
from scoring.compact import compact_tables

FOR_EVER: Final = "public, max-age=31536000, immutable"
SCRIPT: Final = "web/pads/pad.js"
BOARD_SCRIPT: Final = "web/correct_board.js"
STYLES: Final = (
    *("web/base.css", "web/parts.css", "web/forms.css"),
    *("web/pads/board.css", "web/pads/pads.css", "web/cards.css"),
)
URL: Final = re.compile(r'url\("(\.{1,2}/[^"]+)"\)')
CSS_COMMENT: Final = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
SPACES: Final = re.compile(r"(?<=[{};,:])\s+|\s+(?=[{}])")
"""White space that has no meaning in these style sheets; their strings contain none that matches."""
WORKER: Final = "web/pads/worker.js"
ICON: Final = "web/icon.svg"
MARK_CHARACTERS: Final = 16


class PrecompressedContent(NamedTuple):
    """A file in each encoding, with a hash of its content as ``mark``, which is part of its URL."""

    plain: bytes
    zipped: bytes
    brotli: bytes
    mark: str
    content_type: str


def precompress(plain: bytes, content_type: str) -> PrecompressedContent:
    """Return ``plain`` in every encoding, at the highest level: slow, once per process."""
    mark = hashlib.sha256(plain).hexdigest()[:MARK_CHARACTERS]
    return PrecompressedContent(
        plain, gzip.compress(plain, mtime=0), brotli.compress(plain), mark, content_type
    )


def respond(request: HttpRequest, content: PrecompressedContent) -> HttpResponse:
    """Return the file in an accepted encoding, or status 304; it is cached forever if the URL has the current hash."""
    tag = f'"{content.mark}"'
    accepted = request.headers.get("Accept-Encoding", "")
    response: HttpResponse
    if tag in request.headers.get("If-None-Match", ""):
        response = HttpResponseNotModified()
    else:
        encoding = next((name for name in ("br", "gzip") if name in accepted), "")
        body = {"br": content.brotli, "gzip": content.zipped}.get(encoding, content.plain)
        response = HttpResponse(body, content_type=content.content_type)
        if encoding:
            response.headers["Content-Encoding"] = encoding
    response.headers["ETag"] = tag
    # A URL without this mark may be of another release, so browsers revalidate it.
    response.headers["Cache-Control"] = FOR_EVER if request.GET.get("v") == content.mark else "no-cache"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


@made_once(keep=1)
def precompressed_tables() -> PrecompressedContent:
    """Return the tables of marks as compressed JSON, computed once per process."""
    return precompress(orjson.dumps(compact_tables()), "application/json")


def tables_url() -> str:
    """Return the URL of the tables of marks. It contains a hash, so that browsers may cache them forever."""
    return f"{reverse('web:pad_tables')}?v={precompressed_tables().mark}"


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """Serve the tables of marks (``scoring.compact``) as JSON. No access to a pad is required."""
    return respond(request, precompressed_tables())


def precompressed_script() -> PrecompressedContent:
    """Return ``pad.js``, with all modules that it imports, as one compressed script."""
    return _script(SCRIPT, _stamp())


def precompressed_board() -> PrecompressedContent:
    """Return ``board.js``, the script of the page that corrects a deal, with all modules that it imports."""
    return _script(BOARD_SCRIPT, _stamp())


def precompressed_style() -> PrecompressedContent:
    return _style(_stamp())


def script_url() -> str:
    """Return the URL of the script, which contains a hash, so that browsers may cache the script forever."""
    return f"{reverse('web:pad_script')}?v={precompressed_script().mark}"


def board_script_url() -> str:
    return f"{reverse('web:pad_board_script')}?v={precompressed_board().mark}"


def style_url() -> str:
    return f"{reverse('web:pad_style')}?v={precompressed_style().mark}"


@require_safe
def script(request: HttpRequest) -> HttpResponse:
    return respond(request, precompressed_script())


@require_safe
def board_script(request: HttpRequest) -> HttpResponse:
    return respond(request, precompressed_board())


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    return respond(request, precompressed_style())


def _stamp() -> tuple[int, ...]:
    """Return the sources' modification times, or nothing if static files are collected and so never change."""
    if settings.STATIC_IS_COLLECTED:
        return ()
    sources = (*static_sources("web/**/*.js"), *map(static_source, STYLES))
    return tuple(source.stat().st_mtime_ns for source in sources)


def _source(name: str) -> str:
    return static_source(name).read_text(encoding="utf-8")


@made_once(keep=2)
def _script(name: str, _stamp: tuple[int, ...]) -> PrecompressedContent:
    return precompress(join_modules(name, _source).encode(), "text/javascript; charset=utf-8")


@made_once(keep=1)
def _style(_stamp: tuple[int, ...]) -> PrecompressedContent:
    return precompress("".join(map(_sheet, STYLES)).encode(), "text/css; charset=utf-8")


def _sheet(name: str) -> str:
    """Return a sheet that works at any URL: what it loads is given by absolute URLs."""
    text = SPACES.sub("", CSS_COMMENT.sub("", _source(name)))
    folder = posixpath.dirname(name)
    return URL.sub(lambda match: f'url("{static(posixpath.normpath(f"{folder}/{match[1]}"))}")', text)


def pad_assets() -> list[str]:
    """Return the URLs of what the pad's page loads, without fonts: a phone requests only those that it uses."""
    return [script_url(), style_url(), tables_url(), static(ICON)]


def build_mark(*besides: str) -> str:
    """Return a hash that changes with the service worker's source and with the texts ``besides``."""
    digest = hashlib.sha256("\n".join(besides).encode())
    digest.update(static_source(WORKER).read_bytes())
    return digest.hexdigest()[:MARK_CHARACTERS]
