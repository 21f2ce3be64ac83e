"""One form for every line of the log, whoever writes it: our code, Django, gunicorn, Celery, uvicorn, waitress."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson
import structlog
from structlog.typing import EventDict, Processor

from ecarte_site.watching.secrets import hide_secrets
from ecarte_site.watching.who import add_user

LEVELS: Final[Mapping[str, str]] = {
    # What these say of a task, django-structlog says with the ids of task and request.
    "celery.app.trace": "CRITICAL",
    "celery.worker.strategy": "WARNING",
    "celery.beat": "WARNING",
    # Of answers from 400 to 499 the request's own line tells enough.
    "django.request": "ERROR",
    # Uvicorn says twice what it listens on.
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
    """What ``logging.config.dictConfig`` takes: lines of ``form``, ``json`` or ``text``, on standard error."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": _last_steps(form),
                "foreign_pre_chain": list(SHARED),
            }
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Both bring handlers of their own, which would write in a form of their own.
            "gunicorn.error": {"handlers": [], "propagate": True},
            "django": {"handlers": [], "propagate": True},
            **{name: {"level": level} for name, level in LEVELS.items()},
        },
    }


def configure_structlog() -> None:
    """Lead what is logged by structlog into the same handlers."""
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


def _last_steps(form: str) -> list[Processor]:
    steps: list[Processor] = [
        # Without local variables: a password is one somewhere.
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
