"""Health checks for load balancers and for a club's own monitoring: whether the process runs, and whether it
can work.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ecarte_site.celery import app
from ecarte_site.watching import serve_metrics
from matches.operations.status import PendingCollector

logger = logging.getLogger(__name__)

PROBE_SECONDS: Final = 3.0
"""The timeout of each check.

Both together take less time than a client waits, so that a hanging server is reported.
"""
PROBE_BYTES: Final = 4096
_executor = ThreadPoolExecutor(max_workers=4, thread_name_prefix="readiness")


class HealthMiddleware:
    """Middleware that responds to health checks and requests for metrics before the request's host name is checked.

    A load balancer uses the address of the process, which is none of the site's names. This middleware comes
    before those that check a request, and these paths have no other route.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        view = VIEWS.get(request.path_info, self._get_response)
        return view(request)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Respond with 200 as long as the process responds at all. Uses neither database nor broker."""
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Respond with 200 if database, migrations and broker all work and files can be written, else with 503. The
    JSON names the parts that fail.
    """
    parts: dict[str, bool] = {}
    for name, (probe, needed) in PROBES.items():
        parts[name] = parts.get(needed, True) and _is_in_order(name, probe)
    ready = all(parts.values())
    statuses = {name: "ok" if in_order else "failed" for name, in_order in parts.items()}
    return JsonResponse({"status": "ok" if ready else "failed", **statuses}, status=200 if ready else 503)


def _is_in_order(name: str, probe: Callable[[], None]) -> bool:
    try:
        probe()
    except Exception:
        logger.exception("not ready: %s", name)
        return False
    return True


def _probe_database() -> None:
    """Check the database on a new connection, for at most ``PROBE_SECONDS``.

    An old connection to a server that does not answer any more would block much longer.
    """
    _executor.submit(_query_database).result(PROBE_SECONDS)


def _query_database() -> None:
    own = connection.copy()
    try:
        with own.cursor() as cursor:
            cursor.execute("SELECT 1")
    finally:
        own.close()


def _probe_migrations() -> None:
    executor = MigrationExecutor(connection)
    unapplied = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if unapplied:
        raise RuntimeError(f"{len(unapplied)} migrations have not been applied: run manage.py migrate")


def _probe_broker() -> None:
    _executor.submit(_connect_to_broker).result(PROBE_SECONDS)


def _connect_to_broker() -> None:
    with app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1, timeout=3)


def _probe_writing(folder: Path) -> None:
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"x" * PROBE_BYTES)


VIEWS: Final[Mapping[str, Callable[[HttpRequest], HttpResponseBase]]] = {
    "/healthz": healthz,
    "/readyz": readyz,
    serve_metrics.PATH: serve_metrics.metrics_view(PendingCollector()),
}
PROBES: Final[dict[str, tuple[Callable[[], None], str]]] = {
    "database": (_probe_database, ""),
    "migrations": (_probe_migrations, "database"),
    "broker": (_probe_broker, ""),
    "temporary_files": (lambda: _probe_writing(Path(tempfile.gettempdir())), ""),
}
if settings.EMBEDDED:
    PROBES["data_folder"] = (lambda: _probe_writing(settings.DATA_DIR), "")
"""The functions that check a part of the service, each with the name of another part that must work first, or ""."""
