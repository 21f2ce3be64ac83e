"""A client that keeps entering results at any web host that responds, and retries those without a response."""

from __future__ import annotations

import itertools
import json
import secrets
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final, Self

from tests.machines.opening import Opened
from tests.machines.processes import Machine, post

PATIENCE_SECONDS: Final = 3.0
PAUSE_SECONDS: Final = 0.1


@dataclass
class Entering:
    """Enter results in a thread while this context is active.

    ``confirmed``: ids of rubbers by the table that was entered with them; ``repeated``: requests without a
    response, which went to another host next.
    """

    machines: Sequence[Machine]
    opened: Opened
    confirmed: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    repeated: int = 0
    _is_over: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._enter_all, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_over.set()
        if self._thread is not None:
            self._thread.join()

    def _enter_all(self) -> None:
        machines = itertools.cycle(self.machines)
        while not self._is_over.wait(PAUSE_SECONDS):
            self._enter(machines)

    def _enter(self, machines: itertools.cycle[Machine]) -> None:
        table = secrets.token_hex(6)
        body = {
            "club": self.opened.club,
            "event": self.opened.event,
            "form": "result",
            "players": self.opened.players,
            "games": [[5, 3], [2, 5], [5, 0]],
            "table": table,
            "date": "2026.11.21",
        }
        for machine in machines:
            url = f"{machine.web_url}/api/v1/rubbers/"
            try:
                answer = post(
                    url, body, token=self.opened.token, key=table, patience_seconds=PATIENCE_SECONDS
                )
            except (OSError, json.JSONDecodeError):
                self.repeated += 1
                continue
            if answer.status == 201:
                self.confirmed[table] = answer.body["id"]
                return
            if answer.status < 500:
                self.wrong.append(f"{answer.status}: {answer.body}")
                return
            self.repeated += 1
