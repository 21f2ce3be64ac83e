"""Which versions of which rubbers a browser has opened to correct: a late correction rests on one that was read."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from matches.models import Rubber

OPENED: Final = "opened_to_correct"
MOST: Final = 50
"""Forms that a session remembers, the latest: more are not left open over somebody else's change."""


def note_opened(request: HttpRequest, rubber: Rubber) -> None:
    """Remember that the form was shown for ``rubber`` as it is now."""
    name = _name(rubber, rubber.version)
    opened = request.session.get(OPENED, [])
    if name not in opened:
        request.session[OPENED] = [*opened, name][-MOST:]


def has_opened(request: HttpRequest, rubber: Rubber, version: int | None) -> bool:
    return version is not None and _name(rubber, version) in request.session.get(OPENED, [])


def _name(rubber: Rubber, version: int) -> str:
    return f"{rubber.public_id}.{version}"
