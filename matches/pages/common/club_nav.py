"""The pages of one club, as its navigation lists them: each with the power that opens it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.clubs.permissions import Action, Powers
from matches.models import Club


@dataclass(frozen=True, slots=True)
class ClubPage:
    """``key`` is what a page says of itself; ``action`` what must be allowed, None where seeing the club is enough."""

    key: str
    url_name: str
    action: Action | None
    text: str | Promise


@dataclass(frozen=True, slots=True)
class Tab:
    url: str
    text: str | Promise
    is_here: bool


PAGES: Final = (
    ClubPage("overview", "web:club", None, _("Overview")),
    ClubPage("figures", "web:club_figures", None, _("Figures")),
    ClubPage("records", "web:records", None, _("Records")),
    ClubPage("ratings", "web:club_ratings", None, _("Ratings")),
    ClubPage("enter", "web:enter", "enter_rubber", _("Enter a rubber")),
    ClubPage("sittings", "web:sittings", "see_sittings", _("Pools and tables")),
    ClubPage("members", "web:members", "see_members", _("Members")),
    ClubPage("settle", "web:settle", "settle", _("To settle")),
    ClubPage("imports", "web:imports", "import_records", _("Imports")),
    ClubPage("log", "web:club_log", "see_log", _("Log")),
    ClubPage("exports", "web:club_exports", "export_records", _("Exports")),
    ClubPage("settings", "web:club_settings", "change_club", _("Settings")),
    ClubPage("status", "web:club_status", "change_club", _("Status")),
)


def tabs(club: Club, powers: Powers, *, here: str) -> tuple[Tab, ...]:
    """The pages of ``club`` that a viewer of these ``powers`` in it may open, in their order."""
    return tuple(
        Tab(url, page.text, page.key == here) for page in PAGES if (url := url_of(page.key, club, powers))
    )


def url_of(key: str, club: Club, powers: Powers) -> str:
    """The address of one of the pages; empty where it is not for this viewer."""
    page = next(page for page in PAGES if page.key == key)
    if page.action is not None and not powers.can(page.action):
        return ""
    return reverse(page.url_name, args=[club.slug])
