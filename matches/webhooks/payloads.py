"""What a piece of news says: kept without people's names, and given them as it goes out.

A rubber is told as the API's lists have it, as it was when the news was made. Of a review there is that it is done, and
no figure: those are their players' own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from matches.events.rows import PAIRING_COLUMNS, ROUND_COLUMNS, STAGE_COLUMNS, EventRows, Row
from matches.models import Delivery, Player, Review, Rubber
from matches.rules.events.facts import Place, PlayerId

Data: TypeAlias = dict[str, Any]

BODY_MEMBERS: Final = ("id", "kind", "at", "club", "event", "order", "data")
SEATS: Final = ("A", "B")
"""Members that hold somebody: an object with his ``id``, or null where it isn't known who it will be."""


def rubber_data(rubber: Rubber) -> Data:
    """The rubber, loaded with club, event and players; the members are those of the API's ``RubberLine``."""
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
        "entered_at": moment(rubber.entered_at),
        "changed_at": moment(rubber.changed_at),
    }


def review_data(rubber: Rubber, review: Review) -> Data:
    return {
        "rubber": rubber.public_id,
        "version": rubber.version,
        "engine": review.engine_version,
        "done_at": None if review.done_at is None else moment(review.done_at),
    }


def round_data(name: str, rows: EventRows, place: Place) -> Data:
    """A round of the event called ``name``, and its pairings by number. ``place``: numbers of stage and round."""
    stage, number = place
    told = dict(zip(STAGE_COLUMNS, rows.stages[stage], strict=True))
    own = dict(zip(ROUND_COLUMNS, rows.rounds[place], strict=True))
    pairings = sorted((key[2], row) for key, row in rows.pairings.items() if key[:2] == place)
    return {
        "name": name,
        "stage": {"number": stage, "kind": told["kind"], "name": told["name"] or None},
        "round": {
            "number": number,
            "label": own["label"],
            "due": None if own["due"] is None else own["due"].isoformat(),
        },
        "pairings": [_pairing(each, row) for each, row in pairings],
    }


def event_data(name: str, phase: str) -> Data:
    return {"name": name, "phase": phase}


def _pairing(number: int, row: Row) -> Data:
    told = dict(zip(PAIRING_COLUMNS, row, strict=True))
    return {
        "number": number,
        "group": told["group"],
        "table": told["table"],
        "kind": told["kind"],
        "players": {"A": _seat(told["entrant_a"]), "B": _seat(told["entrant_b"])},
        "rubber": told["rubber"] or None,
    }


def _seat(player: PlayerId | None) -> Data | None:
    return {"id": player} if player else None


def _pair(first: int | None, second: int | None) -> list[int | None] | None:
    return None if first is None else [first, second]


def moment(at: datetime) -> str:
    """2026-11-22T16:00:00.123456Z, as the API writes it."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def bodies_with_names(deliveries: Iterable[Delivery]) -> dict[int, Data]:
    """What is sent of each, by primary key: in the order of its members, and people by their names of now."""
    deliveries = list(deliveries)
    wanted = {seat["id"] for each in deliveries for seat in _seats(each.body)}
    names: dict[str, str] = {}
    if wanted:
        names = dict(Player.objects.filter(public_id__in=wanted).values_list("public_id", "name"))
    return {
        each.pk: {member: _named(each.body[member], names) for member in BODY_MEMBERS} for each in deliveries
    }


def _seats(told: Any) -> Iterator[Data]:
    if isinstance(told, list):
        for each in told:
            yield from _seats(each)
    elif isinstance(told, dict):
        for name, value in told.items():
            if name in SEATS and isinstance(value, dict):
                yield value
            else:
                yield from _seats(value)


def _named(told: Any, names: Mapping[str, str]) -> Any:
    if isinstance(told, list):
        return [_named(each, names) for each in told]
    if not isinstance(told, dict):
        return told
    if told.keys() == set(SEATS):
        return {seat: _person(told[seat], names) for seat in SEATS}
    return {name: _named(value, names) for name, value in told.items()}


def _person(seat: Data | None, names: Mapping[str, str]) -> Data | None:
    """Somebody who was forgotten has no name."""
    return None if seat is None else {"id": seat["id"], "name": names.get(seat["id"]) or None}
