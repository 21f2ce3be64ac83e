"""Keep a pool or a French table as a client does: open it and record facts, based on the last state read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from matches.common.commands import CommandContext
from matches.events.draw import request_draw
from matches.events.plan_event import plan_event
from matches.events.record_facts import record_fact
from matches.models import Club, Event, PadEntry, Player, Rubber, User
from matches.rules.events.plan import EventPlan, StagePlan
from tests.matches.api.calling import Answer, Caller, guests, problem
from tests.matches.pads.phones import Phone, at_the_table, deal

TERMS: dict[str, dict[str, Any]] = {"pool": {"stake": 100, "custom": "loser"}, "french": {"least": 100}}
CUT = {"Ann": "HK", "Bea": "S7", "Cat": "D9"}


@dataclass
class Table:
    """A table with the ``state`` and the ``tag`` of the last response."""

    api: Caller
    path: str
    players: dict[str, Player]
    state: dict[str, Any] = field(default_factory=dict)
    tag: str = ""

    def id(self, name: str) -> str:
        return self.players[name].public_id

    def name(self, public_id: str) -> str:
        return next(name for name, player in self.players.items() if player.public_id == public_id)

    def send(self, kind: str, **members: Any) -> Answer:
        """Send a fact based on the last state read, with players' names replaced by ids.

        Return any response.
        """
        fields = {name: self._id_or_value(value) for name, value in members.items()}
        return self.api.post(f"{self.path}facts/", {"kind": kind, **fields}, If_Match=self.tag)

    def put(self, kind: str, **members: Any) -> dict[str, Any]:
        answer = self.send(kind, **members)
        assert answer.status_code == 201, answer.content
        return self.take(answer)

    def take(self, answer: Answer) -> dict[str, Any]:
        self.state, self.tag = answer.json(), answer.headers["ETag"]
        return self.state

    def look(self) -> dict[str, Any]:
        return self.take(self.api.get(self.path))

    def cut(self, **cards: str) -> dict[str, Any]:
        fields = {self.id(name): card for name, card in (cards or CUT).items()}
        return self.put("cut", rounds=[fields])

    def play(self, winner: str) -> dict[str, Any]:
        """Begin the next game, and report that the seated ``winner`` has won it."""
        game = self.put("game_begun")["game"]
        return self.put("game_won", game=game["number"], winner="A" if game["a"] == self.id(winner) else "B")

    def all(self, part: str) -> list[dict[str, Any]]:
        """Return every row of a list of the table's."""
        rows: list[dict[str, Any]] = []
        address = f"{self.path}{part}/?page_size=7"
        while address:
            page = self.api.get(address).json()
            rows += page["results"]
            address = page["next"]
        return rows

    def balances(self) -> dict[str, int]:
        body = self.api.get(f"{self.path}balances/").json()
        members = {self.name(each["player"]["id"]): each["amount"] for each in body["balances"]}
        return {**members, "table": body["on_table"]}

    def owed(self) -> list[tuple[str, str, int]]:
        return [
            (self.name(each["payer"]), self.name(each["payee"]), each["amount"])
            for each in self.look()["owed"]
        ]

    def _id_or_value(self, value: Any) -> Any:
        return self.id(value) if isinstance(value, str) and value in self.players else value


def drawn_cup(club: Club, by: User, *, is_released: bool = True) -> Event:
    """Return a Swiss of six, its first round of three tables drawn."""
    act = CommandContext(by=by, key="")
    plan = EventPlan(stages=(StagePlan(kind="swiss", rounds=3),), lot_seed="s")
    players = guests(club, "Ida", "Jack", "Kit", "Lou", "Max", "Nell")
    event = plan_event(club, "Cup", plan, players, act=act)
    request_draw(event, 1, act=act)
    if is_released:
        record_fact(event, "released", {"stage": 1, "round": 1}, act=act)
    return event


def at_odds(path: str, by: User, *, further: int = 0) -> str:
    """Let two phones record the first deal of the live rubber at ``path`` differently, and return the conflict's id.

    B wins it on one phone, A on the other, which records ``further`` deals.
    """
    rubber = Rubber.objects.get(public_id=path.rstrip("/").rpartition("/")[2])
    user = at_the_table(rubber, by)
    one, two = Phone(rubber, user, "one"), Phone(rubber, user, "two")
    one.write("deal", deal("A", "B"))
    two.write("deal", deal("A", "A"))
    for _ in range(further):
        two.write("deal", deal("B", "A"))
    one.send()
    two.send()
    return PadEntry.objects.filter(outcome="kept").order_by("pk")[0].public_id


def open_table(api: Caller, club: Club, *names: str, kind: str = "pool", **members: Any) -> Table:
    called = names or ("Ann", "Bea", "Cat")
    players = dict(zip(called, guests(club, *called), strict=True))
    body = {
        "kind": kind,
        "name": "Corner",
        "terms": TERMS[kind],
        "players": [player.public_id for player in players.values()],
        **members,
    }
    answer = api.post(f"clubs/{club.public_id}/tables/", body)
    assert answer.status_code == 201, answer.content
    table = Table(api, answer.headers["Location"], players)
    table.take(answer)
    return table


def refused(answer: Any, reason: str, **params: Any) -> dict[str, Any]:
    """Return the error of a table that refused for this reason. Fails if it did not."""
    error = problem(answer, 409, "table_refused")
    assert error["reason"] == reason
    assert error.get("params", {}) == params
    assert error["detail"]
    return error
