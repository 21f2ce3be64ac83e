"""Files that are prepared, on the page Exports: the form that asks for one, and how far each is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, cast

from django import forms
from django.http import HttpRequest
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from matches.common.idempotency import once
from matches.exchange.exports.request import (
    State,
    TooManyKeptError,
    TooManyWaitingError,
    request_export,
    state_of,
)
from matches.exchange.exports.selection import WHAT, Asked
from matches.exchange.queries.exports import Kept
from matches.models import Club, Depth, Export, Rubber
from matches.pages.common.club_context import acting_user, moment_text
from matches.pages.common.forms import KeyedForm
from matches.rubbers.queries.page_rows import club_players

MOST_OFFERED: Final = 300
"""Of events and of players: as many as a list has room for, the latest."""
ALL: Final = [("", pgettext_lazy("every one of them", "all"))]
STATES: Final = [choice for choice in Rubber.State.choices if choice[0] != Rubber.State.LIVE]
ROWS: Final = dict(
    zip(WHAT, (gettext_lazy("a rubber"), gettext_lazy("a game"), gettext_lazy("a deal")), strict=True)
)
_STATE_WORDS: Final = {
    "waiting": gettext_lazy("It is about to be written."),
    "writing": gettext_lazy("It is being written."),
    "gone": gettext_lazy("It was kept for seven days and is gone."),
}


class ExportForm(KeyedForm):
    """What a file is to hold: all that is left open stays in."""

    form = forms.ChoiceField(label=gettext_lazy("As"), choices=Export.Form.choices, initial=Export.Form.XLSX)
    what = forms.ChoiceField(
        label=gettext_lazy("A row is"),
        choices=list(ROWS.items()),
        required=False,
        help_text=gettext_lazy("In CSV alone."),
    )
    ids = forms.BooleanField(
        label=gettext_lazy("With the service's ids"), required=False, help_text=gettext_lazy("In EGN alone.")
    )
    season = forms.IntegerField(
        label=gettext_lazy("The season that begins in"), required=False, min_value=2, max_value=9998
    )
    date_from = forms.DateField(
        label=gettext_lazy("From"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    date_to = forms.DateField(
        label=gettext_lazy("Until"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    event = forms.ChoiceField(label=gettext_lazy("Event"), required=False)
    player = forms.ChoiceField(label=gettext_lazy("Player"), required=False)
    opponent = forms.ChoiceField(label=gettext_lazy("Opponent"), required=False)
    depth = forms.ChoiceField(
        label=gettext_lazy("Recorded to"), required=False, choices=[*ALL, *Depth.choices]
    )
    variant = forms.ChoiceField(
        label=gettext_lazy("Game"),
        required=False,
        choices=[*ALL, ("ecarte", "Écarté"), ("triomphe", "La Triomphe")],
    )
    state = forms.ChoiceField(label=gettext_lazy("State"), required=False, choices=[*ALL, *STATES])

    def __init__(self, club: Club, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        events = club.events.exclude(name="").order_by("-pk").values_list("public_id", "name")
        players = club_players(club).values_list("public_id", "name")[:MOST_OFFERED]
        self._offer("event", list(events[:MOST_OFFERED]))
        for name in ("player", "opponent"):
            self._offer(name, list(players))

    def asked(self, club: Club) -> Asked:
        told = self.cleaned_data
        names = ("date_from", "date_to", "player", "opponent", "event", "depth", "variant", "state")
        year = told["season"]
        return Asked(
            of="club" if year is None else "season",
            id=club.public_id,
            year=year,
            kept=Kept(**{name: told[name] for name in names if told[name]}),
            what=told["what"] or "rubbers",
            with_ids=told["ids"],
        )

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        cast(forms.ChoiceField, self.fields[name]).choices = [*ALL, *choices]


def prepare(request: HttpRequest, club: Club, form: ExportForm) -> bool:
    """Have the file prepared, once for each form that was shown; False, with the reason in it, where it can't be."""
    user, asked, kind = acting_user(request), form.asked(club), form.cleaned_data["form"]
    try:
        once(
            user,
            form.cleaned_data["key"],
            f"export {kind} {asked.as_json()}",
            lambda: request_export(user, asked, kind).public_id,
        )
    except TooManyWaitingError:
        form.add_error(None, _("The files that you asked for before have to be written first."))
    except TooManyKeptError as error:
        form.add_error(None, str(error))
    return not form.errors


@dataclass(frozen=True, slots=True)
class FileLine:
    """A file as the page has it; ``url`` is empty until it is there."""

    name: str
    state: State
    told: str
    url: str
    checksum: str
    done: int
    total: int
    delete_url: str

    @property
    def is_waiting(self) -> bool:
        return self.state in ("waiting", "writing")


def file_line(club: Club, export: Export) -> FileLine:
    state = state_of(export)
    return FileLine(
        name=export.name,
        state=state,
        told=_told(club, export, state),
        url=reverse("api:export_file", args=[export.public_id]) if state == "ready" else "",
        checksum=export.checksum if state == "ready" else "",
        done=export.done,
        total=export.total,
        delete_url=reverse("web:delete_export", args=[club.slug, export.public_id]),
    )


def _told(club: Club, export: Export, state: State) -> str:
    if state == "failed":
        return _(export.problem)
    if state == "ready" and export.expires_at is not None:
        return _("%(size)s, kept until %(day)s.") % {
            "size": filesizeformat(export.size),
            "day": moment_text(club, export.expires_at),
        }
    return str(_STATE_WORDS[state])


def at_once(club: Club) -> list[tuple[str, str]]:
    """Addresses of the whole club's records in forms that come at once, with what each is called."""
    kinds = (("ndjson", Export.Form.NDJSON), ("json", Export.Form.JSON), ("csv", Export.Form.CSV))
    return [
        (reverse("api:club_records_file", args=[club.public_id, name]), str(Export.Form(kind).label))
        for name, kind in kinds
    ]
