"""Rulings: a director's choice under the laws, written into a stored record, with the original kept in the log."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from matches.clubs.locks import locked_club
from matches.clubs.permissions import Action, Powers
from matches.common.command_context import Act, done_before
from matches.common.log import RUBBER_CORRECTED, RulingMade
from matches.models import Rubber
from matches.rubbers.correct import Correction, append_correction
from matches.rubbers.errors import NotLastDealError, StaleRubberError
from matches.rubbers.live_scoring import record_again
from matches.rubbers.transition import (
    LockedRubber,
    change_key,
    is_stale,
    lock_rubber,
    refuse_state,
)
from scoring.book import Place, ruling, with_due_figures, write_incident
from scoring.notation import read_one
from scoring.record import CardPlayed, Incident, Outcome
from scoring.record import Rubber as Record


@dataclass(frozen=True, slots=True)
class Choice:
    """What was ruled: the incident with its remedy, its place in the record, the outcome of a replay and its cards."""

    place: Place
    incident: Incident
    outcome: Outcome | None = None
    play: tuple[CardPlayed, ...] = ()


def ruling_action(rubber: Rubber) -> Action:
    """What a ruling comes to by the table of roles: a correction, or the last deal of a live rubber taken back."""
    return "undo_deal" if rubber.state == Rubber.State.LIVE else "correct_rubber"


def may_rule(powers: Powers, rubber: Rubber) -> bool:
    return powers.can(ruling_action(rubber), rubber)


def settle_ruling(
    rubber: Rubber,
    place: Place,
    incident: Incident,
    *,
    act: Act,
    outcome: Outcome | None = None,
    play: tuple[CardPlayed, ...] = (),
) -> Rubber:
    """Write the ruling into the record: a correction, which the log tells with the law, the choice and the deal.

    ``incident`` carries its remedy, unless the law forces one. Figures follow as far as the laws give them. Of a rubber
    that is being played the last deal is taken back and recorded anew; an act that was done before changes nothing.

    Raises ``scoring.book.IncidentError`` for what the laws or the record don't allow, ``StaleRubberError``,
    ``StateError``, ``HeldRecordError``, and ``NotLastDealError``.
    """
    choice = Choice(place, incident, outcome, play)
    with transaction.atomic():
        locked_club(rubber.club.pk)
        locked = lock_rubber(rubber)
        if done_before(change_key(locked.row, act)):
            return locked.row
        if is_stale(locked.row, act):
            raise StaleRubberError(locked.row)
        if locked.row.state == Rubber.State.LIVE:
            return _rule_on_live(locked, choice, act)
        refuse_state(locked.row, RUBBER_CORRECTED)
        record = read_one(locked.now.egn)
        new = Correction(ruled_record(record, choice)).of(locked)
        return append_correction(locked, new, act, ruling=_made(record, choice))


def ruled_record(record: Record, choice: Choice) -> Record:
    """The record with the ruling in it. Raises ``IncidentError``."""
    written = write_incident(record, choice.place, choice.incident, outcome=choice.outcome, play=choice.play)
    return with_due_figures(record, written, choice.place)


def _rule_on_live(locked: LockedRubber, choice: Choice, act: Act) -> Rubber:
    record = read_one(locked.now.egn)
    place = choice.place
    last = max((at for at, game in enumerate(record.games) if game.deals), default=-1)
    if place.game != last or place.deal != len(record.games[last].deals) - 1:
        raise NotLastDealError
    return record_again(locked, ruled_record(record, choice), act, ruling=_made(record, choice))


def _made(record: Record, choice: Choice) -> RulingMade:
    """What the log keeps of the choice."""
    place, incident = choice.place, choice.incident
    found = ruling(record, place, incident)
    made: RulingMade = {
        "law": incident.law,
        "player": found.offender or "",
        "remedy": incident.remedy or found.options[0].remedy,
        "game": place.game + 1,
        "deal": 0 if place.deal is None else place.deal + 1,
    }
    if incident.argument is not None:
        made["argument"] = incident.argument
    return made
