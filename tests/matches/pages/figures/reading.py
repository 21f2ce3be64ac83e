"""Read a page of figures: the count that it states, the link behind it, and the records counted."""

from __future__ import annotations

import re

from django.urls import reverse

from matches.models import Player
from tests.matches.pages.reading import tags, words
from tests.matches.pages.records import text


def dated(b: str, day: str, event: str = "Autumn Cup", *, a: str = "Boiteau") -> str:
    """Return the text of a rubber in which ``a`` loses two deals and the game to ``b``."""
    return text(a, b, tags=f'[Event "{event}"]\n[Date "{day}"]\n')


def figures_of(player: Player, query: str = "") -> str:
    return reverse("web:player_figures", args=[player.public_id]) + query


def pair_url(a: Player, b: Player, name: str = "pair_figures") -> str:
    return reverse(f"web:{name}", args=[a.public_id, b.public_id])


def counted_facts(html: str) -> str:
    facts = re.search(r'<ul class="facts">(.*?)</ul>', html)
    assert facts is not None
    return words(facts[1].replace("</li>", " ")).strip()


def behind_links(html: str) -> dict[str, int]:
    """Return the linked lists by URL, with the count that the page states for each."""
    counts = {}
    for link in tags(html, "a"):
        address = link.attributes.get("href", "")
        if re.search(r"/figures/\w+/(counted|among)/", address):
            counts[address] = int(re.sub(r"\D", "", link.text))
    return counts
