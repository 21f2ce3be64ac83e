"""Store the id of the HTTP request that caused a row of pending work, so that its later log lines can be traced."""

from __future__ import annotations

from typing import Any, Final

from django.db import models
from structlog.contextvars import get_contextvars

REQUEST_ID_LENGTH: Final = 64


def current_request_id() -> str:
    """Return the id of the HTTP request that is served, or caused the current task, or an empty string."""
    return str(get_contextvars().get("request_id", ""))


def request_id_column() -> models.CharField[Any, Any]:
    """Return a model field whose default is the current request id, only for tracing."""
    return models.CharField(
        max_length=REQUEST_ID_LENGTH, blank=True, editable=False, default=current_request_id, db_default=""
    )
