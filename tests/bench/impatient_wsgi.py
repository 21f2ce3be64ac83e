"""The service with less patience for a reader who stops than it has, for a trial that shall not last."""

from __future__ import annotations

from ecarte_site.wsgi import application
from matches.exchange.exports import send as sending

__all__ = ["application"]

sending.PATIENCE_SECONDS = 3  # type: ignore[misc]
