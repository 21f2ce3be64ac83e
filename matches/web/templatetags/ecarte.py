"""Template tags of the pages: a card drawn, and the way through a long list."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import RequestContext

from matches.web.faces import Face
from matches.web.listing import Listing

register = template.Library()


@register.inclusion_tag("web/_card.html")
def card(face: Face, look: str = "") -> dict[str, Any]:
    """A card face up. ``look`` holds style classes: a size (``small``, ``tiny``), ``won``, ``flagged``."""
    return {"face": face, "look": look}


@register.inclusion_tag("web/_pages.html", takes_context=True)
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
