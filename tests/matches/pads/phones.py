"""A phone as the pad's script models it: a queue of entries, the last state seen, and an unreliable network."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from typing import Any, cast

import orjson

from matches.models import Deal, Rubber, User
from matches.pads.commands import Kind, PadRequest, read_request
from matches.pads.inbox import Outcome, take_in_entries
from matches.pads.table_links import make_link
from matches.pads.users import PadUser
from matches.rubbers.transition import stored_rubber
from tests.matches.rubbers.hands import Hands

STOOD = {"said": "stood", "times": 1, "king": "", "won": "point", "void": False}


def deal(dealer: str = "A", winner: str = "B", **changes: Any) -> dict[str, Any]:
    """Return a deal in which the elder hand stood, won for the point."""
    return {"dealer": dealer, **STOOD, "winner": winner} | changes


@dataclass
class Phone:
    """A phone. ``seen`` is the version of its last state, ``queue`` the entries without a response."""

    rubber: Rubber
    user: PadUser
    name: str = "phone"
    seen: int = 0
    queue: list[dict[str, Any]] = field(default_factory=list)
    written: list[dict[str, Any]] = field(default_factory=list)
    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def __post_init__(self) -> None:
        self.seen = self.seen or self.rubber.version

    def write(self, kind: Kind, payload: dict[str, Any]) -> dict[str, Any]:
        """Add an entry to the queue, to be sent later."""
        entry = {
            "key": f"{self.name}-key-number-{next(self.numbers):04}",
            "seen": self.seen,
            "after": self.queue[-1]["key"] if self.queue else "",
            "kind": kind,
            "told": payload,
        }
        self.queue.append(entry)
        self.written.append(entry)
        return entry

    def request(self, entries: list[dict[str, Any]] | None = None) -> PadRequest:
        entries = self.queue if entries is None else entries
        return read_request(orjson.dumps({"device": self.name, "side": "", "entries": entries}))

    def post(self, entries: list[dict[str, Any]] | None = None) -> list[Outcome]:
        """Send the queued entries, or these again, and lose the response."""
        return take_in_entries(stored_rubber(self.rubber.pk), self.user, self.request(entries)).outcomes

    def send(self) -> list[Outcome]:
        """Send the queued entries, and read the rubber's current state."""
        outcomes = self.post() if self.queue else []
        self.queue = []
        self.look()
        return outcomes

    def look(self) -> None:
        """Read the rubber's current state. Queued entries were written before it."""
        self.seen = stored_rubber(self.rubber.pk).version

    def tap(self, kind: Kind, payload: dict[str, Any]) -> Outcome:
        """Write an entry and send it at once."""
        self.write(kind, payload)
        return self.send()[-1]


def at_the_table(rubber: Rubber, by: User) -> PadUser:
    """Return a pad user who has the table's link."""
    link = make_link(rubber, by=by).link
    return PadUser(by=by, link=link, side="", authority="helper", may_rule=True, is_director=False)


def signed_in(by: User, **changes: Any) -> PadUser:
    """Return a pad user with an account, by default a helper."""
    here = PadUser(by=by, link=None, side="", authority="helper", may_rule=True, is_director=False)
    return replace(here, **changes)


def outcomes_of(outcomes: list[Outcome]) -> list[str]:
    return [cast(str, outcome.outcome) for outcome in outcomes]


def two_phones(hands: Hands, rubber: Rubber) -> tuple[Phone, Phone]:
    """Return two phones that opened the same link."""
    user = at_the_table(rubber, hands.director)
    return Phone(rubber, user, "one"), Phone(rubber, user, "two")


def lines() -> list[str]:
    """Return the recorded deals."""
    return list(Deal.objects.order_by("game__number", "number").values_list("egn", flat=True))
