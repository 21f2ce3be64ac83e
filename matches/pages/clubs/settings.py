"""Create a club, and change its settings."""

from __future__ import annotations

import json
from copy import copy

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.clubs.errors import PeopleError
from matches.clubs.manage_club import (
    ClubChangedError,
    ClubNameTakenError,
    change_club,
    make_club,
    settings_version,
)
from matches.common.commands import KeyReusedError, new_key, run_once
from matches.models import Club
from matches.pages.clubs.club_forms import ClubForm, ClubSettingsForm
from matches.pages.common.club_context import acting_user, require_club
from matches.pages.common.navigation import club_crumb


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_club(request: HttpRequest) -> HttpResponse:
    user = acting_user(request)
    form = ClubForm(request.POST if request.method == "POST" else None, initial={"key": new_key()}, user=user)
    if form.is_valid():
        content = form.club_values()
        try:
            result = run_once(
                user,
                f"club:{form.cleaned_data['key']}"[:100],
                json.dumps(content, sort_keys=True),
                lambda: make_club(user, **content).slug,
            )
        except PeopleError as error:
            form.add_error(None, str(error))
        except KeyReusedError:
            form.add_error(None, _("This form has created a club already. Open it again to create another."))
        else:
            messages.success(request, _("The club is created."))
            return redirect("web:club", slug=result.result)
    return render(request, "clubs/new_club.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    club, _powers = require_club(request, slug, "change_club")
    if request.method != "POST":
        return _render_settings(request, club, _fresh_form(request, club))
    # The form changes its instance, but the page must keep showing the stored club.
    form = ClubSettingsForm(request.POST, instance=copy(club), user=acting_user(request))
    if not form.is_valid():
        return _render_settings(request, club, form, status=400)
    data = form.cleaned_data
    try:
        change_club(club, form.changes(), by=acting_user(request), key=data["key"], seen=data["seen"])
    except ClubNameTakenError as error:
        form.add_error("name", str(error))
        return _render_settings(request, club, form, status=400)
    except ClubChangedError as error:
        return _render_settings(
            request, error.club, _fresh_form(request, error.club), problem=str(error), status=409
        )
    except KeyReusedError:
        problem = _("This form was already sent with other values. Check it, and send it again.")
        return _render_settings(request, club, _fresh_form(request, club), problem=problem, status=409)
    messages.success(request, _("The club’s settings are saved."))
    return redirect("web:club_settings", slug=club.slug)


def _fresh_form(request: HttpRequest, club: Club) -> ClubSettingsForm:
    initial = {"seen": settings_version(club), "key": new_key()}
    return ClubSettingsForm(instance=club, initial=initial, user=acting_user(request))


def _render_settings(
    request: HttpRequest, club: Club, form: ClubSettingsForm, *, problem: str = "", status: int = 200
) -> HttpResponse:
    context = {"club": club, "crumbs": [club_crumb(club)], "form": form, "problem": problem}
    return render(request, "clubs/settings.html", context, status=status)
