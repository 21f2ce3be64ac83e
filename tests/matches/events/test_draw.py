from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from matches.events import draw as draw_events
from matches.events.draw import MOST_ATTEMPTS, DrawClaim, draws_to_make, make_draw, problem_of, request_draw
from matches.events.errors import DrawUnderWayError, StaleEventError
from matches.events.record_facts import locked_row
from matches.models import DrawRequest, Event, LogEntry, Round
from matches.operations.sweep import sweep
from matches.rules.events.act_errors import EventActError
from matches.rules.events.draw import draw_next
from matches.rules.events.plan import StagePlan
from tests.matches.common.together import begin, pool, run_behind
from tests.matches.events.event_hands import EventHands, planned, playing

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]


@pytest.fixture
def event_hands() -> EventHands:
    """Return a Swiss of eight, not drawn yet."""
    return planned(StagePlan(kind="swiss", rounds=3), size=8)


@pytest.fixture
def large(event_hands: EventHands, monkeypatch: pytest.MonkeyPatch) -> EventHands:
    """Return the event with the limit lowered, so that eight players are too many for an immediate draw."""
    monkeypatch.setattr(draw_events, "DRAWN_AT_ONCE", 7)
    return event_hands


def draws() -> int:
    return LogEntry.objects.filter(kind="event.drawn").count()


def test_small_field_is_drawn_at_once_and_once(event_hands: EventHands) -> None:
    act = event_hands.act("first round")
    requests = [request_draw(event_hands.event, 1, act=act) for _ in range(2)]
    assert requests[0] == requests[1]
    assert requests[0].finished_at is not None
    assert (draws(), Round.objects.count()) == (1, 1)
    assert LogEntry.objects.get(kind="event.drawn").reason == "first round"
    assert event_hands.is_stored()


def test_refused_draw_leaves_nothing(event_hands: EventHands) -> None:
    event_hands.draw()
    with pytest.raises(EventActError, match="draft_waiting"):
        request_draw(event_hands.event, 1, act=event_hands.act())
    assert DrawRequest.objects.count() == 1


def test_large_field_is_left_to_the_worker(large: EventHands) -> None:
    act = large.act("first round")
    requests = [request_draw(large.event, 1, act=act) for _ in range(2)]
    assert requests[0] == requests[1]
    assert (requests[0].finished_at, draws(), sweep().draws) == (None, 0, 1)

    assert [make_draw(requests[0].pk) for _ in range(2)] == [True, False]

    request = DrawRequest.objects.get()
    assert request.finished_at is not None
    assert (request.problem, request.done) == ("", request.total)
    entry = LogEntry.objects.get(kind="event.drawn")
    assert (entry.by, entry.reason, entry.key) == (large.hands.director, "first round", request.key)
    assert sweep().draws == 0
    assert large.is_stored()


def test_large_field_that_may_not_be_drawn_is_refused_when_asked(large: EventHands) -> None:
    make_draw(request_draw(large.event, 1, act=large.act()).pk)
    with pytest.raises(EventActError, match="draft_waiting"):
        request_draw(large.event, 1, act=large.act())


def test_one_draw_of_an_event_at_a_time(large: EventHands) -> None:
    request = request_draw(large.event, 1, act=large.act())
    with pytest.raises(DrawUnderWayError) as error:
        request_draw(large.event, 1, act=large.act())
    assert error.value.request == request


def test_draw_asked_for_on_what_was_seen_before_is_refused(event_hands: EventHands) -> None:
    seen = Event.objects.get().version
    event_hands.record("entry_removed", player=event_hands.players[0].public_id)
    with pytest.raises(StaleEventError):
        request_draw(event_hands.event, 1, act=event_hands.act(version=seen))
    assert DrawRequest.objects.count() == 0


def test_what_keeps_a_worker_from_drawing_is_told(large: EventHands) -> None:
    request = request_draw(large.event, 1, act=large.act())
    for player in large.players[:7]:
        large.record("entry_removed", player=player.public_id)
    assert make_draw(request.pk)
    request.refresh_from_db()
    assert problem_of(request) == ("too_few_players", 1, 1, 2)
    assert request.finished_at is not None


def test_killed_workers_draw_is_taken_over(large: EventHands) -> None:
    request = request_draw(large.event, 1, act=large.act())
    killed = DrawClaim(request.pk)
    assert killed.take()
    assert (make_draw(request.pk), list(draws_to_make())) == (False, [])
    DrawRequest.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    assert list(draws_to_make()) == [request]
    assert make_draw(request.pk)
    assert draws() == 1
    assert not killed.finish()


def test_draw_that_kills_its_workers_is_given_up(large: EventHands) -> None:
    request = request_draw(large.event, 1, act=large.act())
    for _ in range(MOST_ATTEMPTS):
        assert DrawClaim(request.pk).take()
        DrawRequest.objects.update(claimed_until=None)
    assert make_draw(request.pk)
    request.refresh_from_db()
    assert problem_of(request) == ("draw_given_up",)
    assert draws() == 0


def test_worker_that_lost_its_claim_appends_nothing(
    large: EventHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = request_draw(large.event, 1, act=large.act())

    def taken_over_meanwhile(*args: Any, **kwargs: Any) -> Any:
        DrawRequest.objects.update(claimed_until=timezone.now() + timedelta(seconds=9))
        return draw_next(*args, **kwargs)

    monkeypatch.setattr(draw_events, "draw_next", taken_over_meanwhile)
    assert not make_draw(request.pk)
    assert draws() == 0


def test_draw_is_worked_out_again_where_something_changed_meanwhile(
    large: EventHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = request_draw(large.event, 1, act=large.act())
    left = [player.public_id for player in large.players[6:]]

    def with_a_change(*args: Any, **kwargs: Any) -> Any:
        drawn = draw_next(*args, **kwargs)
        if left:
            large.record("entry_removed", player=left.pop())
        return drawn

    monkeypatch.setattr(draw_events, "draw_next", with_a_change)
    assert make_draw(request.pk)
    assert len(large.pairings()) == 3
    assert large.is_stored()


def test_draw_goes_on_while_results_are_missing() -> None:
    event_hands = playing("swiss", size=4, rounds=3)
    event_hands.win((1, 1, 1))
    event_hands.draw()
    assert [round_.undecided_when_drawn for round_ in event_hands.state.stages[0].rounds] == [0, 1]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_directors_who_draw_at_once_one_is_refused(event_hands: EventHands) -> None:
    acts = [event_hands.act(), event_hands.act()]
    calls = [partial(request_draw, event_hands.event, 1, act=act) for act in acts]
    refused = [call.exception() for call in run_behind(partial(locked_row, event_hands.event), *calls)]
    assert sorted(str(error and error.args) for error in refused) == ["('draft_waiting', 1, 1)", "None"]
    assert (draws(), DrawRequest.objects.count()) == (1, 1)
    assert event_hands.is_stored()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_same_draw_asked_for_twice_at_once_is_one(event_hands: EventHands) -> None:
    act = event_hands.act(version=Event.objects.get().version)
    calls = [partial(request_draw, event_hands.event, 1, act=act)] * 2
    requests = [call.result() for call in run_behind(partial(locked_row, event_hands.event), *calls)]
    assert requests[0] == requests[1]
    assert (draws(), DrawRequest.objects.count()) == (1, 1)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_draw_goes_on_after_the_database_has_gone_away(
    large: EventHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = request_draw(large.event, 1, act=large.act())

    def cut_off(*args: Any, **kwargs: Any) -> Any:
        with pool() as threads, connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (backend,) = cursor.fetchone()
            assert begin(threads, partial(_end_backend, backend)).result()
        return draw_next(*args, **kwargs)

    with monkeypatch.context() as patched:
        patched.setattr(draw_events, "draw_next", cut_off)
        with pytest.raises(OperationalError):
            make_draw(request.pk)

    assert list(draws_to_make()) == [request]
    assert make_draw(request.pk)
    assert draws() == 1
    assert large.is_stored()


def _end_backend(backend: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [backend])
        return bool(cursor.fetchone()[0])


@pytest.mark.postgres
def test_draw_that_takes_the_database_too_long_every_time_is_given_up(
    large: EventHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = request_draw(large.event, 1, act=large.act())
    ended: list[OperationalError] = []

    def too_slow(*args: Any, **kwargs: Any) -> Any:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = '10ms'")
            cursor.execute("SELECT pg_sleep(5)")

    monkeypatch.setattr(draw_events, "draw_next", too_slow)
    while draws_to_make().exists() and len(ended) <= MOST_ATTEMPTS:
        try:
            make_draw(request.pk)
        except OperationalError as error:
            ended.append(error)

    request.refresh_from_db()
    assert len(ended) == MOST_ATTEMPTS
    assert problem_of(request) == ("draw_given_up",)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_task_that_is_delivered_twice_at_once_draws_once(large: EventHands) -> None:
    request = request_draw(large.event, 1, act=large.act())
    made = run_behind(partial(locked_row, large.event), *[partial(make_draw, request.pk)] * 2)
    assert sorted(call.result() for call in made) == [False, True]
    assert draws() == 1
    assert large.is_stored()
