"""Serve the page by which the reporter of a result corrects it until the other side has answered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.clubs.roles import Powers
from matches.models import Rubber
from matches.pages.common.club_context import acting_user, powers_on
from matches.pages.common.counting_words import counting_words
from matches.pages.common.decision_forms import RemarkForm, remark_field
from matches.pages.common.entry_fields import Group, group
from matches.pages.common.rubber_context import (
    get_rubber,
    new_form_data,
    resubmitted_data,
    rubber_context,
    submission_key,
)
from matches.pages.rubbers.entry.correct import (
    CorrectResultForm,
    CorrectTextForm,
    check_asked_for,
    check_text,
    names_in_forms,
    stand_ins_of,
)
from matches.pages.rubbers.entry.head_form import heading_of
from matches.pages.rubbers.entry.result_form import result_of
from matches.pages.rubbers.entry.text_check import TextCheck
from matches.rubbers.change_report import may_change_report
from matches.rubbers.change_rubbers import CommandContext, change_report
from matches.rubbers.errors import RubberChangeError, StaleRubberError, StateError
from matches.rubbers.states import RubberKind, may_follow
from matches.rubbers.text import named_text
from matches.rubbers.transition import is_done
from scoring.errors import RecordError
from scoring.notation import read_one
from scoring.record import Rubber as Record

KIND: Final[RubberKind] = "rubber.report_changed"


class ReportResultForm(CorrectResultForm):
    """The result of a report alone: the caller adds the heading of the rubber, which stays as it is."""

    reason = remark_field()

    def groups(self) -> list[Group]:
        return [self.result_group(), group(self, _("The correction"), ("reason",))]


class ReportTextForm(CorrectTextForm):
    """The whole record of a report that has deals, as EGN text."""

    reason = remark_field()


@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, public_id: str) -> HttpResponse:
    """Serve the form that corrects the viewer's own report, which stays reported."""
    rubber = get_rubber(request, public_id)
    powers = powers_on(request, rubber.club)
    if not may_change_report(powers, rubber):
        raise PermissionDenied
    if request.method != "POST":
        if not may_follow(KIND, rubber.state):
            return redirect("web:rubber", public_id=public_id)
        return _render(request, rubber, _form(rubber, powers, None))
    act = _command(request)
    if act is not None and is_done(rubber, act):
        return redirect("web:rubber", public_id=public_id)
    if not may_follow(KIND, rubber.state):
        return _refuse(request, rubber)
    form = _form(rubber, powers, request.POST)
    is_valid = form.is_valid()
    check = check_text(request, rubber, form) if isinstance(form, ReportTextForm) else None
    if isinstance(form, ReportTextForm) and check is not None and {"fix", "check"} & request.POST.keys():
        return _render(request, rubber, form, check=check_asked_for(request, form, check))
    record = _record_of(form, rubber, check) if is_valid else None
    if act is None or record is None:
        return _render(request, rubber, form, check=check)
    try:
        changed = change_report(rubber, record, act=act)
    except StaleRubberError as error:
        if not may_follow(KIND, error.rubber.state):
            return _refuse(request, error.rubber)
        current = get_rubber(request, public_id)
        return _render(
            request, current, _form(current, powers, resubmitted_data(request, current)), problem=str(error)
        )
    except StateError:
        return _refuse(request, rubber)
    except (RubberChangeError, RecordError) as error:
        form.add_error(None, str(error))
        return _render(request, rubber, form)
    if changed.version == rubber.version:
        messages.info(request, _("Nothing has changed: the result is as you reported it."))
    else:
        messages.success(
            request,
            counting_words(
                changed,
                _("Your report is corrected. It counts when the other side, or the director, confirms it."),
                _("Your report is corrected, and waits to be confirmed."),
            ),
        )
    return redirect("web:rubber", public_id=public_id)


def _command(request: HttpRequest) -> CommandContext | None:
    """Return the command that was sent, or None if its version is invalid."""
    sent = RemarkForm(request.POST)
    if not sent.is_valid():
        return None
    return replace(sent.act(acting_user(request)), key=submission_key(request))


def _refuse(request: HttpRequest, rubber: Rubber) -> HttpResponse:
    messages.error(request, str(StateError(rubber, KIND)))
    return redirect("web:rubber", public_id=rubber.public_id)


def _form(rubber: Rubber, powers: Powers, data: QueryDict | None) -> ReportResultForm | ReportTextForm:
    if rubber.depth != "result":
        initial = {**new_form_data(rubber), "text": named_text(rubber.egn, names_in_forms(rubber))}
        return ReportTextForm(data, initial=initial)
    base = read_one(rubber.egn)
    heading = heading_of(rubber, names_in_forms(rubber))
    finals = [game.final for game in base.games if game.final is not None]
    if data is not None:
        # The heading is not asked for, and nothing that is sent changes it.
        data = data.copy()
        for name, value in heading.items():
            data[name] = "" if value is None else str(value)
    return ReportResultForm(
        data,
        initial={**new_form_data(rubber), **heading, **result_of(rubber, finals)},
        base=base,
        club=rubber.club,
        powers=powers,
        stand_ins=stand_ins_of(rubber),
        stored=rubber,
    )


def _record_of(
    form: ReportResultForm | ReportTextForm, rubber: Rubber, check: TextCheck | None
) -> Record | None:
    """Return the corrected record of a valid form, or None after adding an error to it."""
    if isinstance(form, ReportResultForm):
        return form.record
    if check is None:
        return None
    if len(check.marked.candidates) != 1:
        form.add_error("text", _("This form corrects one rubber: leave the others out of the text."))
        return None
    candidate = check.marked.candidates[0]
    if not candidate.egn:
        form.add_error("text", _("Correct what was found before you store the rubber."))
        return None
    if check.has_date_questions:
        form.add_error("text", _("Say whether the date is right before you store the rubber."))
        return None
    record = candidate.checked.rubber
    before = read_one(named_text(rubber.egn, names_in_forms(rubber)))
    if any(record.tag(name) != before.tag(name) for name in ("A", "B", "Event")):
        form.add_error(
            "text", _("A corrected report keeps its players and its event. Withdraw it to enter others.")
        )
        return None
    return record


def _render(
    request: HttpRequest,
    rubber: Rubber,
    form: ReportResultForm | ReportTextForm,
    *,
    check: TextCheck | None = None,
    problem: str = "",
) -> HttpResponse:
    """Render the form. With a ``problem``, it is shown for a newer version of the rubber than was sent."""
    context: dict[str, Any] = rubber_context(rubber) | {
        "form": form,
        "problem": problem,
        "by_text": isinstance(form, ReportTextForm),
        "check": check,
    }
    status = 409 if problem else 400 if form.errors else 200
    return render(request, "rubbers/entry/report.html", context, status=status)
