"""API views for the trainer, in which players repeat their own decisions that went wrong."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView, Reply
from matches.api.core.errors import RESTRICTED, ApiError, invalid_field
from matches.api.core.operations import detail_operation, list_operation, operation
from matches.api.reviews.exercise_serializers import (
    KINDS,
    MOST,
    ExerciseAnswer,
    ExerciseFilters,
    ExerciseSerializer,
    ExerciseVerdict,
    ExerciseWhole,
    position_json,
    verdict_json,
)
from matches.api.reviews.review_views import PathOrder
from matches.clubs.queries import visible_players
from matches.models import Decision, Player, User
from matches.reviews.exercises import (
    ExercisePlace,
    NotSetError,
    UnknownChoiceError,
    answer_exercise,
    exercises,
    is_right,
    set_decision,
)
from matches.rubbers.text import check_text
from scoring.cards import Player as Side
from scoring.player_view import view_at


class _OwnView(ApiView):
    read_problems = RESTRICTED

    def own_player(self, request: Request, player_id: str) -> tuple[User, Player]:
        """Return the caller and the caller's own player with this id."""
        player = get_object_or_404(visible_players(request.user), public_id=player_id)
        if not isinstance(request.user, User):
            raise NotAuthenticated
        if player.user_id != request.user.pk:
            raise PermissionDenied
        return request.user, player


class ExercisesView(_OwnView):
    filters = ExerciseFilters
    problems = ("conflict",)

    @list_operation(
        "list_exercises",
        "List your mistakes as exercises",
        ExerciseSerializer,
        order=PathOrder("review__rubber", "number"),
    )
    def get(self, request: Request, player_id: str) -> QuerySet[Decision]:
        user, player = self.own_player(request, player_id)
        related = [f"review__rubber__{name}" for name in ("event", "player_a", "player_b")]
        return exercises(user, player).select_related(*related)

    @operation(
        "answer_exercise", "Answer an exercise and get the verdict", ExerciseVerdict, body=ExerciseAnswer
    )
    def post(self, request: Request, player_id: str) -> Response:
        """If the exercise was answered after the caller read it, nothing changes.

        The response is then the verdict on the earlier answer.
        """
        user, player = self.own_player(request, player_id)
        data = self.body_of(request)
        place = ExercisePlace(data["rubber"], data["game"], data["deal"], data["token"], data["kind"])

        def answer() -> Reply:
            try:
                exercise = answer_exercise(
                    user, player, place, choice=data["choice"], answered=data["answered"]
                )
            except NotSetError:
                detail = _("This exercise is no longer available: its record or its review has changed.")
                raise ApiError("conflict", detail) from None
            except UnknownChoiceError:
                raise invalid_field("/choice", _("Choose one of the choices of the exercise.")) from None
            decision = set_decision(user, player, place)
            right = is_right(decision, exercise.last_answer)
            return Reply(verdict_json(decision, exercise, is_right=right))

        return self.respond_once(request, answer)


class ExerciseView(_OwnView):
    @detail_operation(
        "get_exercise",
        "Get an exercise with what you knew then: your cards, the calls and the tricks",
        ExerciseWhole,
        parameters=[
            OpenApiParameter("token", int, "path", description="The token of the deal, as in the list."),
            OpenApiParameter("kind", str, "path", enum=KINDS, description="The kind of decision."),
        ],
    )
    def get(
        self, request: Request, player_id: str, rubber_id: str, game: int, deal: int, token: int, kind: str
    ) -> dict[str, Any]:
        user, player = self.own_player(request, player_id)
        if max(game, deal, token) > MOST:
            raise Http404
        try:
            decision: Any = set_decision(user, player, ExercisePlace(rubber_id, game, deal, token, kind))
        except NotSetError:
            raise Http404 from None
        side: Side = "A" if decision.player == "A" else "B"
        record = check_text(decision.review.rubber.egn)
        seen = view_at(record, game=game, deal=deal, token=token, player=side)
        return {**ExerciseSerializer(decision).data, "position": position_json(seen)}
