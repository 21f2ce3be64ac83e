"""Is the process up, and can it do its work? For load balancers and for the club's own watchman."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ecarte_site.celery import app
from ecarte_site.watching import page

logger = logging.getLogger(__name__)

WITHIN_SECONDS: Final = 3.0
"""Both parts together take less than whoever asks waits: a host on which they fall silent has to say so itself."""
_asking = ThreadPoolExecutor(max_workers=4, thread_name_prefix="readiness")


class HealthMiddleware:
    """Answers health checks, and who asks for figures, before anything looks at the request's host.

    A load balancer asks by the address of the process, which is none of the site's names; every other path
    goes on to the check of hosts. To stand first, and these paths have no other route.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = ANSWERS.get(request.path_info, self._get_response)
        return answer(request)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers at all; touches neither database nor broker."""
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when database, migrations and broker are all in order, else 503 and which of them is not."""
    parts: dict[str, bool] = {}
    for name, (probe, needed) in PROBES.items():
        parts[name] = parts.get(needed, True) and _is_in_order(name, probe)
    ready = all(parts.values())
    shown = {name: "ok" if in_order else "failed" for name, in_order in parts.items()}
    return JsonResponse({"status": "ok" if ready else "failed", **shown}, status=200 if ready else 503)


def _is_in_order(name: str, probe: Callable[[], None]) -> bool:
    try:
        probe()
    except Exception:
        logger.exception("not ready: %s", name)
        return False
    return True


def _probe_database() -> None:
    """By a connection of its own: one that has fallen silent keeps whoever asks for as long as it is believed in."""
    _asking.submit(_ask_database).result(WITHIN_SECONDS)


def _ask_database() -> None:
    own = connection.copy()
    try:
        with own.cursor() as cursor:
            cursor.execute("SELECT 1")
    finally:
        own.close()


def _probe_migrations() -> None:
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if waiting:
        raise RuntimeError(f"{len(waiting)} migrations have not been applied: run manage.py migrate")


def _probe_broker() -> None:
    _asking.submit(_ask_broker).result(WITHIN_SECONDS)


def _ask_broker() -> None:
    with app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1, timeout=3)


ANSWERS: Final[Mapping[str, Callable[[HttpRequest], HttpResponseBase]]] = {
    "/healthz": healthz,
    "/readyz": readyz,
    page.PATH: page.metrics,
}
PROBES: Final[Mapping[str, tuple[Callable[[], None], str]]] = {
    "database": (_probe_database, ""),
    "migrations": (_probe_migrations, "database"),
    "broker": (_probe_broker, ""),
}
"""Each with the part without which it need not be asked."""
