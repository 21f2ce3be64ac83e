"""Publish changed scores to live listeners once they are stored: scores alone, never a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

import orjson
from django.db import transaction

from ecarte_site.live.store import the_news
from ecarte_site.live.tickets import GOOD_FOR, make_ticket
from matches.models import Event, Rubber, Sitting
from matches.rubbers.deal_from_input import position_of
from matches.rubbers.text import check_text
from scoring.checked import CheckedRubber

STREAM: Final = "/live/stream"
POLL: Final = "/live/poll"
RENEW: Final = "/live/ticket"
ROWS: Final = "rows"


@dataclass(frozen=True, slots=True)
class LiveAddresses:
    """The URLs at which a page receives live updates of its topics, as a stream of events or by polling.

    They contain a ticket that is valid for ``lasts`` seconds. The URL ``renew`` gives the next one.
    """

    stream: str
    poll: str
    renew: str
    lasts: int


def rubber_topic(rubber: Rubber) -> str:
    return f"rubber.{rubber.public_id}"


def event_topic(event: Event) -> str:
    return f"event.{event.public_id}"


def sitting_topic(sitting: Sitting) -> str:
    return f"sitting.{sitting.public_id}"


def announce(rubber: Rubber, checked: CheckedRubber | None = None) -> None:
    """Publish the score of a rubber to live listeners, once the transaction is committed.

    The rubber's event must be loaded. ``checked`` is the rubber's checked record; with None the record is checked here.
    An error is not raised, so that the deal is still recorded.
    """

    def publish() -> None:
        topics = [rubber_topic(rubber), event_topic(rubber.event)]
        data = orjson.dumps(score_message(rubber, checked)).decode()
        the_news().publish(topics, "score", about=rubber.public_id, data=data)

    transaction.on_commit(publish, robust=True)


def announce_event(event: Event) -> None:
    """Notify live listeners on commit that pairings, places or entrants of the event have changed."""
    topic, data = event_topic(event), orjson.dumps({"event": event.public_id}).decode()
    transaction.on_commit(lambda: the_news().publish([topic], "rows", about=ROWS, data=data), robust=True)


def announce_sitting(sitting: Sitting) -> None:
    """Notify live listeners on commit that rows of the sitting have changed."""
    topic, data = sitting_topic(sitting), orjson.dumps({"sitting": sitting.public_id}).decode()
    transaction.on_commit(lambda: the_news().publish([topic], "rows", about=ROWS, data=data), robust=True)


def live_mark(topics: Sequence[str]) -> int | None:
    """Return the position of the latest live update about these topics, or None if it is unknown.

    Call it before reading a page's rows, which then include all updates up to this position.
    """
    return the_news().mark(topics)


def live_addresses(topics: Sequence[str], mark: int | None = None, *, renew: str = RENEW) -> LiveAddresses:
    """Return the URLs at which a page receives live updates about these topics.

    ``mark`` is what ``live_mark`` returned before the rows were read; None sends all stored updates.
    ``renew`` is a path at which the reader is authenticated: the cookies of table links are valid for certain
    paths only.
    """
    ticket = make_ticket(topics)
    query = urlencode({"ticket": ticket, "since": mark or 0})
    again = urlencode({"ticket": ticket})
    lasts = int(GOOD_FOR.total_seconds())
    return LiveAddresses(f"{STREAM}?{query}", f"{POLL}?{query}", f"{renew}?{again}", lasts)


def score_message(rubber: Rubber, checked: CheckedRubber | None = None) -> dict[str, object]:
    """Return the message about a rubber's score that is published to live listeners.

    ``score`` and ``deal`` (the next deal's number) are those of the current game, and null after the rubber's end. An
    unknown ``score`` is null, too.
    """
    now = None
    if rubber.state == Rubber.State.LIVE:
        now = position_of(checked or check_text(rubber.egn, rubber.checks))
    return {
        "rubber": rubber.public_id,
        "event": rubber.event.public_id,
        "version": rubber.version,
        "state": rubber.state,
        "score": None if now is None else now.score,
        "games": (rubber.games_won_a, rubber.games_won_b),
        "deal": None if now is None else now.deal,
    }
