"""The people of an open day, for Locust: tables, visitors, programs and a director of each club.

    OPEN_DAY_SCENE=FILE OPEN_DAY_TOLD=FILE locust --headless --locustfile tests/bench/open_day/locustfile.py ...

``scene`` has written the first file. When all tables are there a line "open" is printed. At the end the second has an
object: ``asked``, a list for each request (kind, the clock at its start, milliseconds, what was wrong, else ""), and
``sent``, a list for each deal (rubber, version that it led to, the clock when it was sent).

Each request has a connection of its own: kept ones would go to one of the web processes more than to the other.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import time
from pathlib import Path
from typing import Any, Final

from locust import FastHttpUser, between, constant_pacing, events, task

from tests.bench.scoring_tables import deal_told

CLUBS: Final[list[dict[str, Any]]] = json.loads(Path(os.environ["OPEN_DAY_SCENE"]).read_text())
PACE_SECONDS: Final = float(os.environ.get("OPEN_DAY_PACE", "4"))
VISITORS_A_CLUB: Final = int(os.environ.get("OPEN_DAY_VISITORS", "80"))
RESULT_EVERY_SECONDS: Final = 20.0
PAGES_A_VISIT: Final = 5
BETWEEN_TAP_AND_LOOK_SECONDS: Final = 0.3
"""The time after which the opponent's phone has received the deal and requests the state of the rubber."""
ASSET: Final = re.compile(r'(?:href|src)="(/static/[^"]+)"')
SEASON_OF_CALLS: Final = 10
"""The period, in API calls of a program, after which it exports the season again."""

requests: list[tuple[str, float, float, str]] = []
sent: list[tuple[str, int, float]] = []
_links = itertools.cycle([link for club in CLUBS for link in club["links"]])
_clubs = itertools.cycle(CLUBS)
_directed = itertools.cycle(CLUBS)
_readers = itertools.cycle([(club, token) for club in CLUBS for token in club["readers"]])


class Person(FastHttpUser):
    abstract = True
    default_headers = {"Connection": "close"}  # noqa: RUF012 - as Locust declares it
    network_timeout = 60.0


class Table(Person):
    """A table that plays one rubber, with deals won in turn and at random. It connects by the table's link."""

    fixed_count = sum(len(club["links"]) for club in CLUBS)
    wait_time = constant_pacing(PACE_SECONDS)

    def on_start(self) -> None:
        token = next(_links)
        self.chance = random.Random(token)
        page = self.client.get("/t/", name="coming in")
        csrf = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text or "")
        assert csrf is not None, page.status_code
        entered = self.client.post(
            "/t/",
            data={"code": token, "csrfmiddlewaretoken": csrf[1]},
            headers={"Content-Type": "application/x-www-form-urlencoded"},
            name="coming in",
            allow_redirects=False,
        )
        assert entered.headers is not None, entered.status_code
        place = re.search(r"/pad/([^/]+)/", str(entered.headers.get("location")))
        assert place is not None, (entered.status_code, entered.headers)
        self.rubber = place[1]
        self._look("coming in")
        _come_in()
        time.sleep(self.chance.random() * PACE_SECONDS)

    @task
    def deal(self) -> None:
        if self.state["now"]["winner"] is not None:
            return
        payload = deal_told(self.state, self.chance)
        key = f"{self.rubber}-{self.state['version']:09}"
        entry = {"key": key, "seen": self.state["version"], "after": "", "kind": "deal", "told": payload}
        began = time.time()
        with self.client.post(
            f"/pad/{self.rubber}/entries/",
            json={"device": f"phone-of-{self.rubber}", "side": "", "entries": [entry]},
            headers={"X-CSRFToken": self.state["csrf"]},
            name="a deal told",
            catch_response=True,
        ) as answer:
            outcomes = answer.json()["outcomes"] if answer.status_code == 200 else []
            if [each["outcome"] for each in outcomes] == ["done"]:
                sent.append((self.rubber, outcomes[0]["version"], began))
            else:
                answer.failure(f"{answer.status_code}: {outcomes}")
        time.sleep(BETWEEN_TAP_AND_LOOK_SECONDS)
        self._look("a look of the other phone")

    def _look(self, kind: str) -> None:
        answer = self.client.get(f"/pad/{self.rubber}/state/", name=kind)
        if answer.status_code == 200:
            self.state: dict[str, Any] = answer.json()


class Visitor(Person):
    """Open pages of a club, with the assets of the first of them; then continue as another visitor."""

    fixed_count = VISITORS_A_CLUB * len(CLUBS)
    wait_time = between(4, 12)

    def on_start(self) -> None:
        self.club = next(_clubs)
        self.seen: set[str] = set()
        self.opened = 0

    @task
    def page(self) -> None:
        if self.opened == PAGES_A_VISIT:
            self.seen, self.opened = set(), 0
        self.opened += 1
        # One in two looks at what is being played.
        path = self.club["event"] if random.random() < 0.5 else random.choice(self.club["pages"])
        page = self.client.get(path, name="a page")
        for asset in sorted(set(ASSET.findall(page.text or "")) - self.seen):
            self.seen.add(asset)
            self.client.get(asset, name="a file of a page")


class Reader(Person):
    """A program with a token that reads lists. One program of each club exports a file again and again."""

    fixed_count = sum(len(club["readers"]) for club in CLUBS)
    wait_time = between(0.5, 1.5)

    def on_start(self) -> None:
        self.club, token = next(_readers)
        self.headers = {"Authorization": f"Bearer {token}"}
        self.takes_files = token == self.club["readers"][0]
        self.turn = itertools.cycle(self.club["lists"])
        self.calls = 0

    @task
    def read(self) -> None:
        self.calls += 1
        if self.takes_files and self.calls % SEASON_OF_CALLS == 1:
            self.client.get(self.club["export"], headers=self.headers, name="a file taken out")
        else:
            self.client.get(next(self.turn), headers=self.headers, name="a list of the API")


class Director(Person):
    """Writes results of tables down that keep score on paper, one at a time until none is left."""

    fixed_count = len(CLUBS)
    wait_time = constant_pacing(RESULT_EVERY_SECONDS)

    def on_start(self) -> None:
        self.club = next(_directed)
        self.left = list(self.club["paper"])
        # All are there by then, and not every club's result comes at once.
        time.sleep(random.uniform(0.2, 0.7) * RESULT_EVERY_SECONDS)

    @task
    def result(self) -> None:
        if not self.left:
            return
        line = {"stage": 1, "round": 1, "number": self.left.pop(0), "games_won": [5, 2]}
        with self.client.post(
            self.club["results"],
            json={"results": [line]},
            headers={"Authorization": f"Bearer {self.club['director']}"},
            name="a result written down",
            catch_response=True,
        ) as answer:
            lines = answer.json()["results"] if answer.status_code == 200 else []
            if [each.get("problem") for each in lines] != [None]:
                answer.failure(f"{answer.status_code}: {(answer.text or '')[:300]}")


def _note(name: str, response_time: float, exception: object, start_time: float, **_: object) -> None:
    requests.append((name, start_time, response_time, repr(exception) if exception else ""))


_awaited = itertools.count(Table.fixed_count - 1, -1)


def _come_in() -> None:
    if next(_awaited) == 0:
        print("open", flush=True)


def _say_error(exception: Exception, **_: object) -> None:
    """Report an error, so that no process waits forever for the line "open". Later it is an error of the day."""
    print(repr(exception), flush=True)
    requests.append(("something unforeseen", time.time(), 0.0, repr(exception)))


def _write(**_: object) -> None:
    report = json.dumps({"asked": requests, "sent": sent})
    Path(os.environ["OPEN_DAY_TOLD"]).write_text(report, encoding="utf-8")


events.request.add_listener(_note)  # type: ignore[no-untyped-call]
events.user_error.add_listener(_say_error)  # type: ignore[no-untyped-call]
events.quit.add_listener(_write)  # type: ignore[no-untyped-call]
