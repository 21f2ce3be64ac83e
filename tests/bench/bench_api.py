"""Lists of the API at 100 requests a second: gunicorn as docker-compose.yml runs it, on PostgreSQL and Redis.

The requests are sent when they are due, by several people's tokens, so that a slow answer delays no other. Beside them,
through the same processes: a list of 50 flat rows of one table that the framework's own classes make.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import django
import httpx

from ecarte_site.setup.environment import PROJECT
from tests.bench import Figure, show
from tests.bench.bench_import import services
from tests.bench.bench_pads import _gunicorn as gunicorn
from tests.support.loops import in_a_loop
from tests.support.processes import free_port, stop, wait_for_port

PER_SECOND: Final = 100
SECONDS: Final = float(os.environ.get("BENCH_API_SECONDS", "60"))
ROWS: Final = 120
PEOPLE: Final = 12
"""So many tokens, of as many users: one may ask 1,200 times a minute."""
BARE: Final = "/bare/"


def main() -> list[Figure]:
    with services() as environment, tempfile.TemporaryDirectory() as folder:
        tokens, paths = _filled(environment)
        with _site(environment, Path(folder)) as address:
            took, wrong = in_a_loop(ask_all(address, [*paths, BARE], tokens))
    bare = _percent(took[BARE], 95)
    figures = []
    for path in paths:
        name = path.removeprefix("/api/v1/").partition("?")[0]
        name = "/".join("…" if len(part) == 14 else part for part in name.split("/"))
        for share, budget in ((50, None), (95, 50.0), (99, None)):
            within = _percent(took[path], share)
            figures.append(Figure(f"{name}, {share} in 100 within", within, "ms", budget=budget))
        figures.append(
            Figure(f"{name}, against a bare list of the framework", _percent(took[path], 95) / bare, "times")
        )
    for share in (50, 95, 99):
        within = _percent(took[BARE], share)
        figures.append(Figure(f"a bare list of the framework, {share} in 100 within", within, "ms"))
    figures.append(Figure("requests", sum(map(len, took.values())) / SECONDS, "requests/s"))
    figures.append(Figure("answers other than 200", float(wrong), "in all"))
    show(figures)
    return figures


def _percent(seconds: Sequence[float], share: int) -> float:
    """Milliseconds within which ``share`` of a hundred are."""
    return 1000 * statistics.quantiles(seconds, n=100)[share - 1]


async def ask_all(
    address: str, paths: Sequence[str], tokens: Sequence[str]
) -> tuple[dict[str, list[float]], int]:
    """Seconds that each request took, from when it was due, by path; and how many were not answered with 200."""
    took: dict[str, list[float]] = {path: [] for path in paths}
    wrong = 0

    async def ask(client: httpx.AsyncClient, path: str, token: str, due: float) -> None:
        nonlocal wrong
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        try:
            answer = await client.get(path, headers={"Authorization": f"Bearer {token}"})
            wrong += answer.status_code != 200
        except httpx.HTTPError:
            wrong += 1
        took[path].append(time.perf_counter() - due)

    limits = httpx.Limits(max_connections=200, max_keepalive_connections=200)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=30) as client:
        for path in paths:  # Each process has read its modules before anything is measured.
            for _ in range(4):
                await client.get(path, headers={"Authorization": f"Bearer {tokens[0]}"})
        start = time.perf_counter() + 0.1
        turn = zip(
            itertools.cycle(paths), itertools.cycle(tokens), range(int(PER_SECOND * SECONDS)), strict=False
        )
        await asyncio.gather(
            *(ask(client, path, token, start + number / PER_SECOND) for path, token, number in turn)
        )
    return took, wrong


@contextlib.contextmanager
def _site(environment: Mapping[str, str], folder: Path) -> Iterator[str]:
    port = free_port()
    told = {
        **environment,
        "SITE_URL": f"http://127.0.0.1:{port}",
        "ALLOWED_HOSTS": "127.0.0.1",
        "DJANGO_SETTINGS_MODULE": "tests.bench.bare_settings",
    }
    with (folder / "web").open("wb") as log:
        command = [*gunicorn(), f"--bind=127.0.0.1:{port}"]
        web = subprocess.Popen(command, cwd=PROJECT, env=told, stdout=log, stderr=log, text=True)
        try:
            wait_for_port(port, web)
            yield f"http://127.0.0.1:{port}"
        finally:
            stop(web)


def _filled(environment: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Tokens and paths, of a club that is made in a process of its own, which has this database."""
    made = subprocess.run(
        [sys.executable, "-m", "tests.bench.bench_api", "fill"],
        cwd=PROJECT,
        env={**environment, "DJANGO_SETTINGS_MODULE": "ecarte_site.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = made.stdout.split()
    return [line for line in lines if line.startswith("ecarte_")], [line for line in lines if line[0] == "/"]


def fill() -> None:
    """Print a token a line, then the paths of lists."""
    django.setup()
    from matches.models import Membership, Player, User
    from matches.services.api_tokens import make_token
    from tests.matches.web.every_page import make_scene

    scene = make_scene(ROWS)
    for number in range(PEOPLE):
        user = User.objects.create_user(f"program{number}@example.org")
        player = Player.objects.create(club=scene.club, user=user, name=f"Program {number}")
        Membership.objects.create(club=scene.club, player=player)
        print(make_token(user, name="a program", scopes=["read"])[1])
    club, event = scene.club.public_id, scene.planned.public_id
    print(f"/api/v1/rubbers/?club={club}")
    print(f"/api/v1/clubs/{club}/players/")
    print(f"/api/v1/clubs/{club}/events/")
    print(f"/api/v1/clubs/{club}/ratings/")
    print(f"/api/v1/events/{event}/standings/")
    print(f"/api/v1/events/{event}/pairings/")


if __name__ == "__main__":
    fill() if sys.argv[1:] == ["fill"] else main()
