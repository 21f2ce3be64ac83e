"""Serve the pages that confirm, dispute, withdraw or void a stored result, for the two sides and for directors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from matches.clubs.roles import Action, Powers
from matches.events.errors import EventChangeError, StaleEventError
from matches.models import Rubber
from matches.pages.common.club_context import acting_user, powers_on
from matches.pages.common.counting_words import counting_words
from matches.pages.common.decision_forms import ReasonForm, RemarkForm, VersionedForm
from matches.pages.common.results import rubber_title, score_text
from matches.pages.common.rubber_context import (
    get_rubber,
    new_form_data,
    require_for_rubber,
    resubmitted_data,
    rubber_context,
)
from matches.pages.events.corrections.consequences import preview_state
from matches.pages.events.corrections.result import decide, moves_an_event
from matches.pages.events.desk.context import names_of, refusal_words
from matches.rubbers.change_report import may_change_report
from matches.rubbers.change_rubbers import (
    CommandContext,
    confirm_rubber,
    dispute_rubber,
    void_rubber,
    withdraw_report,
)
from matches.rubbers.errors import ReportChangedError, RubberChangeError, StaleRubberError, StateError
from matches.rubbers.queries import live_score
from matches.rubbers.states import RubberKind, State, may_follow
from matches.rules.events.act_errors import EventActError


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision about a rubber's result, such as confirming it, with the texts of its page.

    ``kind`` is the kind of the log entry, ``action`` the action in the table of roles. ``run`` is the service
    that carries the decision out; ``done`` is the success message.
    """

    kind: RubberKind
    action: Action
    form: type[VersionedForm]
    run: Callable[[Rubber, Powers, CommandContext], Rubber]
    heading: str | Promise
    lead: str | Promise
    button: str | Promise
    look: str
    done: str | Promise
    state: State
    """The state of the rubber after the decision."""


CONFIRM: Final = Decision(
    "rubber.confirmed",
    "confirm_rubber",
    RemarkForm,
    lambda rubber, powers, act: confirm_rubber(rubber, seat=powers.seat_in(rubber), act=act),
    heading=_("Confirm the result"),
    lead=_("Confirm the result if it is what was played. Otherwise dispute it."),
    button=_("Confirm"),
    look="main",
    done=_("The result is confirmed, and it counts."),
    state="confirmed",
)
DISPUTE: Final = Decision(
    "rubber.disputed",
    "dispute_rubber",
    ReasonForm,
    lambda rubber, powers, act: dispute_rubber(rubber, seat=powers.seat_in(rubber), act=act),
    heading=_("Dispute the result"),
    lead=_("A disputed result stays out of the standings until the director settles it. The record is kept."),
    button=_("Dispute"),
    look="danger",
    done=_("The result is disputed; the director will settle it."),
    state="disputed",
)
VOID: Final = Decision(
    "rubber.voided",
    "void_rubber",
    ReasonForm,
    lambda rubber, _powers, act: void_rubber(rubber, act=act),
    heading=_("Declare the rubber void"),
    lead=_("A void rubber does not count. Its record is kept, and correcting it brings it back."),
    button=_("Declare void"),
    look="danger",
    done=_("The rubber is void, and does not count."),
    state="void",
)
WITHDRAW: Final = Decision(
    "rubber.report_withdrawn",
    "change_report",
    RemarkForm,
    lambda rubber, _powers, act: withdraw_report(rubber, act=act),
    heading=_("Withdraw your report"),
    lead=_(
        "The rubber becomes void and counts nowhere. What you reported stays in its history. If you played it"
        " after all, enter it again."
    ),
    button=_("Withdraw"),
    look="danger",
    done=_("Your report is withdrawn."),
    state="void",
)


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, public_id: str) -> HttpResponse:
    return _decide(request, public_id, CONFIRM)


@require_http_methods(["GET", "HEAD", "POST"])
def dispute(request: HttpRequest, public_id: str) -> HttpResponse:
    return _decide(request, public_id, DISPUTE)


@require_http_methods(["GET", "HEAD", "POST"])
def void(request: HttpRequest, public_id: str) -> HttpResponse:
    """Serve the page that declares a rubber void; directors of a planned event preview the consequences first."""
    rubber = get_rubber(request, public_id)
    powers = require_for_rubber(request, rubber, VOID.action)
    if request.method == "POST" and powers.can("run_event") and moves_an_event(rubber):
        return decide(request, rubber.event, rubber, None)
    return _decide(request, public_id, VOID)


@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, public_id: str) -> HttpResponse:
    """Serve the page that withdraws the viewer's own report."""
    rubber = get_rubber(request, public_id)
    powers = powers_on(request, rubber.club)
    if not may_change_report(powers, rubber):
        raise PermissionDenied
    return _decide_on(request, rubber, powers, WITHDRAW)


def _decide(request: HttpRequest, public_id: str, decision: Decision) -> HttpResponse:
    rubber = get_rubber(request, public_id)
    powers = require_for_rubber(request, rubber, decision.action)
    return _decide_on(request, rubber, powers, decision)


def _decide_on(request: HttpRequest, rubber: Rubber, powers: Powers, decision: Decision) -> HttpResponse:
    public_id = rubber.public_id
    if request.method != "POST":
        if not may_follow(decision.kind, rubber.state):
            return redirect("web:rubber", public_id=public_id)
        return _render_decision(request, rubber, decision, decision.form(initial=new_form_data(rubber)))
    form = decision.form(request.POST)
    if not form.is_valid() or "back" in request.POST:
        return _render_decision(request, rubber, decision, form, status=200 if form.is_valid() else 400)
    act = form.act(acting_user(request))
    try:
        page = _carry_out(request, rubber, powers, decision, act)
    except StaleRubberError as error:
        if not may_follow(decision.kind, error.rubber.state):
            is_said = isinstance(error, ReportChangedError)
            messages.error(request, str(error if is_said else StateError(error.rubber, decision.kind)))
            return redirect("web:rubber", public_id=public_id)
        form = decision.form(resubmitted_data(request, error.rubber))
        current = get_rubber(request, public_id)
        return _render_decision(request, current, decision, form, problem=str(error), status=409)
    except RubberChangeError as error:
        messages.error(request, str(error))
    except (EventActError, EventChangeError) as error:
        names = names_of(each for each in error.args if isinstance(each, str))
        messages.error(request, refusal_words(error, names))
    else:
        if page is not None:
            return page
        messages.success(request, _done_words(decision, rubber))
    return redirect("web:rubber", public_id=public_id)


def _done_words(decision: Decision, rubber: Rubber) -> str:
    if decision.kind != CONFIRM.kind:
        return str(decision.done)
    return counting_words(rubber, str(decision.done), gettext("The result is confirmed."))


def _carry_out(
    request: HttpRequest, rubber: Rubber, powers: Powers, decision: Decision, act: CommandContext
) -> HttpResponse | None:
    """Carry out the decision, or return the page that asks the event's director about the consequences."""
    run = partial(decision.run, rubber, powers, act)
    is_current = act.version == rubber.version and may_follow(decision.kind, rubber.state)
    if not (is_current and powers.can("run_event")):
        run()
        return None
    score = score_text(rubber.games_won_a, rubber.games_won_b)
    what = (f"{decision.heading}: {rubber_title(rubber)}, {score}.",)
    page, run_decided = preview_state(request, rubber, decision.state, run, summary=what, act=act)
    if page is not None:
        return page
    try:
        run_decided()
    except StaleEventError:
        rubber.event.refresh_from_db()
        page, _run = preview_state(
            request, rubber, decision.state, run, summary=what, act=act, has_changed=True
        )
        return page
    return None


def _render_decision(
    request: HttpRequest,
    rubber: Rubber,
    decision: Decision,
    form: VersionedForm,
    *,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    context = rubber_context(rubber) | {
        "games": live_score(rubber),
        "decision": decision,
        "form": form,
        "problem": problem,
    }
    return render(request, "rubbers/entry/decision.html", context, status=status)
