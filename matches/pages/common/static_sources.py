"""Find the source of a static file: each package of pages has its own folder ``static``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings


def static_source(name: str) -> Path:
    """Return the path of the source of a static file, such as ``web/base.css``. Raises FileNotFoundError."""
    for folder in settings.STATICFILES_DIRS:
        source = Path(folder) / name
        if source.is_file():
            return source
    raise FileNotFoundError(f"No folder of STATICFILES_DIRS has {name}.")


def static_sources(pattern: str) -> Iterator[Path]:
    """Yield the sources of the static files that match ``pattern`` (``web/**/*.js``), sorted in each folder."""
    for folder in settings.STATICFILES_DIRS:
        yield from sorted(Path(folder).glob(pattern))
