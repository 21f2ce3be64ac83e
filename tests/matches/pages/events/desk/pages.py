"""Send the forms of the director's pages as a browser does: filled in, with changes, by one of their buttons."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urljoin

from django.test import Client
from django.urls import reverse

from matches.common.commands import CommandContext
from matches.events.draw import request_draw
from matches.events.event_state import event_state
from matches.events.plan_event import plan_event
from matches.events.record_facts import record_fact
from matches.events.results import WrittenResult, enter_results
from matches.models import Club, Event, LogEntry, Player, Rubber
from matches.rules.events.plan import EventPlan, StagePlan
from matches.rules.events.state import EventState
from tests.matches.pages.exchange.club import user
from tests.matches.pages.reading import page, words
from tests.support.html_forms import form_with

Values = dict[str, str | list[str]]
SIX = ("Ann", "Ben", "Cay", "Dan", "Eve", "Fay")
SWISS = EventPlan(stages=(StagePlan(kind="swiss", rounds=3),), lot_seed="s")
CUP = EventPlan(stages=(StagePlan(kind="knockout"),), lot_seed="s")
EVERYBODY = EventPlan(stages=(StagePlan(kind="round_robin"),), lot_seed="s")


def send(
    client: Client,
    address: str,
    has: str,
    value: str = "",
    /,
    *,
    status: int = 302,
    **changes: str | list[str],
) -> str:
    """Open ``address``, change and send the form that has a field ``has``, and return the resulting page.

    A redirect is followed if ``status`` is 302.
    """
    form = form_with(page(client, address), has, value)
    response = client.post(urljoin(address, form.action), {**form.values, **changes})
    assert response.status_code == status, words(response.content.decode())
    if status == 302:
        return client.get(response.headers["Location"], follow=True).content.decode()
    return response.content.decode()


def planned(club: Club, plan: EventPlan = SWISS, names: Sequence[str] = SIX, name: str = "Cup") -> Event:
    """Return an event with this plan and these guests entered."""
    known = {player.name: player for player in Player.objects.filter(club=club, name__in=names)}
    players = [known.get(each) or Player(club=club, name=each) for each in names]
    Player.objects.bulk_create(player for player in players if not player.pk)
    return plan_event(club, name, plan, players, act=acting())


def acting(reason: str = "") -> CommandContext:
    return CommandContext(by=user("director"), key="", reason=reason)


def drawn(event: Event, *, is_released: bool = True) -> EventState:
    """Return the event with the next round of its first stage, or the whole stage, drawn."""
    request_draw(event, 1, act=acting())
    state = event_state(event)
    if not is_released:
        return state
    stage = state.stages[0]
    first = next(round_ for round_ in stage.rounds if not round_.is_released)
    payload = {"stage": 1, "round": first.number}
    if stage.plan.kind in ("round_robin", "league"):
        payload["until"] = stage.rounds[-1].number
    return record_fact(event, "released", payload, act=acting())


def released(club: Club, plan: EventPlan = SWISS, names: Sequence[str] = SIX, name: str = "Cup") -> Event:
    """Return an event with its first round, or its whole stage, drawn and released."""
    event = planned(club, plan, names, name)
    drawn(event)
    return event


def played(event: Event) -> EventState:
    """Enter a win of two games to none for the A of every waiting rubber of the first stage."""
    waiting = {
        (1, round_.number, pairing.number): WrittenResult(games_won=(2, 0))
        for round_ in event_state(event).stages[0].rounds
        if round_.is_released
        for pairing in round_.pairings
        if pairing.is_undecided
    }
    for rubber in enter_results(event, waiting, authority="final", act=acting()).values():
        assert isinstance(rubber, Rubber), rubber
    return event_state(event)


def facts(event: Event) -> list[str]:
    """Return the kinds of the event's entries in the log, in order, without ``event.``."""
    kinds = LogEntry.objects.filter(stream=f"event:{event.public_id}").order_by("version")
    return [kind.removeprefix("event.") for kind in kinds.values_list("kind", flat=True)]


def address(event: Event, name: str, *more: object) -> str:
    return reverse(f"web:{name}", args=[event.club.slug, event.public_id, *more])


def player(club: Club, name: str) -> Player:
    return Player.objects.get(club=club, name=name)
