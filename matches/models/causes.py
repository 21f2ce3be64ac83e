"""Which request something comes from, noted with what is owed: a line of the log leads back to it much later."""

from __future__ import annotations

from typing import Any, Final

from django.db import models
from structlog.contextvars import get_contextvars

REQUEST_ID_LENGTH: Final = 64


def current_request_id() -> str:
    """That of the request that is being answered here, or that caused the task in hand; empty where there is none."""
    return str(get_contextvars().get("request_id", ""))


def request_id_column() -> models.CharField[Any, Any]:
    """Filled in by itself, by the database too: with nothing. No fact: what is derived never looks at it."""
    return models.CharField(
        max_length=REQUEST_ID_LENGTH, blank=True, editable=False, default=current_request_id, db_default=""
    )
