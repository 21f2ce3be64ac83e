"""The result of a rubber of an event, corrected; where it was played and by whom stays as it is."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from matches.clubs.permissions import Powers
from matches.common.idempotency import new_key
from matches.models import Rubber
from matches.pages.common.button_forms import version_field
from matches.pages.common.fields import Group, group
from matches.pages.rubbers.entry.correct_forms import names_asked, stand_ins_of
from matches.pages.rubbers.entry.head_form import heading_of
from matches.pages.rubbers.entry.result_form import ResultForm, result_of
from scoring.notation import read_one


class EventResultForm(ResultForm):
    """``version`` is the rubber's that its reader saw."""

    version = version_field()

    def groups(self) -> list[Group]:
        rows = (("games_won",), *((line,) for line in self.lines), ("termination_said",), ("winner",))
        return [group(self, _("The result"), *rows)]


def event_result_form(rubber: Rubber, powers: Powers, data: QueryDict | None) -> EventResultForm:
    """The form of this rubber (event, club and players loaded), from ``data`` where something was sent."""
    base = read_one(rubber.egn)
    heading = heading_of(rubber, names_asked(rubber))
    finals = [game.final for game in base.games if game.final is not None]
    started = {**heading, **result_of(rubber, finals), "key": new_key(), "version": rubber.version}
    sent: MultiValueDict[str, Any] | None = None
    if data is not None:
        sent = data.copy()
        for name, value in heading.items():
            # Whatever a browser may send of these: they are not asked about.
            sent[name] = "" if value is None else str(value)
    return EventResultForm(
        sent, initial=started, base=base, club=rubber.club, powers=powers, stand_ins=stand_ins_of(rubber)
    )
