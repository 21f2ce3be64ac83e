"""Serve the pages that correct a result of an event: the new result, a preview, the director's decision."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.clubs.roles import Powers
from matches.common.commands import CommandContext, new_key
from matches.common.round_names import round_words
from matches.events.corrections import Corrected, correct_result, result_preview, void_preview, void_result
from matches.events.errors import EventChangeError, StaleEventError
from matches.models import Depth, Event, Rubber
from matches.pages.common.club_context import acting_user
from matches.pages.common.decision_forms import version_field
from matches.pages.common.entry_fields import Group, group
from matches.pages.common.results import rubber_title, score_text
from matches.pages.common.rubber_context import names_of, submission_key
from matches.pages.events.corrections.consequences import result_words
from matches.pages.events.corrections.preview import (
    Correction,
    DecisionForm,
    correction_of,
    report_correction,
    show_preview,
)
from matches.pages.events.desk.context import act_of, event_at, event_context, refusal_words
from matches.pages.events.desk.tiles import Score
from matches.pages.rubbers.entry.correct import names_in_forms, result_form
from matches.pages.rubbers.entry.head_form import heading_of
from matches.pages.rubbers.entry.result_form import ResultForm
from matches.rubbers.errors import RubberChangeError, StaleRubberError
from matches.rubbers.states import may_follow
from matches.rubbers.transition import is_done
from matches.rules.events.act_errors import EventActError
from scoring.errors import RecordError
from scoring.notation import read_one
from scoring.record import Rubber as Record

VOID = "void"
SCORE: Final = re.compile(r"(\d{1,2})-(\d{1,2})")


class EventResultForm(ResultForm):
    """The form of a corrected result, with the version of the rubber that it showed."""

    version = version_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Each box has its player's name, so that nobody has to be told which is A.
        self.fields["games_won"].help_text = ""

    def groups(self) -> list[Group]:
        rows = (("games_won",), *((line,) for line in self.lines), ("termination_said",), ("winner",))
        return [group(self, _("The result"), *rows)]


def event_result_form(rubber: Rubber, powers: Powers, data: QueryDict | None) -> EventResultForm:
    """Return the form that corrects the result of a rubber with its event, club and players loaded."""
    submitted: MultiValueDict[str, Any] | None = None
    if data is not None:
        submitted = data.copy()
        for name, value in heading_of(rubber, names_in_forms(rubber)).items():
            # Overwrite whatever a browser sends for these: the form has no fields for them.
            submitted[name] = "" if value is None else str(value)
    initial = {"key": new_key(), "version": rubber.version}
    return result_form(EventResultForm, rubber, powers, submitted, initial=initial)


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, slug: str, public_id: str, rubber: str) -> HttpResponse:
    """Serve the form that corrects or voids a rubber without deals; a rubber with deals has its own form."""
    event, powers = event_at(request, slug, public_id, "run_event")
    if event.plan is None:
        return redirect("web:event_plan", slug, public_id)
    row = _rubber_of(event, rubber)
    if "seen" in request.POST and is_done(
        row, CommandContext(by=acting_user(request), key=submission_key(request))
    ):
        return redirect("web:event_corrected", slug, public_id)
    if not may_follow("rubber.corrected", row.state):
        return redirect("web:rubber", rubber)
    if row.depth != Depth.RESULT:
        return redirect("web:correct_rubber", rubber)
    form = event_result_form(row, powers, request.POST if request.method == "POST" else None)
    if request.method != "POST" and (picked := _picked_score(request, row, powers)) is not None:
        return picked
    is_void = VOID in request.POST
    if not form.is_bound or "back" in request.POST:
        return _page(request, event, row, form)
    if is_void:
        return decide(request, event, row, None)
    if not form.is_valid() or form.record is None:
        return _page(request, event, row, form, status=400)
    return decide(request, event, row, form.record)


def _picked_score(request: HttpRequest, rubber: Rubber, powers: Powers) -> HttpResponse | None:
    """Return the preview of the result ``?score=2-1``, games of the record's A and B; None without a valid one."""
    score = SCORE.fullmatch(request.GET.get("score", ""))
    if score is None:
        return None
    data = QueryDict(mutable=True)
    fields = {
        "key": new_key(),
        "version": str(rubber.version),
        "games_won_0": score[1],
        "games_won_1": score[2],
        "termination_said": "normal",
        "winner": "",
    }
    data.update(fields)
    form = event_result_form(rubber, powers, data)
    if not form.is_valid() or form.record is None:
        return None
    correction = _correction(rubber.event, rubber, form.record)
    return show_preview(request, correction, correction.decision(None), replaced=fields)


def _rubber_of(event: Event, public_id: str) -> Rubber:
    """Return a rubber of the event. Raises ``Http404`` if the event has no such rubber."""
    rows = Rubber.objects.select_related("club", "event", "player_a", "player_b")
    return get_object_or_404(rows, event=event, public_id=public_id)


def _page(
    request: HttpRequest, event: Event, rubber: Rubber, form: EventResultForm, *, status: int = 200
) -> HttpResponse:
    context = event_context(
        event,
        rubber=rubber,
        sides=names_of(rubber),
        picks=_picks(rubber),
        title=rubber_title(rubber),
        round_name=round_words(rubber.round_label),
        score=score_text(rubber.games_won_a, rubber.games_won_b),
        may_void=may_follow("rubber.voided", rubber.state),
        form=form,
    )
    return render(request, "events/corrections/result.html", context, status=status)


def _picks(rubber: Rubber) -> list[Score]:
    """Return the results that the rubber may have, as buttons; games of the record's A and B."""
    won = read_one(rubber.egn).rules.best_of // 2 + 1
    pairs = [(won, lost) for lost in range(won)] + [(lost, won) for lost in reversed(range(won))]
    stored = (rubber.games_won_a, rubber.games_won_b)
    return [
        Score(f"{a}-{b}", score_text(a, b), "a" if a > b else "b", is_stored=(a, b) == stored)
        for a, b in pairs
    ]


def decide(request: HttpRequest, event: Event, rubber: Rubber, record: Record | None) -> HttpResponse:
    """Show the preview until the director decides, then store it; a ``record`` of None voids the rubber."""
    correction = _correction(event, rubber, record)
    decision = correction.decision(request.POST)
    # If another user corrected the rubber in the meantime, show it again; storing would create a conflict.
    has_changed = request.POST.get("version") != str(rubber.version)
    if not has_changed and decision.is_decided:
        try:
            done = _carry_out(request, event, rubber, record, decision)
        except (StaleEventError, StaleRubberError):
            event.refresh_from_db()
            rubber = _rubber_of(event, rubber.public_id)
            correction, has_changed = _correction(event, rubber, record), True
        except (EventActError, EventChangeError) as error:
            decision.add_error(None, refusal_words(error, correction.names))
        except (RubberChangeError, RecordError) as error:
            decision.add_error(None, str(error))
        else:
            text = _("The result is corrected. The record before it is kept.")
            if record is None:
                text = _("The rubber is void. Its record is kept.")
            report_correction(request, text, correction, done.state)
            return redirect("web:event_corrected", event.club.slug, event.public_id)
    replaced = {"version": str(rubber.version)}
    return show_preview(request, correction, decision, replaced=replaced, has_changed=has_changed)


def moves_an_event(rubber: Rubber) -> bool:
    """Return whether declaring the rubber void is allowed and would change its event, which has a plan."""
    if rubber.event.plan is None or not may_follow("rubber.voided", rubber.state):
        return False
    return not void_preview(rubber.event, rubber).moves.is_empty


def _correction(event: Event, rubber: Rubber, record: Record | None) -> Correction:
    preview = void_preview(event, rubber) if record is None else result_preview(event, rubber, record)
    cancel_url = reverse("web:rubber", args=[rubber.public_id])
    return correction_of(event, preview, summary=result_words(rubber, record), cancel_url=cancel_url)


def _carry_out(
    request: HttpRequest, event: Event, rubber: Rubber, record: Record | None, decision: DecisionForm
) -> Corrected:
    act = replace(act_of(request, decision), version=rubber.version)
    if record is None:
        return void_result(event, rubber, act=act, **decision.answers)
    return correct_result(event, rubber, record, act=act, **decision.answers)
