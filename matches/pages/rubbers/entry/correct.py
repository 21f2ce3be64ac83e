"""A correction: another record in the place of one that is here, which is kept."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.clubs.permissions import Powers
from matches.events.errors import EventChangeError, StaleEventError
from matches.models import Conflict, Player, Rubber, User
from matches.pages.common.button_forms import version_field
from matches.pages.common.club_context import acting_user, moment_text
from matches.pages.common.powers import powers_on
from matches.pages.common.result_lines import rubber_title
from matches.pages.events.corrections.consequences import Follows, NewContent, follows_of
from matches.pages.events.director.context import refusal_words
from matches.pages.log.sentences import log_lines_for
from matches.pages.rubbers.entry.context import (
    crumbs_of,
    fresh,
    rubber_seen,
    sent_afresh,
    sent_key,
)
from matches.pages.rubbers.entry.correct_forms import (
    CorrectResultForm,
    CorrectTextForm,
    names_asked,
    stand_ins_of,
)
from matches.pages.rubbers.entry.head_form import heading_of
from matches.pages.rubbers.entry.opened_versions import has_opened, note_opened
from matches.pages.rubbers.entry.references import UnknownCompanyError, company_of
from matches.pages.rubbers.entry.result_form import result_of
from matches.pages.rubbers.head import rubber_head
from matches.rubbers.canonical_text import named_text
from matches.rubbers.commands import Act, correct_rubber
from matches.rubbers.enter_with_guests import CorrectRubber, correct_with_guests
from matches.rubbers.errors import RubberChangeError, StaleRubberError, TooManyConflictsError
from matches.rubbers.queries.late_corrections import may_correct
from matches.rubbers.queries.log import rubber_history
from matches.rubbers.states import may_follow
from matches.rubbers.transition import is_done
from matches.rules.events.errors import EventActError
from scoring.errors import RecordError
from scoring.notation import read_one, write_rubber


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, public_id: str) -> HttpResponse:
    """By the result where that is all there is, else, or where the address says ``as=egn``, by the whole text."""
    rubber = rubber_seen(request, public_id)
    if request.method == "POST" and _is_sent_again(request, rubber):
        # Asked before the powers: what a scorer has corrected is his to correct no longer.
        return redirect("web:rubber", public_id=public_id)
    powers = powers_on(request, rubber.club)
    seen = _version_seen(request)
    if not may_correct(powers, rubber, seen):
        raise PermissionDenied
    is_late = seen not in (None, rubber.version)
    if not may_follow("rubber.corrected", rubber.state) and not is_late:
        return redirect("web:rubber", public_id=public_id)
    if is_late and not has_opened(request, rubber, seen):
        # What comes late is kept for a director: nobody may leave it on a version that they never saw.
        if not powers.can("correct_rubber", rubber):
            raise PermissionDenied
        return _answered(request, rubber, powers, was_opened=False)
    return _answered(request, rubber, powers, was_opened=True)


def _answered(request: HttpRequest, rubber: Rubber, powers: Powers, *, was_opened: bool) -> HttpResponse:
    if request.method != "POST" or not was_opened:
        # The form that is shown is one for the rubber as it is now.
        note_opened(request, rubber)
    if rubber.depth == "result" and request.GET.get("as") != "egn":
        return _by_result(request, rubber, powers, was_opened=was_opened)
    return _by_text(request, rubber, powers, was_opened=was_opened)


def _not_opened(
    request: HttpRequest, rubber: Rubber, form: CorrectResultForm | CorrectTextForm
) -> HttpResponse:
    """Show the form as it was filled in, to be sent again about the rubber as it is now."""
    problem = _(
        "The rubber is at another version by now, and you had not opened the one that this rests on, so nothing was"
        " kept. Look at the rubber as it is now, and send this again if it is still right."
    )
    form.is_valid()
    form.add_error(None, problem)
    return _shown(request, rubber, form, status=400)


def _is_sent_again(request: HttpRequest, rubber: Rubber) -> bool:
    """Whether the viewer sent this very form before, and it was carried out."""
    if not isinstance(request.user, User):
        return False
    return is_done(rubber, Act(by=request.user, key=sent_key(request)))


def _version_seen(request: HttpRequest) -> int | None:
    """The version of the rubber that a form was filled in on; None where none was sent."""
    try:
        return int(version_field().clean(request.POST.get("version")))
    except ValidationError:
        return None


def _by_result(request: HttpRequest, rubber: Rubber, powers: Powers, *, was_opened: bool) -> HttpResponse:
    base = read_one(rubber.egn)
    finals = [game.final for game in base.games if game.final is not None]
    started = {**fresh(rubber), **heading_of(rubber, names_asked(rubber)), **result_of(rubber, finals)}
    form = CorrectResultForm(
        (request.POST or None) if was_opened else sent_afresh(request, rubber),
        initial=started,
        base=base,
        club=rubber.club,
        powers=powers,
        stand_ins=stand_ins_of(rubber),
    )
    if not form.is_bound:
        return _shown(request, rubber, form)
    if not was_opened:
        return _not_opened(request, rubber, form)
    if not form.is_valid() or form.record is None or form.heading is None:
        return _shown(request, rubber, form, status=400)
    said, record = form.heading, form.record

    def put(act: Act, correct: CorrectRubber) -> Rubber:
        return correct_with_guests(
            rubber,
            record,
            event_name=said.event,
            names=said.names,
            known=said.known,
            act=act,
            correct=correct,
        )

    # A guest who is not on the list yet is in no draw: whoever he is, what moves is the same.
    a, b = (said.known.get(name) or Player(name=name) for name in said.names)
    new = NewContent(record, (a, b), said.event)
    return _put(request, rubber, form, new, powers, put)


def _by_text(request: HttpRequest, rubber: Rubber, powers: Powers, *, was_opened: bool) -> HttpResponse:
    started = {**fresh(rubber), "text": named_text(rubber.egn, names_asked(rubber))}
    data = (request.POST or None) if was_opened else sent_afresh(request, rubber)
    form = CorrectTextForm(data, initial=started)
    if not form.is_bound:
        return _shown(request, rubber, form)
    if not was_opened:
        return _not_opened(request, rubber, form)
    if not form.is_valid() or form.marked is None:
        return _shown(request, rubber, form, status=400)
    if "check" in request.POST:
        return _shown(request, rubber, form)
    (candidate,) = form.marked.candidates
    if not candidate.egn:
        form.add_error("text", _("The rubber can't be stored before what is found below is mended."))
        return _shown(request, rubber, form, status=400)
    record = candidate.checked.rubber
    try:
        company = company_of(record, rubber.club, powers, stand_ins=stand_ins_of(rubber))
    except UnknownCompanyError as error:
        for problem in error.problems:
            form.add_error("text", problem)
        return _shown(request, rubber, form, status=400)

    def put(act: Act, correct: CorrectRubber) -> Rubber:
        return correct(rubber, record, act=act, players=company.players, event_name=company.event)

    return _put(request, rubber, form, NewContent(record, company.players, company.event), powers, put)


def _put(
    request: HttpRequest,
    rubber: Rubber,
    form: CorrectResultForm | CorrectTextForm,
    new: NewContent,
    powers: Powers,
    put: Callable[[Act, CorrectRubber], Rubber],
) -> HttpResponse:
    told = form.cleaned_data
    follows = Follows(correct_rubber)
    if "back" in request.POST:
        return _shown(request, rubber, form)
    if told["version"] == rubber.version and powers.can("run_event"):
        try:
            follows = follows_of(request, rubber, new)
        except (RubberChangeError, RecordError) as error:
            form.add_error(None, str(error))
            return _shown(request, rubber, form, status=400)
    if follows.page is not None:
        return follows.page
    act = Act(
        by=acting_user(request),
        key=sent_key(request),
        version=told["version"],
        reason=told["reason"].strip(),
    )
    try:
        corrected = put(act, follows.correct)
    except StaleRubberError as error:
        return _too_late(request, rubber.public_id, error.conflict, write_rubber(new.record), told["reason"])
    except StaleEventError:
        return follows_of(request, rubber, new, has_changed=True).page or _shown(request, rubber, form)
    except TooManyConflictsError as error:
        form.add_error(None, str(error))
        return _shown(request, rubber, form, status=409)
    except (RubberChangeError, RecordError) as error:
        form.add_error(None, str(error))
        return _shown(request, rubber, form, status=400)
    except (EventActError, EventChangeError) as error:
        form.add_error(None, refusal_words(error, {}))
        return _shown(request, rubber, form, status=400)
    if corrected.state == Rubber.State.DRAFT:
        messages.warning(
            request,
            _("The correction is stored as a draft: what is found below has to be settled before it counts."),
        )
    else:
        messages.success(request, _("The rubber is corrected. The record before it is kept in its history."))
    return redirect("web:rubber", public_id=rubber.public_id)


def _too_late(
    request: HttpRequest, public_id: str, conflict: Conflict | None, text: str, reason: str
) -> HttpResponse:
    """Somebody else changed the rubber meanwhile: who, when, what it is now, and what became of this correction."""
    rubber = rubber_seen(request, public_id)
    last = rubber_history(rubber).last()
    powers = powers_on(request, rubber.club)
    lines = log_lines_for(powers, rubber.club, [last]) if last is not None else []
    context = {
        "rubber": rubber,
        "head": rubber_head(request.user, rubber),
        "title": rubber_title(rubber),
        "crumbs": crumbs_of(rubber),
        "line": lines[0] if lines else None,
        "at": moment_text(rubber.club, lines[0].at) if lines else "",
        "conflict_url": _conflict_url(rubber, conflict),
        "text": text,
        "reason": reason,
    }
    return render(request, "rubbers/entry/too_late.html", context, status=409)


def _conflict_url(rubber: Rubber, conflict: Conflict | None) -> str:
    if conflict is None:
        return ""
    try:
        return reverse("web:conflict", args=[rubber.club.slug, conflict.public_id])
    except NoReverseMatch:
        return ""


def _shown(
    request: HttpRequest, rubber: Rubber, form: CorrectResultForm | CorrectTextForm, *, status: int = 200
) -> HttpResponse:
    context = {
        "rubber": rubber,
        "title": rubber_title(rubber),
        "crumbs": crumbs_of(rubber),
        "form": form,
        "by_text": isinstance(form, CorrectTextForm),
        "marked": form.marked if isinstance(form, CorrectTextForm) else None,
    }
    return render(request, "rubbers/entry/correct.html", context, status=status)
