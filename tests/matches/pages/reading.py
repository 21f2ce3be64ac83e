"""The site as a reader meets it: addresses, pages, words."""

from __future__ import annotations

import re
from collections import Counter

from django.test import Client
from django.urls import reverse

from matches.models import Rubber
from tests.matches.pages.markup import tags


def addresses(rubber: Rubber) -> dict[str, str]:
    """Every page that shows something of a rubber."""
    club, event = rubber.club, rubber.event
    return {
        "club": reverse("web:club", args=[club.slug]),
        "event": reverse("web:event", args=[club.slug, event.public_id]),
        "rubber": reverse("web:rubber", args=[rubber.public_id]),
        "egn": reverse("web:rubber_egn", args=[rubber.public_id]),
        "deal": reverse("web:deal", args=[rubber.public_id, 1, 2]),
        "steps": reverse("web:deal_steps", args=[rubber.public_id, 1, 2]),
        "player": reverse("web:player", args=[rubber.player_a.public_id]),
        "player figures": reverse("web:player_figures", args=[rubber.player_a.public_id]),
        "adversaries": reverse("web:player_players", args=[rubber.player_a.public_id]),
        "behind": reverse("web:player_behind", args=[rubber.player_a.public_id, "games", "counted"]),
        "pair": reverse("web:pair_figures", args=[rubber.player_a.public_id, rubber.player_b.public_id]),
        "club figures": reverse("web:club_figures", args=[club.slug]),
        "club players": reverse("web:club_players", args=[club.slug]),
        "event figures": reverse("web:event_figures", args=[club.slug, event.public_id]),
        "event players": reverse("web:event_players", args=[club.slug, event.public_id]),
    }


def page(client: Client, address: str, *, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, address
    return response.content.decode()


def doubled_ids(html: str) -> list[str]:
    """The ids that more than one element of the page bears; a link to one would lead to the first alone."""
    found = Counter(element.attributes.get("id", "") for element in tags(html))
    return [key for key, number in found.items() if key and number > 1]


def words(html: str) -> str:
    """What is left for a reader: no tags, single spaces."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))
