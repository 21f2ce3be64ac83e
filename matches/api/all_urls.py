"""What the API answers to, area by area: each module lists its own, and ``ALL`` has them in the document's order."""

from __future__ import annotations

from django.urls import URLPattern

from matches.api.clubs import people_urls as people
from matches.api.clubs import urls as clubs
from matches.api.events import urls as events
from matches.api.exchange import export_urls as exports
from matches.api.exchange import import_urls as imports
from matches.api.figures import urls as figures
from matches.api.rubbers import urls as rubbers
from matches.api.sittings import urls as sittings
from matches.api.start import urls as start
from matches.api.webhooks import urls as webhooks

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
