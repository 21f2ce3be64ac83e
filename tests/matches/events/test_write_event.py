from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.events.event_state import EventLog
from matches.events.results import WrittenResult
from matches.events.stored_rows import recalled_rows, stored_rows
from matches.events.write_event import write_event
from matches.events.write_standings import write_standings
from matches.models import Event, Pairing, Player, Round, Rubber, Standing
from matches.privacy.merge import merge_players
from matches.rubbers.open_event import open_event_by_hand
from matches.rules.events.plan import StageKind, StagePlan
from matches.rules.events.rows import expected_rows
from matches.rules.events.state import Result
from tests.matches.events.event_hands import enter_result, planned, playing
from tests.matches.rubbers.hands import differences, make_hands
from tests.matches.rules.events.random_events import play_event

QUERIES = 15
pytestmark = pytest.mark.django_db


@pytest.mark.core
@pytest.mark.parametrize("kind", ["knockout", "double_elimination", "round_robin", "swiss", "league"])
def test_rows_follow_every_step_of_an_event(kind: StageKind) -> None:
    more: dict[str, Any] = {"first_due": "2026-11-01"} if kind == "league" else {}
    event_hands = planned(StagePlan(kind=kind, **more), size=5)
    assert event_hands.is_stored()

    for _ in range(8):
        stage = event_hands.state.stages[0]
        if stage.phase == "complete":
            break
        if not stage.rounds or (kind == "swiss" and stage.rounds[-1].is_complete):
            event_hands.draw()
            assert event_hands.is_stored()
        for round_ in event_hands.state.stages[0].rounds:
            if not round_.is_released and (
                kind not in ("knockout", "double_elimination") or round_.number == 1
            ):
                event_hands.release(number=round_.number)
                assert event_hands.is_stored()
        for round_ in event_hands.state.stages[0].rounds:
            event_hands.play(number=round_.number)
            assert event_hands.is_stored()
    assert event_hands.state.stages[0].phase == "complete"
    event_hands.record("completed")
    assert event_hands.is_stored()
    assert Event.objects.get().phase == "complete"


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 12))]
)
def test_rows_follow_events_at_random(seed: int) -> None:
    """The rows are written from one state to another, several acts away, and back to the first."""
    simulation = play_event(seed)
    hands = make_hands()
    entered = {entry.player for step in simulation.steps for entry in step.after.entries}
    Player.objects.bulk_create(Player(club=hands.club, name=each, public_id=each) for each in sorted(entered))
    event = open_event_by_hand(hands.club, "Autumn Cup", act=hands.act())
    results = {result.rubber: result for result in simulation.log.results}
    Rubber.objects.bulk_create(_rubber(event, result) for result in results.values())
    by_key = {result.order: result for result in results.values()}
    states = [step.after for step in simulation.steps]

    for state in (*states[::4], states[-1], states[len(states) // 2], states[0]):
        row = Event.objects.get(pk=event.pk)
        write_event(row, EventLog((), state.facts, tuple(results.values())), state)

        assert stored_rows(Event.objects.get(pk=event.pk), by_key).rows == expected_rows(state)


def _rubber(event: Event, result: Result) -> Rubber:
    players = [Player.objects.get(public_id=player) for player in (result.a, result.b)]
    now = timezone.now()
    return Rubber(
        pk=result.order,
        public_id=result.rubber,
        identity=result.rubber,
        club=event.club,
        event=event,
        player_a=players[0],
        player_b=players[1],
        depth="result",
        state="confirmed",
        entered_at=now,
        changed_at=now,
    )


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_what_another_process_wrote_is_read_again() -> None:
    event_hands = playing("round_robin")
    event_hands.win((1, 1, 1))
    row = Event.objects.get()
    with transaction.atomic():
        assert recalled_rows(row) is not None
    # Simulate a write by another process, up to the same entry.
    Standing.objects.filter(position=1).delete()
    Event.objects.update(standings_position=row.standings_position - 1, rows_key="elsewhere")
    assert recalled_rows(Event.objects.get()) is None
    write_standings(row.pk)
    assert event_hands.is_stored()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("mended", ["by a merge", "by a rebuild"])
def test_rows_that_were_mended_elsewhere_are_read_again(mended: str) -> None:
    """Standings are at the same log entry as before, but the changed rows are not mistaken for the cached ones."""
    event_hands = playing("knockout")
    event_hands.win((1, 1, 1))
    remembered = Event.objects.get().rows_key
    assert recalled_rows(Event.objects.get()) is not None
    if mended == "by a merge":
        merge_players(event_hands.hands.a, event_hands.players[0], by=None)
    else:
        Pairing.objects.filter(round__number=2).delete()
        Round.objects.filter(number=2).delete()
        differences(write=True)
    write_standings(event_hands.event.pk)

    row = Event.objects.get()
    assert (row.standings_position == row.log_position, row.rows_key != remembered) == (True, True)
    event_hands.win((1, 1, 2))
    assert event_hands.is_stored()


@pytest.mark.core
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_nothing_is_remembered_of_what_was_rolled_back() -> None:
    event_hands = planned(StagePlan(kind="knockout"))
    before = recalled_rows(Event.objects.get())
    with transaction.atomic():
        event_hands.draw()
        transaction.set_rollback(True)
    assert recalled_rows(Event.objects.get()) == before
    event_hands.draw()
    assert event_hands.is_stored()


@pytest.mark.core
def test_seeds_are_exchanged() -> None:
    event_hands = planned(StagePlan(kind="knockout"), size=5)
    ids = [player.public_id for player in event_hands.players]
    for order in (ids, ids[::-1], [*ids[1:], ids[0]], ids[:2]):
        event_hands.record("seeded", order=order)
        assert event_hands.is_stored()


@pytest.mark.parametrize(("size", "rounds"), [(8, 1), (40, 3)])
def test_queries_do_not_grow_with_the_event(size: int, rounds: int) -> None:
    event_hands = playing("swiss", size=size, rounds=rounds)
    event_hands.win((1, 1, 1))
    enter_result(
        event_hands.event,
        (1, 1, 2),
        WrittenResult(games_won=(2, 0)),
        authority="final",
        act=event_hands.act(),
    )
    with CaptureQueriesContext(connection) as queries:
        write_standings(event_hands.event.pk)
    # Savepoint, its release, event, new log entries, rubbers, five of rows; two updates of two each.
    assert len(queries) == QUERIES
