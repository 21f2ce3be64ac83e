"""Pools and French tables: those of a club, a new one, and one of them as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import CharField, DateTimeField
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView, Reply, created
from matches.api.core.errors import wrong_member
from matches.api.core.etags import sitting_etag
from matches.api.core.filters import Filters
from matches.api.core.pagination import ColumnOrder, NumberOrder, Order
from matches.api.core.references import people_by_id
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.sittings import examples
from matches.api.sittings.representation import balances_json, state_of, table_json, table_refused
from matches.api.sittings.serializers.facts import NEW_TABLES
from matches.api.sittings.serializers.rows import (
    BalancesShown,
    GameOfTable,
    LedgerFilters,
    PersonAtTable,
    PostingShown,
)
from matches.api.sittings.serializers.sittings import TableFilters, TableLine, TableShown
from matches.clubs.permissions import Action, Powers
from matches.common.command_context import Act
from matches.models import Club, Event, Sitting
from matches.rules.sittings.errors import SittingActError
from matches.sittings.open_sitting import NewSitting, open_sitting
from matches.sittings.queries import club_sittings, events_of_tables, sittings_seen
from matches.sittings.words import Said


class AtTableView(ApiView):
    """Of one table. Amounts are for the club's people alone: in a public club, too, to nobody else."""

    def table_of(
        self, request: Request, sitting_id: str, action: Action = "see_sittings"
    ) -> tuple[Sitting, Powers]:
        """A table whose club the caller sees, and what he may there. Raises where that ends before ``action``."""
        row = get_object_or_404(sittings_seen(request.user), public_id=sitting_id)
        return row, self.require(request, row.club, action)


class TablesView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "POST": "enter"}
    pages = True
    filters: ClassVar[type[Filters]] = TableFilters
    orders: ClassVar[Mapping[str, Order[Any]]] = {
        "date": ColumnOrder("date", CharField()),
        "opened_at": ColumnOrder("opened_at", DateTimeField()),
        "changed_at": ColumnOrder("changed_at", DateTimeField()),
        "name": ColumnOrder("name", CharField()),
    }
    problems = ("table_refused", "unknown_player", "unknown_event")
    read_problems = ("not_signed_in", "not_allowed")

    @extend_schema(
        operation_id="list_tables",
        summary="The pools and French tables of a club of yours",
        responses=page_of(TableLine, "TablePage"),
    )
    def get(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        self.require(request, club, "see_sittings")
        rows = club_sittings(club).order_by("pk").select_related("club", "event")
        return self.listed(request, rows, TableLine)

    @extend_schema(
        operation_id="open_table",
        summary="Open a pool or a French table, with those who are at it",
        examples=examples.NEW_TABLE,
        request=PolymorphicProxySerializer(
            component_name="NewTable", serializers=NEW_TABLES, resource_type_field_name="kind"
        ),
        responses={201: TableShown},
    )
    def post(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        self.require(request, club, "run_sitting")
        asked = self.body_of(request, shape_of(request, NEW_TABLES))

        def open_it() -> Reply:
            said = _said(club, asked)
            act = Act(by=self.user_of(request), key="", reason=asked["reason"])
            try:
                opened = open_sitting(club, said, act=act)
            except SittingActError as error:
                raise table_refused(error, Said({}, club.currency)) from None
            row = get_object_or_404(sittings_seen(request.user), pk=opened.pk)
            body = table_json(row, may_write=True)
            path = reverse("api:table", args=[row.public_id])
            return created(body, location=path, etag=sitting_etag(row, body))

        return self.carry_out(request, open_it)


class TableView(AtTableView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True
    read_problems = ("not_signed_in", "not_allowed")

    @extend_schema(
        operation_id="get_table",
        summary="One pool or French table: who sits, who waits, what is staked, who owes whom, what may come next",
        responses=TableShown,
    )
    def get(self, request: Request, sitting_id: str) -> Response:
        row, powers = self.table_of(request, sitting_id)
        body = table_json(row, may_write=powers.can("run_sitting"))
        return self.shown(request, body, etag=sitting_etag(row, body))


class TablePeopleView(AtTableView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True
    orders: ClassVar[Mapping[str, Order[Any]]] = {"position": NumberOrder("position")}
    read_problems = ("not_signed_in", "not_allowed")

    @extend_schema(
        operation_id="list_people_of_table",
        summary="Who is or was at a table, and what each is up or down",
        responses=page_of(PersonAtTable, "PeopleOfTablePage"),
    )
    def get(self, request: Request, sitting_id: str) -> Response:
        row, _powers = self.table_of(request, sitting_id)
        people = {person.player: person for person in state_of(row).people}
        page = self.page_of(request, row.people.select_related("player"), order=NumberOrder("position"))
        return self.listed_page(request, page, PersonAtTable, context={"people": people})


class TableGamesView(AtTableView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True
    orders: ClassVar[Mapping[str, Order[Any]]] = {"number": NumberOrder()}
    read_problems = ("not_signed_in", "not_allowed")

    @extend_schema(
        operation_id="list_games_of_table",
        summary="The games of a table, each a rubber of one game",
        responses=page_of(GameOfTable, "GamesOfTablePage"),
    )
    def get(self, request: Request, sitting_id: str) -> Response:
        row, _powers = self.table_of(request, sitting_id)
        games = {game.number: game for game in state_of(row).games}
        rows = row.games.select_related("player_a", "player_b", "rubber").defer("rubber__egn")
        page = self.page_of(request, rows, order=NumberOrder())
        return self.listed_page(request, page, GameOfTable, context={"games": games})


class LedgerView(AtTableView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True
    filters: ClassVar[type[Filters]] = LedgerFilters
    orders: ClassVar[Mapping[str, Order[Any]]] = {"position": NumberOrder("position")}
    read_problems = ("not_signed_in", "not_allowed")

    @extend_schema(
        operation_id="list_postings",
        summary="The ledger of a table, by double entry: the postings of each entry add up to nothing",
        responses=page_of(PostingShown, "PostingPage"),
    )
    def get(self, request: Request, sitting_id: str) -> Response:
        row, _powers = self.table_of(request, sitting_id)
        postings = row.postings.select_related("player")
        return self.listed(request, postings, PostingShown, order=NumberOrder("position"))


class BalancesView(AtTableView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True
    read_problems = ("not_signed_in", "not_allowed")

    @extend_schema(
        operation_id="get_balances",
        summary="What everybody at a table is up or down, and who owes whom",
        responses=BalancesShown,
    )
    def get(self, request: Request, sitting_id: str) -> Response:
        row, _powers = self.table_of(request, sitting_id)
        body = balances_json(state_of(row))
        return self.shown(request, body, etag=sitting_etag(row, body))


def shape_of(request: Request, shapes: Mapping[str, Any]) -> Any:
    """The shape of the body by its ``kind``. Raises ``ApiError`` for one that there is not."""
    kind = request.data.get("kind") if isinstance(request.data, Mapping) else None
    if not isinstance(kind, str) or kind not in shapes:
        raise wrong_member("/kind", _("One of these: %(kinds)s.") % {"kinds": ", ".join(shapes)})
    return shapes[kind]


def _said(club: Club, asked: Mapping[str, Any]) -> NewSitting:
    people = people_by_id(club, asked.get("players", []))
    return NewSitting(
        kind=asked["kind"],
        name=asked["name"],
        terms=asked["terms"],
        event=_event_of(club, asked.get("event")),
        people=tuple(player.public_id for player in people),
    )


def _event_of(club: Club, event_id: str | None) -> Event | None:
    """Raises ``ApiError`` for what is no event where a table's games may count."""
    if event_id is None:
        return None
    event = events_of_tables(club).filter(public_id=event_id).first()
    if event is None:
        told = _("The club has no event of the id %(id)s where a table's games could count.")
        raise wrong_member("/event", told % {"id": event_id}, code="unknown_event")
    return event
