"""Tables that score their rubbers through a running site, as phones do it: by table links, over HTTP."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode


def deal_told(state: Mapping[str, Any], chance: random.Random) -> dict[str, object]:
    """Return the next deal of a rubber whose pad is in ``state``: one player wins the point, and no king is marked."""
    return {
        "dealer": state["now"]["dealer"] or "A",
        "said": chance.choice(["stood", "refused", "given_stood"]),
        "times": 1,
        "king": "",
        "winner": chance.choice("AB"),
        "won": "point",
        "void": False,
    }


PATIENCE_SECONDS = 30.0
BETWEEN_TAP_AND_LOOK_SECONDS = 0.3
"""The time after which the opponent's phone has received the deal and requests the state of the rubber."""


@dataclass
class Measured:
    """The seconds of each request that recorded a deal, and of others; and the text of each error."""

    entries: list[float] = field(default_factory=list)
    states: list[float] = field(default_factory=list)
    health: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    """When a deal was sent that led to this version of this rubber."""


@dataclass
class Answer:
    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    def cookies(self) -> dict[str, str]:
        set_cookies = [value for name, value in self.headers if name == "set-cookie"]
        return dict(text.partition(";")[0].split("=", 1) for text in set_cookies)


async def ask(
    port: int, method: str, path: str, *, body: bytes = b"", headers: dict[str, str] | None = None
) -> Answer:
    """Send one request over a connection of its own, as a proxy in front may pass it on."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            all_headers = {"Host": f"127.0.0.1:{port}", "Connection": "close", **(headers or {})}
            if body:
                all_headers["Content-Length"] = str(len(body))
            head = "".join(f"{name}: {value}\r\n" for name, value in all_headers.items())
            writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
            raw = await reader.read()
        finally:
            writer.close()
    start, _blank, content = raw.partition(b"\r\n\r\n")
    first, *lines = start.decode("latin-1").split("\r\n")
    pairs = [(name.lower(), value) for name, _, value in (line.partition(": ") for line in lines)]
    return Answer(int(first.split()[1]), pairs, content)


class Table:
    def __init__(self, port: int, rubber: str, token: str, measured: Measured) -> None:
        self.port = port
        self.rubber = rubber
        self.token = token
        self.measured = measured
        self.cookies: dict[str, str] = {}
        self.state: dict[str, Any] = {}
        self.chance = random.Random(rubber)

    async def open(self) -> None:
        """Connect by the table's link, as a person who types its code does."""
        page = await ask(self.port, "GET", "/t/")
        self.cookies |= page.cookies()
        body = urlencode({"code": self.token, "csrfmiddlewaretoken": self.cookies["csrftoken"]}).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        entered = await ask(self.port, "POST", "/t/", body=body, headers=self._headers() | kind)
        assert entered.status == 303, entered.body[:500]
        self.cookies |= entered.cookies()
        await self.look()

    async def look(self) -> None:
        answer = await ask(self.port, "GET", f"/pad/{self.rubber}/state/", headers=self._headers())
        assert answer.status == 200, (answer.status, answer.body[:300])
        self.cookies |= answer.cookies()
        self.state = answer.json()

    async def play(self, *, pace_seconds: float, until: float) -> None:
        """Play a deal each ``pace_seconds``, from a random moment of the first, until the clock or the rubber's end."""
        await asyncio.sleep(self.chance.random() * pace_seconds)
        while time.monotonic() < until and self.state["now"]["winner"] is None:
            began = time.monotonic()
            try:
                await self._tell_deal()
                await asyncio.sleep(BETWEEN_TAP_AND_LOOK_SECONDS)
                before = time.perf_counter()
                await self.look()
                self.measured.states.append(time.perf_counter() - before)
            except (OSError, TimeoutError, AssertionError, ValueError) as error:
                self.measured.errors.append(repr(error))
            pause = pace_seconds * self.chance.uniform(0.75, 1.25)
            await asyncio.sleep(max(0.0, began + pause - time.monotonic()))

    async def _tell_deal(self) -> None:
        payload = deal_told(self.state, self.chance)
        key = f"{self.rubber}-{self.state['version']:09}"
        entry = {"key": key, "seen": self.state["version"], "after": "", "kind": "deal", "told": payload}
        body = json.dumps({"device": f"phone-of-{self.rubber}", "side": "", "entries": [entry]}).encode()
        headers = self._headers() | {"Content-Type": "application/json", "X-CSRFToken": self.state["csrf"]}
        sent, before = time.time(), time.perf_counter()
        answer = await ask(self.port, "POST", f"/pad/{self.rubber}/entries/", body=body, headers=headers)
        taken = time.perf_counter() - before
        assert answer.status == 200, (answer.status, answer.body[:300])
        (outcome,) = answer.json()["outcomes"]
        assert outcome["outcome"] == "done", outcome
        self.measured.entries.append(taken)
        self.measured.sent[self.rubber, outcome["version"]] = sent

    def _headers(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}


async def score(
    port: int,
    links: dict[str, str],
    *,
    pace_seconds: float,
    seconds: float,
    measured: Measured,
    begin: Callable[[], None],
) -> None:
    """Play at all tables, ``links`` by rubber, for a while, and send plain requests without a query meanwhile.

    ``begin`` is called once all tables are open, by when every process of the site has answered requests.
    """
    tables = [Table(port, rubber, token, measured) for rubber, token in links.items()]
    for table in tables:
        await table.open()
    begin()
    until = time.monotonic() + seconds
    async with asyncio.TaskGroup() as tasks:
        for table in tables:
            tasks.create_task(table.play(pace_seconds=pace_seconds, until=until))
        tasks.create_task(_ask_for_nothing(port, until, measured))


async def _ask_for_nothing(port: int, until: float, measured: Measured) -> None:
    while time.monotonic() < until:
        before = time.perf_counter()
        try:
            answer = await ask(port, "GET", "/healthz")
            assert answer.status == 200
            measured.health.append(time.perf_counter() - before)
        except (OSError, TimeoutError, AssertionError) as error:
            measured.errors.append(repr(error))
        await asyncio.sleep(0.25)
