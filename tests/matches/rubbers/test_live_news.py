"""A stored rubber publishes its score to its watchers, and never a card."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Any

import orjson
import pytest
from django.db import transaction
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from ecarte_site.live.store import the_news
from matches.events.write_standings import write_standings
from matches.models import Rubber
from matches.rubbers.change_rubbers import close_rubber, record_deal, undo_deal
from matches.rubbers.live_news import event_topic, live_mark, rubber_topic, score_message
from scoring.notation import read_one, write_deal
from tests.factories.clubs import make_club
from tests.matches.events.event_hands import playing
from tests.matches.pages.records import import_text, text
from tests.matches.rubbers.hands import DEALS, Hands

pytestmark = [pytest.mark.django_db, pytest.mark.core]

EVENING = Path(__file__).parents[2] / "data" / "samples" / "evening.egn"
CARD = re.compile(r"[SHDC](?:[KQJAT987])(?![A-Za-z0-9])")


def heard(topic: str, *, since: int = 0) -> list[tuple[str, dict[str, Any]]]:
    return [(item.kind, orjson.loads(item.data)) for item in the_news().since([topic], since)[1]]


def last(topic: str) -> dict[str, Any]:
    return [data for kind, data in heard(topic) if kind == "score"][-1]


def test_deal_is_told_to_who_watches_rubber_or_event(
    hands: Hands, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    rubber = hands.open()
    with django_capture_on_commit_callbacks(execute=True):
        record_deal(rubber, "A S =B5 (0-2)", act=hands.act())
    news = {
        "rubber": rubber.public_id,
        "event": rubber.event.public_id,
        "version": 2,
        "state": "live",
        "score": [0, 2],
        "games": [0, 0],
        "deal": 2,
    }
    assert last(rubber_topic(rubber)) == last(event_topic(rubber.event)) == news


def test_score_follows_games_taking_back_and_the_end(
    hands: Hands, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        rubber = hands.open(deals=DEALS)
    topic = rubber_topic(rubber)
    # The game is over: the next is at love all.
    assert (last(topic)["score"], last(topic)["games"], last(topic)["deal"]) == ([0, 0], [0, 1], 1)
    with django_capture_on_commit_callbacks(execute=True):
        rubber = undo_deal(rubber, act=hands.act())
    assert (last(topic)["score"], last(topic)["games"], last(topic)["deal"]) == ([0, 2], [0, 0], 2)
    with django_capture_on_commit_callbacks(execute=True):
        rubber = record_deal(rubber, DEALS[1], act=hands.act())
        close_rubber(rubber, authority="A", act=hands.act())
    assert (last(topic)["state"], last(topic)["score"], last(topic)["games"]) == ("reported", None, [0, 1])


def test_nothing_is_told_of_what_is_not_stored(hands: Hands) -> None:
    rubber = hands.open()
    before = live_mark([rubber_topic(rubber)])
    with contextlib.suppress(ZeroDivisionError), transaction.atomic():
        record_deal(rubber, DEALS[0], act=hands.act())
        raise ZeroDivisionError
    assert live_mark([rubber_topic(rubber)]) == before


def test_telling_asks_the_database_nothing(
    hands: Hands,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    rubber = hands.open()
    with django_capture_on_commit_callbacks() as callbacks:
        record_deal(rubber, DEALS[0], act=hands.act())
    with django_assert_num_queries(0):
        for callback in callbacks:
            callback()
    assert last(rubber_topic(rubber))["score"] == [0, 2]


def test_result_in_a_planned_event_tells_that_its_rows_are_others(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    event_hands = playing("swiss", rounds=3)
    topic = event_topic(event_hands.event)
    before = live_mark([topic]) or 0
    with django_capture_on_commit_callbacks(execute=True):
        event_hands.win((1, 1, 1))
    assert ("rows", {"event": event_hands.event.public_id}) in heard(topic, since=before)
    after = live_mark([topic]) or 0
    with django_capture_on_commit_callbacks(execute=True):
        # Nothing has changed since.
        write_standings(event_hands.event.pk)
    assert heard(topic, since=after) == []


def test_import_tells_of_no_rubber(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        stored = import_text(make_club(), text(), text("Clay", "Grey"))
    assert stored
    assert [heard(rubber_topic(rubber)) for rubber in stored] == [[] for _ in stored]


def test_redis_that_is_away_hinders_no_entry(
    hands: Hands, settings: Any, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    rubber = hands.open()
    with django_capture_on_commit_callbacks(execute=True):
        record_deal(rubber, DEALS[0], act=hands.act())
    assert Rubber.objects.get(pk=rubber.pk).version == 2


def test_no_message_of_a_rubber_that_is_played_card_by_card_names_a_card(
    hands: Hands, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    record = read_one(EVENING.read_text(encoding="utf-8").split("\n\n[EGN")[0])
    with django_capture_on_commit_callbacks(execute=True):
        rubber = hands.open()
    for deal in record.games[1].deals:
        line = write_deal(deal)
        assert CARD.search(line)
        with django_capture_on_commit_callbacks(execute=True):
            rubber = record_deal(rubber, line, act=hands.act())
        for topic in (rubber_topic(rubber), event_topic(rubber.event)):
            for _kind, data in heard(topic):
                assert set(data) <= {*score_message(rubber)}
                assert not CARD.search(orjson.dumps({**data, "rubber": "", "event": ""}).decode())
