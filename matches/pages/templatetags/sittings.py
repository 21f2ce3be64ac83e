"""The template tags of pools and French tables."""

from __future__ import annotations

from django import template

from matches.pages.sittings.context import sitting_day
from matches.sittings.words import KINDS

register = template.Library()

register.filter("sitting_day", sitting_day)


@register.filter
def kind_name(kind: str) -> str:
    return str(KINDS[kind])
