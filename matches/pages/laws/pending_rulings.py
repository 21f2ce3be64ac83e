"""What a record waits for, with the way straight to the choice."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from matches.pages.common.findings import FindingNote, note_of
from matches.pages.common.limits import ROWS_SHOWN
from matches.pages.laws.incident_form import query_of
from matches.pages.rubbers.page import finding_place
from scoring.book import Pending, Place, pending
from scoring.cards import seat
from scoring.checked import CheckedRubber
from scoring.incidents import chooser, offender_of
from scoring.record import Incident


@dataclass(frozen=True, slots=True)
class Waiting:
    """``finding`` is its position among the record's; ``chooser`` says who chooses, ``url`` leads to the choice."""

    finding: int
    note: FindingNote
    chooser: str
    url: str


def waiting_rulings(
    checked: CheckedRubber, public_id: str, names: tuple[str, str], *, most: int = ROWS_SHOWN
) -> tuple[Waiting, ...]:
    """A line for each ruling that the record waits for, ``most`` of them."""
    return tuple(_waiting(checked, each, public_id, names) for each in pending(checked)[:most])


def _waiting(checked: CheckedRubber, each: Pending, public_id: str, names: tuple[str, str]) -> Waiting:
    finding = checked.findings[each.finding]
    game, deal, _token = each.place
    dealer = None if deal is None else checked.games[game].deals[deal].dealer
    player = chooser(each.incident.law, offender_of(each.incident, dealer), dealer)
    return Waiting(
        finding=each.finding,
        note=note_of(finding, names, place=finding_place(finding)),
        chooser=""
        if player is None
        else _("%(name)s chooses: the director asks him.") % {"name": names[seat(player)]},
        url=ruling_url(public_id, each.place, each.incident),
    )


def ruling_url(public_id: str, place: Place, incident: Incident) -> str:
    """The director's rulings at the choice that a record waits for."""
    said = {
        "game": place.game + 1,
        "deal": 0 if place.deal is None else place.deal + 1,
        "at": place.token,
        "told": 1,
        **query_of(incident),
    }
    return f"{reverse('web:rubber_book', args=[public_id])}?{urlencode(said, doseq=True)}"
