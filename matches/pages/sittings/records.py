"""Serve what is on record of a table: its ledger, and its history with the results of its games.

Readers with the table link who are not members see the history's entries and times, but not the authors.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.clubs.words import person_name
from matches.common.number_format import signed_money
from matches.events.log_context import public_reason
from matches.models import LogEntry
from matches.pages.common.club_context import moment_text
from matches.pages.common.listing import listing
from matches.pages.sittings.context import SittingPage, get_sitting_page
from matches.pages.sittings.table_view import TableView
from matches.rules.sittings.ledger import TABLE, Entry
from matches.sittings.queries import sitting_history, taken_back
from matches.sittings.sitting_state import SITTING_KIND
from matches.sittings.words import LAST_DONE, WordingContext, entry_words, history_words

ENTRIES_A_PAGE = 30
CLOSED = "rubber.closed"
WRITTEN = gettext_lazy("The result of game %(game)s is recorded.")
CHANGED = gettext_lazy("Game %(game)s is changed.")
OF_RUBBERS = {
    "rubber.reported": gettext_lazy("Game %(game)s ended on the pad. One side reported it."),
    CLOSED: gettext_lazy("Game %(game)s ended on the pad."),
    "rubber.confirmed": gettext_lazy("The result of game %(game)s is confirmed."),
    "rubber.disputed": gettext_lazy("The result of game %(game)s is disputed."),
    "rubber.corrected": gettext_lazy("The result of game %(game)s is corrected."),
    "rubber.voided": gettext_lazy("Game %(game)s is declared void."),
    "rubber.report_changed": gettext_lazy("The reported result of game %(game)s is corrected."),
    "rubber.report_withdrawn": gettext_lazy("The reported result of game %(game)s is withdrawn."),
    "rubber.imported": CHANGED,
    "rubber.entered": CHANGED,
}
"""The sentence for each kind of log entry about a rubber of the table, except those in ``NOT_IN_HISTORY``."""


@never_cache
@require_safe
def history(request: HttpRequest, public_id: str) -> HttpResponse:
    page = get_sitting_page(request, public_id)
    entries = listing(request, sitting_history(page.sitting), key="page", size=ENTRIES_A_PAGE)
    lines = _lines(page, entries.rows, taken_back(page.sitting))
    return render(request, "sittings/history.html", page.context(lines=lines, listing=entries))


def _lines(page: SittingPage, entries: Sequence[LogEntry], undone: Collection[int]) -> list[dict[str, Any]]:
    by_version: dict[int, list[str]] = defaultdict(list)
    for line in page.state.history:
        by_version[line.version].append(history_words(line.why, page.words))
    games = {f"rubber:{game.rubber}": game.number for game in page.state.games}
    lines = []
    for entry in entries:
        is_undone = False
        if entry.kind.startswith(SITTING_KIND):
            is_undone = entry.version in undone
            sentences = _sitting_sentences(entry, by_version[entry.version], is_undone=is_undone)
        # A game may have started after the state was read.
        elif entry.stream in games:
            by_word = entry.kind == CLOSED and "egn" in entry.payload
            template = WRITTEN if by_word else OF_RUBBERS[entry.kind]
            sentences = [str(template) % {"game": games[entry.stream]}]
        else:
            continue
        lines.append(
            {
                "when": moment_text(page.sitting.club, entry.at),
                "sentences": sentences,
                "actor": _actor(entry) if page.is_member else "",
                "reason": entry.reason if page.is_member else public_reason(entry, None),
                "is_undone": is_undone,
            }
        )
    return lines


def _sitting_sentences(entry: LogEntry, current: list[str], *, is_undone: bool) -> list[str]:
    """Return the sentences on an entry; ``current`` are those that the table's state has for it."""
    kind = entry.kind.removeprefix(SITTING_KIND)
    if kind == "undone":
        return [_("The last step is undone.")]
    if is_undone:
        return [_("Undone: %(what)s.") % {"what": LAST_DONE[kind]}]
    nothing = _("By the current results, this had no effect: %(what)s.")
    return current or [nothing % {"what": LAST_DONE[kind]}]


def _actor(entry: LogEntry) -> str:
    maker = person_name(entry.by)
    if entry.link is None:
        return maker
    return _("the table, with the link %(hint)s of %(maker)s") % {"hint": entry.link.hint, "maker": maker}


POSTINGS_A_PAGE = 40


@never_cache
@require_safe
def ledger(request: HttpRequest, public_id: str) -> HttpResponse:
    page = get_sitting_page(request, public_id)
    state, words = page.state, page.words
    entries = listing(request, state.ledger[::-1], key="page", size=POSTINGS_A_PAGE)
    beat = _("%(winner)s beat %(loser)s")
    context = page.context(
        table=TableView(page),
        lines=[(each.number, entry_words(each.why, words), _postings(each, words)) for each in entries.rows],
        listing=entries,
        is_closed=state.phase == "closed",
        games=[
            (game.number, beat % {"winner": words.name(game.won_by()), "loser": words.name(game.lost_by())})
            for game in reversed(state.games)
            if game.status == "won"
        ],
    )
    return render(request, "sittings/ledger.html", context)


def _postings(entry: Entry, words: WordingContext) -> list[tuple[str, str]]:
    """Return a name and a signed amount for each posting."""
    return [
        (_("on the table") if account == TABLE else words.name(account), signed_money(amount, words.currency))
        for account, amount in entry.postings
    ]
