"""The handbook's chapter on pools and French tables."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.pages.common.crumbs import Crumb
from matches.pages.sittings.customs import custom_choices

EXAMPLE_CURRENCY: Final = "GBP"


@require_safe
def sittings_chapter(request: HttpRequest) -> HttpResponse:
    context = {
        "title": _("Pools and French tables"),
        "customs": [words for _choice, words in custom_choices(EXAMPLE_CURRENCY)],
        "crumbs": [Crumb(reverse("web:handbook"), _("Handbook"))],
    }
    return render(request, "sittings/handbook.html", context)
