"""A club of a million deals taken out over HTTP, and read back into an empty database to the same records.

PostgreSQL, Redis, and gunicorn as docker-compose.yml runs it, with one process. Beside the reader is one who asks for
the same as lines of JSON and takes nothing: others are answered meanwhile, no connection of the database is kept busy
for him, and he is cut off in the end. Fails where the web process takes more than 200 MiB, or what was read back is
another.

    python -m tests.bench.bench_export [DEALS]
"""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psycopg
import yaml

from ecarte_site.setup.environment import PROJECT
from tests.bench import Figure, show
from tests.bench.bench_import import manage, services
from tests.support import postgres
from tests.support.processes import free_port, stop, wait_for_port

DEALS: Final = 1_000_000
MOST_MIB: Final = 200.0
PIECE: Final = 1 << 20
LAST_CHUNK: Final = b"\r\n0\r\n\r\n"
ASK_EVERY_SECONDS: Final = 0.2
PATIENCE_SECONDS: Final = 90.0
"""For a reader who has stopped to be cut off in; the service takes a third of it."""


@dataclass(slots=True)
class Taken:
    """One run: seconds to the first byte and to the last, bytes, memory, and how long others waited meanwhile."""

    deals: int = 0
    first: float = 0.0
    seconds: float = 0.0
    size: int = 0
    checksum: str = ""
    before_mib: float = 0.0
    """What the web process took after its first request, before anybody asked for a file."""
    peak_mib: float = 0.0
    waits: list[float] = field(default_factory=list)
    busy: int = 0
    """Sessions of the database in the midst of something while the stopped reader, and nobody else, was waited for."""
    is_cut_off: bool = False
    """Whether the stopped reader was sent a part of his file, and not its end."""
    back_seconds: float = 0.0
    back_checksum: str = ""


def main() -> list[Figure]:
    deals = int(sys.argv[1]) if __name__ == "__main__" and len(sys.argv) > 1 else DEALS
    with services() as variables:
        os.environ.update(variables, DJANGO_SETTINGS_MODULE="ecarte_site.settings")
        import django

        django.setup()
        taken = take_out(variables, deals)
    assert taken.back_checksum == taken.checksum, "what was read back is not what was taken out"
    assert taken.peak_mib <= MOST_MIB, f"the web process took {taken.peak_mib:.0f} MiB"
    assert taken.is_cut_off, "the reader who has stopped was sent the whole file"
    assert not taken.busy, "the database is kept busy for the reader who has stopped"
    figures = [
        Figure(f"{taken.deals:,} deals as EGN over HTTP", taken.deals / taken.seconds, "deals/s"),
        Figure("the same in bytes", taken.size / taken.seconds / (1 << 20), "MiB/s"),
        Figure("until the first byte", 1_000 * taken.first, "ms"),
        Figure("memory of the web process before", taken.before_mib, "MiB"),
        Figure("peak memory of the web process", taken.peak_mib, "MiB", budget=MOST_MIB),
        Figure("longest wait of another caller meanwhile", 1_000 * max(taken.waits), "ms"),
        Figure("read back by import_egn to the same records", taken.deals / taken.back_seconds, "deals/s"),
    ]
    show(figures)
    return figures


def take_out(environment: Mapping[str, str], deals: int, *, wsgi: str = "ecarte_site.wsgi") -> Taken:
    """Fill the database that Django is connected to, and take it out by a gunicorn that has the same."""
    from django.db import connection

    taken = Taken()
    connection.close()
    here = environment["DATABASE_URL"]
    with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as stack:
        empty = stack.enter_context(postgres.fresh_database(here, like=postgres.name_of_database(here)))
        club, tokens = _filled(deals)
        taken.deals = _count(here)
        connection.close()
        port = free_port()
        told = {**environment, "ALLOWED_HOSTS": "127.0.0.1", "SITE_URL": f"http://127.0.0.1:{port}"}
        server = stack.enter_context(_serving(wsgi, told, port, Path(place) / "log"))
        _warm(port)
        (web,) = _children(server.pid)
        taken.before_mib = _memory_mib(web, "VmRSS")
        stopped = stack.enter_context(_stopped_reader(port, club, tokens[1]))
        with _asking(port, taken):
            _download(port, club, tokens[0], Path(place) / "records.egn", taken)
        taken.busy = _busy_while_stopped(here, stopped)
        taken.is_cut_off = not _drained(stopped).endswith(LAST_CHUNK)
        taken.peak_mib = _memory_mib(web, "VmHWM")
        _read_back({**environment, "DATABASE_URL": empty}, Path(place) / "records.egn", taken)
    return taken


def _filled(deals: int) -> tuple[str, list[str]]:
    """The club's public id, and the tokens of two of its members."""
    from matches.clubs.api_tokens import make_token
    from matches.models import Club, Membership, Player, User
    from tests.bench.bench_statistics import fill

    club = Club.objects.create(slug="portland", name="Portland")
    tokens = []
    for name in ("reader", "stopped"):
        user = User.objects.create_user(f"{name}@example.org")
        player = Player.objects.create(club=club, user=user, name=name)
        Membership.objects.create(club=club, player=player)
        tokens.append(make_token(user, name=name, scopes=["read"])[1])
    fill(club, deals)
    return club.public_id, tokens


def _count(database: str) -> int:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")
        row = connection.execute("SELECT count(*) FROM matches_deal").fetchone()
    assert row is not None
    return int(row[0])


@contextlib.contextmanager
def _serving(
    wsgi: str, environment: Mapping[str, str], port: int, log: Path
) -> Iterator[subprocess.Popen[str]]:
    composition = yaml.safe_load((PROJECT / "docker-compose.yml").read_text(encoding="utf-8"))
    _program, _application, *words = (str(word) for word in composition["services"]["web"]["command"])
    words = [word.replace("${WEB_WORKERS:-2}", "1") for word in words if not word.startswith("--bind")]
    command = [sys.executable, "-m", "gunicorn", wsgi, *words, f"--bind=127.0.0.1:{port}"]
    with log.open("w") as out:
        process = subprocess.Popen(
            command, cwd=PROJECT, env=dict(environment), stdout=out, stderr=subprocess.STDOUT, text=True
        )
        try:
            wait_for_port(port, process)
            yield process
        finally:
            stop(process)


def _warm(port: int) -> None:
    """The first request to a new process waits for its imports."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/api/v1/clubs/")
    assert connection.getresponse().read()
    connection.close()


def _head(path: str, token: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n".encode()


@contextlib.contextmanager
def _stopped_reader(port: int, club: str, token: str) -> Iterator[socket.socket]:
    """Somebody who asks for a file, and reads no byte of it."""
    with socket.socket() as reader:
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader.connect(("127.0.0.1", port))
        reader.sendall(_head(f"/api/v1/clubs/{club}/export.ndjson", token))
        yield reader


def _drained(reader: socket.socket) -> bytes:
    """The last that comes until the other side has ended the connection; it has to within ``PATIENCE_SECONDS``.

    Nothing is read before the end: what comes then is what had been sent before, and no more.
    """
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not _is_closed(reader):
        assert time.monotonic() < deadline, "the reader who has stopped is not cut off"
        time.sleep(0.5)
    end = b""
    reader.settimeout(5)
    with contextlib.suppress(ConnectionError):
        while piece := reader.recv(PIECE):
            end = (end + piece)[-len(LAST_CHUNK) :]
    assert end
    return end


def _is_closed(reader: socket.socket) -> bool:
    """Whether the server's end of the connection is no longer open, by the system's own list."""
    here, there = reader.getsockname()[1], reader.getpeername()[1]
    lines = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
    ends = f":{there:04X}", f":{here:04X}"
    established = "01"
    return not any(
        row[1].endswith(ends[0]) and row[2].endswith(ends[1]) and row[3] == established
        for row in (line.split() for line in lines)
    )


def _download(port: int, club: str, token: str, place: Path, taken: Taken) -> None:
    started = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Authorization": f"Bearer {token}"}
    connection.request("GET", f"/api/v1/clubs/{club}/export.egn", headers=headers)
    response = connection.getresponse()
    assert response.status == 200, response.read()
    checksum = hashlib.sha256()
    with place.open("wb") as file:
        while piece := response.read1(PIECE):
            taken.first = taken.first or time.perf_counter() - started
            taken.size += len(piece)
            checksum.update(piece)
            file.write(piece)
    taken.seconds = time.perf_counter() - started
    taken.checksum = checksum.hexdigest()
    connection.close()


@contextlib.contextmanager
def _asking(port: int, taken: Taken) -> Iterator[None]:
    """Another caller asks for something small again and again; how long he waits each time."""
    is_over = threading.Event()
    faults: list[str] = []

    def ask() -> None:
        while True:
            started = time.perf_counter()
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request("GET", "/readyz" if len(taken.waits) % 2 else "/laws/")
            response = connection.getresponse()
            response.read()
            connection.close()
            if response.status >= 500 and response.status != 503:
                faults.append(f"status {response.status}")
            taken.waits.append(time.perf_counter() - started)
            if is_over.wait(ASK_EVERY_SECONDS):
                return

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
    assert not faults, faults


def _busy_while_stopped(database: str, reader: socket.socket) -> int:
    """The fewest that were busy at a time before the reader was cut off: until he stops, one is, to write for him."""
    fewest = _busy(database)
    while fewest and not _is_closed(reader):
        time.sleep(0.1)
        fewest = min(fewest, _busy(database))
    return fewest


def _busy(database: str) -> int:
    asked = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        " AND backend_type = 'client backend' AND state <> 'idle'"
    )
    with psycopg.connect(database, autocommit=True) as connection:
        row = connection.execute(asked).fetchone()
    assert row is not None
    return int(row[0])


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _memory_mib(pid: int, name: str) -> float:
    """``VmRSS`` is what it has in memory now, ``VmHWM`` the most that it ever had."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    (kib,) = (int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))
    return kib / 1024


def _read_back(there: dict[str, str], file: Path, taken: Taken) -> None:
    """Import the file into the empty database of that environment, and take it out from there."""
    started = time.perf_counter()
    manage(there, "import_egn", str(file))
    taken.back_seconds = time.perf_counter() - started
    exporting = [sys.executable, str(PROJECT / "manage.py"), "export_egn"]
    checksum = hashlib.sha256()
    with subprocess.Popen(exporting, env=there, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        while piece := process.stdout.read(PIECE):
            checksum.update(piece)
    assert process.returncode == 0
    taken.back_checksum = checksum.hexdigest()


if __name__ == "__main__":
    main()
