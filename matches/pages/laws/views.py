"""The 55 laws as pages, open to anybody: all of them by section, found by plain words, and one at a time."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.pages.common.crumbs import Crumb
from matches.pages.laws.law_page import law_line, law_page, sections
from matches.pages.laws.links import laws_url
from matches.pages.laws.search import FOUND_SHOWN, FinderForm, found_laws
from scoring.laws.index import law as law_of

NUMBERS: Final = range(1, 56)


@require_safe
def laws(request: HttpRequest) -> HttpResponse:
    form = FinderForm(request.GET if "q" in request.GET else None)
    query = form.query
    context = {
        "form": form,
        "query": query,
        "found": [law_line(law_of(number)) for number in found_laws(query)[:FOUND_SHOWN]] if query else None,
        "sections": () if query else sections(),
    }
    return render(request, "laws/laws.html", context)


@require_safe
def law(request: HttpRequest, number: int) -> HttpResponse:
    if number not in NUMBERS:
        raise Http404
    context = {"page": law_page(law_of(number)), "crumbs": [Crumb(laws_url(), _("The laws"))]}
    return render(request, "laws/law.html", context)
