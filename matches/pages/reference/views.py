"""Serve the reference pages of the API: one page for each tag of the OpenAPI document, and one for its schemas."""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Callable
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from matches.pages.reference.openapi_pages import Part, parts

_TOKEN: Final = re.compile(rb'(name="csrfmiddlewaretoken" value=")[^"]*')


def conditional_get(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Decorate a view so that its response is 304 if the browser already has the same page."""

    @functools.wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        page = view(request, *args, **kwargs)
        if page.status_code != 200:
            return page
        # Weak, and without the rendered token, but with the secret that the token must match.
        secret = str(request.META.get("CSRF_COOKIE", ""))
        digest = hashlib.sha256(_TOKEN.sub(rb"\1", page.content) + secret.encode())
        page.headers["ETag"] = f'W/"{digest.hexdigest()[:32]}"'
        page.headers["Cache-Control"] = "private, no-cache"
        not_modified = get_conditional_response(request, etag=page.headers["ETag"], response=page)
        return page if not_modified is None else not_modified

    return answer


@require_safe
@conditional_get
def reference(request: HttpRequest) -> HttpResponse:
    return render(request, "reference/index.html", {"parts": parts().values()})


@require_safe
@conditional_get
def reference_part(request: HttpRequest, part: str) -> HttpResponse:
    return render(request, "reference/part.html", {"part": _part(part)})


@require_safe
@conditional_get
def reference_shapes(request: HttpRequest, part: str) -> HttpResponse:
    return render(request, "reference/shapes.html", {"part": _part(part)})


def _part(name: str) -> Part:
    try:
        return parts()[name]
    except KeyError:
        raise Http404 from None
