"""Ask an owner who sees the analysis of a deal, with what each answer would change, and store the answer."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.clubs.manage_club import change_club
from matches.common.commands import new_key
from matches.models import Club
from matches.pages.clubs.club_forms import AnalysesForm
from matches.pages.common.club_context import acting_user, require_club
from matches.pages.common.navigation import club_crumb

NEXT_LENGTH: Final = 200
EVERYONE, PLAYERS, UNDECIDED = Club.Analyses.EVERYONE, Club.Analyses.PLAYERS, Club.Analyses.UNDECIDED


@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    club, _powers = require_club(request, slug, "change_club")
    form = AnalysesForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        changes = {"analyses": form.cleaned_data["analyses"]}
        change_club(club, changes, by=acting_user(request), key=new_key())
        messages.success(request, seen_by(club, changes["analyses"]))
        return redirect(_return_url(request) or club_page(club))
    context = {"club": club, "crumbs": [club_crumb(club)], "form": form, "choices": choices(club)}
    return render(request, "clubs/analyses.html", context, status=400 if form.is_bound else 200)


def club_page(club: Club) -> str:
    return club_crumb(club).url


def _return_url(request: HttpRequest) -> str:
    """Return the page of this site that the form names as ``next``, or "" if there is none."""
    url = request.POST.get("next", "")[:NEXT_LENGTH]
    return url if url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None) else ""


def seen_by(club: Club, analyses: str) -> str:
    """Return a sentence on who sees analyses in ``club`` with this setting."""
    if analyses == EVERYONE and club.is_public:
        return _("Everyone sees the analysis of a deal, including visitors of the site.")
    if analyses == EVERYONE:
        return _("All members see the analysis of a deal.")
    return _("Only the two players of a deal see its analysis.")


def choices(club: Club) -> list[dict[str, Any]]:
    """Return both answers with their button's text, and with what each would change in ``club``."""
    return [
        {
            "value": EVERYONE,
            "text": _("Everyone, including visitors of the site") if club.is_public else _("All members"),
            "change": _change_to_everyone(club),
            "is_chosen": club.analyses == EVERYONE,
        },
        {
            "value": PLAYERS,
            "text": _("The two players only"),
            "change": _change_to_players(club),
            "is_chosen": club.analyses == PLAYERS,
        },
    ]


def _change_to_everyone(club: Club) -> str:
    if club.analyses == EVERYONE or (club.analyses == UNDECIDED and club.reviews_open):
        return _("As it is today.")
    if club.is_public:
        return _("Anyone can then read what each choice in a deal cost, in deals played so far as well.")
    return _("Every member can then read what each choice in a deal cost, in deals played so far as well.")


def _change_to_players(club: Club) -> str:
    if club.analyses == PLAYERS:
        return _("As it is today.")
    if club.analyses == UNDECIDED and not club.reviews_open:
        return _(
            "The two players then see the analysis of each other’s choices. Today they see only their own."
        )
    return _("Nobody else can then read the analyses, including those of earlier deals.")
