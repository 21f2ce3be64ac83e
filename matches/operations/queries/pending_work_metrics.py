"""What is owed, as figures for whoever watches: looked up when somebody asks for them."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from math import inf
from typing import Final

from django.db import DatabaseError
from django.db.models import Sum
from django.utils import timezone
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from ecarte_site.watching.queues import queue_lengths
from ecarte_site.watching.signs import PARTS, last_signs
from matches.models import ImportReport
from matches.operations.backup.history import last_backup
from matches.operations.queries.pending_work import OWED, WAITING, amounts

logger = logging.getLogger(__name__)

FATES: Final = ("confirmed", "drafts", "skipped", "conflicts", "held", "refused")


class OwedCollector(Collector):
    """Of a part that does not answer there are no figures, but for the one that says so."""

    def collect(self) -> Iterator[Metric]:
        try:
            found = list(_from_database())
        except DatabaseError:
            logger.exception("what is owed could not be looked up")
            found = []
        yield _gauge("ecarte_database_up", "Whether the database answered.", float(bool(found)))
        yield from found
        yield from _from_cache()


def _from_database() -> Iterator[Metric]:
    now = timezone.now()
    found = amounts()
    owed = GaugeMetricFamily("ecarte_owed", "Work that is owed, by kind.", labels=("kind",))
    age = GaugeMetricFamily("ecarte_owed_age_seconds", "Since when the oldest is owed.", labels=("kind",))
    waiting = GaugeMetricFamily("ecarte_waiting", "What somebody has to look at, by kind.", labels=("kind",))
    for kind in OWED:
        owed.add_metric([kind], found[kind].number)
        age.add_metric([kind], found[kind].age_seconds(now))
    for somebodys in WAITING:
        waiting.add_metric([somebodys], found[somebodys].number)
    yield from (owed, age, waiting)
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
    seen = GaugeMetricFamily("ecarte_seen_age_seconds", "Since when nothing was seen.", labels=("part",))
    if signs is not None:
        for part in PARTS:
            # A figure that is left out is one that no alert looks at.
            at = signs.get(part)
            seen.add_metric([part], inf if at is None else max(0.0, (now - at).total_seconds()))
    yield seen
    lengths = GaugeMetricFamily("ecarte_queue_length", "Tasks that wait, by queue.", labels=("queue",))
    for queue, length in (queue_lengths() or {}).items():
        lengths.add_metric([queue], length)
    yield lengths


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(name, about, value=value)
