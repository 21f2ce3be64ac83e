"""The status of the service: pending work, problems, signs of life and the last back-up, also for Prometheus.

Work is counted in the database and not in a queue, so that the numbers are right even if no worker runs.
"""

from __future__ import annotations

import logging
import platform
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import inf
from typing import Any, Final, Literal, TypeAlias, get_args

import django
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import CharField, Count, DateTimeField, F, Min, Q, QuerySet, Sum, Value
from django.db.models.functions import Cast
from django.utils import timezone
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from ecarte_site.queues import MAIL, queue_lengths
from ecarte_site.watching.signs import PARTS, Part, has_just_started, last_signs
from matches.figures.deferred_updates import clubs_with_pending_honours, clubs_with_pending_ratings
from matches.models import (
    Club,
    Conflict,
    Delivery,
    DrawRequest,
    Event,
    Export,
    HeldText,
    ImportReport,
    LogEntry,
    Mail,
    Rubber,
    Webhook,
)
from matches.models.webhooks import StopReason
from matches.operations.backup.files import LastBackup, last_backup
from matches.reviews.claims import CURRENT_ENGINE, reviews_given_up, rubbers_pending_review

PendingKind: TypeAlias = Literal[
    "reviews", "standings", "ratings", "honours", "imports", "draws", "exports", "deliveries", "mail"
]
PENDING_KINDS: Final[tuple[PendingKind, ...]] = get_args(PendingKind)
"""The kinds of work that the service does by itself."""


ProblemKind: TypeAlias = Literal[
    "reviews_given_up",
    "drafts",
    "held_texts",
    "conflicts",
    "webhooks_failing",
    "webhooks_stopped",
    "deliveries_given_up",
]
PROBLEM_KINDS: Final[tuple[ProblemKind, ...]] = get_args(ProblemKind)
"""The kinds of problem that a person has to solve."""


REPORTED_FOR: Final = timedelta(days=7)
"""The time for which a webhook delivery that was given up is reported as a problem."""
logger = logging.getLogger(__name__)
FATES: Final = ("confirmed", "drafts", "skipped", "conflicts", "held", "refused")


@dataclass(frozen=True, slots=True)
class Amount:
    """The number of pending rows of one kind, and since when the oldest is pending, None if none or unknown."""

    number: int = 0
    since: datetime | None = None

    def age_seconds(self, now: datetime) -> float:
        return 0.0 if self.since is None else max(0.0, (now - self.since).total_seconds())


def amounts(club: Club | None = None) -> Mapping[PendingKind | ProblemKind, Amount]:
    """Return the amount of pending work and of problems of a club, or of all together, by kind, with one query."""
    first, *others = [_count_query(kind, rows, since) for kind, (rows, since) in _rows_by_kind(club).items()]
    by_kind = {kind: Amount(number, since) for kind, number, since in first.union(*others, all=True)}
    return {kind: by_kind.get(kind, Amount()) for kind in (*PENDING_KINDS, *PROBLEM_KINDS)}


def _rows_by_kind(club: Club | None) -> dict[PendingKind | ProblemKind, tuple[QuerySet[Any], Any]]:
    """Return the rows of each kind, and the field with the time since when a row is pending."""
    now = timezone.now()

    def of(rows: QuerySet[Any], path: str) -> QuerySet[Any]:
        return rows if club is None else rows.filter(**{path: club.pk})

    late_events = of(Event.objects.filter(log_position__gt=F("standings_position")), "club")
    # Deliveries to a failing receiver wait for the receiver, and are reported as such: no worker here can
    # send them.
    waiting = Q(
        state=Delivery.State.WAITING, webhook__stopped_at__isnull=True, webhook__failing_since__isnull=True
    )
    given_up = Q(state=Delivery.State.GIVEN_UP, finished_at__gt=now - REPORTED_FOR)
    unsettled = {"repaired_at__isnull": True, "dismissed_at__isnull": True}
    return {
        "reviews": (of(rubbers_pending_review(), "club"), "changed_at"),
        "standings": (LogEntry.objects.filter(pk__in=late_events.values("log_position")), "at"),
        "ratings": (of(clubs_with_pending_ratings(), "club"), None),
        "honours": (of(clubs_with_pending_honours(), "pk"), None),
        "imports": (of(ImportReport.objects.filter(content__isnull=False), "club"), "started_at"),
        "draws": (of(DrawRequest.objects.filter(finished_at__isnull=True), "event__club"), "asked_at"),
        "exports": (of(Export.objects.filter(finished_at__isnull=True), "club"), "asked_at"),
        "deliveries": (of(Delivery.objects.filter(waiting), "webhook__club"), "made_at"),
        # Mail is of no club: everybody is told of all of it.
        "mail": (Mail.objects.all(), "made_at"),
        "reviews_given_up": (of(reviews_given_up(), "rubber__club"), None),
        "drafts": (of(Rubber.objects.filter(state=Rubber.State.DRAFT), "club"), "changed_at"),
        "held_texts": (of(HeldText.objects.filter(**unsettled), "club"), "report__started_at"),
        "conflicts": (of(Conflict.objects.filter(resolved_at__isnull=True), "rubber__club"), "at"),
        "webhooks_failing": (
            of(Webhook.objects.filter(failing_since__isnull=False, stopped_at__isnull=True), "club"),
            "failing_since",
        ),
        "webhooks_stopped": (
            of(Webhook.objects.exclude(stopped_because__in=["", StopReason.BY_HAND]), "club"),
            "stopped_at",
        ),
        "deliveries_given_up": (of(Delivery.objects.filter(given_up), "webhook__club"), "finished_at"),
    }


def _count_query(
    kind: str, rows: QuerySet[Any], since: str | None
) -> QuerySet[Any, tuple[str, int, datetime | None]]:
    """Return a query for one row: ``kind``, the number of ``rows`` and the oldest time."""
    oldest = Min(since) if since else Cast(Value(None), DateTimeField())
    grouped = rows.order_by().annotate(of=Value(kind, CharField())).values("of")
    counted: QuerySet[Any, tuple[str, int, datetime | None]] = grouped.annotate(
        number=Count("pk"), since=oldest
    ).values_list("of", "number", "since")
    return counted


class PendingCollector(Collector):
    """Yields metrics of pending work.

    Of a database or a cache that does not answer, it yields only the metric whose name ends in ``_up``.
    """

    def collect(self) -> Iterator[Metric]:
        try:
            metrics = list(_from_database())
        except DatabaseError:
            logger.exception("what is owed could not be looked up")
            metrics = []
        yield _gauge("ecarte_database_up", "Whether the database answered.", float(bool(metrics)))
        yield from metrics
        yield from _from_cache()


def _from_database() -> Iterator[Metric]:
    """Yield the metrics of pending work, problems, imports and back-ups, which are the same for every process."""
    now = timezone.now()
    counts = amounts()
    pending = GaugeMetricFamily("ecarte_owed", "Work that is owed, by kind.", labels=("kind",))
    age = GaugeMetricFamily("ecarte_owed_age_seconds", "Since when the oldest is owed.", labels=("kind",))
    waiting = GaugeMetricFamily("ecarte_waiting", "What somebody has to look at, by kind.", labels=("kind",))
    for kind in PENDING_KINDS:
        pending.add_metric([kind], counts[kind].number)
        age.add_metric([kind], counts[kind].age_seconds(now))
    for problem in PROBLEM_KINDS:
        waiting.add_metric([problem], counts[problem].number)
    yield from (pending, age, waiting)
    read = CounterMetricFamily(
        "ecarte_imported_rubbers", "Rubbers of files, by their fate.", labels=("fate",)
    )
    sums = ImportReport.objects.filter(is_trial=False).aggregate(**{fate: Sum(fate) for fate in FATES})
    for fate in FATES:
        read.add_metric([fate], sums[fate] or 0)
    yield read
    if backup := last_backup():
        seconds = (now - backup.made_at).total_seconds()
        yield _gauge("ecarte_backup_age_seconds", "Since when there is a back-up.", max(0.0, seconds))
        yield _gauge("ecarte_backup_bytes", "The size of the last back-up.", backup.size)


def _from_cache() -> Iterator[Metric]:
    now = timezone.now()
    signs = last_signs()
    yield _gauge("ecarte_cache_up", "Whether the cache answered.", float(signs is not None))
    ages = GaugeMetricFamily("ecarte_seen_age_seconds", "Since when nothing was seen.", labels=("part",))
    if signs is not None:
        for part in expected_parts():
            # Without a value, no alert would fire.
            at = signs.get(part)
            ages.add_metric([part], inf if at is None else max(0.0, (now - at).total_seconds()))
    yield ages
    lengths = GaugeMetricFamily("ecarte_queue_length", "Tasks that wait, by queue.", labels=("queue",))
    for queue, length in (queue_lengths() or {}).items():
        lengths.add_metric([queue], length)
    yield lengths


def expected_parts() -> tuple[Part, ...]:
    """Return the parts of the service that should run here: a site without mail needs no worker for it."""
    return tuple(part for part in PARTS if part != MAIL or settings.HAS_MAIL)


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(name, about, value=value)


@dataclass(frozen=True, slots=True)
class Status:
    """The status of the service: pending work, last signs of life, the last back-up, and versions by name.

    ``signs`` maps each process to the time at which it was last seen; None if Redis does not answer.
    ``is_starting`` means that a worker started so recently that the schedule and the sweep may not have run yet.
    """

    amounts: Mapping[PendingKind | ProblemKind, Amount]
    signs: Mapping[Part, datetime] | None
    is_starting: bool
    backup: LastBackup | None
    versions: Mapping[str, str]
    is_embedded: bool


def status(club: Club | None = None) -> Status:
    """Return the status of the service, with two queries, and the pending work of ``club`` or of all clubs."""
    return Status(
        amounts=amounts(club),
        signs=last_signs(),
        is_starting=has_just_started(),
        backup=last_backup(),
        versions=versions(),
        is_embedded=settings.EMBEDDED,
    )


def versions() -> dict[str, str]:
    database = "PostgreSQL" if connection.vendor == "postgresql" else "SQLite"
    return {
        "Python": platform.python_version(),
        "Django": django.get_version(),
        database: ".".join(map(str, connection.get_database_version())),
        "review": CURRENT_ENGINE,
    }
