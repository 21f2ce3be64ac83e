"""What is done to a rubber: confirmed, disputed, ended, corrected, declared void; each on the version that was read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches.api.core import examples
from matches.api.core.base import ApiView, Reply, kept_problem
from matches.api.core.etags import if_match, rubber_etag
from matches.api.core.problem_codes import Code
from matches.api.core.references import event_by_id, event_in_text, players_by_id, players_in_text
from matches.api.core.scopes import Scopes
from matches.api.core.service_errors import problem_of_service
from matches.api.rubbers.record_from_body import record_of_text
from matches.api.rubbers.serializers import Confirmation, Correction, Ending, Reason, RubberShown
from matches.api.rubbers.views.rubbers import rubber_json, rubber_shown
from matches.clubs.permissions import Action, Powers
from matches.models import Rubber
from matches.rubbers.commands import (
    Act,
    RubberEnd,
    close_rubber,
    confirm_rubber,
    correct_rubber,
    dispute_rubber,
    void_rubber,
)
from matches.rubbers.errors import StaleRubberError
from matches.rubbers.queries.late_corrections import may_correct
from scoring.record import Rubber as Record

Change = Callable[[Rubber, Powers, Any, Act], Rubber]


class RubberChangeView(ApiView):
    """``status`` is that of the answer to a change that was made.

    ``keeps_late``: what comes too late is kept for a director, so that the version has to be one that the caller read.
    """

    needs_match: ClassVar[frozenset[str]] = frozenset({"POST"})
    problems: ClassVar[tuple[Code, ...]] = ("wrong_state",)
    status: ClassVar[int] = 200
    keeps_late: ClassVar[bool] = False

    def change(
        self,
        request: Request,
        rubber_id: str,
        *,
        action: Action,
        body: type[Serializer[Any]] | None,
        do: Change,
    ) -> Response:
        rubber = rubber_shown(request, rubber_id)
        if answer := self.answered_before(request):
            return answer
        powers = self.powers(request, rubber.club)
        read = if_match(request._request)
        version = read.version_of(rubber)
        if not self.may(powers, action, rubber, version):
            raise PermissionDenied
        if self.keeps_late and version is not None and version != rubber.version:
            read.require_own(rubber, version, request.user)
        asked = {} if body is None else self.body_of(request, body)

        def carry() -> Reply:
            by = self.user_of(request)
            act = Act(by=by, key="", reason=asked.get("reason", ""), version=version)
            try:
                do(rubber, powers, asked, act)
            except StaleRubberError as late:
                told = problem_of_service(late)
                if late.conflict is None or told is None:
                    raise
                # The text that came too late is kept: a reply, so that no transaction around it is undone.
                return kept_problem(told, request.path)
            changed = rubber_shown(request, rubber_id)
            shown = rubber_json(request, changed)
            return Reply(shown, self.status, self.headers_of(request, changed, shown))

        return self.carry_out(request, carry)

    def may(self, powers: Powers, action: Action, rubber: Rubber, version: int | None) -> bool:
        """Whether ``powers`` reach to ``action`` for who has read ``version``; None: whichever there is."""
        return powers.can(action, rubber)

    def headers_of(self, request: Request, rubber: Rubber, shown: Any) -> dict[str, str]:
        return {"ETag": rubber_etag(rubber, shown, request.user)}


class ConfirmView(RubberChangeView):
    scopes: ClassVar[Scopes] = {"POST": "enter"}

    @extend_schema(
        operation_id="confirm_rubber",
        summary="Confirm a result that was reported or disputed",
        request=Confirmation,
        responses=RubberShown,
    )
    def post(self, request: Request, rubber_id: str) -> Response:
        def confirm(rubber: Rubber, powers: Powers, asked: Any, act: Act) -> Rubber:
            return confirm_rubber(rubber, seat=powers.seat_in(rubber), act=act)

        return self.change(request, rubber_id, action="confirm_rubber", body=Confirmation, do=confirm)


class DisputeView(RubberChangeView):
    scopes: ClassVar[Scopes] = {"POST": "enter"}

    @extend_schema(
        operation_id="dispute_rubber",
        summary="Dispute a result, until a director has looked at it",
        examples=examples.A_REASON,
        request=Reason,
        responses=RubberShown,
    )
    def post(self, request: Request, rubber_id: str) -> Response:
        def dispute(rubber: Rubber, powers: Powers, asked: Any, act: Act) -> Rubber:
            return dispute_rubber(rubber, seat=powers.seat_in(rubber), act=act)

        return self.change(request, rubber_id, action="dispute_rubber", body=Reason, do=dispute)


class VoidView(RubberChangeView):
    scopes: ClassVar[Scopes] = {"POST": "manage"}

    @extend_schema(
        operation_id="void_rubber",
        summary="Declare a rubber void: it stays, and counts nowhere",
        examples=examples.A_REASON,
        request=Reason,
        responses=RubberShown,
    )
    def post(self, request: Request, rubber_id: str) -> Response:
        def declare(rubber: Rubber, powers: Powers, asked: Any, act: Act) -> Rubber:
            return void_rubber(rubber, act=act)

        return self.change(request, rubber_id, action="void_rubber", body=Reason, do=declare)


class CloseView(RubberChangeView):
    scopes: ClassVar[Scopes] = {"POST": "enter"}
    problems: ClassVar[tuple[Code, ...]] = ("wrong_state", "conflict_open")

    @extend_schema(
        operation_id="close_rubber",
        summary="End a rubber that is being played",
        examples=examples.ENDING,
        request=Ending,
        responses=RubberShown,
    )
    def post(self, request: Request, rubber_id: str) -> Response:
        def close(rubber: Rubber, powers: Powers, asked: Any, act: Act) -> Rubber:
            word = powers.word_on(rubber.player_a_id, rubber.player_b_id)
            end = RubberEnd(asked["termination"], asked.get("winner", ""))
            return close_rubber(rubber, word=word, act=act, ending=end)

        return self.change(request, rubber_id, action="enter_rubber", body=Ending, do=close)


class CorrectView(RubberChangeView):
    scopes: ClassVar[Scopes] = {"POST": "manage"}
    problems: ClassVar[tuple[Code, ...]] = (
        "wrong_state",
        "same_rubber",
        "invalid_record",
        "unknown_player",
        "unknown_event",
        "conflict",
    )
    keeps_late: ClassVar[bool] = True

    @extend_schema(
        operation_id="correct_rubber",
        summary="Put another record in the place of the stored one, which the log keeps",
        examples=examples.CORRECTION,
        request=Correction,
        responses=RubberShown,
    )
    def post(self, request: Request, rubber_id: str) -> Response:
        """Where somebody was faster the answer is 412, and the text is kept for a director under `conflict`. It has to
        rest on what you read: an ETag that you were not given is 400. Of one person five texts of a rubber may wait for
        a director at once; one more is 409.
        """

        def correct(rubber: Rubber, powers: Powers, asked: Any, act: Act) -> Rubber:
            record = record_of_text(asked["egn"])
            club = rubber.club
            players = None
            if "players" in asked:
                players = players_by_id(club, asked["players"])
            elif not _names_the_same(record, rubber):
                players = players_in_text(club, record)
            event = None
            if "event" in asked:
                event = event_by_id(club, asked["event"])
            elif record.tag("Event"):
                event = event_in_text(club, record, powers)
            return correct_rubber(rubber, record, act=act, players=players, event_name=event)

        return self.change(request, rubber_id, action="correct_rubber", body=Correction, do=correct)

    def may(self, powers: Powers, action: Action, rubber: Rubber, version: int | None) -> bool:
        return may_correct(powers, rubber, version)


def _names_the_same(record: Record, rubber: Rubber) -> bool:
    """Whether the text calls both players what they are called, so that nobody has to be looked for.

    Somebody who was forgotten has no name to be found by; his seat keeps him.
    """
    named = (record.tag("A") or "", record.tag("B") or "")
    players = (rubber.player_a, rubber.player_b)
    return all(player.name in ("", name) for name, player in zip(named, players, strict=True))
