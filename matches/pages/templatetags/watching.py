"""What a page says of the request that it answers."""

from __future__ import annotations

from django import template

from matches.models.causes import current_request_id

register = template.Library()


@register.simple_tag
def request_id() -> str:
    """By which the host finds in the log what happened; of a page that is made of nothing else, too."""
    return current_request_id()
