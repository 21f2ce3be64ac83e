"""People who watch an event: an open stream each, and its part of the page fetched anew where a score does not suffice.

    python -m tests.bench.open_day.watching FILE WEB LIVE COUNT

COUNT people watch at each of the pages in FILE, a list of their addresses. A line on standard output says that all
streams are open. At the end of standard input one line more is written, an object: ``arrivals``, a list for each
score that came to one of them (the clock, rubber, version); ``parts``, a list for each part fetched anew (the clock,
milliseconds, what was wrong, else ""); ``broken``, streams that broke off.

What the page's own script does is done here without a browser: it waits for a moment of its own choice within 1.5
seconds, or longer where many hear the same, and asks once for all that comes until then
(matches/pages/static/web/fresh.js).
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
"""News after which a page is asked for its part: rows that changed, and a rubber that is no longer being played."""


class Follower(Watcher):
    """A watcher who fetches the part of the page, ``fresh``, when he hears of more than a score."""

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
    """Where the page's script hears of its news, and where it fetches its part."""
    answer = await ask(web, "GET", page)
    found = LIVE.search(answer.body.decode())
    assert found is not None, (page, answer.status)
    told = {name: html.unescape(value) for name, value in ATTRIBUTE.findall(found[0])}
    return told["stream"], told["fresh"]


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
