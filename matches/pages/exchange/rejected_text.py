"""A text that could not be read: shown with what is wrong beside its line, to be repaired or dismissed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from matches.exchange.queries.unsettled import held_shown
from matches.exchange.settle import SettledError, dismiss_held, repair_held
from matches.models import Club, HeldText
from matches.pages.common.club_context import acting_user, club_seen
from matches.pages.common.crumbs import Crumb, club_crumb
from matches.pages.common.forms import HeldTextForm, ReasonForm
from matches.pages.common.powers import require
from matches.pages.exchange import rejected_text_page
from scoring.errors import NotEgnError


@require_http_methods(["GET", "HEAD", "POST"])
def held(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """``do`` in what is sent is the button pressed: ``check`` stores nothing."""
    club, held = _held(request, slug, public_id)
    if request.method != "POST":
        return _shown(request, club, held, HeldTextForm(initial={"text": held.text}), held.text)
    form = HeldTextForm(request.POST)
    if not form.is_valid():
        return _shown(request, club, held, form, request.POST.get("text", ""), status=400)
    # Browsers send the ends of lines in the way of the telegraph.
    text = form.cleaned_data["text"].replace("\r\n", "\n")
    if request.POST.get("do") != "store":
        return _shown(request, club, held, form, text)
    try:
        outcomes = repair_held(held, text, by=acting_user(request))
    except SettledError as error:
        return _shown(request, club, held, form, text, problem=str(error), status=409)
    except NotEgnError:
        problem = _("Nothing is stored: there is no rubber in this text.")
        return _shown(request, club, held, form, text, problem=problem, status=400)
    if any(outcome.fate == "held" for outcome in outcomes):
        problem = _(
            "It can't be taken in yet. Your text is kept in the place of the one before, to be gone on with."
        )
        return _shown(request, club, held, form, text, problem=problem, status=400)
    if any(outcome.fate == "refused" for outcome in outcomes):
        problem = " ".join(rejected_text_page.outcome_text(outcome) for outcome in outcomes)
        return _shown(request, club, held, form, text, problem=problem, status=400)
    for outcome in outcomes:
        messages.success(request, rejected_text_page.outcome_text(outcome))
    return redirect("web:settle", slug=club.slug)


@require_POST
def dismiss(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club, held = _held(request, slug, public_id)
    form = ReasonForm(request.POST, prefix="dismiss")
    if not form.is_valid():
        return _shown(request, club, held, None, held.text, dismiss=form, status=400)
    try:
        dismiss_held(held, by=acting_user(request), reason=form.cleaned_data["reason"])
    except SettledError as error:
        return _shown(request, club, held, None, held.text, problem=str(error), status=409)
    messages.success(request, _("The text is put aside."))
    return redirect("web:settle", slug=club.slug)


def _held(request: HttpRequest, slug: str, public_id: str) -> tuple[Club, HeldText]:
    club = club_seen(request, slug)
    require(request, club, "settle")
    return club, get_object_or_404(held_shown(club), public_id=public_id)


def _shown(
    request: HttpRequest,
    club: Club,
    held: HeldText,
    form: HeldTextForm | None,
    text: str,
    *,
    dismiss: ReasonForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    marked = rejected_text_page.marked(text)
    context = {
        "club": club,
        "crumbs": [club_crumb(club), Crumb(reverse("web:settle", args=[club.slug]), _("To settle"))],
        "held": held,
        "facts": rejected_text_page.facts(club, held),
        "settled": rejected_text_page.settled(club, held),
        # What was wrong with the text as it came says nothing of another one.
        "fault": rejected_text_page.fault(held, marked) if text == held.text else "",
        "marked": marked,
        "form": form or HeldTextForm(initial={"text": text}),
        "dismiss": dismiss or ReasonForm(prefix="dismiss"),
        "problem": problem,
    }
    return render(request, "exchange/rejected_text.html", context, status=status)
