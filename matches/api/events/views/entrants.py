"""Entrants of an event: entered, changed, taken out again; seeds, and pairs that are not to meet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import Reply, created
from matches.api.core.etags import etag_of, event_etag, if_match
from matches.api.core.filters import Filters
from matches.api.core.pagination import NumberOrder
from matches.api.core.problem_codes import Code
from matches.api.core.references import people_by_id
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.events import examples
from matches.api.events.filters import EntrantFilters
from matches.api.events.serializers.entrants import (
    ChangedEntrant,
    Entered,
    EntrantShown,
    NewEntrants,
)
from matches.api.events.views.base import EventApiView, now
from matches.common.command_context import Act
from matches.events.current_state import event_facts, event_state
from matches.events.queries.rows import entered_people
from matches.events.queries.seeding import in_order, moved
from matches.events.record_facts import NewFact, locked_row, record_facts
from matches.events.set_up import enter_players
from matches.models import Entrant, Event
from matches.rules.events.facts import EntryFacts, PlayerId


class EntrantsView(EventApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "POST": "manage"}
    pages = True
    filters: ClassVar[type[Filters]] = EntrantFilters
    problems: ClassVar[tuple[Code, ...]] = ("event_refused", "unknown_player", "conflict")

    @extend_schema(
        operation_id="list_event_entrants",
        summary="Who is entered in an event, in the order of entry",
        responses=page_of(EntrantShown, "EntrantPage"),
    )
    def get(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id)
        context = {"entries": entries_seen(event) if self.runs(request, event) else None}
        people = entered_people(event)
        return self.listed(request, people, EntrantShown, order=NumberOrder(), context=context)

    @extend_schema(
        operation_id="enter_players",
        summary="Enter players: all of them, or none",
        examples=examples.NEW_ENTRANTS,
        request=NewEntrants,
        responses={201: Entered},
    )
    def post(self, request: Request, event_id: str) -> Response:
        """A late entry is taken by a Swiss that has a round left, and by a round robin that has an empty `place`."""

        def enter(event: Event, asked: Any, act: Act) -> Reply:
            people = people_by_id(event.club, asked["players"])
            place = (asked["place"][0], asked["place"][1]) if "place" in asked else None
            state = enter_players(event, people, guests=asked["names"], place=place, act=act)
            last = state.facts.last_fact
            entered = [] if last is None else list(last.payload["players"])
            changed = now(event)
            body = {
                "event": changed.public_id,
                "version": changed.version,
                "entered": entrants_json(changed, entered),
            }
            path = reverse("api:event_entrants", args=[changed.public_id])
            return created(body, location=path, etag=event_etag(changed, body))

        return self.change(request, event_id, NewEntrants, enter)


class EntrantView(EventApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "PATCH": "manage", "DELETE": "manage"}
    has_tag = True
    needs_match: ClassVar[frozenset[str]] = frozenset({"PATCH", "DELETE"})

    @extend_schema(operation_id="get_event_entrant", summary="One entrant", responses=EntrantShown)
    def get(self, request: Request, event_id: str, player_id: str) -> Response:
        event = self.event_of(request, event_id)
        entrant = _entrant_of(event, player_id)
        entries = entries_seen(event) if self.runs(request, event) else None
        return self.shown(request, _entrant_json(entrant, entries))

    @extend_schema(
        operation_id="change_event_entrant",
        summary="Seed an entrant, check him in, let him withdraw or return",
        examples=examples.CHANGED_ENTRANT,
        request=ChangedEntrant,
        responses=EntrantShown,
    )
    def patch(self, request: Request, event_id: str, player_id: str) -> Response:
        """The tag is the entrant's own: what is done about others is in nobody's way."""

        def carry(event: Event, asked: Any, act: Act) -> Reply:
            record_facts(event, _facts(event, player_id, asked), act=act)
            body = _entrant_json(_entrant_of(event, player_id), entries_seen(event))
            return Reply(body, headers={"ETag": etag_of(body)})

        return self._on_what_was_read(request, event_id, player_id, ChangedEntrant, carry)

    @extend_schema(
        operation_id="remove_event_entrant",
        summary="Take an entry out again, as long as nothing is drawn with it",
        request=None,
        responses={204: None},
    )
    def delete(self, request: Request, event_id: str, player_id: str) -> Response:
        def remove(event: Event, asked: Any, act: Act) -> Reply:
            record_facts(event, [("entry_removed", {"player": player_id})], act=act)
            return Reply(None, 204)

        return self._on_what_was_read(request, event_id, player_id, None, remove)

    def _on_what_was_read(
        self, request: Request, event_id: str, player_id: str, body: Any, do: Any
    ) -> Response:
        """``do`` on the entrant whose tag was read, which is compared while the event is locked."""

        def carry(event: Event, asked: Any, act: Act) -> Reply:
            with transaction.atomic():
                row = locked_row(event)
                entrant = _entrant_of(row, player_id)
                if_match(request._request).require(etag_of(_entrant_json(entrant, entries_seen(row))))
                reply: Reply = do(row, asked, act)
                return reply

        return self.change(request, event_id, body, carry, by_version=False)


def _facts(event: Event, player: PlayerId, asked: dict[str, Any]) -> list[NewFact]:
    """What a body says of an entrant, as facts."""
    facts: list[NewFact] = []
    if "seed" in asked:
        order = [entry.player for entry in in_order(event_state(event))]
        facts.append(("seeded", {"order": moved(order, {player: asked["seed"]})}))
    if "checked_in" in asked:
        facts.append(("checked_in" if asked["checked_in"] else "check_in_undone", {"player": player}))
    if "withdrawn_from" in asked:
        facts.append(("withdrawn", {"player": player, **asked["withdrawn_from"]}))
    if "returns_in" in asked:
        facts.append(("returned", {"player": player, **asked["returns_in"]}))
    return facts


def entries_seen(event: Event) -> dict[PlayerId, EntryFacts]:
    return {entry.player: entry for entry in event_facts(event).entries}


def entrants_json(event: Event, players: Iterable[PlayerId]) -> list[dict[str, Any]]:
    """These entrants in the order of entry."""
    rows = entered_people(event).filter(player__public_id__in=list(players)).order_by("number")
    return [
        dict(each) for each in EntrantShown(rows, many=True, context={"entries": entries_seen(event)}).data
    ]


def _entrant_of(event: Event, player_id: str) -> Entrant:
    """Raises ``Http404`` for somebody who is not entered."""
    return get_object_or_404(entered_people(event), player__public_id=player_id)


def _entrant_json(entrant: Entrant, entries: dict[PlayerId, EntryFacts] | None) -> dict[str, Any]:
    return dict(EntrantShown(entrant, context={"entries": entries}).data)
