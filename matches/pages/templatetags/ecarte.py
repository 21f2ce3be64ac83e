"""The template tags of all pages: a card, a picture, pagination, a club's navigation, errors in forms."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from django import template
from django.forms import BoundField
from django.forms.utils import ErrorDict
from django.template import RequestContext
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from matches.models import Club
from matches.pages.common import navigation
from matches.pages.common.card_faces import SUIT_CLASSES, Face
from matches.pages.common.club_context import powers_on
from matches.pages.common.dates import day_text
from matches.pages.common.listing import Listing

register = template.Library()

SUITS: Final = dict(zip("♠♥♦♣", SUIT_CLASSES, strict=True))
TEXT_SIGN: Final = "\N{VARIATION SELECTOR-15}"


@register.inclusion_tag("rubbers/_card.html")
def card(face: Face, look: str = "") -> dict[str, Any]:
    """Render a card face up. ``look`` are CSS classes: a size (``small``, ``tiny``), ``won``, ``flagged``."""
    return {"face": face, "look": look}


@register.simple_tag
def picture(name: str, alt: str) -> SafeString:
    """Render the screenshot ``name`` from the handbook, in the reader's language."""
    language = "fr" if (get_language() or "").startswith("fr") else "en"
    return format_html(
        '<figure class="picture"><img src="{}" alt="{}" width="390" height="640" loading="lazy"></figure>',
        static(f"web/handbook/{name}.{language}.webp"),
        alt,
    )


@register.inclusion_tag("common/parts/_pages.html", takes_context=True)
def pages(context: RequestContext, listing: Listing[Any], anchor: str = "") -> dict[str, Any]:
    """Render links to the pages before and after, with the other parameters, to the heading with the id ``anchor``."""
    page = listing.page

    def address(number: int) -> str:
        query = context["request"].GET.copy()
        query[listing.key] = str(number)
        return f"?{query.urlencode()}{'#' + anchor if anchor else ''}"

    return {
        "page": page,
        "heading": anchor,
        "previous_url": address(page.previous_page_number()) if page.has_previous() else "",
        "next_url": address(page.next_page_number()) if page.has_next() else "",
    }


@register.inclusion_tag("common/parts/_club_nav.html", takes_context=True)
def club_nav(context: RequestContext, club: Club, here: str = "", count: int = 0) -> dict[str, Any]:
    """Render a club's tabs. ``here`` is the current page's key in ``navigation.PAGES``; "" on pages without a tab.

    ``count`` is the number of things that wait for the viewer, shown on the tab Manage.
    """
    powers = powers_on(context["request"], club)
    return {
        "club": club,
        # Above the tabs stands the club, unless that is the heading of the page itself.
        "place": "" if here in navigation.HEADED_BY_CLUB else reverse("web:club", args=[club.slug]),
        "tabs": navigation.tabs(club, powers, here=here, count=count),
        "views": navigation.views_beside(club, here=here),
        "stats": navigation.STATS,
    }


@register.inclusion_tag("common/parts/_bar.html", takes_context=True)
def site_bar(context: RequestContext) -> dict[str, Any]:
    """Render the five entries that every page has: on a phone at the bottom, else in the head."""
    return {"entries": site_entries(context)}


@register.simple_tag(takes_context=True)
def site_entries(context: RequestContext) -> tuple[navigation.SiteEntry, ...]:
    """Return the five entries of the site's navigation."""
    here = str(context.get("bar_entry") or "")
    return navigation.site_entries(context.get("request"), context.get("club"), here=here)


@register.filter(expects_localtime=True)
def day(value: date | None) -> str:
    """Return a day in words, such as "14 November 2026"; "" for None."""
    return "" if value is None else day_text(value)


@register.filter
def suits(text: str) -> SafeString:
    """Return ``text`` with each suit's sign in the suit's colour, drawn as text and not as a picture."""
    escaped = str(conditional_escape(text))
    for sign, suit in SUITS.items():
        escaped = escaped.replace(sign, f'<i class="suit {suit}">{sign}{TEXT_SIGN}</i>')
    return mark_safe(escaped)  # noqa: S308


@register.filter
def unlocalized(number: float) -> str:
    """Return a number as SVG writes it, with a decimal point in every language."""
    return f"{number:g}"


@register.filter
def count_errors(errors: ErrorDict) -> int:
    """Return the number of errors in a form. Several errors of the same field are counted separately."""
    return sum(len(field_errors) for field_errors in errors.values())


@register.filter
def first_id(field: BoundField) -> str:
    """Return the HTML id for links to ``field``; of a group, that of its first input."""
    return f"{field.auto_id}_0" if field.use_fieldset else field.id_for_label
