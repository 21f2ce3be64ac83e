"""What the review found: of a rubber, of a player; and the chances and thresholds by which it judges."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView
from matches.api.core.filters import Filters
from matches.api.core.pagination import NumbersOrder, slice_of
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.figures.pagination import PathOrder
from matches.api.reviews.serializers.reviews import (
    ChancesQuery,
    ChancesShown,
    PlayerDecisionFilters,
    PlayerDecisionShown,
    ReviewShown,
)
from matches.api.rubbers.views.rubbers import require_over, rubber_shown
from matches.clubs.access import open_seats
from matches.models import DealReview, Decision, Depth, Review, Rubber
from matches.reviews.claims import CURRENT_ENGINES
from matches.reviews.queries.reviews import latest_reviews, player_decisions
from matches.rubbers.queries.page_rows import players_shown
from scoring.marks import GAME_POINTS
from scoring.record import Variant
from worker.review.chances import CHANCES_VERSIONS, chance_of_game, checksum, odds_on_the_table, stake_of_game
from worker.review.labels import LABELS_VERSION, THRESHOLDS
from worker.review.policy_version import POLICY_VERSIONS


class ReviewView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True
    has_tag = True

    @extend_schema(
        operation_id="get_review",
        summary="What the review of a rubber that is over found, deal by deal",
        responses=ReviewShown,
    )
    def get(self, request: Request, rubber_id: str) -> Response:
        """Decisions are those of the sides whose figures you may read; luck and chances are there for either."""
        rubber = rubber_shown(request, rubber_id)
        require_over(rubber)
        seats = open_seats(request.user, rubber)
        review = latest_reviews().filter(rubber=rubber).first()
        deals = DealReview.objects.filter(review=review) if seats else DealReview.objects.none()
        page = slice_of(request, deals, NumbersOrder("game", "deal"))
        decisions = Decision.objects.filter(review=review, player__in=seats)
        told = {
            "rubber": rubber.public_id,
            "seats": seats,
            **_state(rubber, review),
            **page.body([*page.rows]),
        }
        context = {"decisions": _by_deal(decisions, page.rows)}
        return self.shown(request, dict(ReviewShown(told, context=context).data))


class PlayerDecisionsView(ApiView):
    filters: ClassVar[type[Filters]] = PlayerDecisionFilters
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True

    @extend_schema(
        operation_id="list_decisions_of_player",
        summary="The decisions of a player that you may read, in the order of his rubbers",
        responses=page_of(PlayerDecisionShown, "PlayerDecisionPage"),
    )
    def get(self, request: Request, player_id: str) -> Response:
        player = get_object_or_404(players_shown(request.user), public_id=player_id)
        rows = player_decisions(request.user, player)
        return self.listed(request, rows, PlayerDecisionShown, order=PathOrder("review__rubber", "number"))


class ChancesView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True

    @extend_schema(
        operation_id="get_chances",
        summary="The chance of winning a game at each score, and from which loss a decision has a label",
        parameters=[ChancesQuery],
        responses=ChancesShown,
    )
    def get(self, request: Request) -> Response:
        asked = self.query_of(request, ChancesQuery)
        return self.shown(request, dict(ChancesShown(_chances(asked["variant"])).data))


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


def versions_of(engine: str) -> dict[str, str]:
    """``review 3, policy 1`` by what each number is of."""
    parts = (part.partition(" ") for part in engine.split(", "))
    return {name: version for name, _, version in parts if name}


def _by_deal(
    decisions: QuerySet[Decision], deals: Sequence[DealReview]
) -> Mapping[tuple[int, int], list[Decision]]:
    """The decisions of these deals, which stand in order, by game and deal."""
    found: dict[tuple[int, int], list[Decision]] = defaultdict(list)
    if deals:
        for row in decisions.filter(game__range=(deals[0].game, deals[-1].game)).order_by("number"):
            found[row.game, row.deal].append(row)
    return found


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
