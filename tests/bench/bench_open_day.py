"""An open day: 64 tables enter deals by their links, 500 people watch, visitors open pages, programs use the
API.

All parts of the service run as docker-compose.yml runs them. A table enters a deal every four seconds, some
twenty times as fast as people deal. Tables, visitors and watchers run on the same cores as the service, and
their share is reported.

Then two such days run at once, four, and so on, until 5 in 100 of some kind of request take longer than half
a second or anything fails; the fullest resource is then reported. If one day is too much, tables deal half as
fast, and so on.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from ecarte_site.setup.environment import PROJECT
from tests.bench import Figure, show
from tests.bench.bench_import import services
from tests.bench.open_day.composition import running
from tests.bench.open_day.day import (
    MOST_MILLISECONDS,
    Day,
    Size,
    bounds,
    find_limit,
    find_pace,
    hold,
    is_too_large,
    percent,
)
from tests.bench.open_day.usage import Usage

SHARES: Final = (50, 95, 99)
RAMP_SECONDS: Final = 30.0
SETTINGS: Final = "tests.bench.collected_settings"
BUDGETS: Final[Mapping[tuple[str, int], float]] = {("a deal told", 95): 100.0}
WORST_SHOWN: Final = 5


def main() -> list[Figure]:
    day = Size(seconds=float(os.environ.get("OPEN_DAY_SECONDS", "60")))
    with services() as environment, tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        variables = {**environment, "STATIC_FOLDER": str(folder / "static")}
        collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"]
        subprocess.run(
            collect, cwd=PROJECT, env={**variables, "DJANGO_SETTINGS_MODULE": SETTINGS}, check=True
        )
        with running(variables, folder, settings=SETTINGS) as site:

            def hold_day(size: Size) -> Day:
                played_day = hold(site, variables, size, folder)
                _say(played_day)
                return played_day

            first = hold_day(day)
            ramp = replace(day, seconds=RAMP_SECONDS)
            days = find_limit(lambda clubs: hold_day(replace(ramp, clubs=clubs)), first)
            slower = find_pace(lambda seconds: hold_day(replace(ramp, pace_seconds=seconds)), first)
    figures = [*_of_day(first), *_of_limit(days), *_of_pace(slower)]
    return show(figures)


def _say(day: Day) -> None:
    """Print the errors and the course of a day to stderr, for the person who waits for the run."""
    for error in day.errors[:WORST_SHOWN]:
        print(error, file=sys.stderr)
    kind, milliseconds = day.slowest
    print(
        f"{day.size.clubs} at once, a deal every {day.size.pace_seconds:g} s at each table: "
        f"{kind}, 95 in 100 within {milliseconds:.0f} ms; {day.wrong} wrong",
        flush=True,
    )


def _of_day(day: Day) -> Iterator[Figure]:
    usage = day.usage
    for kind, milliseconds in sorted(day.milliseconds.items()):
        for share in SHARES:
            name = f"{kind}, {share} in 100 within"
            yield Figure(name, day.within(kind, share), "ms", budget=BUDGETS.get((kind, share)))
        yield Figure(f"{kind}, how many", len(milliseconds) / usage.seconds, "requests/s")
    for share in SHARES:
        within = 1000 * percent(day.delays, share)
        yield Figure(f"from the tap to the watcher, {share} in 100 within", within, "ms")
    yield Figure(
        "errors, streams that broke off, and scores that a watcher missed", float(day.wrong), "in all"
    )
    for part, seconds in _most(usage):
        yield Figure(f"{part}: share of a core", 100 * seconds / usage.seconds, "%")
    for part, mib in usage.mib.items():
        yield Figure(f"{part}: memory", mib, "MiB")
    yield Figure("sessions of the database at most", float(usage.sessions), "sessions")
    yield Figure("commands of Redis", usage.commands / usage.seconds, "commands/s")
    yield Figure(
        "the database's log, a deal with all else", 1024 * usage.written_mib / (day.deals or 1), "KiB"
    )


def _of_limit(days: list[Day]) -> Iterator[Figure]:
    for day in sorted(days, key=lambda each: each.size.clubs):
        what = f"{day.size.clubs} at once"
        yield from _of_held(what, day)
        yield Figure(f"{what}: of these, by those who ask and watch", _of_the_people(day), "cores")
    most_clubs = max((day.size.clubs for day in days if not is_too_large(day)), default=0)
    yield Figure(
        f"open days at once within {MOST_MILLISECONDS:.0f} ms and without an error", float(most_clubs), "days"
    )
    failed = [day for day in days if is_too_large(day)]
    if failed:
        yield from _of_bounds(min(failed, key=lambda day: day.size.clubs))


def _of_pace(days: list[Day]) -> Iterator[Figure]:
    for day in days:
        yield from _of_held(f"one, a deal every {day.size.pace_seconds:g} s at each table", day)


def _of_held(what: str, day: Day) -> Iterator[Figure]:
    kind, milliseconds = day.slowest
    yield Figure(f"{what}: the slowest kind ({kind}), 95 in 100 within", milliseconds, "ms")
    yield Figure(f"{what}: a deal told, 95 in 100 within", day.within("a deal told", 95), "ms")
    yield Figure(f"{what}: requests", _requests(day), "requests/s")
    yield Figure(f"{what}: wrong", float(day.wrong), "in all")
    yield Figure(f"{what}: cores at work", day.usage.busy, "cores")


def _of_bounds(day: Day) -> Iterator[Figure]:
    """Yield the usage of each resource in the smallest day that was too large, the limiting one first."""
    what, usage = f"too much, {day.size.clubs} at once", day.usage
    for bound in bounds(day):
        yield Figure(f"{what}: in use of {bound.name}", 100 * bound.share, "%")
    for part, seconds in _most(usage):
        yield Figure(f"{what}: {part}, share of a core", 100 * seconds / usage.seconds, "%")
    yield Figure(f"{what}: connections that waited for a thread of the web", float(usage.waiting), "at most")
    yield Figure(f"{what}: sessions of the database that waited for a lock", float(usage.locked), "at most")


def _most(usage: Usage) -> list[tuple[str, float]]:
    return sorted(usage.processor.items(), key=lambda each: -each[1])


def _of_the_people(day: Day) -> float:
    return day.usage.cores("people") + day.usage.cores("watchers")


def _requests(day: Day) -> float:
    return sum(map(len, day.milliseconds.values())) / day.usage.seconds


if __name__ == "__main__":
    main()
