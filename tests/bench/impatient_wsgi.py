"""The service with less patience for a reader who stops than it has, for a trial that shall not last."""

from __future__ import annotations

from ecarte_site import downloads
from ecarte_site.wsgi import application

__all__ = ["application"]

downloads.PATIENCE_SECONDS = 3  # type: ignore[misc]
