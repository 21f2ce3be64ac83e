"""The URL patterns of the API. Clients hard-code the URLs, so the URLs must not change."""

from __future__ import annotations

from typing import Final

from django.urls import URLPattern, re_path

from matches.api.clubs import urls as clubs
from matches.api.core import urls as core
from matches.api.core.openapi import TAGS
from matches.api.core.root_views import NowhereView
from matches.api.events import urls as events
from matches.api.exchange import export_urls as exports
from matches.api.exchange import import_urls as imports
from matches.api.figures import urls as figures
from matches.api.laws import urls as laws
from matches.api.log import urls as log
from matches.api.pads import urls as pads
from matches.api.privacy import urls as privacy
from matches.api.reviews import urls as reviews
from matches.api.rubbers import urls as rubbers
from matches.api.sittings import urls as sittings
from matches.api.webhooks import urls as webhooks

AREAS: Final[dict[str, list[URLPattern]]] = {area: [] for area in TAGS}
"""The URL patterns of all domains by the tag of their operations, in the order of the document's tags."""
for domain in (
    core,
    laws,
    clubs,
    privacy,
    log,
    rubbers,
    reviews,
    figures,
    events,
    sittings,
    pads,
    imports,
    exports,
    webhooks,
):
    for area, patterns in domain.AREAS.items():
        AREAS[area] += patterns
ALL: Final[list[URLPattern]] = [pattern for patterns in AREAS.values() for pattern in patterns]

app_name = "api"
urlpatterns = [
    *ALL,
    re_path(r"^.*$", NowhereView.as_view(), name="nowhere"),
]
