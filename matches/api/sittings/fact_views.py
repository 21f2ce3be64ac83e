"""API views that record and undo the facts of a table, by the same services as the pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import Reply
from matches.api.core.errors import RESTRICTED, Code, invalid_field
from matches.api.core.etags import if_match, sitting_etag
from matches.api.core.operations import list_operation, operation, union_of
from matches.api.core.paging import NumberOrder, Orders
from matches.api.core.references import people_by_id
from matches.api.sittings.fact_serializers import FACTS, Undo
from matches.api.sittings.serializers import FactFilters, TableFact, TableSerializer
from matches.api.sittings.sitting_views import AtTableView, shape_of
from matches.api.sittings.state import state_of, table_error, table_json, wording_context
from matches.common.commands import CommandContext
from matches.models import LogEntry, Sitting
from matches.rules.sittings.act_errors import SittingActError
from matches.rules.sittings.french import chouette_payload, levelling_payload, take_bets_payload
from matches.rules.sittings.state import SittingState
from matches.sittings.games import abandon_game, begin_game, record_winner, undo_at_table
from matches.sittings.queries import taken_back
from matches.sittings.record_facts import join_player, record_sitting_fact
from matches.sittings.sitting_state import sitting_stream
from matches.sittings.words import history_words


def record_requested_fact(sitting: Sitting, data: Mapping[str, Any], act: CommandContext) -> object:
    """Record the fact that the validated body ``data`` describes.

    What the body leaves out, such as the bets to level or to take, follows from ``sitting`` as it was read.
    """
    kind: Any = data["kind"]
    payload: Any = {name: value for name, value in data.items() if name not in ("kind", "reason")}
    match kind:
        case "joined":
            (player,) = people_by_id(sitting.club, [data["player"]], pointer="/player")
            return join_player(sitting, player.public_id, only_bets=data["only_bets"], act=act)
        case "game_begun":
            return begin_game(sitting, act=act)
        case "game_won":
            points = data.get("points")
            score = None if points is None else (points[0], points[1])
            return record_winner(sitting, data["game"], data["winner"], points=score, act=act)
        case "game_abandoned":
            return abandon_game(sitting, data["game"], act=act)
        case "seated":
            members = {"out"} if sitting.kind == Sitting.Kind.POOL else {"a", "b"}
            for name in sorted(members ^ set(payload)):
                detail = _(
                    "For a pool, give the player who stays out; for a French table, the next players a and b."
                )
                raise invalid_field(f"/{name}", detail)
        case "levelled":
            payload = payload or levelling_payload(state_of(sitting))
            if payload is None:
                raise SittingActError("nothing_uncovered")
        case "bets_taken":
            payload = take_bets_payload(state_of(sitting), data["player"], data.get("amount"))
        case "chouette":
            payload = chouette_payload(state_of(sitting), data["player"])
    return record_sitting_fact(sitting, kind, payload, act=act)


PROBLEMS: tuple[Code, ...] = (
    "table_refused",
    "wrong_state",
    "conflict_open",
    "invalid_record",
    "unknown_player",
)


class TableChangeView(AtTableView):
    """The base class of views that change a table. The response is the changed table."""

    problems = PROBLEMS

    def change(
        self,
        request: Request,
        row: Sitting,
        do: Callable[[Sitting, CommandContext], object],
        *,
        reason: str,
        version: int | None,
    ) -> Response:
        def carry() -> Reply:
            act = CommandContext(by=self.user_of(request), key="", reason=reason, version=version)
            try:
                do(row, act)
            except SittingActError as error:
                raise table_error(error, wording_context(state_of(row))) from None
            now, _powers = self.table_of(request, row.public_id)
            body = table_json(now, may_write=True)
            headers = {"ETag": sitting_etag(now, body), **self.more_headers(now)}
            return Reply(body, self.operation.status, headers)

        return self.respond_once(request, carry)

    def more_headers(self, row: Sitting) -> dict[str, str]:
        return {}


class FactsView(TableChangeView):
    filters = FactFilters
    orders: ClassVar[Orders] = {"version": NumberOrder("version")}
    read_problems = RESTRICTED

    @list_operation("list_facts", "List a table's facts: who recorded each, and its effects", TableFact)
    def get(self, request: Request, sitting_id: str) -> Response:
        row, _powers = self.table_of(request, sitting_id)
        rows = LogEntry.objects.filter(stream=sitting_stream(row)).select_related("by", "link")
        context = {"told": _told(state_of(row)), "undone": taken_back(row)}
        return self.list_response(request, rows, TableFact, order=NumberOrder("version"), context=context)

    @operation(
        "put_down_fact",
        "Record a fact at a table",
        TableSerializer,
        scope="enter",
        status=201,
        body=union_of("FactCreate", FACTS, by="kind"),
        if_match=True,
    )
    def post(self, request: Request, sitting_id: str) -> Response:
        """The response is the changed table, and its `may` lists the facts that are allowed next.

        If the table does not allow the fact, the response is 409 `table_refused` with the `reason` and its
        `params`.
        """
        row, _powers = self.table_of(request, sitting_id, "run_sitting")
        version = if_match(request._request).version_of(row)
        data = self.body_of(request, shape_of(request, FACTS))

        def do(sitting: Sitting, act: CommandContext) -> object:
            return record_requested_fact(sitting, data, act)

        return self.change(request, row, do, reason=data["reason"], version=version)

    def more_headers(self, row: Sitting) -> dict[str, str]:
        return {"Location": reverse("api:table_facts", args=[row.public_id])}


class UndoView(TableChangeView):
    @operation(
        "undo_fact", "Undo the last fact at a table", TableSerializer, scope="enter", body=Undo, if_match=True
    )
    def post(self, request: Request, sitting_id: str) -> Response:
        """If the last fact is the start of a game, undoing the fact voids the rubber of the game."""
        row, _powers = self.table_of(request, sitting_id, "run_sitting")
        version = if_match(request._request).version_of(row)
        data = self.body_of(request)

        def do(sitting: Sitting, act: CommandContext) -> object:
            last = data.get("version", state_of(sitting).last)
            return undo_at_table(sitting, version=last, act=act)

        return self.change(request, row, do, reason=data["reason"], version=version)


def _told(state: SittingState) -> Mapping[int, list[str]]:
    """Return the sentences about each fact of the table. The keys are the versions of the facts."""
    context = wording_context(state)
    sentences: dict[int, list[str]] = defaultdict(list)
    for line in state.history:
        sentences[line.version].append(history_words(line.why, context))
    return sentences
