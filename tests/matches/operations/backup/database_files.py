"""Django's own connection, led to a database file of a test's choice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.sqlite3.base import DatabaseWrapper

SHORT_PATIENCE = "PRAGMA journal_mode=WAL; PRAGMA busy_timeout=50;"


@contextmanager
def on_file(place: Path) -> Iterator[None]:
    """This process works in a database file, whatever the run is on."""
    kept = connections[DEFAULT_DB_ALIAS]
    settings = {
        **kept.settings_dict,
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": place,
        "OPTIONS": {"init_command": SHORT_PATIENCE},
    }
    connections[DEFAULT_DB_ALIAS] = DatabaseWrapper(settings, DEFAULT_DB_ALIAS)
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS].close()
        connections[DEFAULT_DB_ALIAS] = kept
