"""What a pad is made of, at the addresses of this release, and the mark by which a new release is known."""

from __future__ import annotations

import hashlib
from typing import Final

from django.templatetags.static import static

from matches.pages.pads.bundles import STATIC, script_url, style_url
from matches.pages.pads.tables import tables_url

WORKER: Final = STATIC / "web/pads/worker.js"
ICON: Final = "web/icon.svg"
MARK_CHARACTERS: Final = 16


def pad_assets() -> list[str]:
    """The addresses of all that the pad's page loads, but for letters: a phone asks for those that it has a use for."""
    return [script_url(), style_url(), tables_url(), static(ICON)]


def build_mark(*besides: str) -> str:
    """Another as soon as the worker, or anything of ``besides``, is another."""
    told = hashlib.sha256("\n".join(besides).encode())
    told.update(WORKER.read_bytes())
    return told.hexdigest()[:MARK_CHARACTERS]
