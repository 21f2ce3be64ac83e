"""Tells who watches that a score has changed, when it is stored: scores alone, never a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

import orjson
from django.db import transaction

from ecarte_site.live.news import the_news
from ecarte_site.live.tickets import GOOD_FOR, make_ticket
from matches.models import Event, Rubber, Sitting
from matches.rubbers.build_record import standing
from matches.rubbers.check_text import judged
from scoring.checked import CheckedRubber

STREAM: Final = "/live/stream"
POLL: Final = "/live/poll"
RENEW: Final = "/live/ticket"
ROWS: Final = "rows"


@dataclass(frozen=True, slots=True)
class LiveAddresses:
    """Where a page hears of its topics, by a stream or by polling; both begin after what the page was made of.

    Their ticket lasts for ``lasts`` seconds; ``renew`` is where the page gets the next one.
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
    """Tell how ``rubber`` (event loaded) stands, once the transaction is committed.

    ``checked`` is its judged record where the caller has it. Whoever enters a deal is never kept waiting, nor held up
    by what hears of it.
    """
    transaction.on_commit(lambda: _tell_score(rubber, checked), robust=True)


def announce_event(event: Event) -> None:
    """Tell that rows of the event are others, once the transaction is committed: pairings, places, who is in it."""
    topic, data = event_topic(event), orjson.dumps({"event": event.public_id}).decode()
    transaction.on_commit(lambda: the_news().tell([topic], "rows", about=ROWS, data=data), robust=True)


def announce_sitting(sitting: Sitting) -> None:
    """Tell that rows of the sitting are others, once the transaction is committed."""
    topic, data = sitting_topic(sitting), orjson.dumps({"sitting": sitting.public_id}).decode()
    transaction.on_commit(lambda: the_news().tell([topic], "rows", about=ROWS, data=data), robust=True)


def live_mark(topics: Sequence[str]) -> int | None:
    """How far the news of these topics has come. Ask before the rows are read: they hold all that it tells, then.

    None where nobody knows.
    """
    return the_news().mark(topics)


def live_addresses(topics: Sequence[str], mark: int | None = None, *, renew: str = RENEW) -> LiveAddresses:
    """Return the addresses for a page whose rows were read after ``mark``; None: all that is kept is sent.

    ``renew`` is the path where the page's reader is known again, as the cookies of tables' links have paths.
    """
    ticket = make_ticket(topics)
    query = urlencode({"ticket": ticket, "since": mark or 0})
    again = urlencode({"ticket": ticket})
    lasts = int(GOOD_FOR.total_seconds())
    return LiveAddresses(f"{STREAM}?{query}", f"{POLL}?{query}", f"{renew}?{again}", lasts)


def score_message(rubber: Rubber, checked: CheckedRubber | None = None) -> dict[str, object]:
    """``score`` and ``deal``, the number of the deal to come, are those of the game that is played, null once the
    rubber is over; the score is null, too, where it is not known.
    """
    now = None
    if rubber.state == Rubber.State.LIVE:
        now = standing(checked or judged(rubber.egn, rubber.checks))
    return {
        "rubber": rubber.public_id,
        "event": rubber.event.public_id,
        "version": rubber.version,
        "state": rubber.state,
        "score": None if now is None else now.score,
        "games": (rubber.games_won_a, rubber.games_won_b),
        "deal": None if now is None else now.deal,
    }


def _tell_score(rubber: Rubber, checked: CheckedRubber | None) -> None:
    data = orjson.dumps(score_message(rubber, checked)).decode()
    topics = [rubber_topic(rubber), event_topic(rubber.event)]
    the_news().tell(topics, "score", about=rubber.public_id, data=data)
