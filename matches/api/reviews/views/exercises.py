"""The trainer: a player's own decisions that went wrong, to be made again."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView, Reply
from matches.api.core.errors import ApiError, wrong_member
from matches.api.core.filters import Filters
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.figures.pagination import PathOrder
from matches.api.reviews import examples
from matches.api.reviews.serializers.exercises import (
    KINDS,
    MOST,
    ExerciseAnswer,
    ExerciseFilters,
    ExerciseShown,
    ExerciseVerdict,
    ExerciseWhole,
    position_json,
    verdict_json,
)
from matches.models import Player, User
from matches.reviews.exercises import (
    NotSetError,
    Place,
    UnknownChoiceError,
    answer_exercise,
    is_right,
    set_decision,
)
from matches.reviews.queries.exercises import exercises
from matches.rubbers.check_text import judged
from matches.rubbers.queries.page_rows import players_shown
from scoring.cards import Player as Side
from scoring.seen import seen_at

ExercisePage: Final = page_of(ExerciseShown, "ExercisePage")


class _OwnView(ApiView):
    read_problems = ("not_signed_in", "not_allowed")

    def himself(self, request: Request, player_id: str) -> tuple[User, Player]:
        """Who calls, and the player as whom he plays. Raises where it is somebody else's."""
        player = get_object_or_404(players_shown(request.user), public_id=player_id)
        if not isinstance(request.user, User):
            raise NotAuthenticated
        if player.user_id != request.user.pk:
            raise PermissionDenied
        return request.user, player


class ExercisesView(_OwnView):
    scopes: ClassVar[Scopes] = {"GET": "read", "POST": "manage"}
    pages = True
    filters: ClassVar[type[Filters]] = ExerciseFilters
    problems = ("conflict",)

    @extend_schema(
        operation_id="list_exercises",
        summary="Your own decisions that went wrong, to be made again",
        responses=ExercisePage,
    )
    def get(self, request: Request, player_id: str) -> Response:
        user, player = self.himself(request, player_id)
        related = [f"review__rubber__{name}" for name in ("event", "player_a", "player_b")]
        rows: Any = exercises(user, player).select_related(*related)
        return self.listed(request, rows, ExerciseShown, order=PathOrder("review__rubber", "number"))

    @extend_schema(
        operation_id="answer_exercise",
        summary="Answer an exercise, and learn what the answer is worth",
        examples=examples.ANSWER,
        request=ExerciseAnswer,
        responses=ExerciseVerdict,
    )
    def post(self, request: Request, player_id: str) -> Response:
        """An answer to what has been answered meanwhile changes nothing, and gets what was made of the first."""
        user, player = self.himself(request, player_id)
        asked = self.body_of(request, ExerciseAnswer)
        place = Place(asked["rubber"], asked["game"], asked["deal"], asked["token"], asked["kind"])

        def answer() -> Reply:
            try:
                exercise = answer_exercise(
                    user, player, place, choice=asked["choice"], answered=asked["answered"]
                )
            except NotSetError:
                told = _("This decision is not set any more: its record or its review has changed.")
                raise ApiError("conflict", told) from None
            except UnknownChoiceError:
                raise wrong_member("/choice", _("Choose one of those that there are.")) from None
            decision = set_decision(user, player, place)
            right = is_right(decision, exercise.last_answer)
            return Reply(verdict_json(decision, exercise, is_right=right))

        return self.carry_out(request, answer)


class ExerciseView(_OwnView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True

    @extend_schema(
        operation_id="get_exercise",
        summary="An exercise with what you knew then: your cards, what was said, the tricks so far",
        parameters=[
            OpenApiParameter("token", int, "path", description="Where in the deal, as the list has it."),
            OpenApiParameter("kind", str, "path", enum=KINDS, description="Of which kind the decision is."),
        ],
        responses=ExerciseWhole,
    )
    def get(
        self, request: Request, player_id: str, rubber_id: str, game: int, deal: int, token: int, kind: str
    ) -> Response:
        user, player = self.himself(request, player_id)
        if max(game, deal, token) > MOST:
            raise Http404
        try:
            decision: Any = set_decision(user, player, Place(rubber_id, game, deal, token, kind))
        except NotSetError:
            raise Http404 from None
        side: Side = "A" if decision.player == "A" else "B"
        record = judged(decision.review.rubber.egn)
        seen = seen_at(record, game=game, deal=deal, token=token, player=side)
        body = {**ExerciseShown(decision).data, "position": position_json(seen)}
        return self.shown(request, body)
