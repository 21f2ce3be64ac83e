"""Scoring a rubber as it is played: a deal at a time, the last one taken back, and its end."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from matches.clubs.permissions import Powers
from matches.models import Rubber
from matches.pages.common.button_forms import SentForm
from matches.pages.common.checked_record import checked_record, names_of
from matches.pages.common.club_context import acting_user
from matches.pages.common.findings import notes_of
from matches.pages.common.powers import powers_on
from matches.pages.common.result_lines import rubber_title
from matches.pages.laws.links import book_url
from matches.pages.rubbers.entry.close_form import CloseForm
from matches.pages.rubbers.entry.context import (
    crumbs_of,
    fresh,
    require_on,
    rubber_seen,
    sent_afresh,
    sent_key,
)
from matches.pages.rubbers.entry.deal_form import DealForm
from matches.pages.rubbers.entry.live_page import live_page
from matches.pages.rubbers.entry.start import stored_words
from matches.rubbers.build_record import standing
from matches.rubbers.commands import Act, RubberEnd, close_rubber, record_deal, undo_deal
from matches.rubbers.errors import HeldRecordError, RubberChangeError, StaleRubberError, StateError
from matches.rubbers.rulings import may_rule
from matches.rubbers.transition import is_done
from scoring.checked import CheckedRubber


@require_http_methods(["GET", "HEAD", "POST"])
def deal(request: HttpRequest, public_id: str) -> HttpResponse:
    rubber = rubber_seen(request, public_id)
    powers = _who_scores(request, rubber)
    is_sent = request.method == "POST"
    is_recorded = is_sent and is_done(rubber, Act(by=acting_user(request), key=sent_key(request)))
    if rubber.state != Rubber.State.LIVE:
        if is_sent and not is_recorded:
            messages.error(request, _("The rubber was ended meanwhile: this deal is not recorded."))
        return redirect("web:rubber", public_id=public_id)
    if not is_sent:
        return _shown(request, rubber, powers)
    if is_recorded:
        return redirect("web:enter_deal", public_id=public_id)
    checked = checked_record(rubber)
    form = DealForm(request.POST, record=checked.rubber, now=standing(checked), names=names_of(rubber))
    if not form.is_valid():
        return _shown(request, rubber, powers, form=form, status=400)
    told = form.cleaned_data
    act = Act(by=acting_user(request), key=sent_key(request), version=told["version"])
    try:
        record_deal(rubber, form.deal, act=act)
    except StaleRubberError:
        problem = _(
            "Somebody else recorded or took back a deal meanwhile: look at the score as it is now, and send this deal"
            " again if it is still to come."
        )
        return _shown_again(request, rubber_seen(request, public_id), powers, problem)
    except HeldRecordError as error:
        form.add_error(None, " ".join(note.message for note in notes_of(error.faults, names_of(rubber))))
        return _shown(request, rubber, powers, form=form, status=400)
    except RubberChangeError as error:
        messages.error(request, str(error))
    return redirect("web:enter_deal", public_id=public_id)


@require_POST
def undo(request: HttpRequest, public_id: str) -> HttpResponse:
    rubber = rubber_seen(request, public_id)
    require_on(request, rubber, "undo_deal")
    form = SentForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Look at the score as it is now, and try again."))
        return redirect("web:enter_deal", public_id=public_id)
    try:
        undo_deal(rubber, act=form.act(acting_user(request)))
        messages.success(request, _("The last deal is taken back."))
    except RubberChangeError as error:
        messages.error(request, str(error))
    return redirect("web:enter_deal", public_id=public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, public_id: str) -> HttpResponse:
    """The end of a live rubber: decided, or cut short."""
    rubber = rubber_seen(request, public_id)
    powers = _who_scores(request, rubber)
    if rubber.state != Rubber.State.LIVE:
        return redirect("web:rubber", public_id=public_id)
    is_over = checked_record(rubber).winner is not None
    word = powers.word_on(rubber.player_a_id, rubber.player_b_id)
    form = CloseForm(request.POST or None, initial=fresh(rubber), names=names_of(rubber), is_over=is_over)
    status = 200
    if form.is_bound:
        status = 400
    if form.is_bound and form.is_valid():
        try:
            act = form.act(acting_user(request))
            closed = close_rubber(rubber, word=word, act=act, ending=RubberEnd(*form.ending()))
        except StateError:
            return redirect("web:rubber", public_id=public_id)
        except RubberChangeError as error:
            messages.error(request, str(error))
            return redirect("web:enter_deal", public_id=public_id)
        messages.success(request, stored_words(closed))
        return redirect("web:rubber", public_id=public_id)
    context = {
        "rubber": rubber,
        "title": rubber_title(rubber),
        "crumbs": crumbs_of(rubber),
        "form": form,
        "is_over": is_over,
        "is_final": word == "final",
    }
    return render(request, "rubbers/entry/close.html", context, status=status)


def _who_scores(request: HttpRequest, rubber: Rubber) -> Powers:
    """The viewer's powers. Raises ``PermissionDenied`` for who may not enter this rubber."""
    powers = powers_on(request, rubber.club)
    if not powers.may_enter(rubber.player_a_id, rubber.player_b_id):
        raise PermissionDenied
    return powers


def _shown_again(request: HttpRequest, rubber: Rubber, powers: Powers, problem: str) -> HttpResponse:
    """The deal that came too late, as it was typed, on the page as it is now."""
    checked = checked_record(rubber)
    data = sent_afresh(request, rubber)
    form = DealForm(data, record=checked.rubber, now=standing(checked), names=names_of(rubber))
    return _shown(request, rubber, powers, form=form, problem=problem, status=409)


def _book_url(rubber: Rubber, checked: CheckedRubber) -> str:
    """The director's rulings at the last deal, which alone can be ruled upon; empty before the first."""
    if not checked.games or not checked.games[-1].deals:
        return ""
    return book_url(rubber.public_id, game=len(checked.games), deal=len(checked.games[-1].deals))


def _shown(
    request: HttpRequest,
    rubber: Rubber,
    powers: Powers,
    *,
    form: DealForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    checked = checked_record(rubber)
    now = standing(checked)
    names = names_of(rubber)
    sent = fresh(rubber)
    if form is None:
        form = DealForm(
            initial={**sent, "dealer": now.dealer or ""}, record=checked.rubber, now=now, names=names
        )
    context = {
        "rubber": rubber,
        "title": rubber_title(rubber),
        "names": names,
        "crumbs": crumbs_of(rubber),
        "page": live_page(checked, now, names),
        "form": form,
        "undo": SentForm(initial=sent, auto_id=False) if powers.can("undo_deal", rubber) else None,
        "close": SentForm(initial=sent, auto_id=False),
        "is_final": powers.word_on(rubber.player_a_id, rubber.player_b_id) == "final",
        "book_url": _book_url(rubber, checked) if may_rule(powers, rubber) else "",
        "problem": problem,
    }
    return render(request, "rubbers/entry/deal.html", context, status=status)
