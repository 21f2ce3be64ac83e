"""Build the payloads of messages about rubbers, rounds, events and reviews.

A payload is stored without names of people. They are filled in when it is sent, so that a message sent after
a player was erased does not name them. A payload about a review says only that it is done, because its
figures belong to the players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from django.utils import timezone

from matches.models import Player, Review, Rubber
from matches.models.ids import new_public_id
from matches.models.webhooks import Delivery, Webhook
from matches.rules.events.facts import Place, PlayerId
from matches.rules.events.rows import PAIRING_COLUMNS, ROUND_COLUMNS, STAGE_COLUMNS, EventRows, Row

Data: TypeAlias = dict[str, Any]

PAYLOAD_MEMBERS: Final = ("id", "kind", "at", "club", "event", "order", "data")
SEATS: Final = ("A", "B")
"""The members of a payload that hold a player: an object with the player's ``id``, or null while unknown."""


def new_payload(topic: str, webhook: Webhook, *, event: str | None, data: Data) -> Data:
    """Return the payload of a new message, with a new id. ``add_deliveries`` adds ``order`` later."""
    return {
        "id": new_public_id(),
        "kind": topic,
        "at": format_time(timezone.now()),
        "club": webhook.club.public_id,
        "event": event,
        "data": data,
    }


def rubber_data(rubber: Rubber) -> Data:
    """Return the data of a rubber, with the fields of the API's list. Club, event and players must be loaded."""
    return {
        "id": rubber.public_id,
        "club": rubber.club.public_id,
        "event": rubber.event.public_id,
        "players": {"A": {"id": rubber.player_a.public_id}, "B": {"id": rubber.player_b.public_id}},
        "date": rubber.date or None,
        "round": rubber.round_label or None,
        "table": rubber.table or None,
        "best_of": rubber.best_of,
        "reckoning": rubber.reckoning,
        "rubber_bonus": rubber.rubber_bonus,
        "cut": rubber.cut,
        "code": rubber.code,
        "variant": rubber.variant,
        "termination": rubber.termination,
        "depth": None if rubber.state == Rubber.State.LIVE else rubber.depth,
        "state": rubber.state,
        "reported_by": rubber.reported_by or None,
        "version": rubber.version,
        "winner": rubber.winner or None,
        "games_won": _pair(rubber.games_won_a, rubber.games_won_b),
        "points": _pair(rubber.points_a, rubber.points_b),
        "entered_at": format_time(rubber.entered_at),
        "changed_at": format_time(rubber.changed_at),
    }


def round_data(event_name: str, rows: EventRows, place: Place) -> Data:
    """Return the data of the round at ``place`` (numbers of stage and round), with its pairings in order."""
    stage_number, round_number = place
    stage = dict(zip(STAGE_COLUMNS, rows.stages[stage_number], strict=True))
    round_ = dict(zip(ROUND_COLUMNS, rows.rounds[place], strict=True))
    pairings = sorted((key[2], row) for key, row in rows.pairings.items() if key[:2] == place)
    return {
        "name": event_name,
        "stage": {"number": stage_number, "kind": stage["kind"], "name": stage["name"] or None},
        "round": {
            "number": round_number,
            "label": round_["label"],
            "due": None if round_["due"] is None else round_["due"].isoformat(),
        },
        "pairings": [_pairing(number, row) for number, row in pairings],
    }


def event_data(name: str, phase: str) -> Data:
    return {"name": name, "phase": phase}


def review_data(rubber: Rubber, review: Review) -> Data:
    return {
        "rubber": rubber.public_id,
        "version": rubber.version,
        "engine": review.engine_version,
        "done_at": None if review.done_at is None else format_time(review.done_at),
    }


def _pairing(number: int, row: Row) -> Data:
    pairing = dict(zip(PAIRING_COLUMNS, row, strict=True))
    return {
        "number": number,
        "group": pairing["group"],
        "table": pairing["table"],
        "kind": pairing["kind"],
        "players": {"A": _seat(pairing["entrant_a"]), "B": _seat(pairing["entrant_b"])},
        "rubber": pairing["rubber"] or None,
    }


def _seat(player: PlayerId | None) -> Data | None:
    return {"id": player} if player else None


def _pair(a: int | None, b: int | None) -> list[int | None] | None:
    return None if a is None else [a, b]


def format_time(at: datetime) -> str:
    """Return a time as the API formats it, such as ``2026-11-22T16:00:00.123456Z``."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def payloads_with_names(deliveries: Iterable[Delivery]) -> dict[int, Data]:
    """Return the payloads of deliveries, by primary key, with the players' current names, null if erased."""
    deliveries = list(deliveries)
    player_ids = {seat["id"] for delivery in deliveries for seat in _seats_in(delivery.body)}
    names: dict[str, str] = {}
    if player_ids:
        names = dict(Player.objects.filter(public_id__in=player_ids).values_list("public_id", "name"))
    return {
        delivery.pk: {member: _with_names(delivery.body[member], names) for member in PAYLOAD_MEMBERS}
        for delivery in deliveries
    }


def _seats_in(value: Any) -> Iterator[Data]:
    if isinstance(value, list):
        for item in value:
            yield from _seats_in(item)
    elif isinstance(value, dict):
        for name, member in value.items():
            if name in SEATS and isinstance(member, dict):
                yield member
            else:
                yield from _seats_in(member)


def _with_names(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_with_names(item, names) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == set(SEATS):
        return {seat: _named(value[seat], names) for seat in SEATS}
    return {name: _with_names(member, names) for name, member in value.items()}


def _named(seat: Data | None, names: Mapping[str, str]) -> Data | None:
    return None if seat is None else {"id": seat["id"], "name": names.get(seat["id"]) or None}
