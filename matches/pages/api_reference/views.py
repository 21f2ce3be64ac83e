"""The API's document to be read in a browser: one page for each part, and one for the shapes of its bodies."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.pages.api_reference.conditional_get import kept
from matches.pages.api_reference.openapi_pages import Part, parts


@require_safe
@kept
def reference(request: HttpRequest) -> HttpResponse:
    return render(request, "api_reference/index.html", {"parts": parts().values()})


@require_safe
@kept
def reference_part(request: HttpRequest, part: str) -> HttpResponse:
    return render(request, "api_reference/part.html", {"part": _part(part)})


@require_safe
@kept
def reference_shapes(request: HttpRequest, part: str) -> HttpResponse:
    return render(request, "api_reference/shapes.html", {"part": _part(part)})


def _part(name: str) -> Part:
    """Raises ``Http404`` for a part that there is not."""
    try:
        return parts()[name]
    except KeyError:
        raise Http404 from None
