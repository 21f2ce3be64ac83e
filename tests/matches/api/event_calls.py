"""An event run by calls of the API alone, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from matches.events.write_standings import write_standings
from matches.models import Club, Event, Player
from tests.matches.api.calling import Answer, Caller, problem

SWISS: dict[str, Any] = {"stages": [{"kind": "swiss", "rounds": 3}], "lot_seed": "a"}
ROBIN: dict[str, Any] = {"stages": [{"kind": "round_robin"}]}
KNOCKOUT: dict[str, Any] = {"stages": [{"kind": "knockout"}]}


def done(answer: Answer, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


def ids(told: EventCalls) -> list[str]:
    return [player.public_id for player in told.players]


def refused(answer: Answer, reason: str, **params: Any) -> None:
    """The event refuses it for this reason, and says so in words of its own."""
    told = problem(answer, 409, "event_refused")
    assert (told["reason"], told["params"]) == (reason, params)
    assert told["detail"] != told["title"]


@dataclass
class EventCalls:
    """``api`` is the program of who runs the event at ``path``; ``players`` in the order of entry."""

    api: Caller
    event: Event
    players: list[Player]

    @property
    def path(self) -> str:
        return f"events/{self.event.public_id}/"

    def get(self, more: str = "") -> Any:
        return done(self.api.get(self.path + more))

    def rows(self, more: str) -> list[dict[str, Any]]:
        """All rows of a list, page by page, three at a time."""
        found: list[dict[str, Any]] = []
        url = f"{self.path}{more}{'&' if '?' in more else '?'}page_size=3"
        while url:
            page = done(self.api.get(url))
            found += page["results"]
            url = page["next"]
        return found

    def post(self, more: str, body: Any, *, status: int = 200, match: str = "*") -> Any:
        return done(self.api.post(self.path + more, body, If_Match=match), status)

    def put(self, more: str, body: Any) -> Any:
        return done(self.api.put(self.path + more, body, If_Match=self.api.tag(self.path + more)))

    def fact(self, kind: str, **members: Any) -> Any:
        return self.post("facts/", {"kind": kind, **members}, match=self.api.tag(self.path))

    def draw(self, stage: int = 1) -> Any:
        return self.post(f"stages/{stage}/draws/", {}, status=201)

    def pairings(self, stage: int = 1, number: int = 1) -> list[dict[str, Any]]:
        return self.rows(f"pairings/?stage={stage}&round={number}")

    def to_be_played(self, stage: int = 1) -> Iterator[dict[str, Any]]:
        yield from self.rows(f"pairings/?stage={stage}&undecided=true")

    def play(self, stage: int = 1, number: int = 1) -> None:
        """The one who was entered first wins each rubber of the round that can be played."""
        lines = [
            {
                "stage": stage,
                "round": number,
                "number": each["number"],
                "games_won": [2, 1] if self._is_better(each) else [1, 2],
            }
            for each in self.rows(f"pairings/?stage={stage}&round={number}&undecided=true")
        ]
        if lines:
            told = self.post("results/", {"results": lines})
            assert [line["problem"] for line in told["results"]] == [None] * len(lines)
        write_standings(self.event.pk)

    def _is_better(self, pairing: dict[str, Any]) -> bool:
        order = [player.public_id for player in self.players]
        a, b = (pairing["players"][side]["id"] for side in "AB")
        return order.index(a) < order.index(b)


def planned_by_calls(
    api: Caller, club: Club, plan: dict[str, Any], *, size: int = 6, name: str = "Autumn Cup 2026"
) -> EventCalls:
    """An event opened, planned and filled; its players are there by id, but for the last, who comes by name."""
    event_id = done(api.post(f"clubs/{club.public_id}/events/", {"name": name}), 201)["id"]
    told = EventCalls(api, Event.objects.get(public_id=event_id), [])
    told.put("plan/", {"plan": plan})
    listed = [Player.objects.create(club=club, name=f"Player {number}") for number in range(1, size)]
    body = {"players": [player.public_id for player in listed], "names": [f"Player {size}"]}
    entered = told.post("entrants/", body, status=201)["entered"]
    told.players = [Player.objects.get(public_id=each["player"]["id"]) for each in entered]
    told.event.refresh_from_db()
    return told
