"""The ledger of a table: every entry with what each gets and gives, what all come to, and who owes whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.pages.common.pagination import listing
from matches.pages.sittings.context import at_table
from matches.pages.sittings.page import head_of, read_state
from matches.pages.sittings.table_view import said_at, shown
from matches.rules.sittings.ledger import TABLE, Entry
from matches.rules.sittings.state import SittingState
from matches.sittings.money import signed_money
from matches.sittings.words import Said, entry_words

ENTRIES_A_PAGE = 40


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """``postings``: who, how much, with its sign."""

    number: int
    what: str
    postings: tuple[tuple[str, str], ...]


@never_cache
@require_safe
def ledger(request: HttpRequest, public_id: str) -> HttpResponse:
    at = at_table(request, public_id)
    state = read_state(at.sitting)
    said = said_at(state)
    entries = listing(request, state.ledger[::-1], key="page", size=ENTRIES_A_PAGE)
    context = {
        **head_of(at, state, said),
        "crumbs": at.crumbs,
        "table": shown(at.sitting.public_id, state, said),
        "lines": _lines(entries.rows, said),
        "listing": entries,
        "is_closed": state.phase == "closed",
        "games": _games(state, said),
    }
    return render(request, "sittings/ledger.html", context)


def _lines(entries: Sequence[Entry], said: Said) -> list[LedgerLine]:
    return [
        LedgerLine(
            number=entry.number,
            what=entry_words(entry.why, said),
            postings=tuple(
                (_account(account, said), signed_money(amount, said.currency))
                for account, amount in entry.postings
            ),
        )
        for entry in entries
    ]


def _account(account: str, said: Said) -> str:
    return _("on the table") if account == TABLE else said.name(account)


def _games(state: SittingState, said: Said) -> list[tuple[int, str]]:
    """Games that were won, with who won; the last first."""
    return [
        (game.number, _("%(winner)s beat %(loser)s") % _pair(game.won_by(), game.lost_by(), said))
        for game in reversed(state.games)
        if game.status == "won"
    ]


def _pair(winner: str, loser: str, said: Said) -> dict[str, str]:
    return {"winner": said.name(winner), "loser": said.name(loser)}
