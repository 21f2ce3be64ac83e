"""The pad's script and its style, one request each, under addresses that change with what they hold."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.pages.pads.js_bundle import joined
from matches.pages.pads.precompressed import Packed, answered, pack

STATIC: Final = Path(__file__).resolve().parent.parent / "static"
SCRIPT: Final = "web/pads/pad.js"
STYLES: Final = ("web/base.css", "web/parts.css", "web/forms.css", "web/pads/pads.css", "web/cards.css")
URL: Final = re.compile(r'url\("(\.{1,2}/[^"]+)"\)')
CSS_COMMENT: Final = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
SPACES: Final = re.compile(r"(?<=[{};,:])\s+|\s+(?=[{}])")
"""Those that say nothing; no text in these sheets has such ones."""


def packed_script() -> Packed:
    """``pad.js`` and all that it imports."""
    return _script(_stamp())


def packed_style() -> Packed:
    """The pad's style sheets, one behind the other."""
    return _style(_stamp())


def script_url() -> str:
    """Where the script of this release is; kept by browsers for ever."""
    return f"{reverse('web:pad_script')}?v={packed_script().mark}"


def style_url() -> str:
    """Where the style of this release is; kept by browsers for ever."""
    return f"{reverse('web:pad_style')}?v={packed_style().mark}"


@require_safe
def script(request: HttpRequest) -> HttpResponse:
    """The pad's script, to anybody."""
    return answered(request, packed_script())


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """The pad's style, to anybody."""
    return answered(request, packed_style())


def _stamp() -> tuple[int, ...]:
    """Another as soon as a source is written anew, where sources are served as they stand."""
    if settings.STATIC_IS_COLLECTED:
        return ()
    sources = (*sorted((STATIC / "web").rglob("*.js")), *(STATIC / name for name in STYLES))
    return tuple(source.stat().st_mtime_ns for source in sources)


def _source(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def _script(_stamp: tuple[int, ...]) -> Packed:
    return pack(joined(SCRIPT, _source).encode(), "text/javascript; charset=utf-8")


@lru_cache(maxsize=1)
def _style(_stamp: tuple[int, ...]) -> Packed:
    return pack("".join(map(_sheet, STYLES)).encode(), "text/css; charset=utf-8")


def _sheet(name: str) -> str:
    """A sheet as it may stand anywhere: what it loads is named by its whole address."""
    text = SPACES.sub("", CSS_COMMENT.sub("", _source(name)))
    folder = posixpath.dirname(name)
    return URL.sub(lambda found: f'url("{static(posixpath.normpath(f"{folder}/{found[1]}"))}")', text)
