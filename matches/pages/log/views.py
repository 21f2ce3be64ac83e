"""Serve the page of a club's log: entries in words, newest first, filtered by kind."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from matches.common.log import RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE, club_log
from matches.pages.common.club_context import get_club, require
from matches.pages.common.listing import listing
from matches.pages.common.navigation import club_crumb
from matches.pages.exchange.imports import Filter
from matches.pages.log.log_words import log_lines

ENTRIES_A_PAGE: Final = 40
CORRECTIONS: Final = (
    *("rubber.disputed", "rubber.corrected", "rubber.voided"),
    *("rubber.report_changed", "rubber.report_withdrawn"),
)
SETTINGS: Final = ("club.made", "club.changed")
DEALS: Final = Q(kind__in=(RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE))
AT_TABLES: Final = Q(kind__startswith="sitting.")
SINGLE_STEPS: Final = DEALS | (AT_TABLES & ~Q(kind__in=("sitting.opened", "sitting.closed")))
IS_CORRECTION: Final = Q(kind__in=CORRECTIONS)
IS_SETTING: Final = Q(kind__in=SETTINGS) | Q(kind__startswith="club.webhook_")
CHOICES: Final[dict[str, tuple[str | Promise, Q]]] = {
    "": (pgettext_lazy("filter of the log", "Main"), ~SINGLE_STEPS),
    "results": (_("Results"), Q(kind__startswith="rubber.") & ~DEALS & ~IS_CORRECTION),
    "corrections": (_("Corrections"), IS_CORRECTION),
    "deals": (pgettext_lazy("filter of the log", "Deals"), DEALS),
    "tables": (pgettext_lazy("filter of the log", "Stakes"), AT_TABLES),
    "people": (_("People"), Q(kind__startswith="club.") & ~IS_SETTING),
    "settings": (_("Events and settings"), Q(kind__startswith="event.") | IS_SETTING),
    "all": (pgettext_lazy("filter of the log", "All"), Q()),
}


@require_safe
def club_log_page(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    require(request, club, "see_log")
    chosen = request.GET.get("show", "")
    chosen = chosen if chosen in CHOICES else ""
    _text, wanted = CHOICES[chosen]
    entries = listing(request, club_log(club).filter(wanted), key="page", size=ENTRIES_A_PAGE)
    context = {
        "club": club,
        "crumbs": [club_crumb(club)],
        "filters": [
            Filter(f"?{urlencode({'show': key})}" if key else "?", str(text), key == chosen)
            for key, (text, _entries) in CHOICES.items()
        ],
        "lines": log_lines(club, entries.rows),
        "listing": entries,
    }
    return render(request, "log/log.html", context)
