"""API views that create, list and revoke table links. A table link gives a phone access without an account.

Only the first response to the request that creates a link has the code. The stored idempotent response omits
the code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import REPLAYED, ApiView, Reply, changed, require_power
from matches.api.core.errors import RESTRICTED, ApiError, invalid_field
from matches.api.core.etags import etag_of, if_match
from matches.api.core.operations import detail_operation, list_operation, operation
from matches.api.core.paging import Orders, by_columns
from matches.api.pads.serializers import (
    LinkCreate,
    LinkCreatedSerializer,
    LinksCreate,
    LinksCreatedSerializer,
    LinkSerializer,
)
from matches.api.rubbers.rubber_views import visible_rubber
from matches.clubs.access import visible_clubs
from matches.clubs.locks import locked_club
from matches.common.site_links import site_link
from matches.events.queries import RoundOutline, outline
from matches.models import Event, Rubber, Sitting, TableLink
from matches.pads.queries import drawn_table, may_enter_any, still_to_play
from matches.pads.table_links import (
    LIFETIMES,
    OVER,
    NewLink,
    make_link,
    make_links,
    make_sitting_link,
    revoke_links,
    token_groups,
)
from matches.sittings.queries import visible_sittings

_LOADED: Final = ("club", "created_by", "event", "player_a", "player_b", "rubber", "sitting")


class LinksView(ApiView):
    """The base class of views of the links to one object. Whoever may read the list may create links."""

    orders: ClassVar[Orders] = by_columns("created_at")
    read_problems = RESTRICTED

    def create_links(
        self, request: Request, location: str, make: Callable[[], Sequence[NewLink]], *, is_one: bool
    ) -> Response:
        """Call ``make`` to create links, and return a response with the links and their codes.

        The codes are never stored, so that a repeated response omits them. ``location`` is the URL of the
        list. With ``is_one``, the response is one link instead of a list.
        """
        fresh: list[NewLink] = []

        def carry() -> Reply:
            fresh.extend(make())
            rows = {
                link.pk: link
                for link in _loaded(TableLink.objects.all()).filter(pk__in=[each.link.pk for each in fresh])
            }
            created_links = [LinkCreatedSerializer.json(rows[each.link.pk]) for each in fresh]
            path = reverse("api:link", args=[fresh[0].link.public_id]) if is_one else location
            return Reply(created_links[0] if is_one else {"links": created_links}, 201, {"Location": path})

        response = self.respond_once(request, carry)
        response.headers["Cache-Control"] = "no-store"
        if REPLAYED not in response.headers:
            bodies = [response.data] if is_one else response.data["links"]
            for body, new in zip(bodies, fresh, strict=True):
                address = f"{site_link(reverse('web:table_link'))}#{new.token}"
                body.update(address=address, code=token_groups(new.token))
        return response


class RubberLinksView(LinksView):
    problems = ("wrong_state",)

    @list_operation(
        "list_links_of_rubber", "List the pad links of a rubber by hint and state", LinkSerializer
    )
    def get(self, request: Request, rubber_id: str) -> QuerySet[TableLink]:
        return _loaded(self.rubber_of(request, rubber_id).table_links.all())

    @operation(
        "make_link_of_rubber",
        "Create a pad link for an unfinished rubber; only this response has its code",
        LinkCreatedSerializer,
        status=201,
        body=LinkCreate,
    )
    def post(self, request: Request, rubber_id: str) -> Response:
        rubber = self.rubber_of(request, rubber_id)
        good_for = LIFETIMES[self.body_of(request)["good_for"]]

        def make() -> list[NewLink]:
            if rubber.state in OVER:
                more = {"rubber": rubber.public_id, "state": rubber.state, "version": rubber.version}
                raise ApiError(
                    "wrong_state", _("This rubber is over: nothing more can be entered."), more=more
                )
            return [make_link(rubber, by=self.user_of(request), good_for=good_for)]

        return self.create_links(request, "", make, is_one=True)

    def rubber_of(self, request: Request, rubber_id: str) -> Rubber:
        """Return the rubber with this id, if the caller may enter it."""
        rubber = visible_rubber(request, rubber_id)
        require_power(
            request, self.powers(request, rubber.club).may_enter(rubber.player_a_id, rubber.player_b_id)
        )
        return rubber


class TableLinksView(LinksView):
    @list_operation(
        "list_links_of_table", "List the links of a pool or a French table by hint and state", LinkSerializer
    )
    def get(self, request: Request, sitting_id: str) -> QuerySet[TableLink]:
        return _loaded(self.sitting_of(request, sitting_id).table_links.all())

    @operation(
        "make_link_of_table",
        "Create a link to a table and its games; only this response has its code",
        LinkCreatedSerializer,
        status=201,
        body=LinkCreate,
    )
    def post(self, request: Request, sitting_id: str) -> Response:
        row = self.sitting_of(request, sitting_id)
        good_for = LIFETIMES[self.body_of(request)["good_for"]]

        def make() -> list[NewLink]:
            return [make_sitting_link(row, by=self.user_of(request), good_for=good_for)]

        return self.create_links(request, "", make, is_one=True)

    def sitting_of(self, request: Request, sitting_id: str) -> Sitting:
        row = get_object_or_404(visible_sittings(request.user), public_id=sitting_id)
        self.require(request, row.club, "run_sitting")
        return row


class EventLinksView(LinksView):
    problems = ("event_refused",)

    @list_operation(
        "list_links_of_event", "List the table links of an event by hint and state", LinkSerializer
    )
    def get(self, request: Request, event_id: str) -> QuerySet[TableLink]:
        return _loaded(self.event_of(request, event_id).table_links.all())

    @operation(
        "make_links_of_round",
        "Create a link for each unfinished table of a released round",
        LinksCreatedSerializer,
        status=201,
        body=LinksCreate,
    )
    def post(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id)
        data = self.body_of(request)

        def make() -> list[NewLink]:
            round_ = _round_of(event, data)
            pairings = {pairing.number: pairing for pairing in still_to_play(round_)}
            numbers = list(dict.fromkeys(data.get("pairings", pairings)))
            for place, number in enumerate(numbers):
                if number not in pairings:
                    detail = _("This round has no unplayed pairing with this number.")
                    raise invalid_field(f"/pairings/{place}", detail)
            if not numbers:
                detail = _("All tables of this round have played.")
                raise ApiError("event_refused", detail, more={"reason": "round_over", "params": {}})
            drawn = [drawn_table(round_, pairings[number]) for number in numbers]
            good_for = LIFETIMES[data["good_for"]]
            return make_links(event, drawn, by=self.user_of(request), good_for=good_for)

        location = reverse("api:event_links", args=[event.public_id])
        return self.create_links(request, location, make, is_one=False)

    def event_of(self, request: Request, event_id: str) -> Event:
        """Return the event with this id, if the caller may enter every rubber of its club."""
        events = Event.objects.filter(club__in=visible_clubs(request.user)).select_related("club")
        event = get_object_or_404(events, public_id=event_id)
        require_power(request, may_enter_any(self.powers(request, event.club)))
        return event


class LinkView(ApiView):
    read_problems = RESTRICTED

    @detail_operation("get_link", "Get a table link", LinkSerializer)
    def get(self, request: Request, link_id: str) -> dict[str, Any]:
        return LinkSerializer.json(self.link_of(request, link_id))

    @operation("revoke_link", "Revoke a link; phones that use it lose access", LinkSerializer, if_match=True)
    def delete(self, request: Request, link_id: str) -> Response:
        link = self.link_of(request, link_id)
        read = if_match(request._request)

        @transaction.atomic
        def revoke() -> Reply:
            locked_club(link.club_id)
            read.require(etag_of(LinkSerializer.json(self.link_of(request, link_id))))
            revoke_links(link.club, [link], by=self.user_of(request))
            return changed(LinkSerializer.json(self.link_of(request, link_id)))

        return self.respond_once(request, revoke)

    def link_of(self, request: Request, link_id: str) -> TableLink:
        """Return the table link with this id, if the caller may see and revoke it.

        Callers who may enter any rubber of the club may revoke every link; others those that they created.
        """
        links = _loaded(TableLink.objects.filter(club__in=visible_clubs(request.user)))
        link = get_object_or_404(links, public_id=link_id)
        powers = self.powers(request, link.club)
        if link.sitting_id is not None:
            may_see = powers.can("run_sitting")
        else:
            may_see = powers.may_enter(link.player_a_id or 0, link.player_b_id or 0)
        may_revoke = may_enter_any(powers) or link.created_by_id == request.user.pk
        require_power(request, may_see and may_revoke)
        return link


def _loaded(links: QuerySet[TableLink]) -> QuerySet[TableLink]:
    return links.select_related(*_LOADED).defer("rubber__egn", "sitting__state")


def _round_of(event: Event, data: Mapping[str, Any]) -> RoundOutline:
    """Return the released round that the body ``data`` names, or raise ``ApiError``."""
    drawn = [stage for stage in outline(event) if stage.rounds]
    stages = [stage for stage in drawn if data.get("stage", stage.number) == stage.number]
    if not stages:
        detail = _("No round of this stage is released.")
        raise ApiError("event_refused", detail, more={"reason": "not_released", "params": {}})
    stage = stages[-1]
    round_ = stage.round(data["round"]) if "round" in data else stage.current
    if round_ is None:
        detail = _("This round is not released.")
        raise ApiError("event_refused", detail, more={"reason": "not_released", "params": {}})
    return round_
