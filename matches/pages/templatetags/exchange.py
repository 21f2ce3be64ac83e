"""The template tags of imports, exports, and everything that waits for a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template

from matches.clubs.words import person_name
from matches.exchange.exports.requests import state_of as export_state
from matches.models import Club, Conflict
from matches.pages.clubs.views import days_and_rubbers
from matches.pages.common.club_context import moment_in
from matches.pages.common.listing import shorten
from matches.pages.common.results import rubber_lines, rubber_title
from matches.pages.exchange import exports, imports
from matches.pages.exchange.held_texts import held_fault
from matches.pages.exchange.settle import conflict_origin

if TYPE_CHECKING:
    from matches.events.event_lists import DatedEvent

register = template.Library()

register.filter("moment", moment_in)

register.filter("person", person_name)
register.filter("shorten", shorten)
register.filter("rubber_title", rubber_title)
register.filter("report_state", imports.state_of)
register.filter("report_counts", imports.counts)
register.filter("report_problem", imports.problem)
register.filter("fate_word", imports.fate_word)
register.filter("fate_look", imports.fate_look)
register.filter("line_reasons", imports.line_reasons)
register.filter("more_reasons", imports.more_reasons)
register.filter("guest_names", imports.guest_names)
register.filter("report_about", imports.about)
register.filter("export_state", export_state)
register.filter("export_text", exports.export_text)
register.filter("held_fault", held_fault)


@register.filter
def event_file_facts(event: DatedEvent) -> str:
    """Return the event's days, and the number of rubbers that an exported file of the event contains."""
    return " · ".join(days_and_rubbers(event, event.finished_count))


@register.filter
def conflict_about(conflict: Conflict, club: Club) -> str:
    """Return a phrase on the rubber in conflict, and on where the second content came from."""
    parts = (rubber_lines([conflict.rubber])[0].about, conflict_origin(club, conflict))
    return " · ".join(part for part in parts if part)
