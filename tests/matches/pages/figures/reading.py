"""What a page of figures says it counts, where it leads, and the records that are counted."""

from __future__ import annotations

import re

from django.urls import reverse

from matches.models import Player
from tests.matches.pages.markup import tags
from tests.matches.pages.reading import words
from tests.matches.pages.records import text


def dated(b: str, day: str, event: str = "Autumn Cup") -> str:
    """Boiteau loses two deals and the game to ``b``."""
    return text("Boiteau", b, tags=f'[Event "{event}"]\n[Date "{day}"]\n')


def figures_of(player: Player, query: str = "") -> str:
    return reverse("web:player_figures", args=[player.public_id]) + query


def counted_facts(html: str) -> str:
    facts = re.search(r'<ul class="facts">(.*?)</ul>', html)
    assert facts is not None
    return words(facts[1].replace("</li>", " ")).strip()


def behind_links(html: str) -> dict[str, int]:
    """The lists that a page leads to, by address, and how many it says stand behind each."""
    found = {}
    for link in tags(html, "a"):
        address = link.attributes.get("href", "")
        if re.search(r"/figures/\w+/(counted|among)/", address):
            found[address] = int(re.sub(r"\D", "", link.text))
    return found
