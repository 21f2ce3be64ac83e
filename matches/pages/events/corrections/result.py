"""A result of an event corrected: the new one, what it moves, what the director decides, and then it is stored."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.common.command_context import Act
from matches.events.corrections import (
    Corrected,
    correct_result,
    result_preview,
    void_preview,
    void_result,
)
from matches.events.errors import EventChangeError, StaleEventError
from matches.events.words.labels import round_words
from matches.models import Depth, Event, Rubber
from matches.pages.common.club_context import acting_user
from matches.pages.common.result_lines import rubber_title, score_text
from matches.pages.events.corrections.decision_form import DecisionForm
from matches.pages.events.corrections.preview import (
    Asked,
    asked_of,
    desk_crumbs,
    is_decided,
    show_preview,
    tell_done,
)
from matches.pages.events.corrections.result_form import EventResultForm, event_result_form
from matches.pages.events.corrections.result_words import result_words
from matches.pages.events.director.context import event_at, refusal_words
from matches.pages.rubbers.entry.context import sent_key
from matches.rubbers.errors import RubberChangeError, StaleRubberError
from matches.rubbers.states import may_follow
from matches.rubbers.transition import is_done
from matches.rules.events.errors import EventActError
from scoring.errors import RecordError
from scoring.record import Rubber as Record

VOID = "void"


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, slug: str, public_id: str, rubber: str) -> HttpResponse:
    """By the result alone; a rubber with its deals has its own page for that, which asks the same before it stores."""
    event, powers = event_at(request, slug, public_id, "run_event")
    if event.plan is None:
        return redirect("web:event_plan", slug, public_id)
    row = _rubber_of(event, rubber)
    if "seen" in request.POST and is_done(row, Act(by=acting_user(request), key=sent_key(request))):
        return redirect("web:event_corrected", slug, public_id)
    if not may_follow("rubber.corrected", row.state):
        return redirect("web:rubber", rubber)
    if row.depth != Depth.RESULT:
        return redirect("web:correct_rubber", rubber)
    form = event_result_form(row, powers, request.POST if request.method == "POST" else None)
    is_void = VOID in request.POST
    if not form.is_bound or "back" in request.POST:
        return _shown(request, event, row, form)
    if is_void:
        return decide(request, event, row, None)
    if not form.is_valid() or form.record is None:
        return _shown(request, event, row, form, status=400)
    return decide(request, event, row, form.record)


def _rubber_of(event: Event, public_id: str) -> Rubber:
    """Raises ``Http404`` where the event has no such rubber."""
    rows = Rubber.objects.select_related("club", "event", "player_a", "player_b")
    return get_object_or_404(rows, event=event, public_id=public_id)


def _shown(
    request: HttpRequest, event: Event, rubber: Rubber, form: EventResultForm, *, status: int = 200
) -> HttpResponse:
    context = {
        "club": event.club,
        "event": event,
        "crumbs": desk_crumbs(event.club, event),
        "rubber": rubber,
        "title": rubber_title(rubber),
        "round_name": round_words(rubber.round_label),
        "score": score_text(rubber.games_won_a, rubber.games_won_b),
        "may_void": may_follow("rubber.voided", rubber.state),
        "form": form,
    }
    return render(request, "events/corrections/result.html", context, status=status)


def decide(request: HttpRequest, event: Event, rubber: Rubber, record: Record | None) -> HttpResponse:
    """Show what it moves, until that is decided; ``record`` None: the rubber is to be void."""
    asked = _asked(event, rubber, record)
    decision = asked.decision(request)
    # A rubber that somebody else corrected meanwhile is looked at anew; the text would be kept as a conflict.
    has_changed = request.POST.get("version") != str(rubber.version)
    if not has_changed and is_decided(decision):
        try:
            done = _carry_out(request, event, rubber, record, decision)
        except (StaleEventError, StaleRubberError):
            event.refresh_from_db()
            rubber = _rubber_of(event, rubber.public_id)
            asked, has_changed = _asked(event, rubber, record), True
        except (EventActError, EventChangeError) as error:
            decision.add_error(None, refusal_words(error, asked.names))
        except (RubberChangeError, RecordError) as error:
            decision.add_error(None, str(error))
        else:
            text = _("The result is corrected. The record before it is kept.")
            if record is None:
                text = _("The rubber is void. Its record is kept.")
            tell_done(request, text, asked, done.state)
            return redirect("web:event_corrected", event.club.slug, event.public_id)
    anew = {"version": str(rubber.version)}
    return show_preview(request, asked, decision, anew=anew, has_changed=has_changed)


def moves_an_event(rubber: Rubber) -> bool:
    """Whether declaring it void moves anything of a planned event, and it is not void yet."""
    if rubber.event.plan is None or not may_follow("rubber.voided", rubber.state):
        return False
    return not void_preview(rubber.event, rubber).moves.is_empty


def _asked(event: Event, rubber: Rubber, record: Record | None) -> Asked:
    preview = void_preview(event, rubber) if record is None else result_preview(event, rubber, record)
    return asked_of(
        event,
        preview,
        what=result_words(rubber, record),
        cancel_url=reverse("web:rubber", args=[rubber.public_id]),
    )


def _carry_out(
    request: HttpRequest, event: Event, rubber: Rubber, record: Record | None, decision: DecisionForm
) -> Corrected:
    told = decision.cleaned_data
    act = Act(
        by=acting_user(request),
        key=sent_key(request),
        version=rubber.version,
        reason=told["reason"].strip(),
    )
    decided: dict[str, Any] = {"keep": decision.keep, "redo": decision.redo}
    version = told["event_version"]
    if record is None:
        return void_result(event, rubber, **decided, act=act, event_version=version)
    return correct_result(event, rubber, record, **decided, act=act, event_version=version)
