"""What is put down at a pool or a French table: the log of it, one fact more, and the last one taken back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.urls import reverse
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import Reply
from matches.api.core.etags import if_match, sitting_etag
from matches.api.core.filters import Filters
from matches.api.core.pagination import NumberOrder, Order
from matches.api.core.problem_codes import Code
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.sittings import examples
from matches.api.sittings.record_fact import put_down_as_asked
from matches.api.sittings.representation import said_at, state_of, table_json, table_refused
from matches.api.sittings.serializers.facts import FACTS, Undo
from matches.api.sittings.serializers.rows import FactFilters, TableFact
from matches.api.sittings.serializers.sittings import TableShown
from matches.api.sittings.views.sittings import AtTableView, shape_of
from matches.common.command_context import Act
from matches.models import LogEntry, Sitting
from matches.rules.sittings.errors import SittingActError
from matches.rules.sittings.state import SittingState
from matches.sittings.current_state import sitting_stream
from matches.sittings.games import undo_at_table
from matches.sittings.queries import taken_back
from matches.sittings.words import history_words

PROBLEMS: tuple[Code, ...] = (
    "table_refused",
    "wrong_state",
    "conflict_open",
    "invalid_record",
    "unknown_player",
)


class TableChangeView(AtTableView):
    """``status`` is that of the answer to a change that was made: the table as it is then."""

    needs_match: ClassVar[frozenset[str]] = frozenset({"POST"})
    problems: ClassVar[tuple[Code, ...]] = PROBLEMS
    status: ClassVar[int] = 200

    def change(
        self,
        request: Request,
        row: Sitting,
        do: Callable[[Sitting, Act], object],
        *,
        reason: str,
        version: int | None,
    ) -> Response:
        def carry() -> Reply:
            act = Act(by=self.user_of(request), key="", reason=reason, version=version)
            try:
                do(row, act)
            except SittingActError as error:
                raise table_refused(error, said_at(state_of(row))) from None
            now, _powers = self.table_of(request, row.public_id)
            body = table_json(now, may_write=True)
            headers = {"ETag": sitting_etag(now, body), **self.more_headers(now)}
            return Reply(body, self.status, headers)

        return self.carry_out(request, carry)

    def more_headers(self, row: Sitting) -> dict[str, str]:
        return {}


class FactsView(TableChangeView):
    scopes: ClassVar[Scopes] = {"GET": "read", "POST": "enter"}
    pages = True
    filters: ClassVar[type[Filters]] = FactFilters
    orders: ClassVar[Mapping[str, Order[Any]]] = {"version": NumberOrder("version")}
    read_problems = ("not_signed_in", "not_allowed")
    status = 201

    @extend_schema(
        operation_id="list_facts",
        summary="All that was put down at a table, who did it, and what came of it",
        responses=page_of(TableFact, "TableFactPage"),
    )
    def get(self, request: Request, sitting_id: str) -> Response:
        row, _powers = self.table_of(request, sitting_id)
        rows = LogEntry.objects.filter(stream=sitting_stream(row)).select_related("by", "link")
        page = self.page_of(request, rows, order=NumberOrder("version"))
        context = {"told": _told(state_of(row)), "undone": taken_back(row)}
        return self.listed_page(request, page, TableFact, context=context)

    @extend_schema(
        operation_id="put_down_fact",
        summary="Put down what happens at a table",
        examples=examples.NEW_FACT,
        request=PolymorphicProxySerializer(
            component_name="NewFact", serializers=FACTS, resource_type_field_name="kind"
        ),
        responses={201: TableShown},
    )
    def post(self, request: Request, sitting_id: str) -> Response:
        """The answer is the table as it is then: `may` says what can be put down next. What the table as it stands does
        not let be noted is 409 `table_refused`, with the `reason` and what it is about in `params`.
        """
        row, _powers = self.table_of(request, sitting_id, "run_sitting")
        version = if_match(request._request).version_of(row)
        asked = self.body_of(request, shape_of(request, FACTS))

        def do(sitting: Sitting, act: Act) -> object:
            return put_down_as_asked(sitting, asked, act)

        return self.change(request, row, do, reason=asked["reason"], version=version)

    def more_headers(self, row: Sitting) -> dict[str, str]:
        return {"Location": reverse("api:table_facts", args=[row.public_id])}


class UndoView(TableChangeView):
    scopes: ClassVar[Scopes] = {"POST": "enter"}

    @extend_schema(
        operation_id="undo_fact",
        summary="Take back the last thing that was put down at a table",
        examples=examples.UNDO,
        request=Undo,
        responses=TableShown,
    )
    def post(self, request: Request, sitting_id: str) -> Response:
        """The rubber of a game whose beginning is taken back is void."""
        row, _powers = self.table_of(request, sitting_id, "run_sitting")
        version = if_match(request._request).version_of(row)
        asked = self.body_of(request, Undo)

        def do(sitting: Sitting, act: Act) -> object:
            last = asked.get("version", state_of(sitting).last)
            return undo_at_table(sitting, version=last, act=act)

        return self.change(request, row, do, reason=asked["reason"], version=version)


def _told(state: SittingState) -> Mapping[int, list[str]]:
    """What the evening as it stands says of each fact, by its version."""
    said = said_at(state)
    found: dict[int, list[str]] = defaultdict(list)
    for line in state.history:
        found[line.version].append(history_words(line.why, said))
    return found
