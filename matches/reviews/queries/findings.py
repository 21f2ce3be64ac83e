"""Rubbers of a club with findings, their incidents, and how far the reviews of them have come."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypedDict

from django.db.models import (
    BooleanField,
    Case,
    CharField,
    Exists,
    F,
    Func,
    OuterRef,
    QuerySet,
    Subquery,
    Value,
    When,
)

from matches.models import Club, Depth, Incident, Review, Rubber

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class ReviewState(TypedDict):
        """``latest_review``: the primary key of the one that shows; None without one."""

        latest_review: int | None
        review_state: str

    ReviewedRubber: TypeAlias = WithAnnotations[Rubber, ReviewState]

REVIEW_STATES: Final = ("done", "waiting", "failed")
SHOWN: Final = ("club", "event", "player_a", "player_b")


class _HasFinding(Func):
    """Whether one of the findings says all of ``asked``."""

    output_field = BooleanField()

    def __init__(self, asked: str) -> None:
        self._asked = asked
        super().__init__(F("findings"))

    def as_postgresql(self, compiler: Any, connection: Any, **extra_context: Any) -> Any:
        column, params = compiler.compile(self.source_expressions[0])
        return f"({column} @> %s::jsonb)", [*params, f"[{self._asked}]"]

    def as_sqlite(self, compiler: Any, connection: Any, **extra_context: Any) -> Any:
        column, params = compiler.compile(self.source_expressions[0])
        asked = json.loads(self._asked)
        says = " AND ".join("json_extract(value, %s) = %s" for _ in asked)
        told = [part for key, value in asked.items() for part in (f"$.{key}", value)]
        # The column is the compiler's, and what is asked goes in as parameters.
        return f"EXISTS (SELECT 1 FROM json_each({column}) WHERE {says})", [*params, *told]  # noqa: S608


def rubbers_with_findings(club: Club) -> QuerySet[Rubber]:
    """Those that are over: while one is played, nothing but its score shows."""
    found = club.rubbers.exclude(findings=[]).exclude(state=Rubber.State.LIVE)
    return found.select_related(*SHOWN)


def with_finding(rubbers: QuerySet[Rubber], **asked: str | int) -> QuerySet[Rubber]:
    """Those of which one finding says all that is ``asked``: its law, its severity."""
    return rubbers.filter(_HasFinding(json.dumps(asked)))


def incidents_of_club(club: Club) -> QuerySet[Incident]:
    """Of rubbers that are over, with rubber, players, event and deal."""
    return _incidents(Rubber.objects.filter(club=club).exclude(state=Rubber.State.LIVE))


def incidents_of_rubber(rubber: Rubber) -> QuerySet[Incident]:
    return _incidents(Rubber.objects.filter(pk=rubber.pk).exclude(state=Rubber.State.LIVE))


def _incidents(rubbers: QuerySet[Rubber]) -> QuerySet[Incident]:
    related = (f"game__rubber__{name}" for name in ("event", "player_a", "player_b"))
    return Incident.objects.filter(game__rubber__in=rubbers).select_related("deal", *related)


def reviewed_rubbers(club: Club) -> QuerySet[ReviewedRubber]:
    """Rubbers of which a review is made: recorded card by card, and settled. Event and players are loaded."""
    of_these_cards = Review.objects.filter(rubber=OuterRef("pk"), play_checksum=OuterRef("play_checksum"))
    done = of_these_cards.filter(state=Review.State.DONE).order_by("-done_at", "-pk")
    failed = Exists(of_these_cards.filter(state=Review.State.FAILED))
    state = Case(
        When(latest_review__isnull=False, then=Value("done")),
        When(failed, then=Value("failed")),
        default=Value("waiting"),
        output_field=CharField(),
    )
    return (
        club.rubbers.filter(state__in=Rubber.SETTLED_STATES, depth=Depth.PLAY)
        .select_related(*SHOWN)
        .annotate(latest_review=Subquery(done.values("pk")[:1]))
        .annotate(review_state=state)
    )
