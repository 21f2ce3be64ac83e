"""Watchers of live pages, in a process of their own: hundreds of open streams, and the times of their events.

    python -m tests.bench.watchers ADDRESS COUNT FILE

A line on standard output reports that all streams are open. At the end of standard input the arrivals are written
to FILE, a line each: the clock's seconds, the rubber, its version. The last line has the number of streams that
were cut.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

DATA = re.compile(rb"^data: (\{.*\})$", re.MULTILINE)
AT_ONCE = 50


class Watcher(asyncio.Protocol):
    """Store received bytes with their time, and parse them later: the machine has other work now."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._request = f"GET {parts.path}?{parts.query} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode()
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.chunks: list[tuple[float, bytes]] = []
        self.is_broken = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self.chunks.append((time.time(), data))
        if not self.opened.done():
            self.opened.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_broken = True
        if not self.opened.done():
            self.opened.set_result(None)

    def arrivals(self) -> list[tuple[float, str, int]]:
        rows = []
        for at, chunk in self.chunks:
            for text in DATA.findall(chunk):
                message = json.loads(text)
                if "version" in message:
                    rows.append((at, message["rubber"], message["version"]))
        return rows


def delays_of(
    sent: Mapping[tuple[str, int], float], arrivals: Iterable[tuple[float, str, int]], watchers: int
) -> tuple[list[float], int]:
    """Return the seconds from each deal to each watcher, and the number of deals that did not reach all of them.

    ``sent`` is by rubber and version. If a rubber changes twice within a moment, only the last score is published. It
    covers the first as well.
    """
    arrived_at: dict[tuple[str, int], list[float]] = {}
    for at, rubber, version in arrivals:
        arrived_at.setdefault((rubber, version), []).append(at)
    delays, unheard = [], 0
    for (rubber, version), began in sent.items():
        times = arrived_at.get((rubber, version)) or arrived_at.get((rubber, version + 1), [])
        unheard += len(times) < watchers
        delays += [at - began for at in times]
    return delays, unheard


async def watch(address: str, count: int) -> list[Watcher]:
    """Open ``count`` streams and keep them until standard input ends."""
    parts = urlsplit(address)
    host, port = str(parts.hostname), parts.port or 80
    loop = asyncio.get_running_loop()
    watchers: list[Watcher] = []
    while len(watchers) < count:
        more = [Watcher(address) for _ in range(min(AT_ONCE, count - len(watchers)))]
        for each in more:
            await loop.create_connection(lambda each=each: each, host, port)  # type: ignore[misc]
        await asyncio.gather(*(each.opened for each in more))
        watchers += more
    ended = asyncio.Event()
    loop.add_reader(sys.stdin.fileno(), ended.set)
    print("open", flush=True)
    await ended.wait()
    return watchers


def main(address: str, count: str, place: str) -> None:
    watchers = asyncio.run(watch(address, int(count)))
    lines = [f"{at} {rubber} {version}" for each in watchers for at, rubber, version in each.arrivals()]
    lines.append(str(sum(each.is_broken or b" 200 " not in each.chunks[0][1][:20] for each in watchers)))
    Path(place).write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
