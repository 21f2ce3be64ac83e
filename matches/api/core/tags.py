"""The parts of the document: each operation is in the one of the area that its address belongs to."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping
from typing import Any, Final

TAGS: Final[Mapping[str, str]] = {
    "start": "Where to begin, and each kind of problem.",
    "laws": "The laws, what they make of an incident, and the chances of winning a game.",
    "clubs": "Clubs, their players, and the events on their lists.",
    "people": "Who belongs to a club and in which role, what is kept of a person, logs, and what waits to be settled.",
    "events": "How an event is run: its plan, entrants, draws, rounds, results, standings and places.",
    "rubbers": "Rubbers, their games and deals: entered, recorded, confirmed, corrected, reviewed.",
    "figures": "Figures of play, ratings, records and seasons.",
    "sittings": "Pools and French tables with their ledgers, and links for the phones of tables.",
    "imports": "Files brought in, and what became of each rubber in them.",
    "exports": "Records taken out: at once, or prepared as files.",
    "webhooks": "Where a club has its news sent.",
}
"""What each is about, in the order of the document."""
AREAS: Final[Mapping[str, str]] = {
    "start": "matches.api.start.urls",
    "clubs": "matches.api.clubs.urls",
    "people": "matches.api.clubs.people_urls",
    "events": "matches.api.events.urls",
    "rubbers": "matches.api.rubbers.urls",
    "figures": "matches.api.figures.urls",
    "sittings": "matches.api.sittings.urls",
    "imports": "matches.api.exchange.import_urls",
    "exports": "matches.api.exchange.export_urls",
    "webhooks": "matches.api.webhooks.urls",
}
"""The module that lists the addresses of each area."""
_LAWS: Final = ("/api/v1/laws/", "/api/v1/rulings/", "/api/v1/chances/")


@functools.cache
def _area_of_views() -> Mapping[type[Any], str]:
    found: dict[type[Any], str] = {}
    for area in TAGS:
        if area != "laws":
            module = importlib.import_module(AREAS[area])
            found |= {pattern.callback.view_class: area for pattern in module.ADDRESSES}
    return found


def tag_of(view: type[Any], path: str) -> str:
    """The part of the document that an operation of ``view`` at ``path`` is in."""
    return "laws" if path.startswith(_LAWS) else _area_of_views()[view]


def describe_tags(result: dict[str, Any], **_of_no_use: Any) -> dict[str, Any]:
    """Say what the parts are about that have something in them."""
    used = {tag for methods in result["paths"].values() for each in methods.values() for tag in each["tags"]}
    result["tags"] = [{"name": tag, "description": told} for tag, told in TAGS.items() if tag in used]
    return result
