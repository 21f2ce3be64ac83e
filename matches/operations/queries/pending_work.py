"""What is owed, since when, and what waits for a person: of one club, or of all of them together.

It is asked of the database, as the sweep asks, so that it is true whether or not anybody works it off. All counts of a
question come in one query.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Literal, TypeAlias, get_args

from django.db.models import CharField, Count, DateTimeField, F, Min, Q, QuerySet, Value
from django.db.models.functions import Cast
from django.utils import timezone

from matches.figures.pending_honours import clubs_owed_honours
from matches.figures.pending_ratings import clubs_owed_ratings
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
    Rubber,
    Webhook,
)
from matches.reviews.claims import reviews_given_up, rubbers_owed_review

Owed: TypeAlias = Literal[
    "reviews", "standings", "ratings", "honours", "imports", "draws", "exports", "deliveries"
]
OWED: Final[tuple[Owed, ...]] = get_args(Owed)
"""Work that the service does by itself."""
Waiting: TypeAlias = Literal[
    "reviews_given_up",
    "drafts",
    "held_texts",
    "conflicts",
    "webhooks_failing",
    "webhooks_stopped",
    "deliveries_given_up",
]
WAITING: Final[tuple[Waiting, ...]] = get_args(Waiting)
"""What somebody has to look at."""
LATELY: Final = timedelta(days=7)
"""So long news that was given up is told of."""


@dataclass(frozen=True, slots=True)
class Amount:
    """How many there are, and since when the oldest; None where there is none, or nobody knows."""

    number: int = 0
    since: datetime | None = None

    def age_seconds(self, now: datetime) -> float:
        return 0.0 if self.since is None else max(0.0, (now - self.since).total_seconds())


def amounts(club: Club | None = None) -> Mapping[Owed | Waiting, Amount]:
    """Of each kind, in one query; of ``club``, or of all clubs."""
    first, *others = [_counted(kind, rows, since) for kind, (rows, since) in _questions(club).items()]
    found = {kind: Amount(number, since) for kind, number, since in first.union(*others, all=True)}
    return {kind: found.get(kind, Amount()) for kind in (*OWED, *WAITING)}


def _questions(club: Club | None) -> dict[Owed | Waiting, tuple[QuerySet[Any], Any]]:
    """The rows of each kind, and since when a row has been one."""
    now = timezone.now()

    def of(rows: QuerySet[Any], path: str) -> QuerySet[Any]:
        return rows if club is None else rows.filter(**{path: club.pk})

    changed = LogEntry.objects.filter(pk__in=of(_late_events(), "club").values("log_position"))
    # News for a receiver that fails waits for the receiver, and is told of as such: nobody here can work it off.
    waiting = Q(
        state=Delivery.State.WAITING, webhook__stopped_at__isnull=True, webhook__failing_since__isnull=True
    )
    given_up = Q(state=Delivery.State.GIVEN_UP, finished_at__gt=now - LATELY)
    unsettled = {"repaired_at__isnull": True, "dismissed_at__isnull": True}
    return {
        "reviews": (of(rubbers_owed_review(), "club"), "changed_at"),
        "standings": (changed, "at"),
        "ratings": (of(clubs_owed_ratings(), "club"), None),
        "honours": (of(clubs_owed_honours(), "pk"), None),
        "imports": (of(ImportReport.objects.filter(content__isnull=False), "club"), "started_at"),
        "draws": (of(DrawRequest.objects.filter(finished_at__isnull=True), "event__club"), "asked_at"),
        "exports": (of(Export.objects.filter(finished_at__isnull=True), "club"), "asked_at"),
        "deliveries": (of(Delivery.objects.filter(waiting), "webhook__club"), "made_at"),
        "reviews_given_up": (of(reviews_given_up(), "rubber__club"), None),
        "drafts": (of(Rubber.objects.filter(state=Rubber.State.DRAFT), "club"), "changed_at"),
        "held_texts": (of(HeldText.objects.filter(**unsettled), "club"), "report__started_at"),
        "conflicts": (of(Conflict.objects.filter(resolved_at__isnull=True), "rubber__club"), "at"),
        "webhooks_failing": (
            of(Webhook.objects.filter(failing_since__isnull=False, stopped_at__isnull=True), "club"),
            "failing_since",
        ),
        "webhooks_stopped": (
            of(Webhook.objects.exclude(stopped_because__in=["", "by_hand"]), "club"),
            "stopped_at",
        ),
        "deliveries_given_up": (of(Delivery.objects.filter(given_up), "webhook__club"), "finished_at"),
    }


def _late_events() -> QuerySet[Event]:
    return Event.objects.filter(log_position__gt=F("standings_position"))


def _counted(
    kind: str, rows: QuerySet[Any], since: str | None
) -> QuerySet[Any, tuple[str, int, datetime | None]]:
    """One row: ``kind``, how many, since when. The order of ``rows`` plays no part."""
    oldest = Min(since) if since else Cast(Value(None), DateTimeField())
    grouped = rows.order_by().annotate(of=Value(kind, CharField())).values("of")
    counted: QuerySet[Any, tuple[str, int, datetime | None]] = grouped.annotate(
        number=Count("pk"), since=oldest
    ).values_list("of", "number", "since")
    return counted
