"""Write a director's rulings (choices that the laws leave to them) into a stored record.

The original stays in the log.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from matches.clubs.locks import locked_club
from matches.clubs.roles import Action, Powers
from matches.common.commands import CommandContext, done_before
from matches.common.log import RUBBER_CORRECTED, RulingMade
from matches.models import Rubber
from matches.rubbers.change_result import Correction, append_correction
from matches.rubbers.errors import NotLastDealError, StaleRubberError
from matches.rubbers.record_deals import record_again
from matches.rubbers.transition import LockedRubber, change_key, is_stale, lock_rubber, refuse_state
from scoring.book import Place, ruling, with_due_figures, write_incident
from scoring.notation import read_one
from scoring.record import CardPlayed, Incident, Outcome
from scoring.record import Rubber as Record


@dataclass(frozen=True, slots=True)
class Choice:
    """A director's ruling: an incident with its remedy, and its ``place`` in the record.

    ``outcome`` is that of the deal after the ruling, and ``play`` are the cards if it was played again.
    """

    place: Place
    incident: Incident
    outcome: Outcome | None = None
    play: tuple[CardPlayed, ...] = ()


def ruling_action(rubber: Rubber) -> Action:
    """Return the permission that a ruling on this rubber requires."""
    return "undo_deal" if rubber.state == Rubber.State.LIVE else "correct_rubber"


def may_rule(powers: Powers, rubber: Rubber) -> bool:
    return powers.can(ruling_action(rubber), rubber)


def settle_ruling(
    rubber: Rubber,
    place: Place,
    incident: Incident,
    *,
    act: CommandContext,
    outcome: Outcome | None = None,
    play: tuple[CardPlayed, ...] = (),
) -> Rubber:
    """Write a director's ruling into the record of a rubber. Return the changed rubber.

    The log gets a correction with the law, the chosen remedy and the deal; in a live rubber, the last deal is
    undone and recorded again instead. ``incident`` names its remedy, unless the laws allow only one. Scores
    are updated as far as the laws decide them. ``outcome`` and ``play`` are as in ``Choice``.

    Raises ``scoring.book.IncidentError`` for a ruling that the laws or the record do not allow,
    ``NotLastDealError`` in a live rubber, ``StaleRubberError``, ``StateError``, and ``HeldRecordError`` if
    the record would contradict itself.
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
        return append_correction(locked, new, act, ruling=_ruling_payload(record, choice))


def ruled_record(record: Record, choice: Choice) -> Record:
    """Return the record after the choice of a remedy, with its scores computed again.

    Raises ``scoring.book.IncidentError`` if the choice is not allowed.
    """
    written = write_incident(record, choice.place, choice.incident, outcome=choice.outcome, play=choice.play)
    return with_due_figures(record, written, choice.place)


def _rule_on_live(locked: LockedRubber, choice: Choice, act: CommandContext) -> Rubber:
    record = read_one(locked.now.egn)
    place = choice.place
    last = max((at for at, game in enumerate(record.games) if game.deals), default=-1)
    if place.game != last or place.deal != len(record.games[last].deals) - 1:
        raise NotLastDealError
    return record_again(locked, ruled_record(record, choice), act, ruling=_ruling_payload(record, choice))


def _ruling_payload(record: Record, choice: Choice) -> RulingMade:
    place, incident = choice.place, choice.incident
    choices = ruling(record, place, incident)
    payload: RulingMade = {
        "law": incident.law,
        "player": choices.offender or "",
        "remedy": incident.remedy or choices.options[0].remedy,
        "game": place.game + 1,
        "deal": 0 if place.deal is None else place.deal + 1,
    }
    if incident.argument is not None:
        payload["argument"] = incident.argument
    return payload
