"""What the API answers to, area by area: each module lists its own, and ``ALL`` has them in the document's order."""

from __future__ import annotations

from django.urls import URLPattern

from matches.api.addresses import (
    clubs,
    events,
    exports,
    figures,
    imports,
    people,
    rubbers,
    sittings,
    start,
    webhooks,
)

ALL: list[URLPattern] = [
    *start.ADDRESSES,
    *clubs.ADDRESSES,
    *people.ADDRESSES,
    *events.ADDRESSES,
    *rubbers.ADDRESSES,
    *figures.ADDRESSES,
    *sittings.ADDRESSES,
    *imports.ADDRESSES,
    *exports.ADDRESSES,
    *webhooks.ADDRESSES,
]
