"""Serve a club's page Manage: a card for each page that the viewer may open, with what waits there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from matches.clubs.queries import PeopleCounts, count_people
from matches.clubs.roles import Powers
from matches.common.number_format import grouped
from matches.events.director_tasks import director_tasks
from matches.exchange.queries import ExchangeCounts, count_exchanges, count_waiting
from matches.models import Club
from matches.operations.status import PENDING_KINDS, amounts
from matches.pages.clubs.analyses import choices
from matches.pages.common.club_context import acting_user, get_club, powers_on
from matches.pages.common.navigation import BY_KEY, pages_of
from matches.pages.home.waiting import director_rows

DETAILS: Final[dict[str, str | Promise]] = {
    "webhooks": gettext_lazy("Send the club’s news to other programs as it happens"),
}
"""Explanations of pages without a card whose names do not say what they are for."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card that leads to a page. ``number`` is "" where nothing is counted."""

    key: str
    url: str
    name: str | Promise
    number: str = ""
    detail: str = ""


@require_safe
def manage(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    powers = powers_on(request, club)
    pages = pages_of("manage", club, powers)
    if not pages:
        raise PermissionDenied
    cards = _cards(club, powers, pages)
    on_cards = {"settle", *(card.key for card in cards)}
    others = [
        (url, BY_KEY[key].text, DETAILS.get(key, "")) for key, url in pages.items() if key not in on_cards
    ]
    if powers.is_host and club.is_demonstration:
        others.append(
            (reverse("web:remove_demonstration", args=[club.slug]), _("Remove the demonstration"), "")
        )
    context = {
        "club": club,
        "waiting": count_waiting(club, powers),
        "tasks": director_rows(director_tasks(acting_user(request), club)) if powers.can("run_event") else [],
        "settle_url": pages.get("settle", ""),
        "may_choose_analyses": powers.can("change_club") and club.analyses == Club.Analyses.UNDECIDED,
        "analyses_choices": choices(club),
        "cards": cards,
        "others": others,
    }
    return render(request, "clubs/manage.html", context)


def _cards(club: Club, powers: Powers, pages: dict[str, str]) -> list[Card]:
    """Return the cards of those ``pages`` that have one, in the order of cards; other pages are plain rows."""
    people = count_people(club)
    exchanges = count_exchanges(club) if "imports" in pages else None
    work = amounts(club) if "status" in pages else {}
    pending = sum(amount.number for kind, amount in work.items() if kind in PENDING_KINDS)
    details = {
        "members": (people.members, _people_text(people, powers)),
        "imports": (exchanges.unread_texts if exchanges else 0, _imports_text(exchanges)),
        "exports": (0, _("Game files, tables, the whole club")),
        "log": (0, _("Who did what, and when")),
        "settings": (0, _("Public") if club.is_public else _("Members only")),
        "status": (pending, _("Work is being done") if pending else _("Up to date")),
    }
    return [
        Card(key, pages[key], BY_KEY[key].text, grouped(number) if number else "", detail)
        for key, (number, detail) in details.items()
        if key in pages
    ]


def _people_text(people: PeopleCounts, powers: Powers) -> str:
    parts = [
        ngettext("%(number)s member", "%(number)s members", people.members) % {"number": people.members},
        ngettext("%(number)s other player", "%(number)s other players", people.guests)
        % {"number": people.guests},
    ]
    if people.invitations and powers.can("invite"):
        text = ngettext("%(number)s invitation open", "%(number)s invitations open", people.invitations)
        parts.append(text % {"number": people.invitations})
    return ", ".join(parts)


def _imports_text(exchanges: ExchangeCounts | None) -> str:
    if exchanges is None or not exchanges.imports:
        return _("Bring in records from a file")
    if exchanges.unread_texts:
        text = ngettext("%(number)s record to repair", "%(number)s records to repair", exchanges.unread_texts)
        return text % {"number": exchanges.unread_texts}
    return ngettext("%(number)s file", "%(number)s files", exchanges.imports) % {"number": exchanges.imports}
