"""``/metrics``: the figures, for whoever brings the token.

It stands at the service's own address and not at a port of its own: gunicorn's processes would each need one, and who
forgets to close a port has opened it to everybody, where a token that is not set opens nothing.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from ecarte_site.watching.multiprocess import FOLDER, files_held

PATH: Final = "/metrics"


def is_admitted(authorization: str) -> bool:
    """Whether a header ``Authorization`` brings the token; nobody does where none is set."""
    scheme, _, brought = authorization.partition(" ")
    wanted = settings.METRICS_TOKEN
    if not wanted or scheme.lower() != "bearer":
        return False
    return hmac.compare_digest(brought.strip().encode(), wanted.encode())


def figures(more: Iterable[Collector] = ()) -> bytes:
    """What this process and those that count with it have counted, and what ``more`` finds out, as text."""
    # Before the files are held: it may wait for the database, and gunicorn's first process waits for the files.
    looked_up = _of(more)
    if not FOLDER:
        return generate_latest(REGISTRY) + looked_up
    counted = CollectorRegistry()
    with files_held(alone=False):
        MultiProcessCollector(counted)  # type: ignore[no-untyped-call]
        return generate_latest(counted) + looked_up


def _of(collectors: Iterable[Collector]) -> bytes:
    registry = CollectorRegistry()
    for collector in collectors:
        registry.register(collector)
    return generate_latest(registry)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """To others than the bearer of the token there is nothing here."""
    if not is_admitted(request.headers.get("Authorization", "")):
        raise Http404
    from matches.operations.queries.pending_work_metrics import OwedCollector

    return HttpResponse(figures([OwedCollector()]), content_type=CONTENT_TYPE_LATEST)
