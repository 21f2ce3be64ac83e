"""Links of tables, by which a phone gets in without an account: made, listed, taken back.

The code is in the answer that makes a link, and nowhere else: what is kept of a request under its key has none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import DateTimeField, QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import REPLAYED, ApiView, Reply
from matches.api.core.errors import ApiError, wrong_member
from matches.api.core.etags import etag_of, if_match
from matches.api.core.pagination import ColumnOrder, Order
from matches.api.core.problem_codes import Code
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.pads.serializers.table_links import (
    LinkShown,
    NewLinkBody,
    NewLinksBody,
    NewLinkShown,
    NewLinksShown,
)
from matches.api.rubbers.views.rubbers import rubber_shown
from matches.api.sittings import examples
from matches.clubs.access import visible_clubs
from matches.clubs.locks import locked_club
from matches.clubs.permissions import Powers
from matches.common.absolute_urls import site_link
from matches.events.queries.outline import RoundOutline, outline
from matches.models import Event, Rubber, Sitting, TableLink
from matches.pads.queries.table_links import drawn_table, may_enter_any, still_to_play
from matches.pads.table_links import (
    LIVES,
    OVER,
    NewLink,
    make_link,
    make_links,
    make_sitting_link,
    revoke_links,
    token_groups,
)
from matches.sittings.queries import sittings_seen

LinkPage = page_of(LinkShown, "LinkPage")
_LOADED: Final = ("club", "created_by", "event", "player_a", "player_b", "rubber", "sitting")


class LinksView(ApiView):
    """Links to one thing. The list has hints and states alone; who reads it may make links himself."""

    pages = True
    orders: ClassVar[Mapping[str, Order[Any]]] = {"created_at": ColumnOrder("created_at", DateTimeField())}
    read_problems: ClassVar[tuple[Code, ...]] = ("not_signed_in", "not_allowed")

    def links(self, request: Request, links: QuerySet[TableLink]) -> Response:
        return self.listed(request, _loaded(links), LinkShown)

    def made(
        self, request: Request, location: str, make: Callable[[], Sequence[NewLink]], *, is_one: bool
    ) -> Response:
        """Make the links and answer with their codes, of which nothing is kept."""
        fresh: list[NewLink] = []

        def carry() -> Reply:
            fresh.extend(make())
            rows = {
                link.pk: link
                for link in _loaded(TableLink.objects.all()).filter(pk__in=[each.link.pk for each in fresh])
            }
            shown = [dict(NewLinkShown(rows[each.link.pk]).data) for each in fresh]
            path = reverse("api:link", args=[fresh[0].link.public_id]) if is_one else location
            return Reply(shown[0] if is_one else {"links": shown}, 201, {"Location": path})

        response = self.carry_out(request, carry)
        response.headers["Cache-Control"] = "no-store"
        if REPLAYED not in response.headers:
            bodies = [response.data] if is_one else response.data["links"]
            for body, new in zip(bodies, fresh, strict=True):
                body.update(_secret(new))
        return response


class RubberLinksView(LinksView):
    scopes: ClassVar[Scopes] = {"GET": "read", "POST": "manage"}
    problems = ("wrong_state",)

    @extend_schema(
        operation_id="list_links_of_rubber",
        summary="The links to the pad of a rubber, by hint and state",
        responses=LinkPage,
    )
    def get(self, request: Request, rubber_id: str) -> Response:
        return self.links(request, self.rubber_of(request, rubber_id).table_links.all())

    @extend_schema(
        operation_id="make_link_of_rubber",
        summary="Make a link to the pad of a rubber that is not over; its code is in this answer alone",
        examples=examples.NEW_LINK,
        request=NewLinkBody,
        responses={201: NewLinkShown},
    )
    def post(self, request: Request, rubber_id: str) -> Response:
        rubber = self.rubber_of(request, rubber_id)
        good_for = LIVES[self.body_of(request, NewLinkBody)["good_for"]]

        def make() -> list[NewLink]:
            if rubber.state in OVER:
                more = {"rubber": rubber.public_id, "state": rubber.state, "version": rubber.version}
                raise ApiError(
                    "wrong_state", _("This rubber is over: there is nothing more to enter."), more=more
                )
            return [make_link(rubber, by=self.user_of(request), good_for=good_for)]

        return self.made(request, "", make, is_one=True)

    def rubber_of(self, request: Request, rubber_id: str) -> Rubber:
        """A rubber that the caller may enter."""
        rubber = rubber_shown(request, rubber_id)
        _require(request, self.powers(request, rubber.club).may_enter(rubber.player_a_id, rubber.player_b_id))
        return rubber


class TableLinksView(LinksView):
    scopes: ClassVar[Scopes] = {"GET": "read", "POST": "manage"}

    @extend_schema(
        operation_id="list_links_of_table",
        summary="The links to a pool or a French table, by hint and state",
        responses=LinkPage,
    )
    def get(self, request: Request, sitting_id: str) -> Response:
        return self.links(request, self.sitting_of(request, sitting_id).table_links.all())

    @extend_schema(
        operation_id="make_link_of_table",
        summary="Make a link to a pool or a French table and the pads of its games; its code is in this answer alone",
        examples=examples.NEW_LINK,
        request=NewLinkBody,
        responses={201: NewLinkShown},
    )
    def post(self, request: Request, sitting_id: str) -> Response:
        row = self.sitting_of(request, sitting_id)
        good_for = LIVES[self.body_of(request, NewLinkBody)["good_for"]]

        def make() -> list[NewLink]:
            return [make_sitting_link(row, by=self.user_of(request), good_for=good_for)]

        return self.made(request, "", make, is_one=True)

    def sitting_of(self, request: Request, sitting_id: str) -> Sitting:
        row = get_object_or_404(sittings_seen(request.user), public_id=sitting_id)
        self.require(request, row.club, "run_sitting")
        return row


class EventLinksView(LinksView):
    scopes: ClassVar[Scopes] = {"GET": "read", "POST": "manage"}
    problems = ("event_refused",)

    @extend_schema(
        operation_id="list_links_of_event",
        summary="The links to the tables of an event, by hint and state",
        responses=LinkPage,
    )
    def get(self, request: Request, event_id: str) -> Response:
        return self.links(request, self.event_of(request, event_id).table_links.all())

    @extend_schema(
        operation_id="make_links_of_round",
        summary="Make a link for each table of a released round that still plays; codes are in this answer alone",
        examples=examples.NEW_LINKS,
        request=NewLinksBody,
        responses={201: NewLinksShown},
    )
    def post(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id)
        asked = self.body_of(request, NewLinksBody)

        def make() -> list[NewLink]:
            round_ = _round_of(event, asked)
            pairings = {pairing.number: pairing for pairing in still_to_play(round_)}
            wanted = list(dict.fromkeys(asked.get("pairings", pairings)))
            for place, number in enumerate(wanted):
                if number not in pairings:
                    told = _("Of this round no pairing of that number is still to be played.")
                    raise wrong_member(f"/pairings/{place}", told)
            if not wanted:
                told = _("Every table of this round has played.")
                raise ApiError("event_refused", told, more={"reason": "round_over", "params": {}})
            drawn = [drawn_table(round_, pairings[number]) for number in wanted]
            good_for = LIVES[asked["good_for"]]
            return make_links(event, drawn, by=self.user_of(request), good_for=good_for)

        location = reverse("api:event_links", args=[event.public_id])
        return self.made(request, location, make, is_one=False)

    def event_of(self, request: Request, event_id: str) -> Event:
        """An event of a club of which the caller may enter any rubber."""
        events = Event.objects.filter(club__in=visible_clubs(request.user)).select_related("club")
        event = get_object_or_404(events, public_id=event_id)
        _require(request, may_enter_any(self.powers(request, event.club)))
        return event


class LinkView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "DELETE": "manage"}
    has_tag = True
    needs_match: ClassVar[frozenset[str]] = frozenset({"DELETE"})
    read_problems = ("not_signed_in", "not_allowed")

    @extend_schema(operation_id="get_link", summary="One link of a table", responses=LinkShown)
    def get(self, request: Request, link_id: str) -> Response:
        return self.shown(request, _link_json(self.link_of(request, link_id)))

    @extend_schema(
        operation_id="revoke_link",
        summary="Take a link back: whoever came by it is out",
        responses={200: LinkShown},
    )
    def delete(self, request: Request, link_id: str) -> Response:
        link = self.link_of(request, link_id)
        read = if_match(request._request)

        @transaction.atomic
        def revoke() -> Reply:
            locked_club(link.club_id)
            read.require(etag_of(_link_json(self.link_of(request, link_id))))
            revoke_links(link.club, [link], by=self.user_of(request))
            body = _link_json(self.link_of(request, link_id))
            return Reply(body, headers={"ETag": etag_of(body)})

        return self.carry_out(request, revoke)

    def link_of(self, request: Request, link_id: str) -> TableLink:
        """A link that the caller may take back: his own, and any where he may enter whatever it opens."""
        links = _loaded(TableLink.objects.filter(club__in=visible_clubs(request.user)))
        link = get_object_or_404(links, public_id=link_id)
        powers = self.powers(request, link.club)
        _require(request, _may_see(powers, link) and _may_revoke(request, powers, link))
        return link


def _may_see(powers: Powers, link: TableLink) -> bool:
    if link.sitting_id is not None:
        return powers.can("run_sitting")
    return powers.may_enter(link.player_a_id or 0, link.player_b_id or 0)


def _may_revoke(request: Request, powers: Powers, link: TableLink) -> bool:
    return may_enter_any(powers) or link.created_by_id == request.user.pk


def _require(request: Request, may: bool) -> None:
    if not may:
        raise (PermissionDenied if request.user.is_authenticated else NotAuthenticated)


def _loaded(links: QuerySet[TableLink]) -> QuerySet[TableLink]:
    return links.select_related(*_LOADED).defer("rubber__egn", "sitting__state")


def _link_json(link: TableLink) -> dict[str, Any]:
    return dict(LinkShown(link).data)


def _secret(new: NewLink) -> dict[str, str]:
    address = f"{site_link(reverse('web:table_link'))}#{new.token}"
    return {"address": address, "code": token_groups(new.token)}


def _round_of(event: Event, asked: Mapping[str, Any]) -> RoundOutline:
    """The released round that is asked for. Raises ``ApiError`` where there is none."""
    drawn = [stage for stage in outline(event) if stage.rounds]
    stages = [stage for stage in drawn if asked.get("stage", stage.number) == stage.number]
    if not stages:
        told = _("No round of that stage is released.")
        raise ApiError("event_refused", told, more={"reason": "not_released", "params": {}})
    stage = stages[-1]
    round_ = stage.round(asked["round"]) if "round" in asked else stage.current
    if round_ is None:
        told = _("That round is not released.")
        raise ApiError("event_refused", told, more={"reason": "not_released", "params": {}})
    return round_
