"""All entrants of an event at once: who has come, their order of seed, and who is not to meet."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import Reply
from matches.api.core.etags import event_etag
from matches.api.core.scopes import Scopes
from matches.api.events import examples
from matches.api.events.serializers.entrants import (
    CheckedIn,
    CheckIn,
    ForbiddenAsked,
    ForbiddenShown,
    Seeding,
    SeedsShown,
)
from matches.api.events.views.base import EventApiView, entrants_names, now
from matches.common.command_context import Act
from matches.events.check_in import check_in_players
from matches.events.current_state import event_facts, event_state
from matches.events.queries.rows import names_in
from matches.events.queries.seeding import SeedOrder, in_order, seeding
from matches.events.record_facts import locked_row, record_fact
from matches.events.words.labels import player_words
from matches.models import Event
from matches.rules.events.facts import Seeded


class CheckInsView(EventApiView):
    scopes: ClassVar[Scopes] = {"POST": "enter"}

    @extend_schema(
        operation_id="check_in_players",
        summary="Note who has come, many at once",
        examples=examples.CHECK_IN,
        request=CheckIn,
        responses=CheckedIn,
    )
    def post(self, request: Request, event_id: str) -> Response:
        """Several helpers may do so at the same time: who is here already is passed over."""

        def check_in(event: Event, asked: Any, act: Act) -> Reply:
            noted = check_in_players(event, asked["players"], is_here=asked["here"], act=act)
            changed = now(event)
            body = {"version": changed.version, "changed": noted}
            return Reply(body, headers={"ETag": event_etag(changed, body)})

        return self.change(request, event_id, CheckIn, check_in, action="check_in")


class SeedsView(EventApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "PUT": "manage"}
    has_tag = True
    needs_match: ClassVar[frozenset[str]] = frozenset({"PUT"})

    @extend_schema(operation_id="get_event_seeds", summary="The order of seeds", responses=SeedsShown)
    def get(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id)
        self.require(request, event.club, "run_event", event)
        return self.tagged(request, event, _seeds_json(event))

    @extend_schema(
        operation_id="seed_event",
        summary="Seed the entrants: in an order of your own, by rating, by name, by lot or by their entry",
        examples=examples.SEEDING,
        request=Seeding,
        responses=SeedsShown,
    )
    def put(self, request: Request, event_id: str) -> Response:
        def seed(event: Event, asked: Any, act: Act) -> Reply:
            with transaction.atomic():
                row = locked_row(event)
                payload: Any = {"order": asked["order"]} if "order" in asked else _usual(row, asked["by"])
                record_fact(row, "seeded", payload, act=act)
            changed = now(event)
            body = _seeds_json(changed)
            return Reply(body, headers={"ETag": event_etag(changed, body)})

        return self.change(request, event_id, Seeding, seed)


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
    scopes: ClassVar[Scopes] = {"GET": "read", "PUT": "manage"}
    has_tag = True
    needs_match: ClassVar[frozenset[str]] = frozenset({"PUT"})

    @extend_schema(
        operation_id="get_event_forbidden",
        summary="Pairs that are not to meet, as far as that can be avoided",
        responses=ForbiddenShown,
    )
    def get(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id)
        self.require(request, event.club, "run_event", event)
        return self.tagged(request, event, _forbidden_json(event))

    @extend_schema(
        operation_id="forbid_event_pairs",
        summary="Say which pairs are not to meet from the next draw on",
        examples=examples.FORBIDDEN,
        request=ForbiddenAsked,
        responses=ForbiddenShown,
    )
    def put(self, request: Request, event_id: str) -> Response:
        def forbid(event: Event, asked: Any, act: Act) -> Reply:
            record_fact(event, "forbidden", {"pairs": asked["pairs"]}, act=act)
            changed = now(event)
            body = _forbidden_json(changed)
            return Reply(body, headers={"ETag": event_etag(changed, body)})

        return self.change(request, event_id, ForbiddenAsked, forbid)


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
