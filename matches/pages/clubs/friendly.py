"""Enter a friendly game by two names: go straight to its pad, or store its result by one touch."""

from __future__ import annotations

from typing import Final
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.clubs.errors import PeopleError
from matches.clubs.find_by_name import names_nearly_listed
from matches.clubs.roles import Powers
from matches.common.commands import CommandContext, new_key
from matches.models import Club, Rubber
from matches.pages.common.club_context import acting_user, require_club
from matches.pages.common.navigation import club_crumb
from matches.pages.common.rubber_context import form_idempotency_key
from matches.pages.home.waiting import in_play_rows
from matches.pages.rubbers.entry.head_form import HeadForm, usual_rules
from matches.pages.rubbers.entry.result_form import ResultForm
from matches.pages.rubbers.entry.start import MAX_IN_PLAY, stored_words
from matches.rubbers.change_rubbers import enter_with_guests, open_with_guests
from matches.rubbers.errors import RubberChangeError, SameRubberError
from matches.rubbers.queries import friendly_rubbers_in_play
from matches.rubbers.record_from_input import live_record
from matches.rules.events.plan import RubberRules
from matches.rules.names import tidy_name
from scoring.errors import RecordError
from scoring.notation import write_rubber
from scoring.record import Rubber as Record

_WINS: Final = RubberRules().games_to_win
SCORES: Final = (
    *((f"{_WINS}-{lost}", f"{_WINS}–{lost}") for lost in range(_WINS)),
    *((f"{lost}-{_WINS}", f"{lost}–{_WINS}") for lost in reversed(range(_WINS))),
)
"""The results of a rubber of the usual length, A's games first, as (value, text)."""


def friendly_form(club: Club, powers: Powers) -> HeadForm:
    """Return an empty form for the two names."""
    own = "" if powers.may_enter(0, 0) else _own_name(club, powers)
    return HeadForm(initial={"key": new_key(), "a": own, **usual_rules()}, club=club, powers=powers)


def _own_name(club: Club, powers: Powers) -> str:
    return club.players.filter(pk__in=powers.players).values_list("name", flat=True).first() or ""


@require_http_methods(["GET", "HEAD", "POST"])
def friendly(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve the form. ``result`` in what is sent is a value of ``SCORES``; without it, the pad opens."""
    club, powers = require_club(request, slug, "enter_rubber")
    if request.method != "POST":
        return _render(request, club, friendly_form(club, powers))
    result = request.POST.get("result", "")
    is_result = result in dict(SCORES)
    data = _complete(request.POST, club, powers, result if is_result else "")
    form: HeadForm = (ResultForm if is_result else HeadForm)(data, club=club, powers=powers)
    if not form.is_valid() or form.heading is None:
        return _render(request, club, form, status=400)
    record = form.record if isinstance(form, ResultForm) else live_record(form.heading.tags())
    if record is None:
        return _render(request, club, form, status=400)
    try:
        rubber = _store(request, club, powers, form, record)
    except SameRubberError as error:
        form.ask_if_another(str(error))
        return _render(request, club, form, status=409)
    except (RubberChangeError, RecordError, PeopleError) as error:
        form.add_error(None, str(error))
        return _render(request, club, form, status=400)
    if form.heading.new_names:
        words = _("New on the club’s list: %(names)s.")
        messages.info(request, words % {"names": ", ".join(form.heading.new_names)})
    if not is_result:
        return redirect("web:pad", public_id=rubber.public_id)
    messages.success(request, stored_words(rubber))
    return redirect("web:rubber", public_id=rubber.public_id)


def _complete(sent: QueryDict, club: Club, powers: Powers, result: str) -> QueryDict:
    """Add what the form does not ask: the usual rules, today, and new guests, unless a name is nearly a listed one."""
    data = sent.copy()
    names = [tidy_name(data.get(side, "")) for side in ("a", "b")]
    if powers.can("add_player"):
        near = names_nearly_listed(club, names)
        data.setlist(
            "new_players", [*data.getlist("new_players"), *(name for name in names if name not in near)]
        )
    today = timezone.localtime(timezone=ZoneInfo(club.time_zone)).date()
    for name, value in {**usual_rules(), "date": today.isoformat()}.items():
        data[name] = str(value)
    if result:
        data["games_won_0"], data["games_won_1"] = result.split("-")
        data["termination_said"] = "normal"
    return data


def _store(request: HttpRequest, club: Club, powers: Powers, form: HeadForm, record: Record) -> Rubber:
    """Store the rubber of a valid form: with its result, or open to be scored deal by deal."""
    heading = form.heading
    assert heading is not None  # noqa: S101 -- the form is valid
    another = str(form.cleaned_data.get("is_another", ""))
    key = form_idempotency_key(form.cleaned_data["key"], write_rubber(record), another)
    act = CommandContext(by=acting_user(request), key=key)
    names, known, is_another = heading.names, heading.known, heading.is_another
    if not isinstance(form, ResultForm):
        return open_with_guests(
            club, record, event_name="", names=names, known=known, act=act, is_another=is_another
        )
    return enter_with_guests(
        club,
        record,
        event_name="",
        names=names,
        known=known,
        authority=powers.authority_on(*heading.players),
        act=act,
        is_another=is_another,
    )


def _render(request: HttpRequest, club: Club, form: HeadForm, *, status: int = 200) -> HttpResponse:
    context = {
        "club": club,
        "crumbs": [club_crumb(club)],
        "friendly": form,
        "scores": SCORES,
        "in_play": in_play_rows(friendly_rubbers_in_play(acting_user(request), club)[:MAX_IN_PLAY]),
    }
    return render(request, "clubs/friendly.html", context, status=status)
