"""A scripted site for the rubber of one pad: it responds, loses its response, or is unreachable.

It applies entries by the engine and answers each key once and for all, as the real one does.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from playwright.sync_api import BrowserContext, Page, Route

from matches.pages.common.static_sources import static_source
from matches.pages.pads.rubber_view import games_json, position_json
from matches.rubbers.deal_from_input import marks_deal, position_of
from matches.rubbers.record_from_input import live_record, tags_of
from scoring.calling import calls_of
from scoring.check import check_rubber
from scoring.compact import compact_tables
from scoring.record import Rubber, Rules
from tests.matches.rubbers.hands import with_deal

HERE: Final = "https://pad.test"
NAMES: Final = ("Orford", "Baldwin")
ENTER: Final = "([kind, told]) => pad.enter(kind, told).then((entry) => entry.key)"
NOTHING_WAITS: Final = "() => pad.waiting.length === 0"
PAGE: Final = """<!doctype html><title>Pad</title>
<main id="pad" data-tables="/pad/tables.json?v=1"><button>Tap</button></main>
<script type="application/json" id="pad-state">{state}</script>
<script type="application/json" id="pad-words">{{"sent": "Sent"}}</script>
<script type="module">
  import {{ ready }} from "/static/web/pads/bootstrap.js";
  window.opened = ready.then((pad) => (window.pad = pad, true));
</script>"""

Answer = Callable[["Site", "Route"], None]


@dataclass
class Site:
    """``plan`` scripts the outcomes of the next requests with entries; once it is empty all of them succeed.

    ``carried_out`` are the keys that were applied, in order; ``requests`` the keys of each request that arrived.
    """

    rules: Rules = field(default_factory=Rules)
    record: Rubber = field(init=False)
    version: int = 1
    number: str = "Rubber1"
    plan: deque[Answer] = field(default_factory=deque)
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    carried_out: list[str] = field(default_factory=list)
    requests: list[list[str]] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    conflicts: list[dict[str, Any]] = field(default_factory=list)
    unreadable: set[int] = field(default_factory=set)
    csrf: str = "token"
    is_down: bool = False
    is_slow: bool = False
    ticket: str = "x"
    renews: bool = True
    tickets_asked: int = 0
    request_bodies: list[dict[str, Any]] = field(default_factory=list)
    states_told: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.record = live_record(tags_of(NAMES, self.rules))

    def serve(self, context: BrowserContext) -> None:
        context.route("**/*", self.answer)

    @property
    def mark(self) -> int:
        return 100 * self.version + len(self.conflicts)

    def state(self) -> dict[str, Any]:
        checked = check_rubber(self.record)
        base = f"/pad/{self.number}/"
        places = {name: f"{base}{name}/" for name in ("state", "entries", "board", "settle")}
        return {
            "rubber": self.number,
            "version": self.version,
            "state": "live",
            "names": list(NAMES),
            "rules": {
                "best_of": self.rules.best_of,
                "reckoning": self.rules.reckoning,
                "cut": self.rules.cut,
                "variant": self.rules.variant,
            },
            "games": games_json(checked, NAMES, hides_cards=True),
            "now": position_json(position_of(checked), self.rules),
            "conflicts": self.conflicts,
            "may": {"enter": True, "undo": True},
            "urls": places,
            "live": self.live(),
            "csrf": self.csrf,
        }

    def live(self) -> dict[str, Any]:
        """Return the URLs of the pad's event stream, with the ticket that is valid now."""
        query = f"ticket={self.ticket}&since={self.mark}"
        return {
            "stream": f"/live/stream?{query}",
            "poll": f"/live/poll?{query}",
            "renew": f"/pad/{self.number}/ticket/?ticket={self.ticket}",
            "lasts": 600,
        }

    def write(self, payload: dict[str, Any]) -> None:
        """Record a deal that was entered on any phone, this one or another."""
        deal = marks_deal(
            self.record,
            position_of(check_rubber(self.record)),
            payload["dealer"],
            calls=calls_of(payload["said"]),
            kings=[payload["king"]] if payload["king"] else [],
            winner=payload["winner"] or None,
            won=payload["won"],
            is_void=payload["void"],
        )
        self.record = with_deal(self.record, deal)
        self.version += 1

    def take_back(self) -> None:
        *games, last = self.record.games
        left = replace(last, deals=last.deals[:-1])
        self.record = replace(self.record, games=(*games, left) if left.deals else tuple(games))
        self.version += 1

    def _take(self, entry: dict[str, Any]) -> dict[str, Any]:
        key = entry["key"]
        if key not in self.answers:
            after = self.answers.get(entry["after"], {})
            expected = after.get("version") if entry["after"] else entry["seen"]
            self.answers[key] = {"key": key, "outcome": "kept", "version": None, "code": "", "message": ""}
            if expected == self.version:
                if entry["kind"] == "undo":
                    self.take_back()
                else:
                    self.write(entry["told"])
                self.carried_out.append(key)
                self.answers[key] |= {"outcome": "done", "version": self.version}
        return self.answers[key]

    def carry_out(self, route: Route) -> dict[str, Any]:
        entries = json.loads(route.request.post_data or "")["entries"]
        outcomes = [self._take(entry) for entry in entries]
        return {"outcomes": outcomes, "state": self.state()}

    def answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(HERE).partition("?")[0]
        if path.startswith("/static/"):
            # Under a worker these would be there without a network, and this page has none.
            route.fulfill(path=static_source(path.removeprefix("/static/")), content_type="text/javascript")
        elif self.is_down:
            route.abort()
        elif path == f"/pad/{self.number}/":
            page = PAGE.format(state=json.dumps(self.state()))
            route.fulfill(body=page, content_type="text/html; charset=utf-8")
        elif path == "/pad/tables.json":
            route.fulfill(json=compact_tables())
        elif path == "/live/poll":
            self._news(route)
        elif path.endswith("/state/"):
            self._state(route)
        elif path.endswith("/ticket/"):
            self.tickets_asked += 1
            if self.renews:
                route.fulfill(json=self.live())
            else:
                route.fulfill(status=403, json={"code": "ticket", "message": "No."})
        elif path.endswith(("/board/", "/settle/")):
            self.request_bodies.append(json.loads(route.request.post_data or ""))
            if not self.is_slow:
                route.fulfill(json={"phase": "call", "state": self.state()})
        elif path.endswith("/entries/"):
            self._entries(route)
        else:
            route.fulfill(status=204)

    def _state(self, route: Route) -> None:
        etag = f'"{self.version} {self.csrf} {len(self.conflicts)}"'
        is_known = route.request.headers.get("if-none-match") == etag
        self.states_told.append(304 if is_known else 200)
        if is_known:
            route.fulfill(status=304, headers={"ETag": etag})
        else:
            route.fulfill(json=self.state(), headers={"ETag": etag})

    def _news(self, route: Route) -> None:
        if f"ticket={self.ticket}&" not in route.request.url:
            route.fulfill(status=403)
            return
        data = {"rubber": self.number, "version": self.version}
        messages = [{"id": self.mark, "event": "score", "data": data}]
        route.fulfill(json={"cursor": self.mark, "messages": messages})

    def _entries(self, route: Route) -> None:
        body = json.loads(route.request.post_data or "")
        self.bodies.append(body)
        self.requests.append([entry["key"] for entry in body["entries"]])
        self.tokens.append(route.request.headers.get("x-csrftoken", ""))
        if self.plan:
            self.plan.popleft()(self, route)
        elif any(entry["told"].get("times") in self.unreadable for entry in body["entries"]):
            problem("not_understood", 400)(self, route)
        else:
            answered(self, route)


def answered(site: Site, route: Route) -> None:
    route.fulfill(json=site.carry_out(route))


def lost(site: Site, route: Route) -> None:
    """Carried out, and the answer never arrives."""
    site.carry_out(route)
    route.abort()


def not_arrived(site: Site, route: Route) -> None:
    route.abort()


def portal(site: Site, route: Route) -> None:
    """Act as a captive portal, which responds in the site's place until its visitors sign in."""
    route.fulfill(body="<h1>Welcome to our wireless network</h1>", content_type="text/html")


def problem(code: str, status: int, **headers: str) -> Answer:
    """Refused by the site, with a code."""

    def answer(site: Site, route: Route) -> None:
        header_lines = {name.replace("_", "-"): value for name, value in headers.items()}
        route.fulfill(status=status, json={"code": code, "message": f"No: {code}"}, headers=header_lines)

    return answer


def bare(status: int) -> Answer:
    """Refused by something before the pad: a proxy, or the guard against forged forms."""

    def answer(site: Site, route: Route) -> None:
        route.fulfill(status=status, body="<h1>Refused</h1>", content_type="text/html")

    return answer


def open_pad(page: Page, site: Site) -> None:
    page.goto(f"{HERE}/pad/{site.number}/")
    page.evaluate("opened")
    page.wait_for_function("() => !pad.catchingUp.isRunning")


def deal(dealer: str = "A", winner: str = "B", **other: Any) -> dict[str, Any]:
    payload = {"dealer": dealer, "said": "stood", "times": 1, "king": "", "winner": winner, "won": "point"}
    return {**payload, "void": False, **other}


def enter(page: Page, payload: dict[str, Any], kind: str = "deal") -> str:
    return str(page.evaluate(ENTER, [kind, payload]))


def enter_all(page: Page, count: int) -> list[str]:
    """Enter ``count`` deals. The deal alternates, and no deal ends the first game too early for the next to follow."""
    return [enter(page, deal("AB"[number % 2], "AB"[number % 2])) for number in range(count)]


def wait_until_sent(page: Page) -> None:
    page.wait_for_function(NOTHING_WAITS)


def cut_off(page: Page, site: Site) -> None:
    site.is_down = True
    page.context.set_offline(True)


def join_again(page: Page, site: Site) -> None:
    site.is_down = False
    page.context.set_offline(False)
