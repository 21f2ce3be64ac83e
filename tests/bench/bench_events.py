"""Standings after one result of a large event, on PostgreSQL: log and rubbers read, everything derived, rows
written.

The event is a Swiss of 500 players in its last round. What is measured is the worker's task after a result:
in a process that has written the event before ("warm"), and as the first work of a new one ("cold"). At the
end `simulate_event` plays a larger event.
"""

from __future__ import annotations

import io
import os
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from tests.bench import Figure, seconds_of, show
from tests.bench.bench_import import django_services
from tests.support.processes import python_output

if TYPE_CHECKING:
    from matches.models import Club, Event, User
    from matches.rules.events.state import PairingState

PLAYERS: Final = 500
ROUNDS: Final = 9
SIMULATED: Final = 512
LAST: Final = 25
COLD: Final = 5


def main() -> list[Figure]:
    with django_services():
        return show(_measured())


def _measured() -> Iterator[Figure]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from matches.events.write_standings import write_standings
    from matches.models import Club, User

    club = Club.objects.create(slug="portland", name="Portland")
    director = User.objects.create_user("director@portland.example")
    event = _planned(club, director)
    draws = []
    for number in range(1, ROUNDS + 1):
        draws.append(_drawn(event, director, number))
        pairings = [pairing for pairing in _pairings(event, number) if pairing.is_undecided]
        last = pairings[-LAST:] if number == ROUNDS else []
        _enter(event, director, number, [each for each in pairings if each not in last])
        write_standings(event.pk)
    warm = []
    for pairing in last[COLD:]:
        _enter(event, director, ROUNDS, [pairing])
        warm.append(seconds_of(lambda: write_standings(event.pk)))
    cold = []
    for pairing in last[:COLD]:
        _enter(event, director, ROUNDS, [pairing])
        cold.append(_in_new_process(event.pk))
    _enter(event, director, ROUNDS + 1, last[:1])
    with CaptureQueriesContext(connection) as queries:
        write_standings(event.pk)
    name = f"standings after one result, {PLAYERS} players after {ROUNDS} Swiss rounds"
    yield Figure(f"{name}, warm, median of {len(warm)}", 1_000 * statistics.median(warm), "ms", budget=50.0)
    yield Figure(f"{name}, warm, slowest", 1_000 * max(warm), "ms")
    yield Figure(f"{name}, cold, median of {COLD}", 1_000 * statistics.median(cold), "ms")
    yield Figure("queries that they take, warm", float(len(queries)), "queries")
    yield Figure(
        f"draw of a round of {PLAYERS} with all that is stored, slowest", max(draws), "s", budget=3.0
    )
    yield Figure(
        f"simulate_event: {SIMULATED} players, {ROUNDS} Swiss rounds, from entry to prize list, all stored",
        _simulated(director),
        "s",
    )


def _simulated(owner: User) -> float:
    from django.core.management import call_command

    from tests.bench.simulation.simulate_event import Command

    owner.is_superuser = True
    owner.save()
    output = io.StringIO()
    options = {"players": SIMULATED, "rounds": ROUNDS, "seed": "1", "stdout": output}
    seconds = seconds_of(lambda: call_command(Command(), **options))
    assert f"complete: {SIMULATED} places" in output.getvalue()
    return seconds


def _in_new_process(event: int) -> float:
    return float(python_output(os.environ, "-m", "tests.bench.bench_events", str(event)))


def first_standings(event: int) -> float:
    import django

    django.setup()
    from django.db import connection

    from matches.events.write_standings import write_standings

    connection.ensure_connection()
    started = time.perf_counter()
    assert write_standings(event)
    return time.perf_counter() - started


def _planned(club: Club, director: User) -> Event:
    from matches.common.commands import CommandContext
    from matches.events.plan_event import plan_event
    from matches.models import Player
    from matches.rules.events.plan import EventPlan, RubberRules, StagePlan

    players = Player.objects.bulk_create(Player(club=club, name=f"Player {each}") for each in range(PLAYERS))
    plan = EventPlan(
        stages=(StagePlan(kind="swiss", rounds=ROUNDS),), rules=RubberRules(best_of=1), lot_seed="bench"
    )
    return plan_event(club, "Grand Prix", plan, players, act=CommandContext(by=director, key="plan"))


def _drawn(event: Event, director: User, number: int) -> float:
    from matches.common.commands import CommandContext
    from matches.events.draw import make_draw
    from matches.events.record_facts import record_fact
    from matches.models import DrawRequest

    request = DrawRequest.objects.create(event=event, stage=1, by=director, key=f"draw {number}")
    seconds = seconds_of(lambda: make_draw(request.pk))
    released = {"stage": 1, "round": number}
    record_fact(event, "released", released, act=CommandContext(by=director, key=f"release {number}"))
    return seconds


def _pairings(event: Event, number: int) -> Sequence[PairingState]:
    from matches.events.event_state import event_state

    return event_state(event).stages[0].rounds[number - 1].pairings


def _enter(event: Event, director: User, number: int, pairings: Sequence[PairingState]) -> None:
    """Enter results of a round, won by A or B by the pairing's number, in one transaction."""
    from django.db import transaction
    from django.utils import timezone

    from matches.common.directory import Directory
    from matches.common.log import RUBBER_ENTERED, Entry, RubberBegun, append_entries
    from matches.models.ids import new_public_id
    from matches.rubbers.record_from_input import result_record, tags_of
    from matches.rubbers.text import stored_record
    from matches.rubbers.transition import apply_entries
    from scoring.record import Rules

    entries = []
    for pairing in pairings:
        tags = tags_of(("A", "B"), Rules(best_of=1), date="2026.11.21", round_label=str(number))
        points = (5, pairing.number % 5) if pairing.number % 3 else (pairing.number % 5, 5)
        stored = stored_record(
            result_record(tags, games=[points]), event_name=event.name, club_name=event.club.name
        )
        public_id = new_public_id()
        payload: RubberBegun = {
            "identity": public_id,
            "event": event.public_id,
            "a": pairing.a or "",
            "b": pairing.b or "",
            "egn": stored.egn,
        }
        at = timezone.now()
        entries.append(
            Entry(event.club_id, RUBBER_ENTERED, public_id, 1, payload, at, public_id, director.pk)
        )
    with transaction.atomic():
        apply_entries(entries, append_entries(entries), directory=Directory())


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(first_standings(int(sys.argv[1])))
    else:
        main()
