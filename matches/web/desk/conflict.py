"""A conflict: two contents of one rubber side by side, and the choice between them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.models import Club, Conflict, Rubber
from matches.queries.settle import conflicts_shown, last_entry
from matches.services.act import Act
from matches.services.rubber_errors import RubberChangeError, StaleRubberError
from matches.services.settle import SettledError, settle_conflict
from matches.web.crumbs import Crumb, club_crumb, rubber_crumb
from matches.web.desk import conflict_page
from matches.web.desk.clubs import acting_user, club_seen
from matches.web.desk.forms import ChoiceForm
from matches.web.powers import require


@require_http_methods(["GET", "HEAD", "POST"])
def conflict(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club = club_seen(request, slug)
    require(request, club, "settle")
    conflict = get_object_or_404(conflicts_shown(club), public_id=public_id)
    if request.method != "POST":
        return _shown(request, club, conflict, _fresh_form(conflict))
    form = ChoiceForm(request.POST)
    if not form.is_valid():
        return _shown(request, club, conflict, form, status=400)
    told = form.cleaned_data
    act = Act(by=acting_user(request), key=told["key"], reason=told["reason"], version=told["version"])
    try:
        settle_conflict(conflict, take=told["choice"] == "other", act=act)
    except (SettledError, StaleRubberError) as error:
        conflict = get_object_or_404(conflicts_shown(club), public_id=public_id)
        return _shown(request, club, conflict, _fresh_form(conflict), problem=str(error), status=409)
    except RubberChangeError as error:
        form.add_error(None, str(error))
        return _shown(request, club, conflict, form, status=409)
    messages.success(request, _("The conflict is settled."))
    return redirect("web:settle", slug=club.slug)


def _fresh_form(conflict: Conflict) -> ChoiceForm:
    return ChoiceForm(initial={"version": conflict.rubber.version})


def _shown(
    request: HttpRequest,
    club: Club,
    conflict: Conflict,
    form: ChoiceForm,
    *,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "club": club,
        "crumbs": [
            club_crumb(club),
            Crumb(reverse("web:settle", args=[club.slug]), _("To settle")),
            rubber_crumb(conflict.rubber),
        ],
        "form": form,
        "problem": problem,
        "is_live": conflict.rubber.state == Rubber.State.LIVE,
        "settled": conflict_page.settled(club, conflict),
    }
    if not context["is_live"]:
        # Nobody sees the cards of a rubber before it is over.
        context["page"] = conflict_page.conflict_page(club, conflict, last_entry(conflict.rubber))
    return render(request, "web/desk/conflict.html", context, status=status)
