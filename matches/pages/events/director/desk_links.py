"""Where a director goes from his desk: entries, plan, history, prints, the screen in the room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import NoReverseMatch
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.pages.events.director.context import Desk


@dataclass(frozen=True, slots=True)
class DeskLink:
    url: str
    text: str | Promise
    about: str | Promise


LINKS: Final[tuple[tuple[str, tuple[str, ...], str | Promise, str | Promise], ...]] = (
    ("event_entries", (), _("Entries"), _("who is in it, seeds, withdrawals, byes, late entries")),
    ("event_check_in", (), _("Check-in"), _("who has come")),
    ("event_forbidden", (), _("Forbidden pairs"), _("who is not to meet")),
    ("event_plan", (), _("Plan"), _("format, tie-breaks, rules of the rubber")),
    ("event_history", (), _("History"), _("what was done, when and by whom")),
    ("event", (), _("The event's page"), _("what everybody sees")),
    ("event_room", (), _("Room screen"), _("for a large screen: draw, results, standings")),
    ("event_print", ("draw",), _("Print the draw"), ""),
    ("event_print", ("sheets",), _("Print score sheets"), ""),
    ("event_tables", (), _("Links for the tables"), _("score sheets with a code for each table's pad")),
    ("event_print", ("crosstable",), _("Print the crosstable"), ""),
    ("event_print", ("prizes",), _("Print the prize list"), ""),
    ("event_file", (), _("Event file"), _("the whole event in one file")),
)


def desk_links(desk: Desk) -> list[DeskLink]:
    """The links in order, as far as the site has their pages and there is something on them."""
    found = []
    sheets = _sheets(desk)
    for name, arguments, text, about in LINKS:
        if name == "event_check_in" and not desk.plan.check_in:
            continue
        if name == "event_print" and arguments[0] not in sheets:
            continue
        if name == "event_tables" and not sheets:
            continue
        try:
            found.append(DeskLink(desk.url(name, *arguments), text, about))
        except NoReverseMatch:
            continue
    return found


def _sheets(desk: Desk) -> frozenset[str]:
    """What there is to print: nothing before something is released, and of brackets no crosstable."""
    released = [stage.plan for stage in desk.state.stages if any(each.is_released for each in stage.rounds)]
    if not released:
        return frozenset()
    sheets = frozenset({"draw", "sheets", "prizes"})
    return sheets if all(plan.is_bracket for plan in released) else sheets | {"crosstable"}
