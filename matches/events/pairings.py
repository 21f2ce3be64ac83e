"""Open the rubber of a drawn pairing at the table, and enter results and awards for pairings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from django.db import transaction
from django.utils.translation import gettext as _

from matches.clubs.locks import locked_club
from matches.clubs.roles import DIRECTORS_AUTHORITY
from matches.common.commands import CommandContext
from matches.common.directory import current_ids
from matches.events.errors import DecidedPairingError, EventChangeError, NotPairedError
from matches.events.event_state import event_state
from matches.events.record_facts import record_fact
from matches.events.results import (
    WrittenResult,
    club_day,
    enter_results,
    pairing_players,
    pairing_tags,
    void_unplayed,
)
from matches.models import Event, Rubber
from matches.rubbers.enter import open_rubber
from matches.rubbers.errors import RubberChangeError
from matches.rubbers.record_from_input import live_record
from matches.rubbers.transition import stored_rubber
from matches.rules.events.act_errors import EventActError
from matches.rules.events.draw_queries import event_plan
from matches.rules.events.facts import AwardKind, PairingPlace, PlayerId
from matches.rules.events.state import EventState, PairingState, RoundState


@transaction.atomic
def rubber_of_pairing(
    event: Event, round_label: str, players: tuple[str, str], *, act: CommandContext
) -> Rubber:
    """Return the rubber of a pairing, opening a live rubber if the pairing has none.

    ``players`` are the public ids of the two players who meet in the round with this label. Concurrent
    requests get the same rubber. Raises ``NotPairedError`` if these players do not meet in a released round
    with this label, and ``DecidedPairingError`` if their pairing was decided without a rubber.
    """
    club = locked_club(event.club_id)
    # With a name read before the lock, which may have changed, the rubber would open a new event.
    event = Event.objects.get(pk=event.pk)
    state = event_state(event)
    round_, pairing = _find_pairing(state, round_label, players)
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
        # A void rubber of the same two players does not count against this one.
        is_another=True,
    )


def _find_pairing(
    state: EventState, round_label: str, players: tuple[str, str]
) -> tuple[RoundState, PairingState]:
    """Return the pairing of two players, with its round. Raises ``NotPairedError``, also for an unreleased round."""
    now = current_ids(players)
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
def award_pairing(event: Event, payload: Mapping[str, Any], *, act: CommandContext) -> EventState:
    """Command to record an award for a pairing; its live rubber without deals becomes void. Return the new state.

    Raises ``BeingScoredError`` if the rubber has deals, and whatever ``record_fact`` raises.
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


@dataclass(frozen=True, slots=True)
class WrittenAward:
    """An award to enter for a pairing: its kind and the winner's id, None if nobody wins."""

    kind: AwardKind
    winner: PlayerId | None


Line: TypeAlias = WrittenResult | WrittenAward
Entered: TypeAlias = Rubber | WrittenAward | ValueError
"""The outcome of one line: the rubber, the award, or the error because of which the line was not entered."""


def enter_lines(
    event: Event, lines: Mapping[PairingPlace, Line], *, act: CommandContext
) -> dict[PairingPlace, Entered]:
    """Command of a director to enter results and awards, independently of each other. Results count at once."""
    results = {place: line for place, line in lines.items() if isinstance(line, WrittenResult)}
    entered: dict[PairingPlace, Entered] = dict(
        enter_results(event, results, authority=DIRECTORS_AUTHORITY, act=act)
    )
    for place, line in lines.items():
        if isinstance(line, WrittenAward):
            entered[place] = _award(event, place, line, act)
    return {place: entered[place] for place in lines}


def _award(event: Event, place: PairingPlace, line: WrittenAward, act: CommandContext) -> Entered:
    """Record one award. Return the line, or the error if it is not allowed."""
    stage, round_number, number = place
    payload = {
        "stage": stage,
        "round": round_number,
        "number": number,
        "kind": line.kind,
        "winner": line.winner,
    }
    try:
        award_pairing(event, payload, act=replace(act, key=f"{act.key} {number}" if act.key else ""))
    except (EventChangeError, EventActError, RubberChangeError) as error:
        return error
    return line
