"""The template tags for links that people send one another: their preview, and the button that shares a page."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import RequestContext

from matches.common.site_links import site_link
from matches.models import Club

register = template.Library()


@register.inclusion_tag("common/parts/_preview.html", takes_context=True)
def link_preview(context: RequestContext, club: Club, title: object, text: str) -> dict[str, Any]:
    """Render title and description for previews of a link to the page; nothing for a members-only club."""
    return {"club": club, "title": title, "text": text, "url": site_link(context["request"].path)}


@register.inclusion_tag("common/parts/_share.html")
def share_button(club: Club, title: object) -> dict[str, Any]:
    """Render a button that shares the page's address, or copies it; nothing for a members-only club."""
    return {"club": club, "title": title}
