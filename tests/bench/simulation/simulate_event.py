"""The command ``simulate_event --players N --seed S``: it plays an event from its entries to its prize list."""

from __future__ import annotations

import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, get_args

from django.core.management.base import BaseCommand, CommandError

from matches.clubs.find_by_name import find_or_make_club
from matches.clubs.players import add_players
from matches.events.document import document_bytes
from matches.exchange.event_files.export import export_bytes
from matches.management.console import require_database
from matches.models import Club, User
from matches.rubbers.open_event import EventNameError
from matches.rules.events.act_errors import EventActError
from matches.rules.events.plan import FEWEST_ENTRANTS, MOST_ENTRANTS, EventPlan
from matches.rules.events.state import EventState
from tests.bench.simulation.event_hands import (
    MemoryHands,
    StoredHands,
    listed_ids,
    made_id,
    simulated_event,
    simulated_names,
)
from tests.bench.simulation.event_play import Format, Simulation, Step, StepKind, simulated_plan

CLUB_NAME: Final = "Simulation"
NAMES_AT_A_TIME: Final = 500
FORMATS: Final[dict[Format, str]] = {
    "swiss": "Swiss",
    "round_robin": "round robin",
    "knockout": "knockout",
    "double_elimination": "double elimination",
    "league": "league",
    "groups_knockout": "groups and knockout",
}
STEP_WORDS: Final[dict[StepKind, str]] = {
    "entered": "{count} players entered",
    "checked_in": "{count} players checked in",
    "entered_late": "{count} player entered late",
    "drawn": "{label}: drawn, {count} rubbers",
    "released": "{label}: released",
    "played": "{label}: {count} rubbers played",
    "withdrawn": "{count} player withdrew",
    "corrected": "{label}: {count} result corrected",
    "completed": "complete: {count} places",
}


def players(text: str) -> int:
    number = int(text)
    if not FEWEST_ENTRANTS <= number <= MOST_ENTRANTS:
        raise ArgumentTypeError(f"between {FEWEST_ENTRANTS} and {MOST_ENTRANTS}")
    return number


class Command(BaseCommand):
    help = "Plays an event through, round by round, and prints how long each step took, and the prize list."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=players, default=32, metavar="N", help="how many (default 32)")
        parser.add_argument("--seed", default="1", metavar="S", help="everything follows from it (default 1)")
        parser.add_argument("--format", choices=get_args(Format), default="swiss", help="default: swiss")
        parser.add_argument("--rounds", type=int, default=0, metavar="R", help="of a Swiss; 0: as needed")
        parser.add_argument("--club", metavar="SLUG", help="whose records it goes into; else a club is made")
        parser.add_argument("--out", type=Path, metavar="FILE", help="write the event's file there")
        parser.add_argument("--no-store", action="store_true", help="play in memory, with no database")

    def handle(self, *args: Any, **options: Any) -> None:
        """Simulate the event. Raises ``CommandError`` if it can't be played, or exists already."""
        began = time.perf_counter()
        plan = simulated_plan(
            options["format"], players=options["players"], rounds=options["rounds"], seed=options["seed"]
        )
        name = (
            f"Simulation: {FORMATS[options['format']]}, {options['players']} players, seed {options['seed']}"
        )
        names = simulated_names(options["players"])
        if options["no_store"]:
            players = {made_id(options["seed"], name): name for name in names}
            memory = MemoryHands(options["seed"], name, players)
            memory.plan(plan)
            self._play(memory, players, options["seed"])
            raw: Callable[[], bytes] = partial(_memory_bytes, memory)
        else:
            stored, players = self._stored(options["club"], name, plan, names, options["seed"])
            self._play(stored, players, options["seed"])
            event = stored.event
            raw = partial(export_bytes, event)
            self.stdout.write(f"Stored: /clubs/{event.club.slug}/events/{event.public_id}/")
        if options["out"] is not None:
            options["out"].write_bytes(raw())
            self.stdout.write(f"Written: {options['out']}")
        self.stdout.write(f"In all {time.perf_counter() - began:.2f} s")

    def _stored(
        self, slug: str | None, name: str, plan: EventPlan, names: list[str], seed: str
    ) -> tuple[StoredHands, dict[str, str]]:
        require_database()
        club = find_or_make_club(CLUB_NAME) if slug is None else Club.objects.filter(slug=slug).first()
        if club is None:
            raise CommandError(f"there is no club {slug!r}")
        by = User.objects.filter(is_superuser=True).order_by("pk").first()
        if by is None:
            raise CommandError("the site has no owner yet; run: python manage.py demo")
        for start in range(0, len(names), NAMES_AT_A_TIME):
            add_players(club, names[start : start + NAMES_AT_A_TIME], by=by)
        try:
            stored = simulated_event(club, name, plan, by=by, seed=seed)
        except EventNameError as error:
            raise CommandError(f"{error} ({name})") from error
        return stored, dict(zip(listed_ids(club, names), names, strict=True))

    def _play(self, hands: MemoryHands | StoredHands, names: Mapping[str, str], seed: str) -> None:
        last = time.perf_counter()
        try:
            for step in Simulation(hands, list(names), seed).steps():
                now = time.perf_counter()
                self.stdout.write(f"{_step_line(step)} ({now - last:.2f} s)")
                last = now
        except EventActError as error:
            raise CommandError(f"it can't go on: {error.code} {' '.join(map(str, error.params))}") from error
        for line in _prize_list(hands.state, names):
            self.stdout.write(line)


def _memory_bytes(memory: MemoryHands) -> bytes:
    return document_bytes(memory.document)


def _step_line(step: Step) -> str:
    label = f"Round {step.label}" if step.label.isdecimal() else step.label
    return STEP_WORDS[step.kind].format(count=step.count, label=label)


def _prize_list(state: EventState, names: Mapping[str, str]) -> Iterator[str]:
    yield "Prize list"
    for player, place in sorted(state.places.items(), key=lambda each: (each[1], names[each[0]])):
        yield f"{place:4}. {names[player]}"
