"""Why somebody is not let into a pad, and what he can do: in words, and as a page."""

from __future__ import annotations

from typing import Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFUSALS: Final[dict[str, tuple[str | Promise, str | Promise]]] = {
    "unknown": (
        _("There is no such code"),
        _("Look at it once more: it has sixteen letters and figures. No letter O, I, L or U is in it."),
    ),
    "link_expired": (
        _("This link has run out"),
        _("Ask whoever made it, or the director, for a new one. What you have entered is kept."),
    ),
    "link_revoked": (
        _("This link was taken back"),
        _("Ask the director for a new one. What you have entered is kept."),
    ),
    "link_over": (
        _("This rubber is over"),
        _(
            "Nothing more is written on it from a table. If its result is wrong, tell the director: he can correct it."
        ),
    ),
    "not_drawn": (
        _("These two do not meet any more"),
        _("The draw was changed after this link was made. Ask the director which table is yours."),
    ),
    "not_admitted": (
        _("This table's pad is not open to you"),
        _("Scan the table's code, or sign in if you may enter this rubber."),
    ),
    "wrong_table": (
        _("This link is another table's"),
        _("Scan the code of the table that you sit at."),
    ),
    "too_many": (
        _("Too many wrong codes"),
        _("Wait a minute, then look at the code once more."),
    ),
}
"""A heading and what to do, by code."""
SIGN_IN_HELPS: Final = frozenset({"not_admitted", "wrong_table", "link_expired", "link_revoked"})


class LinkRefusedError(PermissionDenied):
    """A phone came by a table's link that is good no more. ``code`` says why, by ``REFUSALS``."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


def refusal_text(code: str) -> str:
    """Heading and advice in one line."""
    heading, advice = REFUSALS[code]
    return f"{heading}. {advice}"


def refused_page(
    request: HttpRequest, code: str, *, status: int, result_url: str = "", next_url: str = ""
) -> HttpResponse:
    """What is the matter, and what to do. ``result_url``: where the result stands, for who may see it; ``next_url``:
    where somebody who signs in goes on.
    """
    heading, advice = REFUSALS[code]
    may_sign_in = code in SIGN_IN_HELPS and next_url and not request.user.is_authenticated
    context = {
        "heading": heading,
        "advice": advice,
        "result_url": result_url,
        "code_url": "" if code in ("link_over", "too_many") else reverse("web:table_link"),
        "sign_in_url": reverse("account_login") if may_sign_in else "",
        "next_url": next_url,
    }
    return render(request, "pads/refused.html", context, status=status)
