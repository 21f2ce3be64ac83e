"""Serve the page of a text that an import could not read: its faults by line, and a form to repair it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from matches.clubs.words import person_name
from matches.exchange.imports.candidates import Outcome
from matches.exchange.queries import held_texts_with_details
from matches.exchange.settle import dismiss_held_text, repair_held_text
from matches.models import Club, HeldText
from matches.pages.common.club_context import acting_user, moment_text, require_club
from matches.pages.common.keyed_forms import HeldTextForm, ReasonForm
from matches.pages.common.listing import shorten
from matches.pages.common.navigation import Crumb, club_crumb
from matches.pages.common.translate_stored_messages import finding_text
from matches.pages.rubbers.entry.text_check import RIGHT_DATE, TextCheck
from matches.rubbers.conflicts import SettledError
from scoring.errors import NotEgnError

OUTCOMES: Final[dict[str, str | Promise]] = {
    "confirmed": gettext_lazy("%(players)s is stored and confirmed."),
    "draft": gettext_lazy("%(players)s is stored as a draft."),
    "skipped": gettext_lazy("%(players)s is already stored, with the same content."),
    "conflict": gettext_lazy("%(players)s is stored with other content. Both are kept for you to choose."),
    "held": gettext_lazy("%(players)s is kept for repair."),
    "refused": gettext_lazy("%(players)s can’t be imported."),
}


@require_http_methods(["GET", "HEAD", "POST"])
def held_text(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show a text whose import failed; a POST reads the corrected text, and with ``do`` of "store" stores it.

    The button of a finding sends ``fix`` or ``new_name``: the text is corrected, or the name taken as new, and
    the text is checked again.
    """
    club, held_text = _find_held_text(request, slug, public_id)
    form = HeldTextForm(request.POST) if request.method == "POST" else _fresh_form(held_text)
    if not form.is_valid():
        text = request.POST.get("text", "") if form.is_bound else held_text.text
        return _render(request, club, held_text, form, text, status=400 if form.is_bound else 200)
    # Browsers send line ends as CR LF.
    text = form.cleaned_data["text"].replace("\r\n", "\n")
    check = _check(request, club, text)
    if check is not None and "fix" in request.POST:
        check = check.after_fix(request.POST["fix"])
        text = check.content.decode()
        form = HeldTextForm(initial={"text": text})
        return _render(
            request, club, held_text, form, text, check=check, status=409 if check.problem else 200
        )
    if request.POST.get("do") != "store":
        return _render(request, club, held_text, form, text, check=check)
    if check is not None and check.has_questions:
        return _render(request, club, held_text, form, text, check=check, status=400)
    outcomes: Sequence[Outcome] = ()
    problem = ""
    try:
        outcomes = repair_held_text(held_text, text, by=acting_user(request))
    except SettledError as error:
        return _render(request, club, held_text, form, text, problem=str(error), status=409)
    except NotEgnError:
        problem = _("Nothing is stored: there is no rubber in this text.")
    if any(outcome.fate == "held" for outcome in outcomes):
        problem = _("This can’t be stored yet. Your text is kept, so that you can go on with it.")
    elif any(outcome.fate == "refused" for outcome in outcomes):
        problem = " ".join(outcome_text(outcome) for outcome in outcomes)
    if problem:
        return _render(request, club, held_text, form, text, problem=problem, status=400)
    for outcome in outcomes:
        messages.success(request, outcome_text(outcome))
    return redirect("web:settle", slug=club.slug)


@require_POST
def dismiss(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club, held_text = _find_held_text(request, slug, public_id)
    form, repair = ReasonForm(request.POST, prefix="dismiss"), _fresh_form(held_text)
    if not form.is_valid():
        return _render(request, club, held_text, repair, held_text.text, dismiss=form, status=400)
    try:
        dismiss_held_text(held_text, by=acting_user(request), reason=form.cleaned_data["reason"])
    except SettledError as error:
        return _render(request, club, held_text, repair, held_text.text, problem=str(error), status=409)
    messages.success(request, _("The record is dismissed."))
    return redirect("web:settle", slug=club.slug)


def _find_held_text(request: HttpRequest, slug: str, public_id: str) -> tuple[Club, HeldText]:
    club, _powers = require_club(request, slug, "settle")
    return club, get_object_or_404(held_texts_with_details(club), public_id=public_id)


def _check(request: HttpRequest, club: Club, text: str) -> TextCheck | None:
    """Return the check of a text with the user's answers in the request, or None if it has no rubber."""
    try:
        return TextCheck(
            text.encode("utf-8", "backslashreplace"),
            club,
            may_add=True,
            confirmed=request.POST.getlist("new_name"),
            right_dates=request.POST.getlist(RIGHT_DATE),
        )
    except NotEgnError:
        return None


def _fresh_form(held_text: HeldText) -> HeldTextForm:
    return HeldTextForm(initial={"text": held_text.text})


def _render(
    request: HttpRequest,
    club: Club,
    held_text: HeldText,
    form: HeldTextForm,
    text: str,
    *,
    dismiss: ReasonForm | None = None,
    problem: str = "",
    check: TextCheck | None = None,
    status: int = 200,
) -> HttpResponse:
    check = check or _check(request, club, text)
    candidates = check.marked.candidates if check is not None else ()
    has_marked_fault = any(each.fault is not None for each in candidates)
    context = {
        "club": club,
        "crumbs": [club_crumb(club), Crumb(reverse("web:settle", args=[club.slug]), _("Needs action"))],
        "held_text": held_text,
        "settled": settled_words(club, held_text),
        # The stored fault belongs to the original text and does not apply to an edited one.
        "fault": held_fault(held_text) if text == held_text.text and not has_marked_fault else "",
        "check": check,
        "form": form,
        "dismiss": dismiss or ReasonForm(prefix="dismiss"),
        "problem": problem,
    }
    return render(request, "exchange/held.html", context, status=status)


def settled_words(club: Club, held_text: HeldText) -> str:
    """Return a sentence on how the text was settled, or "" while it is unsettled."""
    if held_text.repaired_at is not None:
        values = {"when": moment_text(club, held_text.repaired_at)}
        return _("Replaced by a valid record, %(when)s.") % values
    if held_text.dismissed_at is not None:
        values = {"who": person_name(held_text.settled_by), "when": moment_text(club, held_text.dismissed_at)}
        return _("Dismissed by %(who)s, %(when)s.") % values
    return ""


def held_fault(held_text: HeldText) -> str:
    """Return the error because of which the text could not be imported."""
    code, message = (str(held_text.finding.get(name, "")) for name in ("code", "message"))
    return shorten(finding_text(code, message))


def outcome_text(outcome: Outcome) -> str:
    players = _("%(a)s – %(b)s") % {"a": outcome.players[0] or "?", "b": outcome.players[1] or "?"}
    return str(OUTCOMES[outcome.fate]) % {"players": players}
