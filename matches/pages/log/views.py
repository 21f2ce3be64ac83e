"""The club's log in words: newest first, by kinds of entry, page by page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from matches.common.log import RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE
from matches.models import Club
from matches.pages.common.club_context import club_seen, moment_text
from matches.pages.common.crumbs import club_crumb
from matches.pages.common.pagination import listing
from matches.pages.common.powers import require
from matches.pages.exchange.import_report import Filter
from matches.pages.log.sentences import LogLine, log_lines
from matches.rubbers.queries.log import club_log

ENTRIES_A_PAGE: Final = 40
CORRECTIONS: Final = ("rubber.disputed", "rubber.corrected", "rubber.voided")
SETTINGS: Final = ("club.made", "club.changed")
DEALS: Final = Q(kind__in=(RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE))
AT_TABLES: Final = Q(kind__startswith="sitting.")
SINGLE_STEPS: Final = DEALS | (AT_TABLES & ~Q(kind__in=("sitting.opened", "sitting.closed")))
IS_CORRECTION: Final = Q(kind__in=CORRECTIONS)
IS_SETTING: Final = Q(kind__in=SETTINGS) | Q(kind__startswith="club.webhook_")


@dataclass(frozen=True, slots=True)
class Shown:
    """What a choice of entries is called, and which they are."""

    text: str | Promise
    entries: Q


CHOICES: Final[dict[str, Shown]] = {
    "": Shown(_("All but single deals and stakes"), ~SINGLE_STEPS),
    "results": Shown(_("Results"), Q(kind__startswith="rubber.") & ~DEALS & ~IS_CORRECTION),
    "corrections": Shown(_("Corrections"), IS_CORRECTION),
    "deals": Shown(_("Single deals"), DEALS),
    "tables": Shown(_("Pools and tables"), AT_TABLES),
    "people": Shown(_("People"), Q(kind__startswith="club.") & ~IS_SETTING),
    "settings": Shown(_("Events and settings"), Q(kind__startswith="event.") | IS_SETTING),
}


@dataclass(frozen=True, slots=True)
class Line:
    when: str
    told: LogLine


@require_safe
def club_log_page(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_seen(request, slug)
    require(request, club, "see_log")
    asked = request.GET.get("show", "")
    here = asked if asked in CHOICES else ""
    entries = listing(request, club_log(club).filter(CHOICES[here].entries), key="page", size=ENTRIES_A_PAGE)
    return render(
        request,
        "log/log.html",
        {
            "club": club,
            "crumbs": [club_crumb(club)],
            "filters": _filters(here),
            "lines": _lines(club, log_lines(club, entries.rows)),
            "listing": entries,
        },
    )


def _lines(club: Club, told: list[LogLine]) -> list[Line]:
    return [Line(moment_text(club, line.at), line) for line in told]


def _filters(here: str) -> list[Filter]:
    return [
        Filter(f"?{urlencode({'show': key})}" if key else "?", str(shown.text), key == here)
        for key, shown in CHOICES.items()
    ]
