"""The handbook's chapter on pools and French tables."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.web.crumbs import Crumb


@require_safe
def sittings_chapter(request: HttpRequest) -> HttpResponse:
    context = {
        "title": _("Pools and French tables"),
        "crumbs": [Crumb(reverse("web:handbook"), _("Handbook"))],
    }
    return render(request, "web/sittings/handbook.html", context)
