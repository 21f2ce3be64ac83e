"""A club's pools and French tables: those that are open, those that were, and a new one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from matches.clubs.errors import PeopleError
from matches.common.command_context import Act
from matches.common.idempotency import new_key
from matches.models import Sitting
from matches.pages.common.club_context import acting_user, club_seen
from matches.pages.common.crumbs import Crumb, club_crumb
from matches.pages.common.pagination import listing
from matches.pages.common.powers import require
from matches.pages.rubbers.entry.context import sent_key
from matches.pages.sittings.dates import sitting_day
from matches.pages.sittings.opening_form import OpeningForm
from matches.rules.sittings.errors import SittingActError
from matches.sittings.errors import NewNameError, SittingChangeError
from matches.sittings.open_sitting import open_sitting
from matches.sittings.queries import club_sittings
from matches.sittings.words import KINDS, Said, error_words

if TYPE_CHECKING:
    from matches.sittings.queries import CountedSitting

SITTINGS_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class SittingLine:
    url: str
    name: str
    summary: str
    is_open: bool


@require_safe
def sittings(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_seen(request, slug)
    powers = require(request, club, "see_sittings")
    rows = listing(request, club_sittings(club), key="page", size=SITTINGS_A_PAGE)
    context = {
        "club": club,
        "crumbs": [club_crumb(club)],
        "lines": [_line(row) for row in rows.rows],
        "listing": rows,
        "new_url": reverse("web:new_sitting", args=[club.slug]) if powers.can("run_sitting") else "",
    }
    return render(request, "sittings/club.html", context)


def _line(row: CountedSitting) -> SittingLine:
    counted = ngettext("%(count)s game", "%(count)s games", row.game_count) % {"count": row.game_count}
    return SittingLine(
        url=reverse("web:sitting", args=[row.public_id]),
        name=row.name,
        summary=" · ".join([str(KINDS[row.kind]), sitting_day(row), counted]),
        is_open=row.phase == Sitting.Phase.OPEN,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def new_sitting(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_seen(request, slug)
    require(request, club, "run_sitting")
    form = OpeningForm(request.POST or None, initial={"key": new_key()}, club=club)
    status = 200
    if form.is_bound:
        status = 400
    if form.is_bound and form.is_valid():
        try:
            row = open_sitting(club, form.said(), act=Act(by=acting_user(request), key=sent_key(request)))
        except NewNameError as error:
            form.ask_if_new(str(error))
        except SittingActError as error:
            form.add_error(None, error_words(error, Said({}, club.currency)))
        except (SittingChangeError, PeopleError) as error:
            form.add_error(None, str(error))
        else:
            return redirect("web:sitting", public_id=row.public_id)
    context = {
        "club": club,
        "crumbs": [club_crumb(club), Crumb(reverse("web:sittings", args=[club.slug]), _("Pools and tables"))],
        "form": form,
    }
    return render(request, "sittings/new.html", context, status=status)
