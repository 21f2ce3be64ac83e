"""Why somebody is not let into a pad, and what he can do, in words."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFUSALS: Final[dict[str, tuple[str | Promise, str | Promise]]] = {
    "unknown": (
        _("There is no such code"),
        _("Look at it once more: it has sixteen letters and figures. No letter O or I is in it."),
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
        _("Its result stands. If it is wrong, tell the director: he can correct it."),
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


def refusal_text(code: str) -> str:
    """Both, in one line."""
    heading, advice = REFUSALS[code]
    return f"{heading}. {advice}"
