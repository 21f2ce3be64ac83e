"""Events with a plan: opened, planned and filled in one sitting; people entered by name or from the list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models.functions import Coalesce

from matches.clubs.locks import locked_club
from matches.clubs.players import add_players
from matches.common.clean_names import tidy_name
from matches.common.command_context import Act
from matches.events.record_facts import NewFact, record_facts
from matches.models import Club, Event, Player, User
from matches.rubbers.open_event import open_event_by_hand
from matches.rules.events.facts import PlayerId
from matches.rules.events.plan import EventPlan
from matches.rules.events.plan_json import plan_json
from matches.rules.events.state import EventState


@transaction.atomic
def plan_event(
    club: Club,
    name: str,
    plan: EventPlan,
    players: Sequence[Player] = (),
    *,
    guests: Sequence[str] = (),
    act: Act,
) -> Event:
    """Open an event, plan it and enter people, those on the list and then ``guests``, who are put on it: all or
    nothing.

    Raises ``EventNameError``, ``PeopleError``, and as ``record_facts``.
    """
    event = open_event_by_hand(club, name, act=act)
    facts: list[NewFact] = [("planned", {"plan": plan_json(plan)})]
    people = entered_ids(club, players, guests, by=act.by)
    if people:
        facts.append(("entered", {"players": people}))
    record_facts(event, facts, act=replace(act, version=None))
    return Event.objects.get(pk=event.pk)


@transaction.atomic
def enter_players(
    event: Event,
    players: Sequence[Player] = (),
    *,
    guests: Sequence[str] = (),
    place: tuple[int, int] | None = None,
    act: Act,
) -> EventState:
    """Enter people, those on the list and then ``guests``, who are put on it: all or nothing.

    ``place`` is the empty place that a late entry takes (``matches.rules.events.facts.Entered``). Raises
    ``PeopleError``, and as ``record_fact``.
    """
    locked_club(event.club_id)
    payload: dict[str, object] = {"players": entered_ids(event.club, players, guests, by=act.by)}
    if place is not None:
        payload["place"] = list(place)
    return record_facts(event, [("entered", payload)], act=act)


def entered_ids(
    club: Club, players: Iterable[Player], guests: Sequence[str], *, by: User | None
) -> list[PlayerId]:
    """Ids of ``players`` and then of ``guests``, each once; who is not on the club's list yet is put on it."""
    ids = [player.public_id for player in players]
    names = list(dict.fromkeys(tidy for name in guests if (tidy := tidy_name(name))))
    if names:
        add_players(club, names, by=by)
        now = Coalesce("merged_into__public_id", "public_id")
        on_list = dict(Player.objects.filter(club=club, name__in=names).values_list("name", now))
        ids += [on_list[name] for name in names]
    return list(dict.fromkeys(ids))
