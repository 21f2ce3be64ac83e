"""Lists of the API at 100 requests a second, and in the same run a bare list of 50 flat rows of the
framework's own.

Requests are sent when they are due, by several people's tokens, so that a slow answer delays no other.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import re
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import django

from tests.bench import Figure, show
from tests.bench.bench_import import services
from tests.bench.bench_pads import percent_within
from tests.support.loops import in_a_loop
from tests.support.processes import free_port, python_output, running_program, web_command

PER_SECOND: Final = 100
SECONDS: Final = float(os.environ.get("BENCH_API_SECONDS", "60"))
ROWS: Final = 120
PEOPLE: Final = 12
"""The number of tokens, each of another user. One user may send 1,200 requests a minute."""
BARE: Final = "/bare/"


def main() -> list[Figure]:
    with services() as environment, tempfile.TemporaryDirectory() as folder:
        tokens, paths = filled(environment)
        with site(environment, Path(folder)) as port:
            took, wrong = in_a_loop(ask_all(port, [*paths, BARE], tokens))
    # What is refused is refused fast.
    assert not wrong, f"{wrong} requests were not answered with 200"
    bare = percent_within(took[BARE], 95)
    figures = []
    for path in paths:
        name = path.removeprefix("/api/v1/").partition("?")[0]
        name = "/".join("…" if len(part) == 14 else part for part in name.split("/"))
        for share, budget in ((50, None), (95, 50.0), (99, None)):
            within = percent_within(took[path], share)
            figures.append(Figure(f"{name}, {share} in 100 within", within, "ms", budget=budget))
        figures.append(
            Figure(
                f"{name}, against a bare list of the framework",
                percent_within(took[path], 95) / bare,
                "times",
            )
        )
    for share in (50, 95, 99):
        within = percent_within(took[BARE], share)
        figures.append(Figure(f"a bare list of the framework, {share} in 100 within", within, "ms"))
    figures.append(Figure("requests", sum(map(len, took.values())) / SECONDS, "requests/s"))
    return show(figures)


async def ask_all(
    port: int,
    paths: Sequence[str],
    tokens: Sequence[str],
    *,
    seconds: float = SECONDS,
    per_second: int = PER_SECOND,
) -> tuple[dict[str, list[float]], int]:
    """Return the seconds of each request from when it was due, by path, and how many were not answered with 200."""
    took: dict[str, list[float]] = {path: [] for path in paths}
    connections = _Connections(port)
    wrong = 0

    async def ask(path: str, token: str, due: float) -> None:
        nonlocal wrong
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        wrong += not await connections.is_answered(path, token)
        took[path].append(time.perf_counter() - due)

    # Load the modules in each process before anything is measured: a connection may go to any of them.
    for path, token in itertools.product(paths, tokens):
        first = _Connections(port)
        await first.is_answered(path, token)
        first.close()
    start = time.perf_counter() + 0.1
    turn = zip(
        itertools.cycle(paths), itertools.cycle(tokens), range(int(per_second * seconds)), strict=False
    )
    await asyncio.gather(*(ask(path, token, start + number / per_second) for path, token, number in turn))
    connections.close()
    return took, wrong


class _Connections:
    """Persistent connections for hand-written requests, used in turn, as the proxy in front uses them.

    An HTTP client library would use as much of the two cores as some lists do.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._idle: deque[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = deque()

    async def is_answered(self, path: str, token: str) -> bool:
        """Return True if the request got a complete response with status 200."""
        request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n"
        for is_last in (False, True):
            is_fresh = is_last or not self._idle
            try:
                reader, writer = await self._opened() if is_fresh else self._idle.popleft()
                writer.write(request.encode())
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
                length = re.search(rb"(?i)content-length: *([0-9]+)", head)
                await asyncio.wait_for(reader.readexactly(int(length[1]) if length else 0), 30)
            except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
                has_begun = isinstance(error, asyncio.IncompleteReadError) and error.partial
                if is_fresh or has_begun or isinstance(error, TimeoutError):
                    print(f"{path}: {error!r}", file=sys.stderr)
                    return False
                continue  # The service had closed it meanwhile.
            if re.search(rb"(?i)connection: *close", head):
                writer.close()
            else:
                self._idle.append((reader, writer))
            is_good = head.startswith(b"HTTP/1.1 200 ") and length is not None
            if not is_good:
                print(f"{path}: {head!r}", file=sys.stderr)
            return is_good
        return False

    async def _opened(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self._port)

    def close(self) -> None:
        for _reader, writer in self._idle:
            writer.close()


@contextlib.contextmanager
def site(environment: Mapping[str, str], folder: Path) -> Iterator[int]:
    port = free_port()
    variables = {
        **environment,
        "SITE_URL": f"http://127.0.0.1:{port}",
        "ALLOWED_HOSTS": "127.0.0.1",
        "DJANGO_SETTINGS_MODULE": "tests.bench.bare_settings",
    }
    with running_program([*web_command(port), "--log-level=warning"], variables, folder / "web", port=port):
        yield port


def filled(environment: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Fill the database in a process of its own, and return tokens and paths."""
    variables = {**environment, "DJANGO_SETTINGS_MODULE": "ecarte_site.settings"}
    lines = python_output(variables, "-m", "tests.bench.bench_api", "fill").split()
    return [line for line in lines if line.startswith("ecarte_")], [line for line in lines if line[0] == "/"]


def fill() -> None:
    """Print a token a line, then the paths of lists."""
    django.setup()
    from django.db import connection

    from matches.clubs.api_tokens import make_token
    from matches.models import Membership, Player, User
    from tests.matches.pages.every_page import make_scene

    scene = make_scene(ROWS)
    for number in range(PEOPLE):
        user = User.objects.create_user(f"program{number}@example.org")
        player = Player.objects.create(club=scene.club, user=user, name=f"Program {number}")
        Membership.objects.create(club=scene.club, player=player)
        print(make_token(user, name="a program", scopes=["read"])[1])
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")  # As the server does by itself within minutes.
    club, event = scene.club.public_id, scene.planned.public_id
    print(f"/api/v1/rubbers/?club={club}")
    print(f"/api/v1/clubs/{club}/players/")
    print(f"/api/v1/clubs/{club}/events/")
    print(f"/api/v1/clubs/{club}/ratings/")
    print(f"/api/v1/events/{event}/standings/")
    print(f"/api/v1/events/{event}/pairings/")


if __name__ == "__main__":
    fill() if sys.argv[1:] == ["fill"] else main()
