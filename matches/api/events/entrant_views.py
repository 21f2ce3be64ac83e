"""API views for the entrants of an event: single entrants, check-ins, seeding order and forbidden pairs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import Reply, changed, created
from matches.api.core.etags import etag_of, event_etag, if_match
from matches.api.core.operations import detail_operation, list_operation, operation
from matches.api.core.paging import NumberOrder
from matches.api.core.references import people_by_id
from matches.api.events.base import EventApiView, entrants_names, event_operation, event_reply, now
from matches.api.events.entrant_serializers import (
    CheckedIn,
    CheckIn,
    Entered,
    EntrantFilters,
    EntrantsCreate,
    EntrantSerializer,
    EntrantUpdate,
    ForbiddenAsked,
    ForbiddenSerializer,
    Seeding,
    SeedsSerializer,
)
from matches.common.commands import CommandContext
from matches.events.event_state import event_facts, event_state
from matches.events.plan_event import SeedOrder, check_in_players, enter_players, moved, seeding
from matches.events.record_facts import NewFact, locked_row, record_fact, record_facts
from matches.events.round_rows import entered_people, names_in
from matches.events.words import player_words
from matches.models import Entrant, Event
from matches.rules.events.draw_queries import in_order
from matches.rules.events.facts import EntryFacts, PlayerId, Seeded


class EntrantsView(EventApiView):
    filters = EntrantFilters
    problems = ("event_refused", "unknown_player", "conflict")

    @list_operation("list_event_entrants", "List an event's entrants in order of entry", EntrantSerializer)
    def get(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id)
        context = {"entries": entries_seen(event) if self.runs(request, event) else None}
        people = entered_people(event)
        return self.list_response(request, people, EntrantSerializer, order=NumberOrder(), context=context)

    @event_operation(
        "enter_players",
        "Enter players, all of them or none",
        Entered,
        status=201,
        body=EntrantsCreate,
        if_match=False,
    )
    def post(self, event: Event, data: Any, act: CommandContext) -> Reply:
        """A Swiss accepts late entries while it has a round left to draw.

        A drawn round robin accepts late entries in an empty `place`.
        """
        people = people_by_id(event.club, data["players"])
        place = (data["place"][0], data["place"][1]) if "place" in data else None
        state = enter_players(event, people, guests=data["names"], place=place, act=act)
        last = state.facts.last_fact
        entered = [] if last is None else list(last.payload["players"])
        current = now(event)
        body = {
            "event": current.public_id,
            "version": current.version,
            "entered": entrants_json(current, entered),
        }
        return created(body, "event_entrants", current.public_id, etag=event_etag(current, body))


class EntrantView(EventApiView):
    @detail_operation("get_event_entrant", "Get an entrant", EntrantSerializer)
    def get(self, request: Request, event_id: str, player_id: str) -> dict[str, Any]:
        event = self.event_of(request, event_id)
        entries = entries_seen(event) if self.runs(request, event) else None
        return EntrantSerializer.json(_entrant_of(event, player_id), entries=entries)

    @operation(
        "change_event_entrant",
        "Seed, check in, withdraw or reinstate an entrant",
        EntrantSerializer,
        body=EntrantUpdate,
        if_match=True,
    )
    def patch(self, request: Request, event_id: str, player_id: str) -> Response:
        """`If-Match` takes the ETag of this entrant, so that changes to other entrants do not conflict."""

        def carry(event: Event, data: Any, act: CommandContext) -> Reply:
            record_facts(event, _facts(event, player_id, data), act=act)
            return changed(EntrantSerializer.json(_entrant_of(event, player_id), entries=entries_seen(event)))

        return self._change_if_unchanged(request, event_id, player_id, carry)

    @operation("remove_event_entrant", "Remove an entrant who has not been drawn", status=204, if_match=True)
    def delete(self, request: Request, event_id: str, player_id: str) -> Response:
        def remove(event: Event, data: Any, act: CommandContext) -> Reply:
            record_facts(event, [("entry_removed", {"player": player_id})], act=act)
            return Reply(None, 204)

        return self._change_if_unchanged(request, event_id, player_id, remove)

    def _change_if_unchanged(self, request: Request, event_id: str, player_id: str, do: Any) -> Response:
        """Run ``do`` on the locked event if ``If-Match`` has the entrant's current ETag."""

        def carry(event: Event, data: Any, act: CommandContext) -> Reply:
            with transaction.atomic():
                row = locked_row(event)
                entrant = _entrant_of(row, player_id)
                if_match(request._request).require(
                    etag_of(EntrantSerializer.json(entrant, entries=entries_seen(row)))
                )
                reply: Reply = do(row, data, act)
                return reply

        return self.change(request, event_id, carry, by_version=False)


def _facts(event: Event, player: PlayerId, data: dict[str, Any]) -> list[NewFact]:
    """Return the facts about ``player`` that the body ``data`` states, such as a withdrawal."""
    facts: list[NewFact] = []
    if "seed" in data:
        order = [entry.player for entry in in_order(event_state(event))]
        facts.append(("seeded", {"order": moved(order, {player: data["seed"]})}))
    if "checked_in" in data:
        facts.append(("checked_in" if data["checked_in"] else "check_in_undone", {"player": player}))
    if "withdrawn_from" in data:
        facts.append(("withdrawn", {"player": player, **data["withdrawn_from"]}))
    if "returns_in" in data:
        facts.append(("returned", {"player": player, **data["returns_in"]}))
    return facts


def entries_seen(event: Event) -> dict[PlayerId, EntryFacts]:
    return {entry.player: entry for entry in event_facts(event).entries}


def entrants_json(event: Event, players: Iterable[PlayerId]) -> list[dict[str, Any]]:
    """Return the entrants of ``event`` whose ids are in ``players`` as JSON, in the order of entry."""
    rows = entered_people(event).filter(player__public_id__in=list(players)).order_by("number")
    entries = entries_seen(event)
    return [EntrantSerializer.json(row, entries=entries) for row in rows]


def _entrant_of(event: Event, player_id: str) -> Entrant:
    return get_object_or_404(entered_people(event), player__public_id=player_id)


class CheckInsView(EventApiView):
    @event_operation(
        "check_in_players",
        "Check in one or many players",
        CheckedIn,
        scope="enter",
        body=CheckIn,
        action="check_in",
        if_match=False,
    )
    def post(self, event: Event, data: Any, act: CommandContext) -> Reply:
        """Several people may check players in at the same time.

        Players who are already checked in are skipped.
        """
        noted = check_in_players(event, data["players"], is_here=data["here"], act=act)
        return event_reply(event, lambda row: {"version": row.version, "changed": noted})


class SeedsView(EventApiView):
    @detail_operation("get_event_seeds", "Get an event's seeding", SeedsSerializer)
    def get(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id, "run_event")
        return self.tagged(request, event, _seeds_json(event))

    @event_operation(
        "seed_event",
        "Seed the entrants in a given order, by rating, by name, by lot or by entry",
        SeedsSerializer,
        body=Seeding,
    )
    def put(self, event: Event, data: Any, act: CommandContext) -> Reply:
        with transaction.atomic():
            row = locked_row(event)
            payload: Any = {"order": data["order"]} if "order" in data else _usual(row, data["by"])
            record_fact(row, "seeded", payload, act=act)
        return event_reply(event, _seeds_json)


def _usual(event: Event, by: SeedOrder) -> Seeded:
    state = event_state(event)
    names = entrants_names(event, state)
    return seeding(event.club, state, by, lambda player: player_words(player, names))


def _seeds_json(event: Event) -> dict[str, Any]:
    state = event_state(event)
    entries, names = in_order(state), entrants_names(event, state)
    return {
        "event": event.public_id,
        "version": event.version,
        "seeds": [
            {
                "seed": entry.seed,
                "player": {"id": entry.player, "name": names.get(entry.player) or None},
                "rating": list(entry.seed_rating) if entry.seed_rating else None,
            }
            for entry in entries
        ],
    }


class ForbiddenView(EventApiView):
    @detail_operation(
        "get_event_forbidden", "Get the pairs to be kept apart where possible", ForbiddenSerializer
    )
    def get(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id, "run_event")
        return self.tagged(request, event, _forbidden_json(event))

    @event_operation(
        "forbid_event_pairs",
        "Set which pairs to keep apart from the next draw on",
        ForbiddenSerializer,
        body=ForbiddenAsked,
    )
    def put(self, event: Event, data: Any, act: CommandContext) -> Reply:
        record_fact(event, "forbidden", {"pairs": data["pairs"]}, act=act)
        return event_reply(event, _forbidden_json)


def _forbidden_json(event: Event) -> dict[str, Any]:
    pairs = sorted(sorted(pair) for pair in event_facts(event).forbidden)
    names = names_in(event, [player for pair in pairs for player in pair])
    return {
        "event": event.public_id,
        "version": event.version,
        "pairs": [
            {"players": [{"id": player, "name": names.get(player) or None} for player in pair]}
            for pair in pairs
        ],
    }
