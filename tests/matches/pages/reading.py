"""Read the site as a visitor does, without a browser: URLs, pages, words, and the tags of a page."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.test import Client
from django.urls import reverse

from matches.models import Rubber

VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "option", "source", "use", "path"}


@dataclass
class Tag:
    """One element. ``text`` is all text within it, single spaced."""

    name: str
    attributes: dict[str, str]
    inside: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join("".join(self.inside).split())

    def __getitem__(self, attribute: str) -> str:
        return self.attributes[attribute]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[Tag] = []
        self._open: list[Tag] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Tag(tag, {name: value or "" for name, value in attrs})
        self.tags.append(made)
        if tag not in VOID:
            self._open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(Tag(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop().name != tag:
            pass

    def handle_data(self, data: str) -> None:
        for opened in self._open:
            opened.inside.append(data)


def tags(html: str, name: str = "", /, **attributes: str) -> list[Tag]:
    """Return the tags called ``name`` (any, if empty) that have all these attributes.

    ``class_="tag"`` matches one class among several. Write a dash in a name as ``_``.
    """
    reader = _Reader()
    reader.feed(html)
    return [tag for tag in reader.tags if name in ("", tag.name) and _has(tag, attributes)]


def tag(html: str, name: str = "", /, **attributes: str) -> Tag:
    """Return the only such tag. Fails the test if there is none, or more than one."""
    elements = tags(html, name, **attributes)
    assert len(elements) == 1, (name, attributes, elements)
    return elements[0]


def _has(tag: Tag, attributes: dict[str, str]) -> bool:
    for name, value in attributes.items():
        if name == "class_":
            if value not in tag.attributes.get("class", "").split():
                return False
        elif tag.attributes.get(name.replace("_", "-")) != value:
            return False
    return True


def addresses(rubber: Rubber) -> dict[str, str]:
    club, event = rubber.club, rubber.event
    return {
        "club": reverse("web:club", args=[club.slug]),
        "event": reverse("web:event", args=[club.slug, event.public_id]),
        "rubber": reverse("web:rubber", args=[rubber.public_id]),
        "egn": reverse("web:rubber_egn", args=[rubber.public_id]),
        "deal": reverse("web:deal", args=[rubber.public_id, 1, 2]),
        "player": reverse("web:player", args=[rubber.player_a.public_id]),
        "player rubbers": reverse("web:player_rubbers", args=[rubber.player_a.public_id]),
        "player figures": reverse("web:player_figures", args=[rubber.player_a.public_id]),
        "opponents": reverse("web:player_players", args=[rubber.player_a.public_id]),
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
    """Return the ids of more than one element; a link to one would lead to the first alone."""
    counts = Counter(element.attributes.get("id", "") for element in tags(html))
    return [key for key, number in counts.items() if key and number > 1]


def words(html: str) -> str:
    """Return the text that a reader sees: no tags, single spaces."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))
