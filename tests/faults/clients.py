"""Clients that enter deals, rubbers and files all the time, and send what was not answered again, as the pad does."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from tests.bench.scoring_tables import Answer, ask, deal_told
from tests.faults.ledger import Ledger
from tests.faults.opening import Opened
from tests.faults.records import numbered_file, numbered_record

PATIENCE_SECONDS: Final = 10.0
FIRST_WAIT_SECONDS: Final = 0.1
LONGEST_WAIT_SECONDS: Final = 1.0
DOUBLE_TAPS: Final = 0.15
SMALL, LARGE = 6, 130
"""Rubbers of a file that is read while its sender waits, and of one that a worker reads."""


class Client:
    """One sender. ``is_over`` ends it, once what it has sent is answered."""

    def __init__(
        self, port: int, opened: Opened, ledger: Ledger, chance: random.Random, is_over: asyncio.Event
    ) -> None:
        self.port = port
        self.opened = opened
        self.ledger = ledger
        self.chance = chance
        self.is_over = is_over

    async def run(self) -> None:
        while not self.is_over.is_set():
            await self.turn()

    async def turn(self) -> None:
        raise NotImplementedError

    async def pause(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds * self.chance.uniform(0.5, 1.5)):
                await self.is_over.wait()
        except TimeoutError:
            pass

    async def insist(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Repeat the request until there is a response that does not report the server's own trouble."""
        wait = FIRST_WAIT_SECONDS
        while True:
            answer = await self._try(method, path, body, dict(headers or {}))
            if answer is not None and answer.status < 500 and answer.status != 429:
                return answer
            self.ledger.note_refusal(path, answer)
            pause = wait * self.chance.uniform(0.5, 1.0)
            # Of a trouble that passes in moments the end is not slept through; a limit is kept to.
            if answer is not None and answer.status == 429:
                pause = float(dict(answer.headers)["retry-after"])
            await asyncio.sleep(pause)
            wait = min(LONGEST_WAIT_SECONDS, 2 * wait)

    async def insist_doubly(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        if self.chance.random() >= DOUBLE_TAPS:
            return await self.insist(method, path, body, headers)
        first, second = await asyncio.gather(
            self.insist(method, path, body, headers), self.insist(method, path, body, headers)
        )
        if first.status != second.status:
            self.ledger.wrong.append(f"{path} sent twice: {first.status} and {second.status}")
        return first

    async def call(self, path: str, body: object, *, key: str = "", kind: str = "application/json") -> Any:
        """Return the API's response to a change, or None for a refusal, which is recorded in the ledger as wrong."""
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {
            "Authorization": f"Bearer {self.opened.token}",
            "Content-Type": kind,
            "Idempotency-Key": key or secrets.token_hex(12),
        }
        answer = await self.insist_doubly("POST", f"/api/v1{path}", sent, headers)
        if answer.status not in (200, 201, 202):
            self.ledger.wrong.append(f"{answer.status} at {path}: {answer.body[:300]!r}")
            await self.pause(1.0)
            return None
        self.ledger.confirmed += 1
        return answer.json()

    async def _try(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer | None:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                answer = await ask(self.port, method, path, body=body, headers=headers)
        except (OSError, TimeoutError, IndexError, ValueError):
            return None
        length = dict(answer.headers).get("content-length")
        return None if length is not None and int(length) != len(answer.body) else answer


class Sender(Client):
    """Enters rubbers by the API: played out and recorded in full, or as a result."""

    async def turn(self) -> None:
        table = f"api.{secrets.token_hex(6)}"
        body: dict[str, object] = {"club": self.opened.club}
        if self.chance.random() < 0.5:
            body |= {"form": "egn", "egn": numbered_record(self.chance.randrange(12), table)}
        else:
            players = [player for player, _name in self.chance.sample(self.opened.players, 2)]
            body |= {"form": "result", "players": players, "games": [[5, 3], [2, 5], [5, 0]], "table": table}
            body |= {"event": self.opened.event_id, "date": "2026.11.21"}
        if answer := await self.call("/rubbers/", body):
            self.ledger.rubbers[table] = answer["id"]
        await self.pause(1.0)


class Importer(Client):
    async def turn(self) -> None:
        rubbers = LARGE if self.chance.random() < 0.05 else SMALL
        name = f"file.{secrets.token_hex(6)}"
        tables = [f"{name}.{number}" for number in range(rubbers)]
        path = f"/clubs/{self.opened.club}/imports/?source={name}"
        answer = await self.call(path, numbered_file(tables), kind="text/vnd.ecarte.egn")
        if answer:
            self.ledger.files[answer["id"]] = tables
        await self.pause(6.0)


class Pad(Client):
    """Keeps the score of one rubber after the other with a table's link, and no account."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.rubber = ""
        self.cookies: dict[str, str] = {}
        self.state: dict[str, Any] = {}

    async def turn(self) -> None:
        if not self.rubber and not await self._open():
            return
        if self.state["state"] != "live":
            self.ledger.ended.add(self.rubber)
            self.rubber = ""
        elif self.state["now"]["winner"] is None:
            await self._enter("deal", deal_told(self.state, self.chance))
        else:
            await self._enter("report", {"side": "A", "termination": "normal", "winner": ""})
            await self._enter("confirm", {"side": "B"})
        await self.pause(0.3)

    async def _open(self) -> bool:
        """Begin a rubber and open its pad by its link. False if the club refuses it."""
        players = [player for player, _name in self.chance.sample(self.opened.players, 2)]
        body: dict[str, object] = {"form": "live", "club": self.opened.club, "players": players}
        body |= {"event": self.opened.event_id, "table": f"pad.{secrets.token_hex(6)}", "best_of": 3}
        rubber = await self.call("/rubbers/", body)
        code = None
        while rubber and not code:
            # Sent again, a link is there and its code is not: it was in an answer that never came.
            link = await self.call(f"/rubbers/{rubber['id']}/links/", {"good_for": "week"})
            code = link and link.get("code")
        if not rubber:
            return False
        self.rubber, self.cookies = rubber["id"], {}
        self.ledger.deals[self.rubber] = {}
        page = await self.insist("GET", "/t/")
        self.cookies |= page.cookies()
        form = urlencode({"code": code, "csrfmiddlewaretoken": self.cookies["csrftoken"]}).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        entered = await self.insist("POST", "/t/", form, self._headers() | kind)
        self.cookies |= entered.cookies()
        return await self._look()

    async def _look(self) -> bool:
        answer = await self.insist("GET", f"/pad/{self.rubber}/state/", headers=self._headers())
        if answer.status != 200:
            self.ledger.wrong.append(f"{answer.status} at the pad: {answer.body[:300]!r}")
            self.rubber = ""
            return False
        self.cookies |= answer.cookies()
        self.state = answer.json()
        return True

    async def _enter(self, kind: str, payload: Mapping[str, object]) -> None:
        key = f"{secrets.token_hex(12)}"
        entry = {"key": key, "seen": self.state["version"], "after": "", "kind": kind, "told": payload}
        body = json.dumps({"device": f"phone-{self.rubber}", "side": "", "entries": [entry]}).encode()
        headers = self._headers() | {
            "Accept": "application/json",
            "Content-Type": "application/json",
            "X-CSRFToken": self.state["csrf"],
        }
        answer = await self.insist_doubly("POST", f"/pad/{self.rubber}/entries/", body, headers)
        outcomes = answer.json().get("outcomes") if answer.status == 200 else None
        if not outcomes or outcomes[0]["outcome"] != "done":
            self.ledger.wrong.append(f"{answer.status} to a {kind}: {answer.body[:300]!r}")
            await self._look()
            return
        self.ledger.confirmed += 1
        self.ledger.deals[self.rubber][key] = outcomes[0]["version"]
        self.state = answer.json()["state"]

    def _headers(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
