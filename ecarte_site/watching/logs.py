"""One format for all log lines, those of our code, Django, gunicorn, Celery, uvicorn and waitress, with
secrets removed.

Removed are URLs that contain secrets, tokens, and people's email addresses, which appear in messages of
databases and mail servers. The log identifies a request by its route, never by its path: links of invitations
and passwords contain their secret, and a person who mistypes one has typed most of it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson
import structlog
from django.http import HttpRequest
from structlog.typing import EventDict, Processor

from ecarte_site.watching.request_info import add_user, current_request, route_of

HIDDEN: Final = "[hidden]"
TEXTS: Final = ("event", "exception", "error", "problem")
CUT_STARTS: Final = (
    "Error handling request",
    "Invalid request",
    "Exception while serving",
    "Client disconnected while serving",
)
"""Beginnings of messages that gunicorn and waitress continue with a URL or a line of the request."""


SECRETS: Final = re.compile(
    r"(?P<kept>/invitations/|/password/link/|/reset/key/|/confirm-email/|\becarte_(?=[A-Za-z0-9]{16})|\bwhsec_"
    r"|\b(?:ticket|token|key)=|(?i:\bbearer )|://[^\s/:@]*:(?=[^\s/@]+@))(?P<secret>[^\s/'\"<>&,)]{4,})"
)
MAIL_ADDRESSES: Final = re.compile(
    r"[\w.!#$%&*+?^`{|}~-]{1,64}@(?:localhost\b|[\w-]{1,63}(?:\.[\w-]{1,63})+)"
)


def hide_secrets(_logger: Any, _method: str, line: EventDict) -> EventDict:
    """Return the log line without URLs, email addresses and tokens. It is a structlog processor."""
    event = str(line.get("event", ""))
    for start in CUT_STARTS:
        if event.startswith(start):
            event = start
    line["event"] = event
    request = getattr(line.get("_record"), "request", None)
    addresses = _find_urls(request if isinstance(request, HttpRequest) else current_request())
    for key in TEXTS:
        if isinstance(line.get(key), str):
            line[key] = _hide(line[key], addresses)
    return line


def _find_urls(request: HttpRequest | None) -> dict[str, str]:
    """Return the text to put in the place of each URL of the request. Empty if the path equals the route."""
    if request is None or request.path == route_of(request):
        return {}
    return {
        address: route_of(request) for address in (request.get_full_path(), request.path) if len(address) > 1
    }


def _hide(text: str, addresses: Mapping[str, str]) -> str:
    for address, route in addresses.items():
        text = text.replace(address, route)
    text = SECRETS.sub(lambda match: match["kept"] + HIDDEN, text)
    return MAIL_ADDRESSES.sub(_hide_address, text) if "@" in text else text


def _hide_address(match: re.Match[str]) -> str:
    # A Celery worker's name looks like an email address.
    return match[0] if match[0].startswith("celery@") else HIDDEN


LEVELS: Final[Mapping[str, str]] = {
    # django-structlog logs the same about a task, with the ids of task and request.
    "celery.app.trace": "CRITICAL",
    "celery.worker.strategy": "WARNING",
    "celery.beat": "WARNING",
    # For responses from 400 to 499 the request's own line is enough.
    "django.request": "ERROR",
    # Uvicorn logs its address twice.
    "uvicorn.access": "WARNING",
}
SHARED: Final[Sequence[Processor]] = (
    structlog.contextvars.merge_contextvars,
    add_user,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
)


def logging_settings(form: str, level: str = "INFO") -> dict[str, Any]:
    """Return the argument of ``dictConfig`` for lines on standard error; ``form`` is ``json`` or ``text``."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": _make_last_processors(form),
                "foreign_pre_chain": list(SHARED),
            }
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Both have handlers of their own, which would write in a format of their own.
            "gunicorn.error": {"handlers": [], "propagate": True},
            "django": {"handlers": [], "propagate": True},
            **{name: {"level": level} for name, level in LEVELS.items()},
        },
    }


def configure_structlog() -> None:
    """Configure structlog so that its events go to the same handlers as other log lines."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def _make_last_processors(form: str) -> list[Processor]:
    steps: list[Processor] = [
        # Without local variables: some of them are passwords.
        structlog.processors.format_exc_info,
        hide_secrets,
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
    ]
    if form == "json":
        return [*steps, structlog.processors.JSONRenderer(serializer=_as_json)]
    colours = sys.stderr.isatty()
    return [*steps, structlog.dev.ConsoleRenderer(colors=colours, event_key="event", timestamp_key="time")]


def _as_json(line: EventDict, **_options: Any) -> str:
    return orjson.dumps(line, default=str, option=orjson.OPT_NON_STR_KEYS).decode()
