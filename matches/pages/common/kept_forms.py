"""Show what was typed into a form that was refused: nobody is signed in any more, or the form has expired.

A browser with scripts keeps it as well (``static/web/kept.js``): the pages of this module tell that script so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode, urlsplit

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from matches.models import User

NO_PAGES: Final = ("/api/", "/accounts/", "/admin/", "/i18n/", "/live/", "/pad/", "/t/")
"""Prefixes of paths to which no form of a page for members is sent, or one whose fields are secret."""
NOT_TYPED: Final = re.compile(
    r"key|version|next|seen|pad|do|then|check|store|pick|fix|shown_how|s\d+_shown|.*(csrf|password|token|secret).*",
    re.IGNORECASE,
)
"""The names of fields that nobody types, of buttons, and of secrets."""
UNREADABLE: Final = (SuspiciousOperation, BadRequest, MultiPartParserError, UnreadablePostError)
LABELS: Final[Mapping[str, str | Promise]] = {
    "best_of": _("Best of"),
    "games_won": _("Games won"),
    "termination_said": _("How it ended"),
    "winner": _("Winner"),
    "a": _("Player A"),
    "b": _("Player B"),
    "event": _("Event"),
    "date": _("Date"),
    "round": _("Round"),
    "table": _("Table"),
    "name": _("Name"),
    "names": _("Names"),
    "reason": _("Reason"),
    "text": _("Text"),
}
_PAIR: Final = re.compile(r"(\w+)_([01])")
ACCOUNT_KEY_LENGTH: Final = 16


@dataclass(frozen=True, slots=True)
class TypedField:
    """A field of a form that was sent, in words as far as there are some."""

    label: str
    value: str

    @property
    def is_long(self) -> bool:
        return len(self.value) > 80 or "\n" in self.value


def account_key(user: User) -> str:
    """Return the text by which a browser's script tells one account from another. It reveals nothing of the account."""
    return salted_hmac("matches.kept_forms", str(user.pk)).hexdigest()[:ACCOUNT_KEY_LENGTH]


def is_form_of_nobody(request: HttpRequest) -> bool:
    """Return whether a visitor who is not signed in has sent a form of a page."""
    if request.method != "POST" or request.path_info.startswith(NO_PAGES):
        return False
    return not request.user.is_authenticated


def session_ended(request: HttpRequest, *, status: int) -> HttpResponse:
    """Return the page that asks the sender to sign in and go on, with what was typed.

    ``status`` is 403, or 404 for an address that visitors do not see. The page is the same for both, so that it tells
    nobody whether a club exists.
    """
    page = form_url(request)
    context = {
        "number": status,
        "typed": list(typed_fields(request)),
        "sign_in_url": f"{reverse('account_login')}?{urlencode({'next': page})}",
    }
    return _no_store(render(request, "common/session_ended.html", context, status=status))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the page for a form whose CSRF token is missing, or from before a sign-in, with what was typed."""
    is_kept = not request.path_info.startswith(NO_PAGES)
    context = {
        "typed": list(typed_fields(request)) if is_kept else [],
        "form_url": form_url(request) if is_kept and is_from_here(request) else "",
    }
    return _no_store(render(request, "403_csrf.html", context, status=403))


def typed_fields(request: HttpRequest) -> Iterator[TypedField]:
    """Yield the fields of the form that was sent, without secrets and files; none if another site has sent it."""
    if not is_from_here(request):
        return
    try:
        sent = list(request.POST.lists())
    except UNREADABLE:
        return
    for name, values in sent:
        value = "\n".join(each for each in values if each).replace("\r\n", "\n")
        if value and not NOT_TYPED.fullmatch(name):
            yield TypedField(_label(name), value)


def _label(name: str) -> str:
    pair = _PAIR.fullmatch(name)
    base = name if pair is None else pair[1]
    label = str(LABELS.get(base) or capfirst(base.replace("_", " ")))
    return label if pair is None else f"{label} ({'AB'[int(pair[2])]})"


def is_from_here(request: HttpRequest) -> bool:
    """Return whether the browser says that a page of this site has sent the request."""
    sender = urlsplit(request.headers.get("Origin") or request.headers.get("Referer") or "")
    return (sender.scheme, sender.netloc) == (request.scheme, request.get_host())


def form_url(request: HttpRequest) -> str:
    """Return path and query of the page with the form that was sent."""
    page = urlsplit(request.headers.get("Referer") or "")
    is_here = (page.scheme, page.netloc) == (request.scheme, request.get_host())
    if not is_here or not page.path.startswith("/") or page.path.startswith("//"):
        return request.get_full_path()
    return f"{page.path}?{page.query}" if page.query else page.path


def _no_store(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = "no-store"
    return response
