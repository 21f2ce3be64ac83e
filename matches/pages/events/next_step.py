"""Tell a director who looks at an event's public pages what comes next, from the numbers that these pages have."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.common.round_names import round_words
from matches.models import Event, Stage
from matches.pages.events.context import EventPage
from matches.pages.events.words import round_state


@dataclass(frozen=True, slots=True)
class NextStep:
    text: str
    button: str
    url: str


def next_step(page: EventPage) -> NextStep | None:
    """Return the director's next step; None for an event that is complete. The desk knows all others."""
    desk = page.url("event_run")
    if page.event.phase == Event.Phase.COMPLETE:
        return None
    for stage in page.stages:
        if stage.phase == Stage.Phase.COMPLETE:
            continue
        if stage.drafts and not any(each.missing for each in stage.rounds):
            return NextStep(_("The draw is ready"), _("Release it"), desk)
        if not stage.rounds:
            return NextStep(_("Nothing is drawn yet"), _("Director’s desk"), desk)
        for each in stage.rounds:
            if each.missing:
                url = page.url("event_results", each.stage, each.number)
                text = _("%(round)s: %(state)s")
                text %= {"round": round_words(each.label), "state": round_state(each)}
                return NextStep(text, _("Enter results"), url)
        return NextStep(_("All results are in"), _("Draw the next round"), desk)
    return NextStep(_("Everything is played"), _("Complete the event"), desk)
