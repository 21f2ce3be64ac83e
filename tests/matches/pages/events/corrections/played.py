"""Play events halfway, and correct them as a browser would."""

from __future__ import annotations

from django.test import Client

from matches.events.event_state import event_state
from matches.events.results import WrittenResult, enter_results
from matches.events.write_standings import write_standings
from matches.models import Club, Event, Rubber
from matches.rules.events.plan import EventPlan, StagePlan
from matches.rules.events.state import EventState, PairingState
from tests.matches.pages.events.desk.pages import acting, address, drawn, planned, played, released
from tests.matches.pages.reading import page, words
from tests.support.html_forms import form_with

TWELVE = ("Ann", "Ben", "Cay", "Dan", "Eve", "Fay", "Gil", "Hal", "Ivy", "Jim", "Kit", "Lou")
FOUR = ("Ann", "Ben", "Cay", "Dan")
SWISS = EventPlan(stages=(StagePlan(kind="swiss", rounds=5),), lot_seed="s")
CUP = EventPlan(stages=(StagePlan(kind="knockout"),), lot_seed="s")
B_WINS = {"games_won_0": "0", "games_won_1": "2"}


def swiss_after(club: Club, rounds: int, names: tuple[str, ...] = TWELVE, name: str = "Swiss") -> Event:
    """Return a Swiss event of five rounds with ``rounds`` played, each rubber won by its A."""
    event = planned(club, SWISS, names, name)
    for _ in range(rounds):
        drawn(event)
        played(event)
    write_standings(event.pk)
    event.refresh_from_db()
    return event


def cup_played(club: Club) -> Event:
    """Return an event in which Ann beat Dan, Ben beat Cay, and Ann won the final."""
    event = released(club, CUP, FOUR)
    played(event)
    played(event)
    write_standings(event.pk)
    event.refresh_from_db()
    return event


def pairing(event: Event, number: int, round_number: int, stage: int = 1) -> PairingState:
    return state(event).pairing_at((stage, round_number, number))


def rubber_of(event: Event, number: int, round_number: int) -> Rubber:
    return Rubber.objects.get(public_id=pairing(event, number, round_number).rubber)


def state(event: Event) -> EventState:
    return event_state(event)


def winner(rubber: Rubber) -> str:
    rubber.refresh_from_db()
    return rubber.winner


def play(event: Event, place: tuple[int, int, int]) -> None:
    enter_results(event, {place: WrittenResult(games_won=(2, 0))}, authority="final", act=acting())


def preview(
    client: Client, event: Event, rubber: Rubber, /, *, status: int = 200, **changes: str
) -> tuple[str, str]:
    """Return the preview page of a correction, and its URL."""
    at = address(event, "event_correct", rubber.public_id)
    sheet = form_with(page(client, at), "games_won_0")
    response = client.post(at, {**sheet.values, "winner": "", **(changes or B_WINS)})
    assert response.status_code == status, words(response.content.decode())
    return at, response.content.decode()


def decide(client: Client, at: str, html: str, /, *, status: int = 302, **decided: str) -> str:
    """Send the decisions that a preview requires, and return the next page."""
    response = client.post(at, decided_form(html, **decided))
    assert response.status_code == status, words(response.content.decode())
    if status == 302:
        return client.get(response.headers["Location"], follow=True).content.decode()
    return response.content.decode()


def decided_form(html: str, **decided: str) -> dict[str, object]:
    return {**form_with(html, "seen").values, "reason": "the sheet was misread", **decided}
