"""What is wrong with records, which irregularities there were, and how far reviews have come."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView
from matches.api.core.filters import Filters
from matches.api.core.pagination import Slice
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.figures.pagination import PathOrder
from matches.api.reviews.serializers.findings import (
    FindingFilters,
    FoundShown,
    IncidentFilters,
    IncidentShown,
    ReviewStateFilters,
    ReviewStateShown,
    RubberFindings,
)
from matches.api.reviews.views.reviews import versions_of
from matches.api.rubbers.views.rubbers import require_over, rubber_shown
from matches.models import Review
from matches.reviews.claims import CURRENT_ENGINES
from matches.reviews.queries.findings import (
    incidents_of_club,
    incidents_of_rubber,
    reviewed_rubbers,
    rubbers_with_findings,
)
from scoring.findings import Finding

FoundPage: Final = page_of(FoundShown, "FoundPage")
IncidentPage: Final = page_of(IncidentShown, "IncidentPage")
ReviewStatePage: Final = page_of(ReviewStateShown, "ReviewStatePage")
OF_GAME: Final = PathOrder("game__rubber", "game__number", "position")


class RubberFindingsView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True

    @extend_schema(
        operation_id="get_findings",
        summary="What the laws find in a rubber that is over",
        responses=RubberFindings,
    )
    def get(self, request: Request, rubber_id: str) -> Response:
        rubber = rubber_shown(request, rubber_id)
        require_over(rubber)
        found = [Finding(**facts).as_json() for facts in rubber.findings]
        return self.shown(request, {"rubber": rubber.public_id, "state": rubber.state, "results": found})


class ClubFindingsView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True
    filters: ClassVar[type[Filters]] = FindingFilters

    @extend_schema(
        operation_id="list_findings",
        summary="A club's rubbers with findings, as they came in",
        responses=FoundPage,
    )
    def get(self, request: Request, club_id: str) -> Response:
        rows = rubbers_with_findings(self.club_of(request, club_id))
        page = self.page_of(request, rows)
        told = request.query_params
        asked: dict[str, Any] = {"severity": told["severity"]} if "severity" in told else {}
        if "law" in told:
            asked["law"] = int(told["law"])
        return self.listed_page(request, page, FoundShown, context={"asked": asked})


class _IncidentsView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True
    filters: ClassVar[type[Filters]] = IncidentFilters


class ClubIncidentsView(_IncidentsView):
    @extend_schema(
        operation_id="list_incidents",
        summary="Irregularities in a club's records, as the rubbers came in",
        responses=IncidentPage,
    )
    def get(self, request: Request, club_id: str) -> Response:
        rows = incidents_of_club(self.club_of(request, club_id))
        return self.listed(request, rows, IncidentShown, order=OF_GAME)


class RubberIncidentsView(_IncidentsView):
    @extend_schema(
        operation_id="list_incidents_of_rubber",
        summary="Irregularities in the record of a rubber that is over",
        responses=IncidentPage,
    )
    def get(self, request: Request, rubber_id: str) -> Response:
        rubber = rubber_shown(request, rubber_id)
        require_over(rubber)
        return self.listed(request, incidents_of_rubber(rubber), IncidentShown, order=OF_GAME)


class ClubReviewsView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True
    filters: ClassVar[type[Filters]] = ReviewStateFilters

    @extend_schema(
        operation_id="list_reviews",
        summary="How far the reviews of a club's rubbers have come, as they came in",
        responses=ReviewStatePage,
    )
    def get(self, request: Request, club_id: str) -> Response:
        """Of those that are settled and recorded card by card."""
        page: Slice[Any] = self.page_of(request, reviewed_rubbers(self.club_of(request, club_id)))
        keys = [row.latest_review for row in page.rows if row.latest_review is not None]
        context = {
            "reviews": Review.objects.in_bulk(keys),
            "is_current": lambda review: review is not None and review.engine_version in _current(),
            "versions": lambda review: {} if review is None else versions_of(review.engine_version),
        }
        return self.listed_page(request, page, ReviewStateShown, context=context)


def _current() -> frozenset[str]:
    return frozenset(CURRENT_ENGINES.values())
