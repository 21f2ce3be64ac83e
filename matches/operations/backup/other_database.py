"""Django's own connection, led for a time to where a back-up is put together apart from the data that is in use."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


@contextmanager
def led_to(**settings: Any) -> Iterator[None]:
    """With these settings in place of some of its own: migrations and models work there, in this thread alone."""
    kept = {name: connection.settings_dict[name] for name in settings}
    connection.close()
    connection.settings_dict.update(settings)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(kept)
