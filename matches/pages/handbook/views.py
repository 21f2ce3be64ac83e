"""Serve the chapters of the handbook, for players and for people who run a club, an event or the site.

Tables and thresholds come from the data that the code itself uses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from matches.pages.common.navigation import Crumb


@dataclass(frozen=True, slots=True)
class Chapter:
    name: str
    title: str | Promise
    about: str | Promise

    @property
    def url(self) -> str:
        return reverse(f"web:handbook_{self.name}")


CHAPTERS = (
    Chapter(
        "first",
        _("A first evening"),
        _("From an empty club to its first standings."),
    ),
    Chapter("players", _("For players"), _("Good manners at the table, and where to learn the play.")),
    Chapter(
        "entering",
        _("Entering results"),
        _("A score, deals, every card or a file, and what happens then."),
    ),
    Chapter(
        "pad",
        _("Scoring at the table"),
        _("The score pad: a table’s link, a deal in a few taps, no network, two phones, the end."),
    ),
    Chapter(
        "triomphe",
        _("La Triomphe"),
        _("The older game: offering the point, what it scores, how it is judged."),
    ),
    Chapter(
        "states",
        _("A rubber’s states"),
        _("From a report to the standings, and how to correct it."),
    ),
    Chapter(
        "events",
        _("How an event is played"),
        _("Formats and what each suits, seeding, byes, and how a Swiss pairs."),
    ),
    Chapter(
        "standings",
        _("Standings and tie-breaks"),
        _("What scores, how ties are broken, with an example of each tie-break."),
    ),
    Chapter(
        "draws",
        _("Running an event"),
        _("From first entry to prize list: draws, walkovers, late entries, corrections, undo."),
    ),
    Chapter(
        "sittings",
        _("Pools and French tables"),
        _("A table where money changes hands: seats, stakes, rentrants, who owes whom."),
    ),
    Chapter(
        "roles",
        _("Who may do what"),
        _("Owner, director, scorer, helper, member: what each may do."),
    ),
    Chapter(
        "figures",
        _("What the statistics count"),
        _("Every statistic of a player, a club and an event, and how far to trust it."),
    ),
    Chapter(
        "ratings",
        _("What a rating says"),
        _("What is rated, the two numbers, what a difference means, seeding by rating."),
    ),
    Chapter(
        "review",
        _("What a review says"),
        _("What a mistake is, what it costs, and how far to trust it."),
    ),
    Chapter(
        "calls",
        _("Ten calls that are often wrong"),
        _("Proposing, standing, giving, refusing: where the old rules lose most."),
    ),
    Chapter(
        "records",
        _("Records and seasons"),
        _("What counts, what ends a run, when a season starts, who holds a record."),
    ),
    Chapter(
        "programs",
        _("Files and programs"),
        _("Exports, trying an import, programs of your own, your own web site."),
    ),
    Chapter(
        "privacy",
        _("Privacy: who may see what"),
        _("Public and closed clubs, rubbers being played, analyses, your personal data."),
    ),
)


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    return render(request, "handbook/contents.html", {"chapters": CHAPTERS})


def chapter(name: str, context: Callable[[], dict[str, Any]] = dict) -> Callable[[HttpRequest], HttpResponse]:
    """Return the view of the chapter ``name``; ``context`` returns the values of its tables and numbers."""
    title = next(each.title for each in CHAPTERS if each.name == name)

    @require_safe
    def view(request: HttpRequest) -> HttpResponse:
        crumbs = [Crumb(reverse("web:handbook"), gettext("Handbook"))]
        return render(request, f"handbook/{name}.html", {"title": title, "crumbs": crumbs, **context()})

    return view
