"""The chapters of the handbook, for players and for those who run a club, an event or the site.

Tables and thresholds are drawn from the very data that the code decides by.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from matches.common.localized_numbers import decimal
from matches.pages.common.crumbs import Crumb
from matches.pages.common.game_words import LABELS
from matches.pages.handbook import (
    draws as handbook_draws,
)
from matches.pages.handbook import (
    events as handbook_events,
)
from matches.pages.handbook import (
    figures as handbook_figures,
)
from matches.pages.handbook import (
    programs as handbook_programs,
)
from matches.pages.handbook import (
    ratings as handbook_ratings,
)
from matches.pages.handbook import (
    records as handbook_records,
)
from matches.pages.handbook import (
    roles as handbook_roles,
)
from matches.pages.handbook import (
    standings as handbook_standings,
)
from matches.pages.handbook import (
    states as handbook_states,
)
from matches.pages.handbook import (
    triomphe as handbook_triomphe,
)
from matches.pages.handbook.sample_event import RUBBERS
from matches.reviews.queries.figures import LEAST_DECISIONS
from matches.rules.figures.registry import LEAST_OBSERVATIONS
from worker.review.labels import THRESHOLDS


@dataclass(frozen=True, slots=True)
class Chapter:
    url_name: str
    title: str | Promise
    about: str | Promise

    @property
    def url(self) -> str:
        return reverse(self.url_name)


CHAPTERS = (
    Chapter(
        "web:handbook_first",
        gettext_lazy("A first evening"),
        gettext_lazy("From an empty club to its first standings: the day before, at the tables, afterwards."),
    ),
    Chapter(
        "web:handbook_players",
        gettext_lazy("For players"),
        gettext_lazy("Good manners at the table, and where to learn the play."),
    ),
    Chapter(
        "web:handbook_entering",
        gettext_lazy("Entering records"),
        gettext_lazy("A result, a deal's marks, a whole record, a file; and what happens to each."),
    ),
    Chapter(
        "web:handbook_pad",
        gettext_lazy("Scoring at the table"),
        gettext_lazy(
            "The score pad: links for a table, a deal in few taps, no network, two phones, the end."
        ),
    ),
    Chapter(
        "web:handbook_triomphe",
        gettext_lazy("La Triomphe"),
        gettext_lazy(
            "The older game: the point offered, taken or refused, what is marked, how it is judged."
        ),
    ),
    Chapter(
        "web:handbook_states",
        gettext_lazy("A rubber's states"),
        gettext_lazy("From the first word of a result to the standings, and back where it was wrong."),
    ),
    Chapter(
        "web:handbook_events",
        gettext_lazy("How an event is played"),
        gettext_lazy("Formats and what each is for, seeding, byes, and how a Swiss round is paired."),
    ),
    Chapter(
        "web:handbook_standings",
        gettext_lazy("Standings and tie-breaks"),
        gettext_lazy("What a table counts, what parts the level, each tie-break by an example."),
    ),
    Chapter(
        "web:handbook_draws",
        gettext_lazy("Running an event"),
        gettext_lazy(
            "From the first entry to the prize list: draws, walkovers, late entries, corrections, undo."
        ),
    ),
    Chapter(
        "web:handbook_sittings",
        gettext_lazy("Pools and French tables"),
        gettext_lazy("An evening at a table where money passes: seats, stakes, rentrants, who owes whom."),
    ),
    Chapter(
        "web:handbook_roles",
        gettext_lazy("Who may do what"),
        gettext_lazy("Owner, director, scorer, helper, member: every power, role by role."),
    ),
    Chapter(
        "web:handbook_figures",
        gettext_lazy("What figures count"),
        gettext_lazy(
            "Every figure of a player, a club and an event: what is counted, and how far to trust it."
        ),
    ),
    Chapter(
        "web:handbook_ratings",
        gettext_lazy("What a rating says"),
        gettext_lazy("What is rated, the two figures, what a difference means, seeding by rating."),
    ),
    Chapter(
        "web:handbook_review",
        gettext_lazy("What a review says"),
        gettext_lazy("What a decision cost, what it is called, how that is found, and how far to trust it."),
    ),
    Chapter(
        "web:handbook_records",
        gettext_lazy("Records and seasons"),
        gettext_lazy("What a record counts, what ends a run, when a season begins, who holds what."),
    ),
    Chapter(
        "web:handbook_programs",
        gettext_lazy("Files and programs"),
        gettext_lazy(
            "Taking records out, trying a file before it is imported, programs of your own, your own web site."
        ),
    ),
    Chapter(
        "web:handbook_privacy",
        gettext_lazy("Privacy: who may see what"),
        gettext_lazy("Public clubs and closed ones, rubbers being played, review figures, being forgotten."),
    ),
)


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    return render(request, "handbook/handbook.html", {"chapters": CHAPTERS})


@require_safe
def roles(request: HttpRequest) -> HttpResponse:
    return _chapter(request, "roles", table=handbook_roles.table(), conditions=handbook_roles.conditions())


@require_safe
def states(request: HttpRequest) -> HttpResponse:
    return _chapter(request, "states", states=handbook_states.states_shown())


@require_safe
def first(request: HttpRequest) -> HttpResponse:
    return _chapter(request, "first")


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    return _chapter(request, "players")


@require_safe
def entering(request: HttpRequest) -> HttpResponse:
    return _chapter(request, "entering")


@require_safe
def pad(request: HttpRequest) -> HttpResponse:
    return _chapter(request, "pad")


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    return _chapter(
        request,
        "events",
        formats=handbook_events.formats(),
        seedings=handbook_events.seedings(),
        folded=handbook_events.folded_draw(),
        free_seeds=handbook_events.free_seeds(),
        most_rounds=handbook_events.most_swiss_rounds().items(),
    )


@require_safe
def standings(request: HttpRequest) -> HttpResponse:
    return _chapter(
        request,
        "standings",
        scores=handbook_standings.scores(),
        table=handbook_standings.example_table(),
        rubbers=RUBBERS,
        tie_breaks=handbook_standings.tie_breaks(),
        orders=handbook_standings.usual_orders(),
    )


@require_safe
def draws(request: HttpRequest) -> HttpResponse:
    return _chapter(
        request,
        "draws",
        steps=handbook_draws.steps(),
        requested_byes=handbook_draws.requested_byes(),
    )


@require_safe
def figures(request: HttpRequest) -> HttpResponse:
    return _chapter(request, "figures", groups=handbook_figures.groups_told(), least=LEAST_OBSERVATIONS)


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    return _chapter(
        request,
        "ratings",
        newcomer=handbook_ratings.newcomer(),
        differences=handbook_ratings.differences(),
        lengths=handbook_ratings.BEST_OF,
    )


@require_safe
def review(request: HttpRequest) -> HttpResponse:
    labels = [
        {"name": LABELS[label], "cost": decimal(100 * least, 0)} for least, label in reversed(THRESHOLDS)
    ]
    return _chapter(request, "review", labels=labels, least=LEAST_DECISIONS)


@require_safe
def records(request: HttpRequest) -> HttpResponse:
    return _chapter(request, "records", groups=handbook_records.groups_told(), **handbook_records.numbers())


@require_safe
def triomphe(request: HttpRequest) -> HttpResponse:
    return _chapter(
        request,
        "triomphe",
        courses=handbook_triomphe.courses(),
        ends=handbook_triomphe.ends_told(),
        chances=handbook_triomphe.chance_rows(),
    )


@require_safe
def programs(request: HttpRequest) -> HttpResponse:
    return _chapter(request, "programs", **handbook_programs.told())


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return _chapter(request, "privacy")


def _chapter(request: HttpRequest, name: str, **context: object) -> HttpResponse:
    title = next(chapter.title for chapter in CHAPTERS if chapter.url_name == f"web:handbook_{name}")
    crumbs = [Crumb(reverse("web:handbook"), _("Handbook"))]
    return render(request, f"handbook/{name}.html", {"title": title, "crumbs": crumbs, **context})
