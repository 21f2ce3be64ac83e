"""A template tag with the id of the request."""

from __future__ import annotations

from django import template

from matches.models.causes import current_request_id

register = template.Library()


@register.simple_tag
def request_id() -> str:
    """Return the id of the request in the server's log, also on pages that have no request in their context."""
    return current_request_id()
