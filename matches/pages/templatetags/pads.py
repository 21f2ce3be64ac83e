"""The template tags of table links."""

from __future__ import annotations

from django import template

from matches.clubs.words import person_name
from matches.models import TableLink
from matches.pages.common.club_context import moment_in
from matches.pages.common.results import side_names

register = template.Library()

register.filter("moment", moment_in)

register.filter("person", person_name)


@register.filter
def link_match(link: TableLink) -> str:
    """Return the names for whom a table link was made; "" for a pool or French table, where players take turns."""
    if link.player_a is None or link.player_b is None:
        return ""
    return " – ".join(side_names(link.player_a, link.player_b))
