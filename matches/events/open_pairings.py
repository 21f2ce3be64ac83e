"""Rubbers of drawn pairings that begin at the table, and awards given where one has begun."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from matches.clubs.aliases import survivors_of
from matches.clubs.locks import locked_club
from matches.common.command_context import Act
from matches.events.current_state import event_state
from matches.events.errors import DecidedPairingError, NotPairedError
from matches.events.record_facts import record_fact
from matches.events.results import club_day, pairing_players, pairing_tags, void_unplayed
from matches.models import Event, Rubber
from matches.rubbers.build_record import live_record
from matches.rubbers.enter import open_rubber
from matches.rubbers.transition import stored_rubber
from matches.rules.events.draw_state import event_plan
from matches.rules.events.state import EventState, PairingState, RoundState


@transaction.atomic
def rubber_of_pairing(event: Event, round_label: str, players: tuple[str, str], *, act: Act) -> Rubber:
    """The rubber of two (public ids) who meet in the round of that label: the one that is there, or one opened now.

    Two who ask at once get the same. Raises ``NotPairedError``, and ``DecidedPairingError`` for a pairing that was
    decided without one.
    """
    club = locked_club(event.club_id)
    # Under a name that it had when the caller read it, the rubber would open a new event.
    event = Event.objects.get(pk=event.pk)
    state = event_state(event)
    round_, pairing = _meeting(state, round_label, players)
    if pairing.rubber:
        return stored_rubber(Rubber.objects.values_list("pk", flat=True).get(public_id=pairing.rubber))
    if pairing.outcome is not None:
        raise DecidedPairingError
    tags = pairing_tags(
        event_plan(state).rules,
        event=event.name,
        date=club_day(club),
        round_label=round_.label,
        table=pairing.table,
    )
    return open_rubber(
        club,
        live_record(tags),
        event_name=event.name,
        players=pairing_players(pairing),
        act=act,
        # A void one of the same two is no hindrance: it is nobody's any more.
        is_another=True,
    )


def _meeting(
    state: EventState, round_label: str, players: tuple[str, str]
) -> tuple[RoundState, PairingState]:
    """Where two meet. Raises ``NotPairedError``, also where the round is not released."""
    now = survivors_of(players)
    people = {now.get(player, player) for player in players}
    for stage in state.stages:
        for round_ in stage.rounds:
            if round_.label != round_label or not round_.is_released:
                continue
            for pairing in round_.pairings:
                if pairing.is_ready and {pairing.a, pairing.b} == people:
                    return round_, pairing
    raise NotPairedError


@transaction.atomic
def award_pairing(event: Event, payload: Mapping[str, Any], *, act: Act) -> EventState:
    """``record_fact`` of an award; a rubber that was opened for the pairing, and has no deal yet, is void then.

    Raises as it does, and ``BeingScoredError`` where deals are recorded.
    """
    locked_club(event.club_id)
    try:
        pairing = event_state(event).pairing_at((payload["stage"], payload["round"], payload["number"]))
    except LookupError:
        return record_fact(event, "awarded", payload, act=act)
    if pairing.rubber_state == Rubber.State.LIVE:
        rubber = Rubber.objects.get(public_id=pairing.rubber)
        void_unplayed(rubber, act=replace(act, reason=act.reason or _("This pairing was awarded.")))
    return record_fact(event, "awarded", payload, act=act)
