"""Take EGN text, pasted or from a file: check it without storing it, or store it as a rubber."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.core.files.base import File
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from ecarte_site.uploads import takes_file
from matches.clubs.find_by_name import event_called, players_called
from matches.clubs.roles import Powers
from matches.common.commands import KeyReusedError, find_stored_result, new_key, run_once
from matches.exchange.imports.uploads import receive_upload
from matches.models import Club, Player
from matches.pages.common.club_context import acting_user, require_club
from matches.pages.common.entry_fields import Group, NewRubberForm, group
from matches.pages.common.navigation import club_crumb
from matches.pages.common.rubber_context import form_idempotency_key
from matches.pages.common.uploads import LARGEST_FORM
from matches.pages.rubbers.entry.marked_text import TEXT_BYTES
from matches.pages.rubbers.entry.start import stored_words
from matches.pages.rubbers.entry.text_check import RIGHT_DATE, TextCheck
from matches.rubbers.change_rubbers import CommandContext, enter_rubber
from matches.rubbers.enter import find_entered
from matches.rubbers.errors import RubberChangeError, SameRubberError
from scoring.errors import RecordError
from scoring.notation.source import has_rubber
from scoring.record import Rubber


class UnknownNamesError(ValueError):
    """An EGN text names people or an event that the club lacks, or one player twice; ``problems`` say which."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        super().__init__(" ".join(problems))


def find_references(
    record: Rubber, club: Club, powers: Powers, *, stand_ins: Mapping[str, Player] | None = None
) -> tuple[tuple[Player, Player], str]:
    """Return the stored players and the event that the tags of ``record`` name, "" for no event.

    ``stand_ins`` maps signs in the text to players whose name was erased. Raises ``UnknownNamesError``.
    """
    names = tuple(" ".join((name or "").split()) for name in record.players)
    known = {**players_called(club, names), **(stand_ins or {})}
    problems = [_unknown(name, powers) for name in dict.fromkeys(names) if name not in known]
    event = " ".join((record.tag("Event") or "").split())
    known_event = event_called(club, event) if event else None
    if event and known_event is None:
        problems.append(
            _("The club has no event %(name)s: correct the tag Event, or leave it out.")
            % {"name": event[:60]}
        )
    if not problems and known[names[0]].pk == known[names[1]].pk:
        problems.append(_("A and B are the same person. Choose two players."))
    if problems:
        raise UnknownNamesError(problems)
    return (known[names[0]], known[names[1]]), (known_event.name if known_event else "")


def _unknown(name: str, powers: Powers) -> str:
    if powers.can("add_player"):
        text = _(
            "The club has no player called %(name)s: correct the name, or put it on the club’s list first."
        )
    else:
        text = _(
            "The club has no player called %(name)s: correct the name, or ask a scorer to put it on the list."
        )
    return text % {"name": name[:60]}


class EgnForm(NewRubberForm):
    """The form for EGN text or a file; if valid, it has ``content`` in bytes, and its title in ``source``."""

    text = forms.CharField(
        label=gettext_lazy("Text"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            {
                "rows": 14,
                "class": "egn",
                "autocapitalize": "off",
                "autocomplete": "off",
                "spellcheck": "false",
            }
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        widget=forms.ClearableFileInput({"accept": ".egn,.txt,text/plain,text/vnd.ecarte.egn"}),
        help_text=gettext_lazy("A file whose name ends in .egn. It replaces the text above."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.content = b""
        self.source = ""

    def groups(self) -> list[Group]:
        return [group(self, _("The record"), ("text",), ("file",), ("is_another",))]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors:
            self._read(data["text"], data.get("file"))
        return data

    def _read(self, text: str, file: File[bytes] | None) -> None:
        if file is None:
            field, self.source = "text", _("Pasted text")
            # Browsers send lines that end in CR LF.
            self.content = text.replace("\r\n", "\n").encode("utf-8", "backslashreplace")
        else:
            field, self.source = "file", str(file.name)
            self.content = file.read(TEXT_BYTES + 1)
        if len(self.content) > TEXT_BYTES:
            self.add_error(
                field,
                _("This is longer than a megabyte. Use the club’s imports for a file of that length."),
            )
            return
        if not self.content.strip():
            self.add_error("text", _("Paste a text, or choose a file."))
            return
        if not has_rubber(io.BytesIO(self.content)):
            self.add_error(
                field,
                _('No line starts with [EGN ", so there is no rubber here. A rubber begins with [EGN "1"].'),
            )

    def keep_text(self, key: str) -> None:
        """Copy an uploaded file's text into the text field, because browsers send no chosen file again."""
        text = self.content.decode("utf-8", "backslashreplace").replace("\0", "")
        self.data = {**dict(self.data.items()), "text": text, "key": key}


@takes_file(LARGEST_FORM)
@require_http_methods(["GET", "HEAD", "POST"])
def egn(request: HttpRequest, slug: str) -> HttpResponse:
    club, powers = require_club(request, slug, "enter_rubber")
    if request.method != "POST":
        return _render_form(request, club, powers, EgnForm(initial={"key": new_key()}))
    form = EgnForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render_form(request, club, powers, form, status=400)
    check = TextCheck(
        form.content,
        club,
        may_add=powers.can("add_player"),
        confirmed=request.POST.getlist("new_name"),
        asks_rounds=True,
        right_dates=request.POST.getlist(RIGHT_DATE),
    )
    if "fix" in request.POST:
        return _fix(request, club, powers, form, check)
    if "store" not in request.POST:
        form.keep_text(form.cleaned_data["key"])
        return _render_form(request, club, powers, form, check=check)
    if not powers.can("import_records"):
        return _enter_one(request, club, powers, form, check)
    if check.has_questions and not _is_imported(request, club, form):
        return _ask(request, club, powers, form, check)
    return _import_all(request, club, powers, form, check)


def _ask(request: HttpRequest, club: Club, powers: Powers, form: EgnForm, check: TextCheck) -> HttpResponse:
    form.keep_text(form.cleaned_data["key"])
    return _render_form(request, club, powers, form, check=check, status=400)


def _fix(request: HttpRequest, club: Club, powers: Powers, form: EgnForm, check: TextCheck) -> HttpResponse:
    """Write what a finding's button says into the text, and check it again."""
    check = check.after_fix(request.POST["fix"])
    form.content = check.content
    form.keep_text(form.cleaned_data["key"])
    return _render_form(request, club, powers, form, check=check, status=409 if check.problem else 200)


def _import_all(
    request: HttpRequest, club: Club, powers: Powers, form: EgnForm, check: TextCheck
) -> HttpResponse:
    """Store the text like an uploaded file: any number of rubbers, with a report on each."""
    by = acting_user(request)
    try:
        result = run_once(
            by,
            form.cleaned_data["key"],
            _content(club, form),
            lambda: receive_upload(club, form.content, form.source, by=by).public_id,
        )
    except KeyReusedError:
        form.add_error(None, _("This form was already sent with another text. Check it, and send it again."))
        form.keep_text(new_key())
        return _render_form(request, club, powers, form, check=check, status=409)
    return redirect("web:import", slug=club.slug, public_id=result.result)


def _content(club: Club, form: EgnForm) -> str:
    return f"egn\n{club.public_id}\n{_checksum(form)}"


def _is_imported(request: HttpRequest, club: Club, form: EgnForm) -> bool:
    """Return whether the same form was sent and stored before."""
    stored = find_stored_result(acting_user(request), form.cleaned_data["key"], _content(club, form))
    return stored is not None


def _enter_one(
    request: HttpRequest, club: Club, powers: Powers, form: EgnForm, check: TextCheck
) -> HttpResponse:
    """Store a single rubber on the authority of the person who enters it."""
    is_another = str(form.cleaned_data.get("is_another", ""))
    key = form_idempotency_key(form.cleaned_data["key"], _checksum(form), is_another)
    act = CommandContext(by=acting_user(request), key=key)
    if check.has_questions and find_entered(club, act) is None:
        return _ask(request, club, powers, form, check)
    candidates = check.marked.candidates
    problems = []
    if len(candidates) != 1:
        problems = [_("Enter one rubber at a time; whole files are for scorers and directors.")]
    elif not candidates[0].egn:
        problems = [_("Correct what is found below before you store the rubber.")]
    elif check.has_date_questions:
        problems = [_("Say whether the date is right before you store the rubber.")]
    if not problems:
        record = candidates[0].checked.rubber
        try:
            players, event = find_references(record, club, powers)
            keys = (players[0].pk, players[1].pk)
            if not powers.may_enter(*keys):
                problems = [_("You can enter only rubbers that you played: choose yourself as A or B.")]
            else:
                rubber = enter_rubber(
                    club,
                    record,
                    event_name=event,
                    players=players,
                    authority=powers.authority_on(*keys),
                    act=act,
                    is_another=bool(form.cleaned_data.get("is_another")),
                )
                messages.success(request, stored_words(rubber))
                return redirect("web:rubber", public_id=rubber.public_id)
        except UnknownNamesError as error:
            problems = error.problems
        except SameRubberError as error:
            form.ask_if_another(str(error))
        except (RubberChangeError, RecordError) as error:
            problems = [str(error)]
    for problem in problems:
        form.add_error("text", problem)
    form.keep_text(form.cleaned_data["key"])
    return _render_form(request, club, powers, form, check=check, status=400)


def _checksum(form: EgnForm) -> str:
    return hashlib.sha256(form.content).hexdigest()


def _render_form(
    request: HttpRequest,
    club: Club,
    powers: Powers,
    form: EgnForm,
    *,
    check: TextCheck | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "club": club,
        "crumbs": [club_crumb(club)],
        "form": form,
        "check": check,
        "may_import": powers.can("import_records"),
    }
    return render(request, "rubbers/entry/egn.html", context, status=status)
