"""The files that a pad is made of, at the addresses of this release, and the mark by which a new release is known."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from django.templatetags.static import static

STATIC: Final = Path(__file__).resolve().parent.parent / "static"
PADS: Final = "web/pads"
ELSEWHERE: Final = (
    "web/base.css",
    "web/parts.css",
    "web/forms.css",
    "web/cards.css",
    "web/live.js",
    "web/icon.svg",
)
NOT_OF_THE_PAD: Final = frozenset({"worker.js", "table_link.js", "links.css"})
MARK_CHARACTERS: Final = 16


def pad_files() -> list[str]:
    """Every file that the pad's page loads, as the static files are named."""
    own = sorted(
        f"{PADS}/{file.name}" for file in (STATIC / PADS).iterdir() if file.suffix in (".js", ".css")
    )
    return [name for name in own if name.rpartition("/")[2] not in NOT_OF_THE_PAD] + list(ELSEWHERE)


def pad_assets() -> list[str]:
    """The addresses of ``pad_files``."""
    return [static(name) for name in pad_files()]


def pad_modules() -> list[str]:
    """The scripts among the assets: fetched at once rather than one after another."""
    return [static(name) for name in pad_files() if name.endswith(".js")]


def build_mark(*besides: str) -> str:
    """Another as soon as any file of the pad, or anything of ``besides``, is another."""
    told = hashlib.sha256("\n".join(besides).encode())
    for name in (*pad_files(), f"{PADS}/worker.js"):
        told.update(name.encode())
        told.update((STATIC / name).read_bytes())
    return told.hexdigest()[:MARK_CHARACTERS]
