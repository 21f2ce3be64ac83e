"""Serve a club's exports: the page that lists them, the EGN download, and the files that a worker prepares."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.clubs.queries import club_players
from matches.common.commands import run_once
from matches.events.event_lists import club_events
from matches.exchange.exports import requests as exports
from matches.exchange.exports.requests import (
    EGN,
    FORMS,
    ROW_KINDS,
    ExportRequest,
    NotThereError,
    TooManyKeptError,
    TooManyWaitingError,
    find_rubbers,
    request_export,
    state_of,
)
from matches.exchange.exports.select_rubbers import RubberFilter, exported_rubbers
from matches.exchange.exports.send import Sending, TooManyFilesError, reader, take_place
from matches.models import Club, Depth, Export, Rubber
from matches.models.ids import is_public_id
from matches.pages.common.club_context import acting_user, get_club, moment_text, require_club
from matches.pages.common.entry_fields import DayInput, set_choices
from matches.pages.common.error_pages import too_many_files
from matches.pages.common.game_words import GAMES
from matches.pages.common.keyed_forms import KeyedForm
from matches.pages.common.listing import listing
from matches.pages.common.navigation import club_crumb

MOST_OFFERED: Final = 300
"""The largest number of choices in the lists of events and of players."""
ALL: Final = [("", pgettext_lazy("every one of them", "all"))]
STATES: Final = [choice for choice in Rubber.State.choices if choice[0] != Rubber.State.LIVE]
ROWS: Final = dict(zip(ROW_KINDS, (_("a rubber"), _("a game"), _("a deal")), strict=True))
_STATE_WORDS: Final = {
    "waiting": _("It is about to be written."),
    "writing": _("It is being written."),
    "gone": _("It was kept for seven days, then deleted."),
}


FORMS_BY_USE: Final = sorted(
    Export.Form.choices, key=lambda choice: choice[0] not in (Export.Form.XLSX, Export.Form.EGN)
)
"""The formats, those that people open themselves before those for programs."""


class ExportForm(KeyedForm):
    """The form that requests an export file. A filter that is left empty selects everything."""

    form = forms.ChoiceField(
        label=_("As"),
        choices=FORMS_BY_USE,
        initial=Export.Form.XLSX,
        help_text=_("To open a CSV in Excel: Data, From Text/CSV, then UTF-8 and comma."),
    )
    what = forms.ChoiceField(
        label=_("A row is"), choices=list(ROWS.items()), required=False, help_text=_("In CSV only.")
    )
    ids = forms.BooleanField(label=_("With this site’s ids"), required=False, help_text=_("In EGN only."))
    season = forms.IntegerField(
        label=_("The season that begins in"), required=False, min_value=2, max_value=9998
    )
    date_from = forms.DateField(label=_("From"), required=False, widget=DayInput)
    date_to = forms.DateField(label=_("Until"), required=False, widget=DayInput)
    event = forms.ChoiceField(label=_("Event"), required=False)
    player = forms.ChoiceField(label=_("Player"), required=False)
    opponent = forms.ChoiceField(label=_("Opponent"), required=False)
    depth = forms.ChoiceField(label=_("Level of detail"), required=False, choices=[*ALL, *Depth.choices])
    variant = forms.ChoiceField(label=_("Game"), required=False, choices=[*ALL, *GAMES.items()])
    state = forms.ChoiceField(label=_("State"), required=False, choices=[*ALL, *STATES])

    def __init__(self, club: Club, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        events = club.events.exclude(name="").order_by("-pk").values_list("public_id", "name")
        players = club_players(club).values_list("public_id", "name")[:MOST_OFFERED]
        set_choices(self, "event", [*ALL, *events[:MOST_OFFERED]])
        for name in ("player", "opponent"):
            set_choices(self, name, [*ALL, *players])

    def export_request(self, club: Club) -> ExportRequest:
        values = self.cleaned_data
        names = [field.name for field in fields(RubberFilter)]
        year = values["season"]
        return ExportRequest(
            of="club" if year is None else "season",
            id=club.public_id,
            year=year,
            kept=RubberFilter(**{name: values[name] for name in names if values[name]}),
            what=values["what"] or "rubbers",
            with_ids=values["ids"],
        )


def prepare(request: HttpRequest, club: Club, form: ExportForm) -> bool:
    """Request an export file once, and return whether that was accepted; if too many wait or are kept, add an error."""
    user, wanted, kind = acting_user(request), form.export_request(club), form.cleaned_data["form"]
    try:
        run_once(
            user,
            form.cleaned_data["key"],
            f"export {kind} {wanted.as_json()}",
            lambda: request_export(user, wanted, kind).public_id,
        )
    except TooManyWaitingError:
        form.add_error(None, gettext("Wait until the files that you asked for before are ready."))
    except TooManyKeptError as error:
        form.add_error(None, str(error))
    return not form.errors


def export_text(export: Export, club: Club) -> str:
    """Return the progress of a requested export file as a sentence."""
    state = state_of(export)
    if state == "failed":
        return gettext(export.problem)
    if state == "ready" and export.expires_at is not None:
        values = {"size": filesizeformat(export.size), "day": moment_text(club, export.expires_at)}
        return _("%(size)s, kept until %(day)s.") % values
    return str(_STATE_WORDS[state])


def immediate_downloads(club: Club) -> list[tuple[str, str]]:
    """Return (URL, name) for the formats, besides EGN, in which all records of the club are sent at once."""
    kinds = (("ndjson", Export.Form.NDJSON), ("json", Export.Form.JSON), ("csv", Export.Form.CSV))
    return [
        (reverse("api:club_records_file", args=[club.public_id, name]), str(Export.Form(kind).label))
        for name, kind in kinds
    ]


EVENTS_A_PAGE: Final = 30
MAX_FILES: Final = 20


@require_http_methods(["GET", "HEAD", "POST"])
def club_exports(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's export page; a POST requests a file, which a background worker prepares."""
    club, _powers = require_club(request, slug, "export_records")
    form = ExportForm(club, request.POST or None)
    if request.method == "POST" and form.is_valid() and prepare(request, club, form):
        return redirect("web:club_exports", slug=club.slug)
    return _render(request, club, form)


@require_POST
def delete_export(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club = get_club(request, slug)
    acting_user(request)
    exports.delete_export(
        get_object_or_404(exports.own_exports(request.user), club=club, public_id=public_id)
    )
    messages.success(request, gettext("The file is deleted."))
    return redirect("web:club_exports", slug=club.slug)


def _render(request: HttpRequest, club: Club, form: ExportForm) -> HttpResponse:
    files = list(exports.own_exports(request.user).filter(club=club)[:MAX_FILES])
    context = {
        "club": club,
        "crumbs": [club_crumb(club)],
        "counts": rubber_counts(club),
        "listing": listing(request, club_events(club), key="events", size=EVENTS_A_PAGE),
        "at_once": immediate_downloads(club),
        "form": form,
        "files": files,
        "is_waiting": any(exports.state_of(file) in ("waiting", "writing") for file in files),
    }
    return render(request, "exchange/exports.html", context, status=400 if form.errors else 200)


@require_safe
def club_egn(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Stream the records of the club, or of the event in ``?event=``, as EGN; ``?ids`` adds public ids to them."""
    club, _powers = require_club(request, slug, "export_records")
    wanted = ExportRequest("club", club.public_id)
    if public_id := request.GET.get("event"):
        if not is_public_id(public_id):
            raise Http404
        wanted = ExportRequest("event", get_object_or_404(club.events, public_id=public_id).public_id)
    try:
        selected = find_rubbers(request.user, wanted)
        place = None if request.method == "HEAD" else take_place(reader(acting_user(request)))
    except NotThereError:
        raise Http404 from None
    except TooManyFilesError:
        return too_many_files(request)
    pieces = exported_rubbers(selected.rubbers, with_ids="ids" in request.GET)
    response = StreamingHttpResponse(
        () if place is None else Sending((piece.encode() for piece in pieces), place),
        content_type=FORMS[EGN].content_type,
    )
    name = exports.file_name(club, selected.about, EGN)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def rubber_counts(club: Club) -> dict[str, int]:
    """Return the numbers of the club's rubbers that are finished, and so exported, and of those that are live."""
    is_live = Q(state=Rubber.State.LIVE)
    return club.rubbers.order_by().aggregate(
        finished=Count("pk", filter=~is_live), live=Count("pk", filter=is_live)
    )
