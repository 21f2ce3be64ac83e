"""A text in the notation: checked on the page with nothing stored, or stored."""

from __future__ import annotations

import hashlib

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ecarte_site.uploads import takes_file
from matches.clubs.permissions import Powers
from matches.common.idempotency import KeyReusedError, new_key, once
from matches.exchange.imports.candidates import Candidate
from matches.exchange.imports.uploads import receive_upload
from matches.models import Club
from matches.pages.common.club_context import acting_user, club_seen
from matches.pages.common.crumbs import club_crumb
from matches.pages.common.powers import require
from matches.pages.common.upload_limits import LARGEST_FORM
from matches.pages.rubbers.entry.context import act_key
from matches.pages.rubbers.entry.egn_form import EgnForm
from matches.pages.rubbers.entry.references import UnknownCompanyError, company_of
from matches.pages.rubbers.entry.start import stored_words
from matches.rubbers.commands import Act, enter_rubber
from matches.rubbers.errors import RubberChangeError, SameRubberError
from scoring.errors import RecordError


@takes_file(LARGEST_FORM)
@require_http_methods(["GET", "HEAD", "POST"])
def egn(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_seen(request, slug)
    powers = require(request, club, "enter_rubber")
    if request.method != "POST":
        return _shown(request, club, powers, EgnForm(initial={"key": new_key()}))
    form = EgnForm(request.POST, request.FILES)
    if not form.is_valid() or form.marked is None:
        return _shown(request, club, powers, form, status=400)
    if "store" not in request.POST:
        form.keep_text(form.cleaned_data["key"])
        return _shown(request, club, powers, form)
    if powers.can("import_records"):
        return _import(request, club, powers, form)
    return _enter(request, club, powers, form)


def _import(request: HttpRequest, club: Club, powers: Powers, form: EgnForm) -> HttpResponse:
    """As a file of the club's comes in: any number of rubbers, with a report on each."""
    by = acting_user(request)
    asked = f"egn\n{club.public_id}\n{_checksum(form)}"
    try:
        done = once(
            by,
            form.cleaned_data["key"],
            asked,
            lambda: receive_upload(club, form.content, form.source, by=by).public_id,
        )
    except KeyReusedError:
        form.add_error(
            None, _("This form was sent before with another text in it. Look at it, and send it again.")
        )
        form.keep_text(new_key())
        return _shown(request, club, powers, form, status=409)
    return redirect("web:import", slug=club.slug, public_id=done.result)


def _enter(request: HttpRequest, club: Club, powers: Powers, form: EgnForm) -> HttpResponse:
    """One rubber, by the word of who enters it."""
    read = form.marked.candidates if form.marked else ()
    problems = _problems(read)
    if not problems:
        record = read[0].checked.rubber
        try:
            company = company_of(record, club, powers)
            keys = (company.players[0].pk, company.players[1].pk)
            if not powers.may_enter(*keys):
                problems = [_("You may enter only rubbers that you play in: be A or B yourself.")]
            else:
                rubber = enter_rubber(
                    club,
                    record,
                    event_name=company.event,
                    players=company.players,
                    word=powers.word_on(*keys),
                    act=Act(by=acting_user(request), key=_key(form)),
                    is_another=bool(form.cleaned_data.get("is_another")),
                )
                messages.success(request, stored_words(rubber))
                return redirect("web:rubber", public_id=rubber.public_id)
        except UnknownCompanyError as error:
            problems = error.problems
        except SameRubberError as error:
            form.ask_if_another(str(error))
        except (RubberChangeError, RecordError) as error:
            problems = [str(error)]
    for problem in problems:
        form.add_error("text", problem)
    form.keep_text(form.cleaned_data["key"])
    return _shown(request, club, powers, form, status=400)


def _checksum(form: EgnForm) -> str:
    return hashlib.sha256(form.content).hexdigest()


def _key(form: EgnForm) -> str:
    return act_key(form.cleaned_data["key"], _checksum(form), str(form.cleaned_data.get("is_another", "")))


def _problems(read: tuple[Candidate, ...]) -> list[str]:
    if len(read) != 1:
        return [_("Enter one rubber at a time; whole files are for scorers and directors.")]
    if not read[0].egn:
        return [_("The rubber can't be stored before what is found below is mended.")]
    return []


def _shown(
    request: HttpRequest, club: Club, powers: Powers, form: EgnForm, *, status: int = 200
) -> HttpResponse:
    context = {
        "club": club,
        "crumbs": [club_crumb(club)],
        "form": form,
        "marked": form.marked,
        "may_import": powers.can("import_records"),
    }
    return render(request, "rubbers/entry/egn.html", context, status=status)
