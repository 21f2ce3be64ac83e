"""URLs that pages of several domains link to: laws, rulings, and downloads of records as spreadsheet, CSV or EGN."""

from __future__ import annotations

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from matches.clubs.roles import Powers
from matches.models import Event


def law_url(number: int | None) -> str:
    """Return the URL of the page of law ``number``, or "" for None."""
    return "" if number is None else reverse("web:law", args=[number])


def laws_url() -> str:
    return reverse("web:laws")


def book_url(public_id: str, *, game: int | None = None, deal: int | None = None) -> str:
    """Return the URL of the rulings on a deal, counted from 1 (0 is the start of a game); None lets the page choose."""
    address = reverse("web:rubber_book", args=[public_id])
    if game is None or deal is None:
        return address
    return f"{address}?{urlencode({'game': game, 'deal': deal})}"


def step_url(deal: str, step: int | str) -> str:
    """Return the URL of a step of the review of a deal. ``deal`` is the URL of the deal's page.

    ``step`` is the step's number, from 1, or the anchor of a judgement (``Judgement.anchor``), which stands for the
    step of its decision.
    """
    return f"{deal}?{urlencode({'step': step})}"


def file_links(address: str, *whose: object) -> list[tuple[str, str]]:
    """Return (label, URL) for each format of a download. ``address`` is the API's URL name, ``whose`` its arguments."""
    forms = ((_("spreadsheet"), "xlsx"), ("CSV", "csv"), ("EGN", "egn"))
    return [(text, reverse(f"api:{address}", args=[*whose, form])) for text, form in forms]


def event_files(event: Event, powers: Powers) -> list[tuple[str, str]]:
    """Return the download links of an event's records as (label, URL), or [] if the viewer may not export them."""
    return file_links("event_records_file", event.public_id) if powers.can("export_records") else []
