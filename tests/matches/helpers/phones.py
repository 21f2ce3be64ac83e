"""A phone as a pad's script has it: a queue of entries, what it last saw, and a network that comes and goes."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from typing import Any, cast

import orjson

from matches.models import Rubber, User
from matches.pads.commands import Kind
from matches.pads.entries import Sent, read_entries
from matches.pads.inbox import Outcome, take
from matches.pads.table_links import make_link
from matches.pads.users import PadUser
from matches.rubbers.transition import stored_rubber

STOOD = {"said": "stood", "times": 1, "king": "", "won": "point", "void": False}


def deal(dealer: str = "A", winner: str = "B", **told: Any) -> dict[str, Any]:
    """A deal that was stood upon, and won by the point."""
    return {"dealer": dealer, **STOOD, "winner": winner} | told


@dataclass
class Phone:
    """``seen`` is the version of the last state that it got. ``queue`` holds what was not answered yet."""

    rubber: Rubber
    user: PadUser
    name: str = "phone"
    seen: int = 0
    queue: list[dict[str, Any]] = field(default_factory=list)
    written: list[dict[str, Any]] = field(default_factory=list)
    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def __post_init__(self) -> None:
        self.seen = self.seen or self.rubber.version

    def write(self, kind: Kind, told: dict[str, Any]) -> dict[str, Any]:
        """Tap something; it waits until it is sent."""
        entry = {
            "key": f"{self.name}-key-number-{next(self.numbers):04}",
            "seen": self.seen,
            "after": self.queue[-1]["key"] if self.queue else "",
            "kind": kind,
            "told": told,
        }
        self.queue.append(entry)
        self.written.append(entry)
        return entry

    def request(self, entries: list[dict[str, Any]] | None = None) -> Sent:
        entries = self.queue if entries is None else entries
        return read_entries(orjson.dumps({"device": self.name, "side": "", "entries": entries}))

    def post(self, entries: list[dict[str, Any]] | None = None) -> list[Outcome]:
        """Send what waits, or these once more, and lose the answer."""
        return take(stored_rubber(self.rubber.pk), self.user, self.request(entries)).outcomes

    def send(self) -> list[Outcome]:
        """Send what waits, and hear how the rubber stands now."""
        outcomes = self.post() if self.queue else []
        self.queue = []
        self.look()
        return outcomes

    def look(self) -> None:
        """Hear how the rubber stands; what waits was written before."""
        self.seen = stored_rubber(self.rubber.pk).version

    def tap(self, kind: Kind, told: dict[str, Any]) -> Outcome:
        """Write it and send it at once."""
        self.write(kind, told)
        return self.send()[-1]


def at_the_table(rubber: Rubber, by: User) -> PadUser:
    """Whoever has the link of the table."""
    link = make_link(rubber, by=by).link
    return PadUser(by=by, link=link, side="", word="helper", may_rule=True, is_director=False)


def signed_in(by: User, **told: Any) -> PadUser:
    """An account, a helper's unless something else is told of it."""
    here = PadUser(by=by, link=None, side="", word="helper", may_rule=True, is_director=False)
    return replace(here, **told)


def outcomes_of(found: list[Outcome]) -> list[str]:
    return [cast(str, outcome.outcome) for outcome in found]
