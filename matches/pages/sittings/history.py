"""All that was put down at a table, with who did it, and what became of the results of its games.

Whoever came by the table's link and is no member of the club reads what was put down and when, and not by whom.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.clubs.words import person_name
from matches.events.queries.log_context import public_reason
from matches.models import LogEntry, Sitting
from matches.pages.common.club_context import moment_text
from matches.pages.common.pagination import listing
from matches.pages.sittings.context import AtTable, at_table
from matches.pages.sittings.page import head_of, read_state
from matches.pages.sittings.table_view import said_at
from matches.rules.sittings.state import SittingState
from matches.sittings.current_state import SITTING_KIND
from matches.sittings.queries import sitting_history, taken_back
from matches.sittings.words import LAST_DONE, Said, history_words

ENTRIES_A_PAGE = 30
CLOSED = "rubber.closed"
WRITTEN = gettext_lazy("The result of game %(game)s is written down.")
CHANGED = gettext_lazy("The record of game %(game)s is changed.")
OF_RUBBERS = {
    "rubber.reported": gettext_lazy("Game %(game)s ended on the pad, and reported by one side."),
    CLOSED: gettext_lazy("Game %(game)s ended on the pad."),
    "rubber.confirmed": gettext_lazy("The result of game %(game)s is confirmed."),
    "rubber.disputed": gettext_lazy("The result of game %(game)s is disputed."),
    "rubber.corrected": gettext_lazy("The result of game %(game)s is corrected."),
    "rubber.voided": gettext_lazy("The record of game %(game)s is declared void."),
}


@dataclass(frozen=True, slots=True)
class HistoryShown:
    """``is_undone``: it was taken back, and counts no more."""

    when: str
    sentences: tuple[str, ...]
    who: str
    reason: str
    is_undone: bool


@never_cache
@require_safe
def history(request: HttpRequest, public_id: str) -> HttpResponse:
    at = at_table(request, public_id)
    state = read_state(at.sitting)
    said = said_at(state)
    entries = listing(request, sitting_history(at.sitting), key="page", size=ENTRIES_A_PAGE)
    context = {
        **head_of(at, state, said),
        "crumbs": at.crumbs,
        "lines": _lines(at, entries.rows, state, said, taken_back(at.sitting)),
        "listing": entries,
    }
    return render(request, "sittings/history.html", context)


def _lines(
    at: AtTable, entries: Sequence[LogEntry], state: SittingState, said: Said, gone: Collection[int]
) -> list[HistoryShown]:
    row = at.sitting
    by_version: dict[int, list[str]] = defaultdict(list)
    for line in state.history:
        by_version[line.version].append(history_words(line.why, said))
    games = {f"rubber:{game.rubber}": game.number for game in state.games}
    lines = []
    for entry in entries:
        if entry.kind.startswith(SITTING_KIND):
            lines.append(_own(row, entry, by_version[entry.version], is_undone=entry.version in gone))
        # A game may have been begun since the state was read.
        elif entry.stream in games:
            lines.append(_of_rubber(row, entry, games[entry.stream]))
        else:
            continue
        if not at.is_member:
            lines[-1] = replace(lines[-1], who="", reason=public_reason(entry, None))
    return lines


def _of_rubber(row: Sitting, entry: LogEntry, number: int) -> HistoryShown:
    by_word = entry.kind == CLOSED and "egn" in entry.payload
    template = WRITTEN if by_word else OF_RUBBERS.get(entry.kind, CHANGED)
    return HistoryShown(
        when=moment_text(row.club, entry.at),
        sentences=(str(template) % {"game": number},),
        who=_who(entry),
        reason=entry.reason,
        is_undone=False,
    )


def _own(row: Sitting, entry: LogEntry, told: Sequence[str], *, is_undone: bool) -> HistoryShown:
    """``told``: what the evening as it stands says of the entry."""
    kind = entry.kind.removeprefix(SITTING_KIND)
    what = {"what": LAST_DONE.get(kind, kind)}
    if kind == "undone":
        told = [_("The last thing put down is taken back.")]
    elif is_undone:
        told = [_("Taken back: %(what)s.") % what]
    elif not told:
        told = [_("By the results as they are now, nothing came of it: %(what)s.") % what]
    return HistoryShown(
        when=moment_text(row.club, entry.at),
        sentences=tuple(told),
        who=_who(entry),
        reason=entry.reason,
        is_undone=is_undone,
    )


def _who(entry: LogEntry) -> str:
    maker = person_name(entry.by)
    if entry.link is None:
        return maker
    return _("the table, with the link %(hint)s of %(maker)s") % {"hint": entry.link.hint, "maker": maker}
