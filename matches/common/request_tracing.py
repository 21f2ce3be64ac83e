"""Log the id of the HTTP request that caused a worker's task, so that all log lines about that request are found.

A task that a request enqueued carries the id along. For work that the periodic sweep finds, the id is read
from the row of the pending work, or from the log entry that made the work pending.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import structlog
from django.db.models import F, Model, QuerySet, Value
from django.db.models.functions import Concat
from structlog.contextvars import bound_contextvars

from matches.models import DrawRequest, Event, Export, ImportReport, LogEntry, Rubber
from matches.models.causes import current_request_id

logger = structlog.get_logger(__name__)


@contextmanager
def traced_to(kind: str, key: int) -> Iterator[None]:
    """Bind the id of the request that caused some pending work to all log lines inside the ``with`` block.

    ``kind`` is one of ``CAUSES``, and ``key`` is the primary key of the rubber, event, club or request.
    """
    known = current_request_id()
    with bound_contextvars(request_id=known or CAUSES[kind](key)):
        if not known:
            logger.info("taken_up", what=kind, key=key)
        yield


def _from_row(model: type[Model]) -> Callable[[int], str]:
    return lambda key: _first_request_id(model._default_manager.filter(pk=key))


def _from_rubber(key: int) -> str:
    stream = Rubber.objects.filter(pk=key).values(of=Concat(Value("rubber:"), F("public_id")))
    return _first_request_id(LogEntry.objects.filter(stream__in=stream).order_by("-version"))


def _from_event(key: int) -> str:
    return _first_request_id(
        LogEntry.objects.filter(pk__in=Event.objects.filter(pk=key).values("log_position"))
    )


def _first_request_id(rows: QuerySet[Any]) -> str:
    return str(rows.values_list("request_id", flat=True).first() or "")


CAUSES: Final[dict[str, Callable[[int], str]]] = {
    "rubber": _from_rubber,
    "event": _from_event,
    # A club's totals follow from its whole log.
    "club": lambda key: _first_request_id(LogEntry.objects.filter(club=key).order_by("-pk")),
    "draw": _from_row(DrawRequest),
    "export": _from_row(Export),
    "import": _from_row(ImportReport),
}
"""For each kind of work, a function that returns the request id (empty if unknown) for a primary key."""
