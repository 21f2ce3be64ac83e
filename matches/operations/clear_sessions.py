"""Sessions that have run out, which nothing else removes."""

from __future__ import annotations

from importlib import import_module

from django.conf import settings


def clear_sessions() -> None:
    """Remove them: the database finds them by an index, so that asking every minute costs nothing."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
