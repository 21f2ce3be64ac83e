"""What a side, or the director, says of a result that is here: confirmed, disputed, void."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from matches.clubs.permissions import Action, Powers
from matches.events.errors import EventChangeError, StaleEventError
from matches.models import Rubber
from matches.pages.common.button_forms import ReasonForm, RemarkForm, SentForm
from matches.pages.common.club_context import acting_user
from matches.pages.common.result_lines import rubber_title, score_text
from matches.pages.events.corrections.confirm_preview import asked_first
from matches.pages.events.corrections.result import decide, moves_an_event
from matches.pages.events.director.context import names_of, refusal_words
from matches.pages.rubbers.entry.context import (
    crumbs_of,
    fresh,
    require_on,
    rubber_seen,
    sent_afresh,
)
from matches.pages.rubbers.head import rubber_head
from matches.rubbers.commands import Act, confirm_rubber, dispute_rubber, void_rubber
from matches.rubbers.errors import RubberChangeError, StaleRubberError
from matches.rubbers.queries.page_rows import live_score
from matches.rubbers.states import RubberKind, State, may_follow
from matches.rules.events.errors import EventActError


@dataclass(frozen=True, slots=True)
class Saying:
    """One thing to be said: what it is in the log and in the table of roles, and the words of its page."""

    kind: RubberKind
    action: Action
    form: type[SentForm]
    heading: str | Promise
    lead: str | Promise
    button: str | Promise
    look: str
    done: str | Promise
    state: State
    """What the rubber is then."""


CONFIRM: Final = Saying(
    "rubber.confirmed",
    "confirm_rubber",
    RemarkForm,
    heading=_("Confirm the result"),
    lead=_("Once confirmed, the result counts. If it is not what was played, dispute it."),
    button=_("Confirm"),
    look="main",
    done=_("The result is confirmed, and it counts."),
    state="confirmed",
)
DISPUTE: Final = Saying(
    "rubber.disputed",
    "dispute_rubber",
    ReasonForm,
    heading=_("Dispute the result"),
    lead=_("A disputed result stays out of the standings until the director settles it. The record is kept."),
    button=_("Dispute"),
    look="danger",
    done=_("The result is disputed; the director will settle it."),
    state="disputed",
)
VOID: Final = Saying(
    "rubber.voided",
    "void_rubber",
    ReasonForm,
    heading=_("Declare the rubber void"),
    lead=_("A void rubber does not count. Its record is kept, and correcting it brings it back."),
    button=_("Declare void"),
    look="danger",
    done=_("The rubber is void, and does not count."),
    state="void",
)


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, public_id: str) -> HttpResponse:
    def do(rubber: Rubber, powers: Powers, act: Act) -> Rubber:
        return confirm_rubber(rubber, seat=powers.seat_in(rubber), act=act)

    return _say(request, public_id, CONFIRM, do)


@require_http_methods(["GET", "HEAD", "POST"])
def dispute(request: HttpRequest, public_id: str) -> HttpResponse:
    def do(rubber: Rubber, powers: Powers, act: Act) -> Rubber:
        return dispute_rubber(rubber, seat=powers.seat_in(rubber), act=act)

    return _say(request, public_id, DISPUTE, do)


@require_http_methods(["GET", "HEAD", "POST"])
def void(request: HttpRequest, public_id: str) -> HttpResponse:
    """Who runs the planned event that it belongs to is shown first what that moves, and decides what follows."""
    rubber = rubber_seen(request, public_id)
    powers = require_on(request, rubber, VOID.action)
    if request.method == "POST" and powers.can("run_event") and moves_an_event(rubber):
        return decide(request, rubber.event, rubber, None)
    return _say(request, public_id, VOID, lambda rubber, _powers, act: void_rubber(rubber, act=act))


def _say(
    request: HttpRequest, public_id: str, saying: Saying, do: Callable[[Rubber, Powers, Act], Rubber]
) -> HttpResponse:
    rubber = rubber_seen(request, public_id)
    powers = require_on(request, rubber, saying.action)
    if request.method != "POST":
        if not may_follow(saying.kind, rubber.state):
            return redirect("web:rubber", public_id=public_id)
        return _shown(request, rubber, saying, saying.form(initial=fresh(rubber)))
    form = saying.form(request.POST)
    if not form.is_valid() or "back" in request.POST:
        return _shown(request, rubber, saying, form, status=200 if form.is_valid() else 400)
    act = form.act(acting_user(request))
    try:
        page = _asked_or_said(request, rubber, powers, saying, do, act)
    except StaleRubberError as error:
        form = saying.form(sent_afresh(request, error.rubber))
        now = rubber_seen(request, public_id)
        return _shown(request, now, saying, form, problem=str(error), status=409)
    except RubberChangeError as error:
        messages.error(request, str(error))
    except (EventActError, EventChangeError) as error:
        names = names_of(each for each in error.args if isinstance(each, str))
        messages.error(request, refusal_words(error, names))
    else:
        if page is not None:
            return page
        messages.success(request, str(saying.done))
    return redirect("web:rubber", public_id=public_id)


def _asked_or_said(
    request: HttpRequest,
    rubber: Rubber,
    powers: Powers,
    saying: Saying,
    do: Callable[[Rubber, Powers, Act], Rubber],
    act: Act,
) -> HttpResponse | None:
    """Say it; or the page that whoever runs the planned event is to answer first, which asks what follows.

    Raises what ``do`` raises, ``EventActError`` and ``EventChangeError``.
    """
    say = partial(do, rubber, powers, act)
    is_current = act.version == rubber.version and may_follow(saying.kind, rubber.state)
    if not (is_current and powers.can("run_event")):
        say()
        return None
    score = score_text(rubber.games_won_a, rubber.games_won_b)
    what = (f"{saying.heading}: {rubber_title(rubber)}, {score}.",)
    page, decided = asked_first(request, rubber, saying.state, say, what=what, act=act)
    if page is not None:
        return page
    try:
        decided()
    except StaleEventError:
        rubber.event.refresh_from_db()
        page, _said = asked_first(request, rubber, saying.state, say, what=what, act=act, has_changed=True)
        return page
    return None


def _shown(
    request: HttpRequest,
    rubber: Rubber,
    saying: Saying,
    form: SentForm,
    *,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "rubber": rubber,
        "head": rubber_head(request.user, rubber),
        "games": live_score(rubber),
        "title": rubber_title(rubber),
        "crumbs": crumbs_of(rubber),
        "saying": saying,
        "form": form,
        "problem": problem,
    }
    return render(request, "rubbers/entry/word.html", context, status=status)
