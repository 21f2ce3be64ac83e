"""A conflict: two contents of one rubber side by side, and the choice between them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.common.command_context import Act
from matches.events.corrections import take_conflict
from matches.events.errors import EventChangeError, StaleEventError
from matches.exchange.queries.unsettled import conflicts_shown, last_entry
from matches.exchange.settle import SettledError, settle_conflict
from matches.models import Club, Conflict, Rubber
from matches.pages.common.club_context import acting_user, club_seen
from matches.pages.common.crumbs import Crumb, club_crumb, rubber_crumb
from matches.pages.common.forms import ChoiceForm
from matches.pages.common.powers import require
from matches.pages.events.corrections.consequences import Follows, NewContent, follows_of
from matches.pages.events.corrections.decision_form import DecisionForm
from matches.pages.events.director.context import refusal_words
from matches.pages.exchange import conflict_page
from matches.rubbers.correct import correct_rubber
from matches.rubbers.errors import RubberChangeError, StaleRubberError
from matches.rules.events.errors import EventActError
from scoring.notation import read_one


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
    take = told["choice"] == "other"
    follows = Follows(correct_rubber)
    if "back" in request.POST:
        return _shown(request, club, conflict, form)
    try:
        if take and told["version"] == conflict.rubber.version and conflict.resolved_at is None:
            follows = follows_of(request, conflict.rubber, _other_content(conflict))
        if follows.page is not None:
            return follows.page
        _settle(conflict, take=take, decision=follows.decision, act=act)
    except StaleEventError:
        asked = follows_of(request, conflict.rubber, _other_content(conflict), has_changed=True)
        return asked.page or _shown(request, club, conflict, _fresh_form(conflict), status=409)
    except (SettledError, StaleRubberError) as error:
        conflict = get_object_or_404(conflicts_shown(club), public_id=public_id)
        return _shown(request, club, conflict, _fresh_form(conflict), problem=str(error), status=409)
    except RubberChangeError as error:
        form.add_error(None, str(error))
        return _shown(request, club, conflict, form, status=409)
    except (EventActError, EventChangeError) as error:
        form.add_error(None, refusal_words(error, {}))
        return _shown(request, club, conflict, form, status=409)
    messages.success(request, _("The conflict is settled."))
    return redirect("web:settle", slug=club.slug)


def _other_content(conflict: Conflict) -> NewContent:
    record = read_one(conflict.egn)
    return NewContent(record, (conflict.player_a, conflict.player_b), record.tag("Event") or "")


def _settle(conflict: Conflict, *, take: bool, decision: DecisionForm | None, act: Act) -> None:
    """Settle it, and with it what the director decided about a draw that rests on the result."""
    if decision is None:
        settle_conflict(conflict, take=take, act=act)
        return
    take_conflict(
        conflict.rubber.event,
        conflict,
        keep=decision.keep,
        redo=decision.redo,
        act=act,
        event_version=decision.cleaned_data["event_version"],
    )


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
    return render(request, "exchange/conflict.html", context, status=status)
