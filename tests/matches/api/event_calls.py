"""Run an event through calls of the API alone, and read its results."""

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


def ids(event_calls: EventCalls) -> list[str]:
    return [player.public_id for player in event_calls.players]


def refused(answer: Answer, reason: str, **params: Any) -> None:
    """Check that the event refused for this reason, with a message of its own."""
    error = problem(answer, 409, "event_refused")
    assert (error["reason"], error["params"]) == (reason, params)
    assert error["detail"] != error["title"]


@dataclass
class EventCalls:
    """An event at ``path``, run by the client ``api``. ``players`` are in the order of entry."""

    api: Caller
    event: Event
    players: list[Player]

    @property
    def path(self) -> str:
        return f"events/{self.event.public_id}/"

    def get(self, more: str = "") -> Any:
        return done(self.api.get(self.path + more))

    def rows(self, more: str) -> list[dict[str, Any]]:
        """Return all rows of a list, page by page, three at a time."""
        listed: list[dict[str, Any]] = []
        url = f"{self.path}{more}{'&' if '?' in more else '?'}page_size=3"
        while url:
            page = done(self.api.get(url))
            listed += page["results"]
            url = page["next"]
        return listed

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
        """Let the player who was entered first win each playable rubber of the round."""
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
            result = self.post("results/", {"results": lines})
            assert [line["problem"] for line in result["results"]] == [None] * len(lines)
        write_standings(self.event.pk)

    def _is_better(self, pairing: dict[str, Any]) -> bool:
        order = [player.public_id for player in self.players]
        a, b = (pairing["players"][side]["id"] for side in "AB")
        return order.index(a) < order.index(b)


def planned_by_calls(
    api: Caller,
    club: Club,
    plan: dict[str, Any],
    *,
    size: int = 6,
    name: str = "Autumn Cup 2026",
    player: str = "Player",
) -> EventCalls:
    """Return an event opened, planned and filled: its players are entered by id, the last one by name.

    They are called ``player`` and a number.
    """
    event_id = done(api.post(f"clubs/{club.public_id}/events/", {"name": name}), 201)["id"]
    event_calls = EventCalls(api, Event.objects.get(public_id=event_id), [])
    event_calls.put("plan/", {"plan": plan})
    listed = [Player.objects.create(club=club, name=f"{player} {number}") for number in range(1, size)]
    body = {"players": [each.public_id for each in listed], "names": [f"{player} {size}"]}
    entered = event_calls.post("entrants/", body, status=201)["entered"]
    event_calls.players = [Player.objects.get(public_id=each["player"]["id"]) for each in entered]
    event_calls.event.refresh_from_db()
    return event_calls
