"""An evening at the score pads: 64 tables enter deals by their links, 500 people watch the room.

PostgreSQL, Redis, gunicorn as docker-compose.yml runs it, and the process of the streams. A table enters a deal every
four seconds, some twenty times as fast as people deal, and each deal is followed by a look of the adversary's phone.
The watchers are a process of their own, and the tables another. Beside it, as a measure of the machine under that
load: a request for which nothing is done.
"""

from __future__ import annotations

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import django
import yaml

from ecarte_site.setup.environment import PROJECT
from tests.bench import Figure, show
from tests.bench.bench_import import services
from tests.bench.scoring_tables import Measured, score
from tests.support.loops import in_a_loop
from tests.support.processes import free_port, stop, wait_for_port

TABLES = 64
WATCHERS = 500
SECONDS = 60.0
PACE_SECONDS = 4.0
EVENING = "Autumn Cup"


@dataclass(frozen=True)
class Evening:
    """What came of it. ``delays``: seconds from the sending of a deal until a watcher had it, all watchers;
    ``unheard``: deals that some watcher did not get, in any version from it on; ``broken``: streams that broke off.
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
        Figure(f"an entry {what}, half of them within", _percent(measured.entries, 50), "ms"),
        Figure("an entry, 95 in 100 within", _percent(measured.entries, 95), "ms", budget=100.0),
        Figure("an entry, the longest", 1000 * max(measured.entries), "ms"),
        Figure(
            "a request for nothing at the same time, 95 in 100 within", _percent(measured.health, 95), "ms"
        ),
        Figure("entries", len(measured.entries) / SECONDS, "deals/s"),
        Figure("errors, streams that broke off, and scores that a watcher missed", _wrong(evening), "in all"),
        Figure(
            "from the tap to the watcher, 95 in 100 within", _percent(evening.delays, 95), "ms", budget=1000.0
        ),
        Figure("processor time of a deal and a look", _web_milliseconds(evening), "ms"),
        Figure(f"memory of the process with {WATCHERS} streams", evening.live_mib, "MiB"),
        Figure("its share of a core", 100 * evening.live_processor_seconds / SECONDS, "%"),
    ]
    show(figures)
    return figures


def _percent(seconds: list[float], share: int) -> float:
    """Milliseconds within which ``share`` of a hundred are."""
    return 1000 * statistics.quantiles(seconds, n=100)[share - 1]


def _web_milliseconds(evening: Evening) -> float:
    return 1000 * evening.web_processor_seconds / len(evening.measured.entries)


def _wrong(evening: Evening) -> float:
    return float(len(evening.measured.errors) + evening.broken + evening.unheard)


def play(
    environment: Mapping[str, str], *, tables: int, watchers: int, seconds: float, pace_seconds: float
) -> Evening:
    """Run the site on a migrated database and a Redis, open the rubbers, and score them."""
    web, live = free_port(), free_port()
    told = {
        **environment,
        "SITE_URL": f"http://127.0.0.1:{web}",
        "ALLOWED_HOSTS": "127.0.0.1",
        "DJANGO_SETTINGS_MODULE": "ecarte_site.settings",
    }
    measured = Measured()
    with contextlib.ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        links, address = _opened(told, tables, place)
        serving = [*_gunicorn(), f"--bind=127.0.0.1:{web}"]
        pages = stack.enter_context(_running(serving, told, web, place / "web"))
        command = [sys.executable, "-m", "ecarte_site.live", f"--port={live}"]
        streams = stack.enter_context(_running(command, told, live, place / "live"))
        watching = stack.enter_context(_watching(f"http://127.0.0.1:{live}{address}", watchers, place))
        before = _processor_seconds(streams.pid), _processor_seconds(pages.pid)
        in_a_loop(score(web, links, pace_seconds=pace_seconds, seconds=seconds, measured=measured))
        used = [
            _processor_seconds(each.pid) - start for each, start in zip((streams, pages), before, strict=True)
        ]
        memory = _mib(streams.pid)
        watching.communicate("", timeout=60)
        *arrivals, broken = (place / "arrivals").read_text().split("\n")
    delays, unheard = _delays(measured, arrivals, watchers)
    return Evening(measured, delays, unheard, int(broken), memory, *used)


def _gunicorn() -> list[str]:
    """The command of docker-compose.yml, in this environment and on an address of its own."""
    composition = yaml.safe_load((PROJECT / "docker-compose.yml").read_text(encoding="utf-8"))
    _program, *words = (str(word) for word in composition["services"]["web"]["command"])
    words = [word.replace("${WEB_WORKERS:-2}", "2") for word in words if not word.startswith("--bind")]
    return [sys.executable, "-m", "gunicorn", *words, "--log-level=warning"]


def _opened(environment: Mapping[str, str], tables: int, place: Path) -> tuple[dict[str, str], str]:
    """Codes by rubber, and the address of the event's stream. In a process of its own, which has this database."""
    result = subprocess.run(
        [sys.executable, "-m", "tests.bench.bench_pads", "open", str(tables)],
        cwd=PROJECT,
        env=dict(environment),
        capture_output=True,
        text=True,
        check=True,
    )
    *lines, address = result.stdout.strip().split("\n")
    return dict(line.split(" ") for line in lines), address


def open_tables(tables: int) -> None:
    """Print a rubber and the code of its link a line, then the address of the stream of their event."""
    django.setup()
    from matches.clubs.create_club import make_club
    from matches.common.command_context import Act
    from matches.models import Club, Player, User
    from matches.pads.table_links import make_link
    from matches.rubbers.build_record import live_record, tags_of
    from matches.rubbers.enter import open_rubber
    from matches.rubbers.live_news import event_topic, live_addresses
    from scoring.record import Rules

    owner = User.objects.create_user("owner@example.org")
    club: Club = make_club(owner, name="Portland", time_zone="UTC", currency="EUR", is_public=True)
    for number in range(tables):
        a, b = (Player.objects.create(club=club, name=f"{side} {number}") for side in ("Orford", "Baldwin"))
        tags = tags_of(
            (a.name, b.name), Rules(best_of=9), event=EVENING, date="2026.11.21", table=str(number)
        )
        act = Act(by=owner, key=f"open {number}")
        rubber = open_rubber(club, live_record(tags), event_name=EVENING, players=(a, b), act=act)
        print(rubber.public_id, make_link(rubber, by=owner).token)
    print(live_addresses([event_topic(rubber.event)]).stream)


@contextlib.contextmanager
def _running(
    command: list[str], environment: Mapping[str, str], port: int, log: Path
) -> Iterator[subprocess.Popen[str]]:
    with log.open("w") as output:
        process = subprocess.Popen(
            command, cwd=PROJECT, env=dict(environment), stdout=output, stderr=output, text=True
        )
    try:
        wait_for_port(port, process)
        yield process
    finally:
        stop(process)
        if (said := log.read_text()) and "Traceback" in said:
            print(said[-2000:], file=sys.stderr)


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


def _delays(measured: Measured, arrivals: list[str], watchers: int) -> tuple[list[float], int]:
    """Of each deal and watcher the seconds until it came, and how many deals did not come to all.

    Of a rubber that changes twice within a moment the last score alone goes out, which tells the first as well.
    """
    came: dict[tuple[str, int], list[float]] = {}
    for line in arrivals:
        at, heard, number = line.split(" ")
        came.setdefault((heard, int(number)), []).append(float(at))
    delays, unheard = [], 0
    for (rubber, version), sent in measured.sent.items():
        times = came.get((rubber, version)) or came.get((rubber, version + 1), [])
        unheard += len(times) < watchers
        delays += [at - sent for at in times]
    return delays, unheard


def _processor_seconds(process: int) -> float:
    """Of the process and those that it has started."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return own + sum(_processor_seconds(int(child)) for child in children)


def _mib(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


if __name__ == "__main__":
    if sys.argv[1:2] == ["open"]:
        open_tables(int(sys.argv[2]))
    else:
        main()
