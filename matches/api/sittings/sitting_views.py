"""API views for pools and French tables: list a club's tables, open a table, and show its state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView, Reply, created
from matches.api.core.errors import RESTRICTED, invalid_field
from matches.api.core.etags import sitting_etag
from matches.api.core.operations import detail_operation, list_operation, operation, union_of
from matches.api.core.paging import NumberOrder, Orders, by_columns
from matches.api.core.references import people_by_id
from matches.api.sittings.fact_serializers import NEW_TABLES
from matches.api.sittings.serializers import (
    BalancesSerializer,
    GameOfTable,
    LedgerFilters,
    PersonAtTable,
    PostingSerializer,
    TableFilters,
    TableLine,
    TableSerializer,
)
from matches.api.sittings.state import balances_json, state_of, table_error, table_json
from matches.clubs.roles import Action, Powers
from matches.common.commands import CommandContext
from matches.models import Club, Event, Posting, Sitting
from matches.rules.sittings.act_errors import SittingActError
from matches.sittings.queries import club_sittings, events_of_tables, visible_sittings
from matches.sittings.record_facts import NewSitting, open_sitting
from matches.sittings.words import WordingContext


class AtTableView(ApiView):
    """The base class of views of one table, whose amounts only people of the club see."""

    def table_of(
        self, request: Request, sitting_id: str, action: Action = "see_sittings"
    ) -> tuple[Sitting, Powers]:
        """Return the table with this id, and the caller's powers in its club, which must include ``action``."""
        row = get_object_or_404(visible_sittings(request.user), public_id=sitting_id)
        return row, self.require(request, row.club, action)


class TablesView(ApiView):
    filters = TableFilters
    orders: ClassVar[Orders] = by_columns("date", "opened_at", "changed_at", "name")
    problems = ("table_refused", "unknown_player", "unknown_event")
    read_problems = RESTRICTED

    @list_operation("list_tables", "List a club's pools and French tables", TableLine)
    def get(self, request: Request, club_id: str) -> QuerySet[Sitting]:
        club = self.club_of(request, club_id, "see_sittings")
        return club_sittings(club).order_by("pk").select_related("club", "event")

    @operation(
        "open_table",
        "Open a pool or a French table with its players",
        TableSerializer,
        scope="enter",
        status=201,
        body=union_of("TableCreate", NEW_TABLES, by="kind"),
    )
    def post(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id, "run_sitting")
        data = self.body_of(request, shape_of(request, NEW_TABLES))

        def open_it() -> Reply:
            new = _said(club, data)
            act = CommandContext(by=self.user_of(request), key="", reason=data["reason"])
            try:
                opened = open_sitting(club, new, act=act)
            except SittingActError as error:
                raise table_error(error, WordingContext({}, club.currency)) from None
            row = get_object_or_404(visible_sittings(request.user), pk=opened.pk)
            body = table_json(row, may_write=True)
            return created(body, "table", row.public_id, etag=sitting_etag(row, body))

        return self.respond_once(request, open_it)


class TableView(AtTableView):
    read_problems = RESTRICTED

    @detail_operation(
        "get_table", "Get a table: seats, queue, stakes, debts, and which facts may follow", TableSerializer
    )
    def get(self, request: Request, sitting_id: str) -> Response:
        row, powers = self.table_of(request, sitting_id)
        body = table_json(row, may_write=powers.can("run_sitting"))
        return self.detail_response(request, body, etag=sitting_etag(row, body))


class TablePeopleView(AtTableView):
    orders: ClassVar[Orders] = {"position": NumberOrder("position")}
    read_problems = RESTRICTED

    @list_operation(
        "list_people_of_table",
        "List the people of a table with their balances",
        PersonAtTable,
        page="PeopleOfTablePage",
    )
    def get(self, request: Request, sitting_id: str) -> Response:
        row, _powers = self.table_of(request, sitting_id)
        people = {person.player: person for person in state_of(row).people}
        rows = row.people.select_related("player")
        return self.list_response(
            request, rows, PersonAtTable, order=NumberOrder("position"), context={"people": people}
        )


class TableGamesView(AtTableView):
    orders: ClassVar[Orders] = {"number": NumberOrder()}
    read_problems = RESTRICTED

    @list_operation(
        "list_games_of_table",
        "List a table's games, each a rubber of one game",
        GameOfTable,
        page="GamesOfTablePage",
    )
    def get(self, request: Request, sitting_id: str) -> Response:
        row, _powers = self.table_of(request, sitting_id)
        games = {game.number: game for game in state_of(row).games}
        rows = row.games.select_related("player_a", "player_b", "rubber").defer("rubber__egn")
        return self.list_response(request, rows, GameOfTable, order=NumberOrder(), context={"games": games})


class LedgerView(AtTableView):
    filters = LedgerFilters
    orders: ClassVar[Orders] = {"position": NumberOrder("position")}
    read_problems = RESTRICTED

    @list_operation(
        "list_postings",
        "List a table's double-entry ledger; the postings of each entry add up to zero",
        PostingSerializer,
        order=NumberOrder("position"),
    )
    def get(self, request: Request, sitting_id: str) -> QuerySet[Posting]:
        row, _powers = self.table_of(request, sitting_id)
        return row.postings.select_related("player")


class BalancesView(AtTableView):
    read_problems = RESTRICTED

    @detail_operation(
        "get_balances", "Get each person's balance at a table, and who owes whom", BalancesSerializer
    )
    def get(self, request: Request, sitting_id: str) -> Response:
        row, _powers = self.table_of(request, sitting_id)
        body = balances_json(state_of(row))
        return self.detail_response(request, body, etag=sitting_etag(row, body))


def shape_of(request: Request, shapes: Mapping[str, Any]) -> Any:
    """Return the one of ``shapes`` that the body's ``kind`` selects. Raises ``ApiError`` for an unknown kind."""
    kind = request.data.get("kind") if isinstance(request.data, Mapping) else None
    if not isinstance(kind, str) or kind not in shapes:
        raise invalid_field("/kind", _("One of these: %(kinds)s.") % {"kinds": ", ".join(shapes)})
    return shapes[kind]


def _said(club: Club, data: Mapping[str, Any]) -> NewSitting:
    people = people_by_id(club, data.get("players", []))
    return NewSitting(
        kind=data["kind"],
        name=data["name"],
        terms=data["terms"],
        event=_event_of(club, data.get("event")),
        people=tuple(player.public_id for player in people),
    )


def _event_of(club: Club, event_id: str | None) -> Event | None:
    """Return the club's event with this id. Raises ``ApiError`` if a table's games cannot count for it."""
    if event_id is None:
        return None
    event = events_of_tables(club).filter(public_id=event_id).first()
    if event is None:
        detail = _("The club has no event %(id)s that can hold the games of a table.")
        raise invalid_field("/event", detail % {"id": event_id}, code="unknown_event")
    return event
