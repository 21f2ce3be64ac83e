"""Publish what happens in a club: add a delivery for each webhook that subscribes to the topic.

Publish inside the transaction of the change, with the event's row locked. Then no message is sent about a
change that was rolled back, and the primary keys of deliveries are in the order of commits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import connection

from matches.common.hooks import BegunRubber, EventChange, RubberChange
from matches.common.log import (
    RUBBER_CLOSED,
    RUBBER_CONFIRMED,
    RUBBER_CORRECTED,
    RUBBER_DISPUTED,
    RUBBER_ENTERED,
    RUBBER_IMPORTED,
    RUBBER_REPORT_CHANGED,
    RUBBER_REPORT_WITHDRAWN,
    RUBBER_REPORTED,
    RUBBER_VOIDED,
)
from matches.models import Event, Review, Rubber
from matches.models.webhooks import Delivery, Topic, Webhook
from matches.rules.events.facts import Place
from matches.rules.events.rows import PAIRING_COLUMNS, ROUND_COLUMNS, EventRows, Row
from matches.webhooks.payloads import Data, event_data, new_payload, review_data, round_data, rubber_data
from matches.webhooks.queue import add_deliveries, send_on_commit

TOPIC_OF_ENTRY: Final[Mapping[tuple[str, str], Topic]] = {
    (RUBBER_IMPORTED, Rubber.State.CONFIRMED): Topic.RUBBER_RESULT,
    (RUBBER_ENTERED, Rubber.State.CONFIRMED): Topic.RUBBER_RESULT,
    (RUBBER_CLOSED, Rubber.State.CONFIRMED): Topic.RUBBER_RESULT,
    (RUBBER_CONFIRMED, Rubber.State.CONFIRMED): Topic.RUBBER_RESULT,
    (RUBBER_REPORTED, Rubber.State.REPORTED): Topic.RUBBER_REPORTED,
    (RUBBER_REPORT_CHANGED, Rubber.State.REPORTED): Topic.RUBBER_REPORTED,
    (RUBBER_REPORT_WITHDRAWN, Rubber.State.VOID): Topic.RUBBER_VOIDED,
    (RUBBER_DISPUTED, Rubber.State.DISPUTED): Topic.RUBBER_DISPUTED,
    (RUBBER_CORRECTED, Rubber.State.CORRECTED): Topic.RUBBER_CORRECTED,
    (RUBBER_CORRECTED, Rubber.State.DRAFT): Topic.RUBBER_CORRECTED,
    (RUBBER_VOIDED, Rubber.State.VOID): Topic.RUBBER_VOIDED,
}
"""The topic to publish, by the kind of a rubber's log entry and the state that it led to.

Other changes are not published: a live rubber has no result yet, and a new draft may never count.
"""
IS_RELEASED: Final = ROUND_COLUMNS.index("is_released")
TABLE: Final = PAIRING_COLUMNS.index("table")
ENTRANT_A: Final = PAIRING_COLUMNS.index("entrant_a")
ENTRANT_B: Final = PAIRING_COLUMNS.index("entrant_b")


@dataclass(frozen=True, slots=True)
class Message:
    """A message to publish about a club (primary key) and an event (public id), without names of people."""

    topic: Topic
    club: int
    event: str
    data: Data


def publish_rubber_change(change: RubberChange) -> None:
    """Publish the topic of a rubber's change, if ``TOPIC_OF_ENTRY`` has one."""
    rubber = change.after
    topic = TOPIC_OF_ENTRY.get((change.kind, rubber.state))
    if topic is not None:
        publish({rubber.club_id}, {topic}, lambda _clubs: [_rubber_message(topic, rubber)])


def publish_new_rubbers(created: Sequence[BegunRubber]) -> None:
    """Publish the results of rubbers that were just stored, for example by an import."""
    clubs: dict[int, int] = {}
    topics: dict[int, Topic] = {}
    for each in created:
        topic = TOPIC_OF_ENTRY.get((each.kind, each.state))
        if topic is not None:
            clubs[each.rubber], topics[each.rubber] = each.club, topic

    def make_messages(subscribed: Collection[int]) -> Sequence[Message]:
        keys = [rubber for rubber, club in clubs.items() if club in subscribed]
        rubbers = Rubber.objects.select_related("club", "event", "player_a", "player_b").in_bulk(keys)
        return [_rubber_message(topics[key], rubbers[key]) for key in keys]

    publish(set(clubs.values()), set(topics.values()), make_messages)


def _rubber_message(topic: Topic, rubber: Rubber) -> Message:
    return Message(topic, rubber.club_id, rubber.event.public_id, rubber_data(rubber))


def publish_event_change(change: EventChange) -> None:
    """Publish an event's released, changed or withdrawn draws, and its completion or reopening."""
    event, old, new = change.event, change.before, change.after
    round_topics = _topics_of_rounds(old, new)
    phase_topic = _topic_of_phase(change.phase_before, event.phase)
    topics = {*round_topics.values(), *filter(None, [phase_topic])}
    if not topics:
        return

    def make_messages(_clubs: Collection[int]) -> Sequence[Message]:
        messages = []
        for place, topic in round_topics.items():
            rows = old if topic == Topic.DRAW_WITHDRAWN else new
            data = round_data(event.name, rows, place)
            messages.append(Message(topic, event.club_id, event.public_id, data))
        if phase_topic is not None:
            data = event_data(event.name, event.phase)
            messages.append(Message(phase_topic, event.club_id, event.public_id, data))
        return messages

    publish({event.club_id}, topics, make_messages)


def _topics_of_rounds(old: EventRows, new: EventRows) -> dict[Place, Topic]:
    """Return the topic of each round whose released draw changed, in the order of rounds."""
    before, after = _released(old), _released(new)
    topics = dict.fromkeys(before - after, Topic.DRAW_WITHDRAWN)
    topics |= dict.fromkeys(after - before, Topic.DRAW_RELEASED)
    if both := before & after:
        topics |= dict.fromkeys(both & _reseated(old, new), Topic.DRAW_CHANGED)
    return dict(sorted(topics.items()))


def _released(rows: EventRows) -> set[Place]:
    return {place for place, row in rows.rounds.items() if row[IS_RELEASED]}


def _reseated(old: EventRows, new: EventRows) -> set[Place]:
    return {
        (place[0], place[1])
        for place in {*old.pairings, *new.pairings}
        if _seating(old.pairings.get(place)) != _seating(new.pairings.get(place))
    }


def _seating(row: Row | None) -> Row | None:
    return None if row is None else (row[TABLE], row[ENTRANT_A], row[ENTRANT_B])


def _topic_of_phase(old: str, new: str) -> Topic | None:
    if old == new:
        return None
    if new == Event.Phase.COMPLETE:
        return Topic.EVENT_COMPLETE
    return Topic.EVENT_REOPENED if old == Event.Phase.COMPLETE else None


def publish_review_done(review: Review) -> None:
    """Publish that a review is done, with the rubber locked by the caller, and the event here, to keep the order."""

    def make_messages(_clubs: Collection[int]) -> Sequence[Message]:
        rubber = Rubber.objects.select_related("event").get(pk=review.rubber_id)
        list(Event.objects.select_for_update(no_key=True).filter(pk=rubber.event_id).values_list("pk"))
        data = review_data(rubber, review)
        return [Message(Topic.REVIEW_DONE, rubber.club_id, rubber.event.public_id, data)]

    publish({review.rubber.club_id}, {Topic.REVIEW_DONE}, make_messages)


def publish(
    clubs: Collection[int],
    topics: Collection[Topic],
    make_messages: Callable[[Collection[int]], Sequence[Message]],
) -> None:
    """Add a delivery of each message for each active webhook of its club that subscribes to its topic.

    ``clubs`` are primary keys. ``make_messages`` is called with those of the clubs that have such a webhook;
    without any it is not called, so that a change without subscribers costs one query.
    """
    if not clubs:
        return
    running = Webhook.objects.filter(club__in=clubs, stopped_at__isnull=True).select_related("club")
    webhooks = _lock_existing([webhook for webhook in running if not set(topics).isdisjoint(webhook.kinds)])
    if not webhooks:
        return
    deliveries = [
        Delivery(
            webhook=webhook,
            kind=message.topic,
            queue=message.event,
            body=new_payload(message.topic, webhook, event=message.event, data=message.data),
        )
        for message in make_messages({webhook.club_id for webhook in webhooks})
        for webhook in webhooks
        if webhook.club_id == message.club and message.topic in webhook.kinds
    ]
    if deliveries:
        add_deliveries(deliveries)
        send_on_commit()


def _lock_existing(webhooks: Sequence[Webhook]) -> Sequence[Webhook]:
    """Return the webhooks that still exist, and keep them from being deleted until the transaction ends.

    Otherwise a result could fail on the foreign key of a webhook that is deleted meanwhile. FOR KEY SHARE,
    which the ORM lacks, lets publishers run side by side. SQLite has one writer at a time and needs no lock.
    """
    if not webhooks or connection.vendor != "postgresql":
        return webhooks
    table = connection.ops.quote_name(Webhook._meta.db_table)
    query = f"SELECT id FROM {table} WHERE id = ANY(%s) ORDER BY id FOR KEY SHARE"  # noqa: S608 (our own name)
    with connection.cursor() as cursor:
        cursor.execute(query, [[webhook.pk for webhook in webhooks]])
        kept = {pk for (pk,) in cursor.fetchall()}
    return [webhook for webhook in webhooks if webhook.pk in kept]
