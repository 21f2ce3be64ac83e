"""Build a page's navigation: the site's five entries, the tabs of its club, and the breadcrumbs above it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from matches.clubs.roles import Action, Powers
from matches.models import Club, Event, Player, Rubber
from matches.pages.common.results import rubber_title

ClubTab: TypeAlias = Literal["play", "results", "players", "stats", "manage"]


@dataclass(frozen=True, slots=True)
class ClubPage:
    """A page of a club, and its tab; ``action`` None opens it to everybody who may see the club."""

    key: str
    tab: ClubTab
    url_name: str
    action: Action | None
    text: str | Promise


@dataclass(frozen=True, slots=True)
class Tab:
    url: str
    text: str | Promise
    is_here: bool
    count: int = 0
    """The number of things that wait; 0 shows none."""


@dataclass(frozen=True, slots=True)
class SiteEntry:
    """One of the five entries of the site's navigation. Its icon is named after its key."""

    key: str
    url: str
    text: str | Promise
    is_here: bool


STATS: Final = _("Stats")
TABS: Final[tuple[tuple[ClubTab, str, str | Promise], ...]] = (
    ("play", "web:club", pgettext_lazy("tab of a club", "Play")),
    ("results", "web:club_results", _("Results")),
    ("players", "web:club_people", _("Players")),
    ("stats", "web:club_figures", STATS),
    ("manage", "web:club_manage", _("Manage")),
)

PAGES: Final = (
    ClubPage("play", "play", "web:club", None, pgettext_lazy("tab of a club", "Play")),
    ClubPage("results", "results", "web:club_results", None, _("Results")),
    ClubPage("players", "players", "web:club_people", None, _("Players")),
    ClubPage("figures", "stats", "web:club_figures", None, _("Statistics")),
    ClubPage("ratings", "stats", "web:club_ratings", None, _("Ratings")),
    ClubPage("records", "stats", "web:records", None, _("Records")),
    ClubPage("enter", "play", "web:enter", "enter_rubber", _("Score a rubber")),
    ClubPage("settle", "manage", "web:settle", "settle", _("Needs action")),
    ClubPage("members", "manage", "web:members", "see_members", _("Members")),
    ClubPage("imports", "manage", "web:imports", "import_records", _("Imports")),
    ClubPage("exports", "manage", "web:club_exports", "export_records", _("Exports")),
    ClubPage("log", "manage", "web:club_log", "see_log", _("Activity log")),
    ClubPage("settings", "manage", "web:club_settings", "change_club", _("Settings")),
    ClubPage("status", "manage", "web:club_status", "change_club", _("Background work")),
    ClubPage("sittings", "manage", "web:sittings", "see_sittings", _("Pools and stakes")),
    ClubPage("webhooks", "manage", "web:webhooks", "change_club", _("Webhooks")),
)
HEADED_BY_CLUB: Final = frozenset({"play", "results", "players", "manage"})
"""The pages whose heading is the name of the club."""
BY_KEY: Final = {page.key: page for page in PAGES}


def tabs(club: Club, powers: Powers, *, here: str, count: int = 0) -> tuple[Tab, ...]:
    """Return the tabs of ``club``; ``here`` is the current page's key, or "" for a page without a tab.

    Manage is absent for a viewer who may open none of its pages; ``count`` is shown on it.
    """
    current = BY_KEY[here].tab if here in BY_KEY else here
    return tuple(
        Tab(reverse(url_name, args=[club.slug]), text, key == current, count if key == "manage" else 0)
        for key, url_name, text in TABS
        if key != "manage" or pages_of("manage", club, powers)
    )


def views_beside(club: Club, *, here: str) -> tuple[Tab, ...]:
    """Return the views of the tab Stats, between which its pages switch; of other tabs none."""
    if here not in BY_KEY or BY_KEY[here].tab != "stats":
        return ()
    return tuple(
        Tab(reverse(page.url_name, args=[club.slug]), page.text, page.key == here)
        for page in PAGES
        if page.tab == "stats"
    )


def pages_of(tab: ClubTab, club: Club, powers: Powers) -> dict[str, str]:
    """Return the URLs of the pages under ``tab`` that a viewer with ``powers`` may open, by their keys."""
    return {page.key: url for page in PAGES if page.tab == tab and (url := url_of(page.key, club, powers))}


def url_of(key: str, club: Club, powers: Powers) -> str:
    """Return the URL of the page with this ``key``, or "" if a viewer with ``powers`` may not open it."""
    page = BY_KEY[key]
    if page.action is not None and not powers.can(page.action):
        return ""
    return reverse(page.url_name, args=[club.slug])


_PLACES: Final[Mapping[str, str]] = {
    "home": "home",
    "my_score": "score",
    "score": "score",
    "pad": "score",
    "my_practice": "practice",
    "practice": "practice",
    "trainer": "practice",
    "trainer_answer": "practice",
    "try_hand": "practice",
    "old_hand": "practice",
    "me": "me",
    "account": "me",
}
"""The entry of the site's navigation to which a page outside clubs belongs, by the name of its URL."""


def site_entries(request: HttpRequest | None, club: Club | None, *, here: str = "") -> tuple[SiteEntry, ...]:
    """Return the five entries of the site's navigation, as seen from a page of ``club``, or of none.

    ``here`` is the key of the page's entry; by default, the page's URL and its club decide.
    """
    match = request.resolver_match if request is not None else None
    if not here and match is not None:
        here = _PLACES.get(match.url_name or "", "")
    if not here and club is not None:
        here = "club"
    club_url = reverse("web:club", args=[club.slug]) if club is not None else reverse("web:my_club")
    entries = (
        ("home", reverse("web:home"), _("Home")),
        ("club", club_url, _("Club")),
        ("score", reverse("web:my_score"), pgettext("entry of the site", "Score")),
        ("practice", reverse("web:my_practice"), _("Practice")),
        ("me", reverse("web:me"), _("Me")),
    )
    return tuple(SiteEntry(key, url, text, key == here) for key, url, text in entries)


def player_tabs(player: Player, *, here: str) -> tuple[Tab, ...]:
    """Return the views of a player between which the player's pages switch; ``here`` is the key of the current one."""
    views = (
        ("overview", "web:player", _("Overview")),
        ("rubbers", "web:player_rubbers", _("Rubbers")),
        ("figures", "web:player_figures", _("Statistics")),
    )
    return tuple(
        Tab(reverse(url_name, args=[player.public_id]), text, key == here) for key, url_name, text in views
    )


@dataclass(frozen=True, slots=True)
class Crumb:
    url: str
    text: str


def club_crumb(club: Club) -> Crumb:
    return Crumb(reverse("web:club", args=[club.slug]), club.name)


def event_crumb(club: Club, event: Event) -> Crumb:
    return Crumb(reverse("web:event", args=[club.slug, event.public_id]), str(event))


def rubber_crumb(rubber: Rubber) -> Crumb:
    return Crumb(reverse("web:rubber", args=[rubber.public_id]), rubber_title(rubber))
