"""Pages that a browser may keep and ask about: they have a form, whose token is another each time it is written."""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response

_TOKEN: Final = re.compile(rb'(name="csrfmiddlewaretoken" value=")[^"]*')


def kept(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Answer 304 to who has the page as it is."""

    @functools.wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        page = view(request, *args, **kwargs)
        if page.status_code != 200:
            return page
        page.headers["ETag"] = _tag(request, page.content)
        page.headers["Cache-Control"] = "private, no-cache"
        found = get_conditional_response(request, etag=page.headers["ETag"], response=page)
        return page if found is None else found

    return answer


def _tag(request: HttpRequest, content: bytes) -> str:
    """Weak: of all but the token as it is written, and of the secret that this has to fit."""
    secret = str(request.META.get("CSRF_COOKIE", ""))
    digest = hashlib.sha256(_TOKEN.sub(rb"\1", content) + secret.encode())
    return f'W/"{digest.hexdigest()[:32]}"'
