"""What of rubbers, draws, events and reviews is news, and of which kind."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from matches.common.log import (
    RUBBER_CLOSED,
    RUBBER_CONFIRMED,
    RUBBER_CORRECTED,
    RUBBER_DISPUTED,
    RUBBER_ENTERED,
    RUBBER_IMPORTED,
    RUBBER_REPORTED,
    RUBBER_VOIDED,
)
from matches.events.rows import PAIRING_COLUMNS, ROUND_COLUMNS, EventRows, Row
from matches.models import Event, Review, Rubber
from matches.rules.events.facts import Place
from matches.webhooks.messages import Kind, News, tell
from matches.webhooks.payloads import event_data, review_data, round_data, rubber_data

NEWS_OF_ENTRIES: Final[Mapping[tuple[str, str], Kind]] = {
    (RUBBER_IMPORTED, Rubber.State.CONFIRMED): "rubber.result",
    (RUBBER_ENTERED, Rubber.State.CONFIRMED): "rubber.result",
    (RUBBER_CLOSED, Rubber.State.CONFIRMED): "rubber.result",
    (RUBBER_CONFIRMED, Rubber.State.CONFIRMED): "rubber.result",
    (RUBBER_REPORTED, Rubber.State.REPORTED): "rubber.reported",
    (RUBBER_DISPUTED, Rubber.State.DISPUTED): "rubber.disputed",
    (RUBBER_CORRECTED, Rubber.State.CORRECTED): "rubber.corrected",
    (RUBBER_CORRECTED, Rubber.State.DRAFT): "rubber.corrected",
    (RUBBER_VOIDED, Rubber.State.VOID): "rubber.voided",
}
"""By the entry, and the state that it led to. Nothing is told of a rubber that is being played, nor of a draft that has
never been anything else.
"""
RELEASED: Final = ROUND_COLUMNS.index("is_released")
WHERE: Final = PAIRING_COLUMNS.index("table")
FIRST: Final = PAIRING_COLUMNS.index("entrant_a")


def tell_of_change(entry_kind: str, rubber: Rubber) -> None:
    """What an entry of this kind made of a rubber, loaded with club, event and players."""
    kind = NEWS_OF_ENTRIES.get((entry_kind, rubber.state))
    if kind is not None:
        tell({rubber.club_id}, {kind}, lambda _clubs: [_of_rubber(kind, rubber)])


def tell_of_begun(begun: Sequence[tuple[int, int, str, str]]) -> None:
    """Of rubbers that were stored just now: primary keys of rubber and club, kind of entry, and state."""
    kinds = {
        rubber: (club, kind)
        for rubber, club, entry, state in begun
        if (kind := NEWS_OF_ENTRIES.get((entry, state))) is not None
    }

    def make(clubs: Collection[int]) -> Sequence[News]:
        wanted = [rubber for rubber, (club, _kind) in kinds.items() if club in clubs]
        rows = Rubber.objects.select_related("club", "event", "player_a", "player_b").in_bulk(wanted)
        return [_of_rubber(kinds[rubber][1], rows[rubber]) for rubber in wanted]

    tell({club for club, _kind in kinds.values()}, {kind for _club, kind in kinds.values()}, make)


def _of_rubber(kind: Kind, rubber: Rubber) -> News:
    return News(kind, rubber.club_id, rubber.event.public_id, rubber_data(rubber))


def tell_of_event(event: Event, phase: str, stored: EventRows, expected: EventRows) -> None:
    """What an event's rows, which were ``stored`` and its ``phase`` before, have become; the event is locked."""
    kinds = _of_rounds(stored, expected)
    turn = _of_phase(phase, event.phase)
    if not kinds and turn is None:
        return

    def make(_clubs: Collection[int]) -> Sequence[News]:
        news = [
            News(
                kind,
                event.club_id,
                event.public_id,
                round_data(event.name, stored if kind == "draw.withdrawn" else expected, place),
            )
            for place, kind in kinds.items()
        ]
        if turn is not None:
            news.append(News(turn, event.club_id, event.public_id, event_data(event.name, event.phase)))
        return news

    tell({event.club_id}, {*kinds.values(), *([turn] if turn else [])}, make)


def _of_rounds(stored: EventRows, expected: EventRows) -> dict[Place, Kind]:
    """What is told of which rounds, in their order."""
    was, is_now = _released(stored), _released(expected)
    kinds: dict[Place, Kind] = dict.fromkeys(was - is_now, "draw.withdrawn")
    kinds |= dict.fromkeys(is_now - was, "draw.released")
    if stays := was & is_now:
        kinds |= dict.fromkeys(stays & _seated_otherwise(stored, expected), "draw.changed")
    return dict(sorted(kinds.items()))


def _released(rows: EventRows) -> set[Place]:
    return {place for place, row in rows.rounds.items() if row[RELEASED]}


def _seated_otherwise(stored: EventRows, expected: EventRows) -> set[Place]:
    """Rounds in which somebody meets somebody else, or at another table."""
    places = {*stored.pairings, *expected.pairings}
    return {
        (place[0], place[1])
        for place in places
        if _seating(stored.pairings.get(place)) != _seating(expected.pairings.get(place))
    }


def _seating(row: Row | None) -> Row | None:
    return None if row is None else (row[WHERE], *row[FIRST : FIRST + 2])


def _of_phase(was: str, is_now: str) -> Kind | None:
    if is_now == Event.Phase.COMPLETE and was != is_now:
        return "event.complete"
    return "event.reopened" if was == Event.Phase.COMPLETE and was != is_now else None


def tell_of_review(review: Review) -> None:
    """That a review is done. The caller holds the rubber; the event is held here, so that its news are in order."""

    def make(_clubs: Collection[int]) -> Sequence[News]:
        rubber = Rubber.objects.select_related("event").get(pk=review.rubber_id)
        list(Event.objects.select_for_update(no_key=True).filter(pk=rubber.event_id).values_list("pk"))
        data = review_data(rubber, review)
        return [News("review.done", rubber.club_id, rubber.event.public_id, data)]

    tell({review.rubber.club_id}, {"review.done"}, make)
