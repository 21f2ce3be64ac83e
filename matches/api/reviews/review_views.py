"""API views for reviews of rubbers and for findings, and the order of rows that belong to rubbers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView
from matches.api.core.operations import detail_operation, list_operation
from matches.api.core.paging import NumbersOrder, Order, Slice, beyond_values, slice_of, value_of
from matches.api.reviews.finding_serializers import (
    FindingFilters,
    FoundSerializer,
    IncidentFilters,
    IncidentSerializer,
    ReviewStateFilters,
    ReviewStateSerializer,
    RubberFindings,
)
from matches.api.reviews.serializers import (
    ChancesQuery,
    ChancesSerializer,
    PlayerDecisionFilters,
    PlayerDecisionSerializer,
    ReviewDetailSerializer,
)
from matches.api.rubbers.rubber_views import require_over, visible_rubber
from matches.clubs.access import Viewer, open_figure_seats, open_seats
from matches.clubs.queries import visible_players
from matches.models import DealReview, Decision, Depth, Incident, Review, Rubber
from matches.models.ids import is_public_id
from matches.reviews.claims import CURRENT_ENGINES
from matches.reviews.queries import (
    incidents_of_club,
    incidents_of_rubber,
    latest_reviews,
    listed_decisions,
    reviewed_rubbers,
    rubbers_with_findings,
)
from matches.reviews.review_figures import losses_by_side
from matches.rules.figures.accuracy import Accuracy
from scoring.findings import Finding
from scoring.marks import GAME_POINTS
from scoring.record import Variant
from worker.review.chances import CHANCES_VERSIONS, chance_of_game, checksum, odds_on_the_table, stake_of_game
from worker.review.labels import LABELS_VERSION, THRESHOLDS
from worker.review.policy_version import POLICY_VERSIONS


class PathOrder(Order[Any]):
    """Order rows by rubber, then by numbers within the rubber. Each number has nine digits at most."""

    def __init__(self, rubber: str, *numbers: str) -> None:
        self._rubber, self._numbers = rubber, numbers
        self.columns = (f"{rubber}_id", *numbers)

    def place_of(self, row: Any) -> str:
        parts = [value_of(row, self._rubber).public_id, *(value_of(row, name) for name in self._numbers)]
        return ".".join(map(str, parts))

    def beyond(self, rows: QuerySet[Any], place: str, *, forward: bool) -> QuerySet[Any] | None:
        public_id, *numbers = place.split(".")
        if len(numbers) != len(self._numbers) or not all(
            re.fullmatch(r"[0-9]{1,9}", each) for each in numbers
        ):
            return None
        if not is_public_id(public_id):
            return None
        rubber = Rubber.objects.filter(public_id=public_id).values_list("pk", flat=True).first()
        if rubber is None:
            return None
        return rows.filter(beyond_values(self.columns, [rubber, *map(int, numbers)], forward=forward))


class ReviewView(ApiView):
    @detail_operation(
        "get_review",
        "Get the review of a finished rubber, deal by deal",
        ReviewDetailSerializer,
        is_paged=True,
    )
    def get(self, request: Request, rubber_id: str) -> dict[str, Any]:
        """Decisions are included only for players whose analyses the caller may read.

        Luck and win probabilities are included for all players.
        """
        rubber = visible_rubber(request, rubber_id)
        require_over(rubber)
        seats = open_seats(request.user, rubber)
        review = latest_reviews().filter(rubber=rubber).first()
        deals = DealReview.objects.filter(review=review) if seats else DealReview.objects.none()
        page = slice_of(request, deals, NumbersOrder("game", "deal"))
        decisions = Decision.objects.filter(review=review, player__in=seats)
        body = {
            "rubber": rubber.public_id,
            "seats": seats,
            "accuracy": _accuracies(request.user, rubber, review),
            **_state(rubber, review),
            **page.body([*page.rows]),
        }
        return ReviewDetailSerializer.json(body, decisions=_by_deal(decisions, page.rows))


class PlayerDecisionsView(ApiView):
    filters = PlayerDecisionFilters

    @list_operation(
        "list_decisions_of_player",
        "List the decisions of a player that you may read, by rubber",
        PlayerDecisionSerializer,
        order=PathOrder("review__rubber", "number"),
    )
    def get(self, request: Request, player_id: str) -> QuerySet[Decision]:
        player = get_object_or_404(visible_players(request.user), public_id=player_id)
        return listed_decisions(request.user, player)


class ChancesView(ApiView):
    @detail_operation(
        "get_chances",
        "Get the chance of winning at each score, and the losses for each label",
        ChancesSerializer,
        query=ChancesQuery,
    )
    def get(self, request: Request) -> dict[str, Any]:
        query = self.query_of(request)
        return ChancesSerializer.json(_chances(query["variant"]))


def _state(rubber: Rubber, review: Review | None) -> dict[str, Any]:
    if review is not None:
        return {
            "state": "done",
            "is_current": review.engine_version in CURRENT_ENGINES.values(),
            "versions": versions_of(review.engine_version),
            "table_checksum": review.table_checksum,
            "done_at": review.done_at,
        }
    nothing = {"is_current": False, "versions": {}, "table_checksum": "", "done_at": None}
    return {"state": _state_without_review(rubber), **nothing}


def _state_without_review(rubber: Rubber) -> str:
    if rubber.depth != Depth.PLAY or rubber.state not in Rubber.SETTLED_STATES:
        return "none"
    failed = rubber.reviews.filter(play_checksum=rubber.play_checksum, state=Review.State.FAILED)
    return "failed" if failed.exists() else "waiting"


def _accuracies(viewer: Viewer, rubber: Rubber, review: Review | None) -> dict[str, Accuracy]:
    """Return the accuracy of each side whose review figures the viewer may read."""
    seats = open_figure_seats(viewer, rubber)
    by_side = losses_by_side(Decision.objects.filter(review=review, player__in=seats)) if seats else {}
    return {side: losses.accuracy for side, losses in by_side.items()}


def versions_of(engine: str) -> dict[str, str]:
    """Return the version numbers of an engine's components.

    ``review 3, policy 1`` gives ``{"review": "3", "policy": "1"}``.
    """
    parts = (part.partition(" ") for part in engine.split(", "))
    return {name: version for name, _, version in parts if name}


def _by_deal(
    decisions: QuerySet[Decision], deals: Sequence[DealReview]
) -> Mapping[tuple[int, int], list[Decision]]:
    """Return the decisions in ``deals``, consecutive deals of one rubber, by game and deal."""
    by_deal: dict[tuple[int, int], list[Decision]] = defaultdict(list)
    if deals:
        for row in decisions.filter(game__range=(deals[0].game, deals[-1].game)).order_by("number"):
            by_deal[row.game, row.deal].append(row)
    return by_deal


def _chances(variant: Variant) -> dict[str, Any]:
    points = range(GAME_POINTS)
    return {
        "version": CHANCES_VERSIONS[variant],
        "checksum": checksum(variant),
        "policy": POLICY_VERSIONS[variant],
        "labels": {
            "version": LABELS_VERSION,
            "thresholds": [{"label": label, "equity_loss": least} for least, label in THRESHOLDS],
        },
        "results": [
            {
                "score": [own, other],
                "deals": deals,
                "chance": chance_of_game(own, other, deals=deals, variant=variant),
                "stake": stake_of_game(own, other, deals=deals, variant=variant),
                "odds_on_the_table": odds_on_the_table(own, other),
            }
            for own in points
            for other in points
            for deals in (True, False)
        ],
    }


OF_GAME: Final = PathOrder("game__rubber", "game__number", "position")


class RubberFindingsView(ApiView):
    @detail_operation("get_findings", "Get the findings on a finished rubber", RubberFindings)
    def get(self, request: Request, rubber_id: str) -> dict[str, Any]:
        rubber = visible_rubber(request, rubber_id)
        require_over(rubber)
        findings = [Finding(**facts).as_json() for facts in rubber.findings]
        return {"rubber": rubber.public_id, "state": rubber.state, "results": findings}


class ClubFindingsView(ApiView):
    filters = FindingFilters

    @list_operation(
        "list_findings", "List a club's rubbers with findings, in order of arrival", FoundSerializer
    )
    def get(self, request: Request, club_id: str) -> Response:
        rows = rubbers_with_findings(self.club_of(request, club_id))
        page = self.page_of(request, rows)
        params = request.query_params
        query: dict[str, Any] = {"severity": params["severity"]} if "severity" in params else {}
        if "law" in params:
            query["law"] = int(params["law"])
        return self.page_response(request, page, FoundSerializer, context={"asked": query})


class _IncidentsView(ApiView):
    filters = IncidentFilters


class ClubIncidentsView(_IncidentsView):
    @list_operation(
        "list_incidents",
        "List irregularities in a club's records, in order of arrival",
        IncidentSerializer,
        order=OF_GAME,
    )
    def get(self, request: Request, club_id: str) -> QuerySet[Incident]:
        return incidents_of_club(self.club_of(request, club_id))


class RubberIncidentsView(_IncidentsView):
    @list_operation(
        "list_incidents_of_rubber",
        "List irregularities in a finished rubber",
        IncidentSerializer,
        order=OF_GAME,
    )
    def get(self, request: Request, rubber_id: str) -> QuerySet[Incident]:
        rubber = visible_rubber(request, rubber_id)
        require_over(rubber)
        return incidents_of_rubber(rubber)


class ClubReviewsView(ApiView):
    filters = ReviewStateFilters

    @list_operation(
        "list_reviews",
        "List the review states of a club's rubbers, in order of arrival",
        ReviewStateSerializer,
    )
    def get(self, request: Request, club_id: str) -> Response:
        """Only settled rubbers that are recorded card by card are listed."""
        page: Slice[Any] = self.page_of(request, reviewed_rubbers(self.club_of(request, club_id)))
        keys = [row.latest_review for row in page.rows if row.latest_review is not None]
        context = {
            "reviews": Review.objects.in_bulk(keys),
            "is_current": lambda review: (
                review is not None and review.engine_version in CURRENT_ENGINES.values()
            ),
            "versions": lambda review: {} if review is None else versions_of(review.engine_version),
        }
        return self.page_response(request, page, ReviewStateSerializer, context=context)
