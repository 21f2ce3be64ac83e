"""An evening at the score pads: 64 tables enter deals by their links, 500 people watch the room.

A table enters a deal every four seconds, some twenty times as fast as people deal, and each deal is followed
by a look of the opponent's phone. Beside it: a request for which nothing is done, under the same load.
"""

from __future__ import annotations

import contextlib
import html
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import django

from ecarte_site.setup.environment import PROJECT
from tests.bench import Figure, mib_of, show
from tests.bench.bench_import import services
from tests.bench.open_day.usage import processor_seconds
from tests.bench.scoring_tables import Measured, score
from tests.bench.watchers import delays_of
from tests.support.loops import in_a_loop
from tests.support.processes import free_port, python_output, running_program, stop, web_command

TABLES = 64
WATCHERS = 500
SECONDS = 60.0
PACE_SECONDS = 4.0
EVENING = "Autumn Cup"
SIDES = ("Orford", "Baldwin")
CODE = re.compile(r'<code class="groups">([^<]+)</code>')
STREAM = re.compile(r'data-stream="([^"]+)"')


@dataclass(frozen=True)
class Evening:
    """The results of an evening.

    ``delays``: seconds from the sending of a deal until a watcher received it, for all watchers. ``unheard``: deals
    that some watcher did not receive, in their own or any later version. ``broken``: streams that were cut.
    """

    measured: Measured
    delays: list[float]
    unheard: int
    broken: int
    live_mib: float
    live_processor_seconds: float
    web_processor_seconds: float


def main() -> list[Figure]:
    with services() as environment:
        evening = play(
            environment, tables=TABLES, watchers=WATCHERS, seconds=SECONDS, pace_seconds=PACE_SECONDS
        )
    measured = evening.measured
    for error in measured.errors[:5]:
        print(error, file=sys.stderr)
    what = f"of {TABLES} tables before {WATCHERS} watchers"
    figures = [
        Figure(f"an entry {what}, half of them within", percent_within(measured.entries, 50), "ms"),
        Figure("an entry, 95 in 100 within", percent_within(measured.entries, 95), "ms", budget=100.0),
        Figure("an entry, the longest", 1000 * max(measured.entries), "ms"),
        Figure(
            "a request for nothing at the same time, 95 in 100 within",
            percent_within(measured.health, 95),
            "ms",
        ),
        Figure("entries", len(measured.entries) / SECONDS, "deals/s"),
        Figure("errors, streams that broke off, and scores that a watcher missed", _wrong(evening), "in all"),
        Figure(
            "from the tap to the watcher, 95 in 100 within",
            percent_within(evening.delays, 95),
            "ms",
            budget=1000.0,
        ),
        Figure("processor time of a deal and a look", _web_milliseconds(evening), "ms"),
        Figure(f"memory of the process with {WATCHERS} streams", evening.live_mib, "MiB"),
        Figure("its share of a core", 100 * evening.live_processor_seconds / SECONDS, "%"),
    ]
    return show(figures)


def percent_within(seconds: Sequence[float], share: int) -> float:
    """Return the milliseconds within which ``share`` of a hundred are."""
    return 1000 * statistics.quantiles(seconds, n=100)[share - 1]


def _web_milliseconds(evening: Evening) -> float:
    return 1000 * evening.web_processor_seconds / len(evening.measured.entries)


def _wrong(evening: Evening) -> float:
    return float(len(evening.measured.errors) + evening.broken + evening.unheard)


def play(
    environment: Mapping[str, str], *, tables: int, watchers: int, seconds: float, pace_seconds: float
) -> Evening:
    web, live = free_port(), free_port()
    variables = {
        **environment,
        "SITE_URL": f"http://127.0.0.1:{web}",
        "ALLOWED_HOSTS": "127.0.0.1",
        "DJANGO_SETTINGS_MODULE": "ecarte_site.settings",
    }
    measured = Measured()
    with contextlib.ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        links, address = _opened(variables, tables, place)
        serving = [*web_command(web), "--log-level=warning"]
        pages = stack.enter_context(running_program(serving, variables, place / "web", port=web))
        command = [sys.executable, "-m", "ecarte_site.live", f"--port={live}"]
        streams = stack.enter_context(running_program(command, variables, place / "live", port=live))
        watching = stack.enter_context(_watching(f"http://127.0.0.1:{live}{address}", watchers, place))
        before: list[float] = []
        in_a_loop(
            score(
                web,
                links,
                pace_seconds=pace_seconds,
                seconds=seconds,
                measured=measured,
                begin=lambda: before.extend(processor_seconds(each.pid) for each in (streams, pages)),
            )
        )
        used = [
            processor_seconds(each.pid) - start for each, start in zip((streams, pages), before, strict=True)
        ]
        memory = mib_of(streams.pid)
        watching.communicate("", timeout=60)
        *arrivals, broken = (place / "arrivals").read_text().split("\n")
    lines = (line.split(" ") for line in arrivals)
    heard = [(float(at), rubber, int(version)) for at, rubber, version in lines]
    delays, unheard = delays_of(measured.sent, heard, watchers)
    return Evening(measured, delays, unheard, int(broken), memory, *used)


def _opened(environment: Mapping[str, str], tables: int, place: Path) -> tuple[dict[str, str], str]:
    """Return codes by rubber, and the address of the event's stream, from a process of its own."""
    output = python_output(environment, "-m", "tests.bench.bench_pads", "open", str(tables))
    *lines, address = output.strip().split("\n")
    return dict(line.split(" ") for line in lines), address


def open_tables(tables: int) -> None:
    """Print a rubber and the code of its table link in each line, then the address of the event's stream."""
    django.setup()
    from tests.bench.scenes import Person, add_guests, club_id

    owner = Person("owner@example.org")
    club = owner.make_club("Portland")
    owner.fill(f"/clubs/{club}/events/new/", "name", name=EVENING)
    (event,) = owner.read(f"clubs/{club_id(owner, club)}/events/")["results"]
    guests = add_guests(owner, club, [f"{side} {number}" for number in range(tables) for side in SIDES])
    for number in range(tables):
        rubber = {
            "form": "live",
            "club": club_id(owner, club),
            "event": event["id"],
            "players": [guests[f"{side} {number}"] for side in SIDES],
            "best_of": 9,
            "date": "2026.11.21",
            "table": str(number),
        }
        public_id = owner.send("rubbers/", rubber)["id"]
        link = owner.fill(f"/rubbers/{public_id}/table/", "life", life="day")
        print(public_id, _only(CODE, link).replace(" ", ""))
    print(html.unescape(_only(STREAM, owner.page(f"/clubs/{club}/events/{event['id']}/"))))


def _only(pattern: re.Pattern[str], page: str) -> str:
    """Return the one text that the pattern finds in a page."""
    (text,) = pattern.findall(page)
    return str(text)


@contextlib.contextmanager
def _watching(address: str, count: int, place: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.bench.watchers", address, str(count), str(place / "arrivals")]
    process = subprocess.Popen(
        command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    try:
        assert process.stdout is not None
        if process.stdout.readline() != "open\n":
            raise RuntimeError("the watchers' streams were not opened")
        yield process
    finally:
        stop(process)


if __name__ == "__main__":
    if sys.argv[1:2] == ["open"]:
        open_tables(int(sys.argv[2]))
    else:
        main()
