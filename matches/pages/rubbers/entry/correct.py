"""Serve the pages that correct a rubber: another record replaces the stored one, which stays in the history."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.clubs.roles import Powers
from matches.events.errors import EventChangeError, StaleEventError
from matches.models import Conflict, Player, Rubber, User
from matches.pages.common.club_context import acting_user, powers_on
from matches.pages.common.counting_words import counting_words
from matches.pages.common.decision_forms import reason_field, version_field
from matches.pages.common.entry_fields import Group, group
from matches.pages.common.rubber_context import (
    checked_record,
    get_rubber,
    new_form_data,
    resubmitted_data,
    rubber_context,
    submission_key,
)
from matches.pages.events.corrections.consequences import Consequences, NewContent, consequences_of
from matches.pages.events.desk.context import refusal_words
from matches.pages.log.log_words import log_lines_for
from matches.pages.rubbers.deal_lines import Place
from matches.pages.rubbers.entry.correct_deal import (
    CorrectDealForm,
    board_context,
    deals_to_choose,
    place_in,
)
from matches.pages.rubbers.entry.egn import EgnForm, UnknownNamesError, find_references
from matches.pages.rubbers.entry.head_form import heading_of
from matches.pages.rubbers.entry.result_form import ResultForm, result_of
from matches.pages.rubbers.entry.text_check import RIGHT_DATE, TextCheck
from matches.rubbers.change_rubbers import CommandContext, CorrectRubber, correct_rubber, correct_with_guests
from matches.rubbers.correct_deal import deal_line
from matches.rubbers.errors import RubberChangeError, StaleRubberError, TooManyConflictsError
from matches.rubbers.history import may_correct, rubber_history
from matches.rubbers.states import may_follow
from matches.rubbers.text import named_text
from matches.rubbers.transition import is_done
from matches.rules.events.act_errors import EventActError
from scoring.errors import RecordError
from scoring.notation import read_one, write_rubber
from scoring.record import Rubber as Record

FORGOTTEN = ("?", "??")
"""The signs that stand for A and for B in a form if their names were erased."""
OPENED: Final = "opened_to_correct"
MAX_OPENED: Final = 50
"""The number of opened forms that a session remembers, the latest ones."""


StoredResultForm = TypeVar("StoredResultForm", bound=ResultForm)


class CorrectResultForm(ResultForm):
    version = version_field()
    reason = reason_field()

    def groups(self) -> list[Group]:
        return [*super().groups(), group(self, _("The correction"), ("reason",))]


class CorrectTextForm(EgnForm):
    version = version_field()
    reason = reason_field()
    file = None  # type: ignore[assignment]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Without a file beside it the text is required.
        self.fields["text"].required = True

    def groups(self) -> list[Group]:
        return [group(self, _("The record"), ("text",)), group(self, _("The correction"), ("reason",))]


CorrectionForm: TypeAlias = CorrectResultForm | CorrectTextForm | CorrectDealForm


def names_in_forms(rubber: Rubber) -> tuple[str, str]:
    """Return the names of A and B for correction forms; a sign from ``FORGOTTEN`` replaces an erased name."""
    return rubber.player_a.name or FORGOTTEN[0], rubber.player_b.name or FORGOTTEN[1]


def result_form(
    form: type[StoredResultForm],
    rubber: Rubber,
    powers: Powers,
    data: Mapping[str, Any] | None,
    *,
    initial: Mapping[str, Any],
) -> StoredResultForm:
    """Return a form that corrects the result of a rubber with its event, club and players loaded.

    It starts with the stored heading and result, beside the ``initial`` values of other fields.
    """
    base = read_one(rubber.egn)
    finals = [game.final for game in base.games if game.final is not None]
    heading = heading_of(rubber, names_in_forms(rubber))
    return form(
        data,
        initial={**initial, **heading, **result_of(rubber, finals)},
        base=base,
        club=rubber.club,
        powers=powers,
        stand_ins=stand_ins_of(rubber),
        stored=rubber,
    )


def stand_ins_of(rubber: Rubber) -> dict[str, Player]:
    """Return the players whose name was erased, by the sign that replaces the name in forms."""
    sides = zip(FORGOTTEN, (rubber.player_a, rubber.player_b), strict=True)
    return {sign: player for sign, player in sides if not player.name}


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, public_id: str) -> HttpResponse:
    """Serve the form that corrects a rubber: its result, or with deals or ``?as=egn`` its whole EGN text."""
    rubber = get_rubber(request, public_id)
    if request.method == "POST" and isinstance(request.user, User):
        sent = CommandContext(by=request.user, key=submission_key(request))
        if is_done(rubber, sent):
            # This precedes the check of powers: a scorer may not correct again what they have just corrected.
            return redirect("web:rubber", public_id=public_id)
    powers = powers_on(request, rubber.club)
    version = _submitted_version(request)
    if not may_correct(powers, rubber, version):
        raise PermissionDenied
    is_late = version not in (None, rubber.version)
    if not may_follow("rubber.corrected", rubber.state) and not is_late:
        return redirect("web:rubber", public_id=public_id)
    # A late correction is stored for a director: it may not rest on a version that its sender never saw.
    was_opened = not is_late or f"{public_id}.{version}" in request.session.get(OPENED, [])
    if not was_opened and not powers.can("correct_rubber", rubber):
        raise PermissionDenied
    if request.method != "POST" or not was_opened:
        # The form that is shown next is for the rubber as it is now.
        note_opened(request, rubber)
    if rubber.depth == "result" and request.GET.get("as") != "egn":
        return _by_result(request, rubber, powers, was_opened=was_opened)
    record = read_one(named_text(rubber.egn, names_in_forms(rubber)))
    if (place := place_in(request, record)) is not None:
        return _by_deal(request, rubber, powers, record, place, was_opened=was_opened)
    return _by_text(request, rubber, powers, was_opened=was_opened)


def _reject_unopened(request: HttpRequest, rubber: Rubber, form: CorrectionForm) -> HttpResponse:
    """Render the form as it was filled in, to be sent again for the current version of the rubber."""
    problem = _(
        "The rubber has changed since you opened it, so nothing was stored. Look at it "
        "as it is now, and send this again if it is still right."
    )
    form.is_valid()
    form.add_error(None, problem)
    return _render_form(request, rubber, form)


def note_opened(request: HttpRequest, rubber: Rubber) -> None:
    """Store in the session that the correction form was opened for the current version of ``rubber``."""
    name = f"{rubber.public_id}.{rubber.version}"
    opened = request.session.get(OPENED, [])
    if name not in opened:
        request.session[OPENED] = [*opened, name][-MAX_OPENED:]


def _submitted_version(request: HttpRequest) -> int | None:
    """Return the version of the rubber that a form was filled in on, or None if none was sent."""
    try:
        return int(version_field().clean(request.POST.get("version")))
    except ValidationError:
        return None


def _by_result(request: HttpRequest, rubber: Rubber, powers: Powers, *, was_opened: bool) -> HttpResponse:
    data = (request.POST or None) if was_opened else resubmitted_data(request, rubber)
    form = result_form(CorrectResultForm, rubber, powers, data, initial=new_form_data(rubber))
    if not was_opened:
        return _reject_unopened(request, rubber, form)
    if not form.is_valid() or form.record is None or form.heading is None:
        return _render_form(request, rubber, form)
    heading, record = form.heading, form.record

    def store(act: CommandContext, correct: CorrectRubber) -> Rubber:
        return correct_with_guests(
            rubber,
            record,
            event_name=heading.event,
            names=heading.names,
            known=heading.known,
            act=act,
            correct=correct,
        )

    # A new guest is in no draw yet: the consequences are the same, whoever the guest is.
    a, b = (heading.known.get(name) or Player(name=name) for name in heading.names)
    new = NewContent(record, (a, b), heading.event)
    return _store(request, rubber, form, new, powers, store)


def _by_text(request: HttpRequest, rubber: Rubber, powers: Powers, *, was_opened: bool) -> HttpResponse:
    initial = {**new_form_data(rubber), "text": named_text(rubber.egn, names_in_forms(rubber))}
    data = (request.POST or None) if was_opened else resubmitted_data(request, rubber)
    form = CorrectTextForm(data, initial=initial)
    if not was_opened:
        return _reject_unopened(request, rubber, form)
    is_valid = form.is_valid()
    check = check_text(request, rubber, form)
    if check is not None and ("fix" in request.POST or "check" in request.POST):
        return _render_check(request, rubber, form, check)
    if not is_valid or check is None:
        return _render_form(request, rubber, form, check=check)
    if len(check.marked.candidates) != 1:
        form.add_error("text", _("This form corrects one rubber: leave the others out of the text."))
        return _render_form(request, rubber, form, check=check)
    candidate = check.marked.candidates[0]
    if not candidate.egn:
        form.add_error("text", _("Correct what was found before you store the rubber."))
        return _render_form(request, rubber, form, check=check)
    if check.has_date_questions:
        form.add_error("text", _("Say whether the date is right before you store the rubber."))
        return _render_form(request, rubber, form, check=check)
    record = candidate.checked.rubber
    try:
        players, event = find_references(record, rubber.club, powers, stand_ins=stand_ins_of(rubber))
    except UnknownNamesError as error:
        for problem in error.problems:
            form.add_error("text", problem)
        return _render_form(request, rubber, form, check=check)

    def store(act: CommandContext, correct: CorrectRubber) -> Rubber:
        return correct(rubber, record, act=act, players=players, event_name=event)

    return _store(request, rubber, form, NewContent(record, players, event), powers, store)


def _by_deal(
    request: HttpRequest, rubber: Rubber, powers: Powers, record: Record, place: Place, *, was_opened: bool
) -> HttpResponse:
    """Correct one deal. What is stored is the whole record with it, as by any other correction."""
    form = CorrectDealForm(
        (request.POST or None) if was_opened else resubmitted_data(request, rubber),
        initial={**new_form_data(rubber), "line": deal_line(record, *place)},
        base=record,
        place=place,
        names=names_in_forms(rubber),
    )
    if not was_opened:
        return _reject_unopened(request, rubber, form)
    if not form.is_valid() or form.record is None:
        return _render_form(request, rubber, form)
    corrected, players, event = form.record, (rubber.player_a, rubber.player_b), rubber.event.name

    def store(act: CommandContext, correct: CorrectRubber) -> Rubber:
        return correct(rubber, corrected, act=act, players=players, event_name=event)

    return _store(request, rubber, form, NewContent(corrected, players, event), powers, store)


def check_text(request: HttpRequest, rubber: Rubber, form: CorrectTextForm) -> TextCheck | None:
    """Return the check of the text that was sent, or None if it is missing or has no rubber.

    The date of the stored rubber is not asked about.
    """
    if not form.is_bound or "text" in form.errors or not form.content:
        return None
    return TextCheck(
        form.content,
        rubber.club,
        may_add=False,
        right_dates=[rubber.date, *request.POST.getlist(RIGHT_DATE)],
        known=stand_ins_of(rubber),
    )


def _render_check(
    request: HttpRequest, rubber: Rubber, form: CorrectTextForm, check: TextCheck
) -> HttpResponse:
    return _render_form(request, rubber, form, check=check_asked_for(request, form, check))


def check_asked_for(request: HttpRequest, form: CorrectTextForm, check: TextCheck) -> TextCheck:
    """Return what the button Check shows, or the check after the fix whose button was used.

    ``form`` gets the fixed text. A reason is not asked for yet.
    """
    form.errors.pop("reason", None)
    if "fix" in request.POST:
        check = check.after_fix(request.POST["fix"])
        form.content = check.content
        form.keep_text(submission_key(request))
    return check


def _store(
    request: HttpRequest,
    rubber: Rubber,
    form: CorrectionForm,
    new: NewContent,
    powers: Powers,
    store: Callable[[CommandContext, CorrectRubber], Rubber],
) -> HttpResponse:
    data = form.cleaned_data
    consequences = Consequences(correct_rubber)
    if "back" in request.POST:
        return _render_form(request, rubber, form)
    if data["version"] == rubber.version and powers.can("run_event"):
        try:
            consequences = consequences_of(request, rubber, new)
        except (RubberChangeError, RecordError) as error:
            form.add_error(None, str(error))
            return _render_form(request, rubber, form)
    if consequences.page is not None:
        return consequences.page
    act = CommandContext(
        by=acting_user(request),
        key=submission_key(request),
        version=data["version"],
        reason=data["reason"].strip(),
    )
    try:
        corrected = store(act, consequences.correct)
    except StaleRubberError as error:
        return _render_conflict(
            request, rubber.public_id, error.conflict, write_rubber(new.record), data["reason"]
        )
    except StaleEventError:
        return consequences_of(request, rubber, new, has_changed=True).page or _render_form(
            request, rubber, form
        )
    except (RubberChangeError, RecordError) as error:
        form.add_error(None, str(error))
        status = 409 if isinstance(error, TooManyConflictsError) else 400
        return _render_form(request, rubber, form, status=status)
    except (EventActError, EventChangeError) as error:
        form.add_error(None, refusal_words(error, {}))
        return _render_form(request, rubber, form)
    if corrected.state == Rubber.State.DRAFT:
        messages.warning(
            request,
            counting_words(
                corrected,
                _("The correction is stored as a draft. It counts once what is found below is corrected."),
                _("The correction is stored as a draft."),
            ),
        )
    else:
        done = _("The rubber is corrected. The record before it is kept in its history.")
        messages.success(request, counting_words(corrected, done, done))
    return redirect("web:rubber", public_id=rubber.public_id)


def _render_conflict(
    request: HttpRequest, public_id: str, conflict: Conflict | None, text: str, reason: str
) -> HttpResponse:
    """Show who changed the rubber meanwhile and when, its present state, and what happened to this correction."""
    rubber = get_rubber(request, public_id)
    last = rubber_history(rubber).last()
    powers = powers_on(request, rubber.club)
    lines = log_lines_for(powers, rubber.club, [last]) if last is not None else []
    context = rubber_context(rubber) | {
        "line": lines[0] if lines else None,
        "conflict": conflict,
        "text": text,
        "reason": reason,
    }
    return render(request, "rubbers/entry/too_late.html", context, status=409)


def _render_form(
    request: HttpRequest,
    rubber: Rubber,
    form: CorrectionForm,
    *,
    check: TextCheck | None = None,
    status: int = 400,
) -> HttpResponse:
    """Render the form. ``status`` is the response's if the form has errors."""
    status = status if form.errors else 200
    context = rubber_context(rubber) | {"form": form}
    if isinstance(form, CorrectDealForm):
        context |= board_context(rubber, form)
        return render(request, "rubbers/entry/correct_deal.html", context, status=status)
    by_text = isinstance(form, CorrectTextForm)
    # A text that was sent stays in sight, with what was found in it.
    is_text_alone = not by_text or form.is_bound or request.GET.get("as") == "egn"
    games = [] if is_text_alone else deals_to_choose(checked_record(rubber), names_in_forms(rubber))
    context |= {"by_text": by_text, "check": check, "games": games}
    return render(request, "rubbers/entry/correct.html", context, status=status)
