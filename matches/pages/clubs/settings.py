"""The page of a club's settings."""

from __future__ import annotations

from copy import copy

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.clubs.settings import (
    ClubChangedError,
    ClubNameTakenError,
    change_club,
    settings_version,
)
from matches.common.idempotency import KeyReusedError, new_key
from matches.models import Club
from matches.pages.clubs.settings_form import ClubSettingsForm
from matches.pages.common.club_context import acting_user, club_seen
from matches.pages.common.crumbs import club_crumb
from matches.pages.common.powers import require


@require_http_methods(["GET", "HEAD", "POST"])
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_seen(request, slug)
    require(request, club, "change_club")
    if request.method != "POST":
        return _shown(request, club, _fresh_form(club))
    # A form writes what it reads into its club, and the page goes on telling what the club is.
    form = ClubSettingsForm(request.POST, instance=copy(club))
    if not form.is_valid():
        return _shown(request, club, form, status=400)
    told = form.cleaned_data
    try:
        change_club(club, form.changes(), by=acting_user(request), key=told["key"], seen=told["seen"])
    except ClubNameTakenError as error:
        form.add_error("name", str(error))
        return _shown(request, club, form, status=400)
    except ClubChangedError as error:
        return _shown(request, error.club, _fresh_form(error.club), problem=str(error), status=409)
    except KeyReusedError:
        problem = _(
            "This form was sent before with other words in it. Look at what is here now, and send again."
        )
        return _shown(request, club, _fresh_form(club), problem=problem, status=409)
    messages.success(request, _("The club's settings are saved."))
    return redirect("web:club_settings", slug=club.slug)


def _fresh_form(club: Club) -> ClubSettingsForm:
    return ClubSettingsForm(instance=club, initial={"seen": settings_version(club), "key": new_key()})


def _shown(
    request: HttpRequest, club: Club, form: ClubSettingsForm, *, problem: str = "", status: int = 200
) -> HttpResponse:
    context = {"club": club, "crumbs": [club_crumb(club)], "form": form, "problem": problem}
    return render(request, "clubs/settings.html", context, status=status)
