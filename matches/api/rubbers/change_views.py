"""API views that confirm, dispute, end, correct or void a rubber.

Each request has the ETag of the version of the rubber that the caller read.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, ClassVar, Concatenate, Final, TypeAlias, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches.api.core.base import ApiView, Reply, problem_reply
from matches.api.core.errors import Code, invalid_field
from matches.api.core.etags import if_match, rubber_etag
from matches.api.core.operations import detail_operation, list_operation, operation
from matches.api.core.paging import NumberOrder, NumbersOrder
from matches.api.core.references import event_by_id, event_in_text, players_by_id, players_in_text
from matches.api.core.service_errors import service_error
from matches.api.rubbers.rubber_views import record_of_text, require_over, rubber_json, visible_rubber
from matches.api.rubbers.serializers import (
    Confirmation,
    Correction,
    DealCreate,
    DealSerializer,
    Ending,
    GameSerializer,
    Reason,
    ReportCorrection,
    RubberSerializer,
)
from matches.clubs.api_tokens import Scope
from matches.clubs.roles import Action, Powers
from matches.models import Deal, Game, Rubber
from matches.rubbers.change_report import may_change_report
from matches.rubbers.change_rubbers import (
    CommandContext,
    RubberEnd,
    change_report,
    close_rubber,
    confirm_rubber,
    correct_rubber,
    dispute_rubber,
    record_deal,
    undo_deal,
    void_rubber,
    withdraw_report,
)
from matches.rubbers.errors import StaleRubberError
from matches.rubbers.history import may_correct
from scoring.notation import read_one
from scoring.record import Rubber as Record

Change = Callable[[Rubber, Powers, Any, CommandContext], Rubber]
View = TypeVar("View", bound="RubberChangeView")
ChangeMethod: TypeAlias = Callable[Concatenate[View, Rubber, Powers, Any, CommandContext, ...], Rubber]


class RubberChangeView(ApiView):
    """The base class of views that change one rubber.

    With ``keeps_late``, a text based on an outdated version of the rubber is kept for a director. The version
    must then be one that the caller actually read.
    """

    problems: ClassVar[tuple[Code, ...]] = ("wrong_state",)
    keeps_late: ClassVar[bool] = False

    def change(
        self,
        request: Request,
        rubber_id: str,
        *,
        action: Action,
        do: Change,
    ) -> Response:
        rubber = visible_rubber(request, rubber_id)
        if answer := self.stored_response(request):
            return answer
        powers = self.powers(request, rubber.club)
        read = if_match(request._request)
        version = read.version_of(rubber)
        if not self.may(powers, action, rubber, version):
            raise PermissionDenied
        if self.keeps_late and version is not None and version != rubber.version:
            read.require_own(rubber, version, request.user)
        data = {} if self.operation.body is None else self.body_of(request)

        def carry() -> Reply:
            by = self.user_of(request)
            act = CommandContext(by=by, key="", reason=data.get("reason", ""), version=version)
            try:
                do(rubber, powers, data, act)
            except StaleRubberError as late:
                problem = service_error(late)
                if late.conflict is None or problem is None:
                    raise
                # Reply rather than raise, so that the transaction that stores the late text is not rolled back.
                return problem_reply(problem, request.path)
            changed = visible_rubber(request, rubber_id)
            shown = rubber_json(request, changed)
            return Reply(shown, self.operation.status, self.headers_of(request, changed, shown))

        return self.respond_once(request, carry)

    def may(self, powers: Powers, action: Action, rubber: Rubber, version: int | None) -> bool:
        """Return whether ``powers`` allow ``action`` on the ``version`` that the caller read; None means any."""
        return powers.can(action, rubber)

    def headers_of(self, request: Request, rubber: Rubber, body: Any) -> dict[str, str]:
        return {"ETag": rubber_etag(rubber, body, request.user)}


def rubber_operation(
    id: str,
    summary: str,
    body: type[Serializer[Any]] | None = None,
    *,
    action: Action,
    scope: Scope = "enter",
    status: int = 200,
) -> Callable[[ChangeMethod[View]], Callable[..., Response]]:
    """Return a decorator for a method that does ``action`` on the rubber in the URL.

    The method receives the rubber, the caller's powers, the validated body, the command context and the other
    values of the URL, such as ``deal``.
    """
    declare = operation(id, summary, RubberSerializer, scope=scope, status=status, body=body, if_match=True)

    def decorate(change: ChangeMethod[View]) -> Callable[..., Response]:
        @functools.wraps(change)
        def method(view: View, request: Request, rubber_id: str, **rest: Any) -> Response:
            def do(rubber: Rubber, powers: Powers, data: Any, act: CommandContext) -> Rubber:
                return change(view, rubber, powers, data, act, **rest)

            return view.change(request, rubber_id, action=action, do=do)

        return declare(method)

    return decorate


class ConfirmView(RubberChangeView):
    problems = ("wrong_state", "report_changed")

    @rubber_operation(
        "confirm_rubber", "Confirm a reported or disputed result", Confirmation, action="confirm_rubber"
    )
    def post(self, rubber: Rubber, powers: Powers, data: Any, act: CommandContext) -> Rubber:
        return confirm_rubber(rubber, seat=powers.seat_in(rubber), act=act)


class DisputeView(RubberChangeView):
    problems = ("wrong_state", "report_changed")

    @rubber_operation(
        "dispute_rubber", "Dispute a result until a director decides", Reason, action="dispute_rubber"
    )
    def post(self, rubber: Rubber, powers: Powers, data: Any, act: CommandContext) -> Rubber:
        return dispute_rubber(rubber, seat=powers.seat_in(rubber), act=act)


class ReportChangeView(RubberChangeView):
    """The base class of views by which a reporter changes their report."""

    def may(self, powers: Powers, action: Action, rubber: Rubber, version: int | None) -> bool:
        return may_change_report(powers, rubber)


class ReportView(ReportChangeView):
    problems = ("wrong_state", "invalid_record", "invalid")

    @rubber_operation(
        "change_report",
        "Correct your own report until it is confirmed or disputed",
        ReportCorrection,
        action="change_report",
    )
    def post(self, rubber: Rubber, powers: Powers, data: Any, act: CommandContext) -> Rubber:
        """The result stays reported, and the other side is asked again. The log keeps both versions.

        A confirmation or a dispute of the version before it is 409 `report_changed`. Players and event stay: if
        they are wrong, withdraw the report and enter the rubber again.
        """
        record = record_of_text(data["egn"])
        events = (None, "", rubber.event.name, read_one(rubber.egn).tag("Event"))
        if not _names_the_same(record, rubber) or record.tag("Event") not in events:
            raise invalid_field(
                "/egn", _("A corrected report keeps its players and its event. Withdraw it to enter others.")
            )
        return change_report(rubber, record, act=act)


class WithdrawView(ReportChangeView):
    @rubber_operation(
        "withdraw_report",
        "Withdraw your own report until it is confirmed or disputed; the rubber is void",
        Confirmation,
        action="change_report",
    )
    def post(self, rubber: Rubber, powers: Powers, data: Any, act: CommandContext) -> Rubber:
        return withdraw_report(rubber, act=act)


class VoidView(RubberChangeView):
    @rubber_operation(
        "void_rubber",
        "Declare a rubber void; it stays listed and counts nowhere",
        Reason,
        action="void_rubber",
        scope="manage",
    )
    def post(self, rubber: Rubber, powers: Powers, data: Any, act: CommandContext) -> Rubber:
        return void_rubber(rubber, act=act)


class CloseView(RubberChangeView):
    problems = ("wrong_state", "conflict_open")

    @rubber_operation("close_rubber", "End a live rubber", Ending, action="enter_rubber")
    def post(self, rubber: Rubber, powers: Powers, data: Any, act: CommandContext) -> Rubber:
        authority = powers.authority_on(rubber.player_a_id, rubber.player_b_id)
        end = RubberEnd(data["termination"], data.get("winner", ""))
        return close_rubber(rubber, authority=authority, act=act, ending=end)


class CorrectView(RubberChangeView):
    problems = ("wrong_state", "same_rubber", "invalid_record", "unknown_player", "unknown_event", "conflict")
    keeps_late = True

    @rubber_operation(
        "correct_rubber",
        "Replace a rubber's record; the log keeps the old one",
        Correction,
        action="correct_rubber",
        scope="manage",
    )
    def post(self, rubber: Rubber, powers: Powers, data: Any, act: CommandContext) -> Rubber:
        """If another user has changed the rubber since you read it, the response is 412.

        Your text is then kept for a director, and `conflict` has its id.

        The text must be based on a version that you read. If you send an ETag that was not issued to you, the
        response is 400. A director can have at most five waiting texts from you for one rubber; for one more,
        the response is 409.
        """
        record = record_of_text(data["egn"])
        club = rubber.club
        players = None
        if "players" in data:
            players = players_by_id(club, data["players"])
        elif not _names_the_same(record, rubber):
            players = players_in_text(club, record)
        event = None
        if "event" in data:
            event = event_by_id(club, data["event"])
        elif record.tag("Event"):
            event = event_in_text(club, record, powers)
        return correct_rubber(rubber, record, act=act, players=players, event_name=event)

    def may(self, powers: Powers, action: Action, rubber: Rubber, version: int | None) -> bool:
        return may_correct(powers, rubber, version)


def _names_the_same(record: Record, rubber: Rubber) -> bool:
    """Return whether the record names the rubber's players by their current names, if they have any."""
    named = (record.tag("A") or "", record.tag("B") or "")
    players = (rubber.player_a, rubber.player_b)
    return all(player.name in ("", name) for name, player in zip(named, players, strict=True))


LARGEST_NUMBER = 2_147_483_647
BY_GAME: Final[NumbersOrder[Deal]] = NumbersOrder("game__number", "number")


class GamesView(ApiView):
    @list_operation(
        "list_games", "List a rubber's games with their points", GameSerializer, order=NumberOrder()
    )
    def get(self, request: Request, rubber_id: str) -> QuerySet[Game]:
        rubber = visible_rubber(request, rubber_id)
        return rubber.games.all()


class GameView(ApiView):
    @detail_operation("get_game", "Get a game", GameSerializer)
    def get(self, request: Request, rubber_id: str, game: int) -> Game:
        rubber = visible_rubber(request, rubber_id)
        row = get_object_or_404(rubber.games, number=_in_range(game))
        return row


class DealsView(RubberChangeView):
    problems = ("wrong_state", "invalid_record")

    @list_operation("list_deals", "List the deals of a finished rubber", DealSerializer, order=BY_GAME)
    def get(self, request: Request, rubber_id: str) -> QuerySet[Deal]:
        return _deals_of(request, rubber_id)

    @rubber_operation(
        "record_deal", "Record the next deal of a live rubber", DealCreate, action="enter_rubber", status=201
    )
    def post(self, rubber: Rubber, powers: Powers, data: Any, act: CommandContext) -> Rubber:
        """The response is the rubber, with its score and the next deal.

        The cards of the recorded deal stay hidden until the rubber ends.
        """
        return record_deal(rubber, data["egn"], act=act)

    def headers_of(self, request: Request, rubber: Rubber, body: Any) -> dict[str, str]:
        return {
            **super().headers_of(request, rubber, body),
            # The list of deals can't be read before the rubber ends.
            "Location": reverse("api:rubber", args=[rubber.public_id]),
        }


class LastDealView(RubberChangeView):
    @rubber_operation("undo_deal", "Undo the last deal of a live rubber", action="undo_deal")
    def delete(self, rubber: Rubber, powers: Powers, data: Any, act: CommandContext) -> Rubber:
        return undo_deal(rubber, act=act)


class GameDealsView(ApiView):
    @list_operation(
        "list_deals_of_game", "List the deals of a game in a finished rubber", DealSerializer, order=BY_GAME
    )
    def get(self, request: Request, rubber_id: str, game: int) -> QuerySet[Deal]:
        rubber = visible_rubber(request, rubber_id)
        require_over(rubber)
        row = get_object_or_404(rubber.games, number=_in_range(game))
        return row.deals.select_related("game")


class DealView(ApiView):
    @detail_operation("get_deal", "Get a deal of a finished rubber", DealSerializer)
    def get(self, request: Request, rubber_id: str, game: int, deal: int) -> Deal:
        deals = _deals_of(request, rubber_id)
        row = get_object_or_404(deals, game__number=_in_range(game), number=_in_range(deal))
        return row


def _deals_of(request: Request, rubber_id: str) -> QuerySet[Deal]:
    rubber = visible_rubber(request, rubber_id)
    require_over(rubber)
    return Deal.objects.filter(game__rubber=rubber).select_related("game")


def _in_range(number: int) -> int:
    """Raise ``Http404`` for a number that is too large for a database column."""
    if number > LARGEST_NUMBER:
        raise Http404
    return number
