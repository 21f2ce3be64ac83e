"""Template tags of the pages: a card, a picture, the way through a long list, a club's pages, mistakes in forms."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import template
from django.forms import BoundField
from django.forms.utils import ErrorDict
from django.template import RequestContext
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from matches.models import Club
from matches.pages.common import club_nav as club_pages
from matches.pages.common.card_faces import Face
from matches.pages.common.dates import day_text
from matches.pages.common.pagination import Listing
from matches.pages.common.powers import powers_on

register = template.Library()


@register.inclusion_tag("common/_card.html")
def card(face: Face, look: str = "") -> dict[str, Any]:
    """A card face up. ``look`` holds style classes: a size (``small``, ``tiny``), ``won``, ``flagged``."""
    return {"face": face, "look": look}


@register.simple_tag
def picture(name: str, told: str) -> SafeString:
    """One of the handbook's pictures of a page, in the reader's language; ``told`` says what is on it."""
    language = "fr" if (get_language() or "").startswith("fr") else "en"
    return format_html(
        '<figure class="picture"><img src="{}" alt="{}" width="390" height="560" loading="lazy"></figure>',
        static(f"web/handbook/{name}.{language}.jpg"),
        told,
    )


@register.inclusion_tag("common/_pages.html", takes_context=True)
def pages(context: RequestContext, listing: Listing[Any], anchor: str = "") -> dict[str, Any]:
    """Previous and next page of ``listing``, the rest of the address kept; nothing where all fits on one.

    ``anchor`` is the id of the list's heading: where the links lead, and what the navigation is called by.
    """
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


@register.inclusion_tag("common/_club_nav.html", takes_context=True)
def club_nav(context: RequestContext, club: Club, here: str = "") -> dict[str, Any]:
    """The pages of ``club`` that the viewer may open; ``here`` is the key of the one he is on.

    Keys are those of ``matches.pages.common.club_nav``. Nothing is drawn for a viewer who may open the overview alone.
    """
    tabs = club_pages.tabs(club, powers_on(context["request"], club), here=here)
    return {"club": club, "tabs": tabs if len(tabs) > 1 else ()}


@register.filter(expects_localtime=True)
def day(value: date | None) -> str:
    """A day as the pages write it: 14 November 2026."""
    return "" if value is None else day_text(value)


@register.filter
def count_errors(errors: ErrorDict) -> int:
    """How many mistakes there are in a form, several in one field told apart."""
    return sum(len(told) for told in errors.values())


@register.filter
def first_id(field: BoundField) -> str:
    """The id of what a link to ``field`` should lead to: of a group of inputs, the first."""
    return f"{field.auto_id}_0" if field.use_fieldset else field.id_for_label
