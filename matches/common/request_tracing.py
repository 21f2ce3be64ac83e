"""Which request caused what a task finds to do, so that the lines of the log about it say so.

A task that a request sent has brought the request's id along. What the sweep finds has none: there it is read from what
is owed, or from the log's entry that made it owed.
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
def caused(what: str, key: int) -> Iterator[None]:
    """Within, lines of the log have the id of the request by which ``what``, one of ``CAUSES``, came to be owed."""
    known = current_request_id()
    with bound_contextvars(request_id=known or CAUSES[what](key)):
        if not known:
            logger.info("taken_up", what=what, key=key)
        yield


def _own(model: type[Model]) -> Callable[[int], str]:
    return lambda key: _first(model._default_manager.filter(pk=key))


def _of_rubber(key: int) -> str:
    stream = Rubber.objects.filter(pk=key).values(of=Concat(Value("rubber:"), F("public_id")))
    return _first(LogEntry.objects.filter(stream__in=stream).order_by("-version"))


def _of_event(key: int) -> str:
    return _first(LogEntry.objects.filter(pk__in=Event.objects.filter(pk=key).values("log_position")))


def _of_club(key: int) -> str:
    """What a club's play comes to as a whole follows from all of it: the last thing that happened stands for it."""
    return _first(LogEntry.objects.filter(club=key).order_by("-pk"))


def _first(rows: QuerySet[Any]) -> str:
    return str(rows.values_list("request_id", flat=True).first() or "")


CAUSES: Final[dict[str, Callable[[int], str]]] = {
    "rubber": _of_rubber,
    "event": _of_event,
    "club": _of_club,
    "draw": _own(DrawRequest),
    "export": _own(Export),
    "import": _own(ImportReport),
}
"""By primary key."""
