"""Export a club of a million deals over HTTP, and import it into an empty database with the same records.

Gunicorn runs with one process. A client beside the reader requests the same and reads nothing: others get
responses meanwhile, no database connection is kept busy for it, and it is cut off in the end. Fails if the
web process needs more than 200 MiB, or if the imported records differ.

    python -m tests.bench.bench_export [DEALS]
"""

from __future__ import annotations

import contextlib
import hashlib
import http.client
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

from ecarte_site.setup.environment import PROJECT
from tests.bench import Figure, mib_of, seconds_of, show
from tests.bench.bench_import import django_services, manage, number_of
from tests.support import postgres
from tests.support.processes import free_port, running_program, web_command

DEALS: Final = 1_000_000
MOST_MIB: Final = 200.0
PIECE: Final = 1 << 20
LAST_CHUNK: Final = b"\r\n0\r\n\r\n"
ASK_EVERY_SECONDS: Final = 0.2
PATIENCE_SECONDS: Final = 90.0
"""The time within which a stopped reader must be cut off; the service takes a third of it."""


@dataclass(slots=True)
class Taken:
    """One run: seconds to the first byte and to the last, bytes, memory, and how long others waited meanwhile."""

    deals: int = 0
    first: float = 0.0
    seconds: float = 0.0
    size: int = 0
    checksum: str = ""
    before_mib: float = 0.0
    """The memory of the web process after its first request, before any export."""
    peak_mib: float = 0.0
    waits: list[float] = field(default_factory=list)
    busy: int = 0
    """The database sessions that are busy while only the stopped reader is being waited for."""
    is_cut_off: bool = False
    """True if the stopped reader was sent a part of the file, but not its end."""
    back_seconds: float = 0.0
    back_checksum: str = ""


def main() -> list[Figure]:
    deals = int(sys.argv[1]) if __name__ == "__main__" and len(sys.argv) > 1 else DEALS
    with django_services() as variables:
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
    return show(figures)


def take_out(environment: Mapping[str, str], deals: int) -> Taken:
    """Fill the database that Django is connected to, and export the club through a gunicorn on the same database."""
    from django.db import connection

    taken = Taken()
    connection.close()
    here = environment["DATABASE_URL"]
    with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as stack:
        empty = stack.enter_context(postgres.fresh_database(here, like=postgres.name_of_database(here)))
        club, tokens = _filled(deals)
        with psycopg.connect(here, autocommit=True) as session:
            session.execute("VACUUM ANALYZE")
        taken.deals = number_of(here, "SELECT count(*) FROM matches_deal")
        connection.close()
        port = free_port()
        variables = {**environment, "ALLOWED_HOSTS": "127.0.0.1", "SITE_URL": f"http://127.0.0.1:{port}"}
        serving = web_command(port, workers=1)
        server = stack.enter_context(running_program(serving, variables, Path(place) / "log", port=port))
        _warm(port)
        (web,) = _children(server.pid)
        taken.before_mib = mib_of(web)
        stopped = stack.enter_context(_stopped_reader(port, club, tokens[1]))
        with _asking(port, taken):
            _download(port, club, tokens[0], Path(place) / "records.egn", taken)
        taken.busy = _busy_while_stopped(here, stopped)
        taken.is_cut_off = not _drained(stopped).endswith(LAST_CHUNK)
        taken.peak_mib = mib_of(web, "VmHWM")
        _read_back({**environment, "DATABASE_URL": empty}, Path(place) / "records.egn", taken)
    return taken


def _filled(deals: int) -> tuple[str, list[str]]:
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


def _warm(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/api/v1/clubs/")
    assert connection.getresponse().read()
    connection.close()


def _head(path: str, token: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n".encode()


@contextlib.contextmanager
def _stopped_reader(port: int, club: str, token: str) -> Iterator[socket.socket]:
    with socket.socket() as reader:
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader.connect(("127.0.0.1", port))
        reader.sendall(_head(f"/api/v1/clubs/{club}/export.ndjson", token))
        yield reader


def _drained(reader: socket.socket) -> bytes:
    """Return the last bytes received before the other side closes the connection, within ``PATIENCE_SECONDS``.

    Nothing is read before the close, so that only bytes sent earlier arrive.
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
    """Return True if the server's end of the connection is closed, by the system's own list of connections."""
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
    """Return the lowest number of busy sessions before the reader is cut off. One is busy until the reader stops."""
    fewest = _busy(database)
    while fewest and not _is_closed(reader):
        time.sleep(0.1)
        fewest = min(fewest, _busy(database))
    return fewest


def _busy(database: str) -> int:
    return number_of(
        database,
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        " AND backend_type = 'client backend' AND state <> 'idle'",
    )


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _read_back(there: dict[str, str], file: Path, taken: Taken) -> None:
    taken.back_seconds = seconds_of(lambda: manage(there, "import_egn", str(file)))
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
