"""People who watch an event: each has an open stream, and fetches its part of the page if a score is not enough.

    python -m tests.bench.open_day.watching FILE WEB LIVE COUNT

COUNT people watch each of the pages in FILE, a list of their URLs. A line on standard output reports that all
streams are open. At the end of standard input one line more is written, an object: ``arrivals``, a list for each
score that one of them received (the clock, rubber, version); ``parts``, a list for each part fetched (the clock,
milliseconds, the error, else ""); ``broken``, streams that were cut.

The page's own script is imitated here without a browser: it waits for a random time within 1.5 seconds, or longer
if many listen to the same, and sends one request for all events until then (matches/pages/common/static/web/fresh.js).
"""

from __future__ import annotations

import asyncio
import html
import json
import random
import re
import sys
import time
from pathlib import Path
from typing import Final

from tests.bench.scoring_tables import ask
from tests.bench.watchers import AT_ONCE, Watcher

JITTER_SECONDS: Final = 1.5
JITTER_OF_EACH_SECONDS: Final = 0.02
AMONG: Final = re.compile(rb'^event: among\ndata: {"listeners":([0-9]+)}$', re.MULTILINE)
PATIENCE_SECONDS: Final = 60.0
LIVE: Final = re.compile(r'<meta name="live"[^>]*')
ATTRIBUTE: Final = re.compile(r'data-(\w+)="([^"]*)"')
MORE: Final = re.compile(rb'^event: rows|"state":"(?!live)', re.MULTILINE)
"""Events after which a page fetches its part: changed rows, and a rubber that is no longer being played."""


class Follower(Watcher):
    """A watcher that fetches ``fresh``, a part of the page, on any message that is more than a score."""

    def __init__(self, stream: str, web: int, fresh: str, parts: list[tuple[float, float, str]]) -> None:
        super().__init__(stream)
        self._web = web
        self._fresh = fresh
        self._parts = parts
        self._task: asyncio.Task[None] | None = None
        self._crowd = 0

    def data_received(self, data: bytes) -> None:
        is_first = not self.opened.done()
        super().data_received(data)
        if crowd := AMONG.search(data):
            self._crowd = int(crowd[1])
        if not is_first and self._task is None and MORE.search(data):
            self._task = asyncio.create_task(self._look())

    async def _look(self) -> None:
        await asyncio.sleep(random.random() * max(JITTER_SECONDS, JITTER_OF_EACH_SECONDS * self._crowd))
        self._task = None
        at, began, wrong = time.time(), time.perf_counter(), ""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                answer = await ask(self._web, "GET", self._fresh)
            if answer.status != 200:
                wrong = str(answer.status)
        except (OSError, TimeoutError, ValueError, IndexError) as error:
            wrong = repr(error)
        self._parts.append((at, 1000 * (time.perf_counter() - began), wrong))


async def addresses(web: int, page: str) -> tuple[str, str]:
    answer = await ask(web, "GET", page)
    match = LIVE.search(answer.body.decode())
    assert match is not None, (page, answer.status)
    attributes = {name: html.unescape(value) for name, value in ATTRIBUTE.findall(match[0])}
    return attributes["stream"], attributes["fresh"]


async def watch(pages: list[str], web: int, live: int, count: int) -> None:
    loop = asyncio.get_running_loop()
    parts: list[tuple[float, float, str]] = []
    watchers: list[Follower] = []
    for page in pages:
        stream, fresh = await addresses(web, page)
        address = f"http://127.0.0.1:{live}{stream}"
        for start in range(0, count, AT_ONCE):
            more = [Follower(address, web, fresh, parts) for _ in range(min(AT_ONCE, count - start))]
            for each in more:
                await loop.create_connection(lambda each=each: each, "127.0.0.1", live)  # type: ignore[misc]
            await asyncio.gather(*(each.opened for each in more))
            watchers += more
    ended = asyncio.Event()
    loop.add_reader(sys.stdin.fileno(), ended.set)
    print("open", flush=True)
    await ended.wait()
    is_refused = [b" 200 " not in each.chunks[0][1][:20] if each.chunks else True for each in watchers]
    broken = sum(each.is_broken or refused for each, refused in zip(watchers, is_refused, strict=True))
    arrivals = [arrival for each in watchers for arrival in each.arrivals()]
    print(json.dumps({"arrivals": arrivals, "parts": parts, "broken": broken}), flush=True)


def main(file: str, web: str, live: str, count: str) -> None:
    pages: list[str] = json.loads(Path(file).read_text(encoding="utf-8"))
    asyncio.run(watch(pages, int(web), int(live), int(count)))


if __name__ == "__main__":
    main(*sys.argv[1:])
