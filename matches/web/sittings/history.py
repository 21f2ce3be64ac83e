"""All that was put down at a table, with who did it, and what became of the results of its games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.formats.sittings.state import SittingState
from matches.models import LogEntry, Sitting
from matches.queries.sittings import sitting_history
from matches.services.sitting_log import SITTING_KIND
from matches.web.desk.clubs import moment_text, person_name
from matches.web.listing import listing
from matches.web.sittings.page import head_of, read_state
from matches.web.sittings.places import at_table
from matches.web.sittings.shown import said_at
from matches.web.sittings.words import LAST_DONE, Said, history_words

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
        "lines": _lines(at.sitting, entries.rows, state, said),
        "listing": entries,
    }
    return render(request, "web/sittings/history.html", context)


def _lines(row: Sitting, entries: Sequence[LogEntry], state: SittingState, said: Said) -> list[HistoryShown]:
    by_version: dict[int, list[str]] = defaultdict(list)
    for line in state.history:
        by_version[line.version].append(history_words(line.why, said))
    games = {f"rubber:{game.rubber}": game.number for game in state.games}
    return [
        _own(row, entry, by_version)
        if entry.kind.startswith(SITTING_KIND)
        else _of_rubber(row, entry, games[entry.stream])
        for entry in entries
    ]


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


def _own(row: Sitting, entry: LogEntry, by_version: Mapping[int, Sequence[str]]) -> HistoryShown:
    kind = entry.kind.removeprefix(SITTING_KIND)
    sentences = tuple(by_version.get(entry.version, ()))
    is_undone = False
    if kind == "undone":
        sentences = (_("The last thing put down is taken back."),)
    elif not sentences:
        is_undone = True
        sentences = (_("Taken back: %(what)s.") % {"what": LAST_DONE.get(kind, kind)},)
    return HistoryShown(
        when=moment_text(row.club, entry.at),
        sentences=sentences,
        who=_who(entry),
        reason=entry.reason,
        is_undone=is_undone,
    )


def _who(entry: LogEntry) -> str:
    maker = person_name(entry.by)
    if entry.link is None:
        return maker
    return _("the table, with the link %(hint)s of %(maker)s") % {"hint": entry.link.hint, "maker": maker}
