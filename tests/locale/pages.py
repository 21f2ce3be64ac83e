"""What a page says to a reader, text by text, and the pages that links lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

from django.test import Client
from django.urls import resolve

UNSPOKEN = {"script", "style", "pre", "code", "svg"}
"""Elements whose text is no language: the notation above all."""
AS_WRITTEN = {"remark"}
"""Classes of what somebody wrote and nobody translates."""
SPOKEN_ATTRIBUTES = ("alt", "aria-label", "placeholder", "title")
VOID = {"br", "hr", "img", "input", "link", "meta", "use", "path", "wbr", "source", "col"}


class Reading(HTMLParser):
    """``said`` are the page's texts in order, white space made single; ``links`` its addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.links: list[str] = []
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a" and given.get("href"):
            self.links.append(given["href"] or "")
        silent = tag in UNSPOKEN or bool(AS_WRITTEN & set((given.get("class") or "").split()))
        silent = silent or (given.get("lang") is not None and tag != "html")
        if tag not in VOID:
            self._open.append((tag, silent))
        if not silent and not self._is_silent():
            self.said += [
                " ".join((given.get(name) or "").split()) for name in SPOKEN_ATTRIBUTES if given.get(name)
            ]

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split())
        if text and not self._is_silent():
            self.said.append(text)

    def _is_silent(self) -> bool:
        return any(silent for _tag, silent in self._open)


@lru_cache(maxsize=256)
def read(html: str) -> Reading:
    """What is on a page: its links are followed, and then its words are looked at."""
    reading = Reading()
    reading.feed(html)
    return reading


def walk(client: Client, start: str, *, of_a_kind: int) -> Iterator[tuple[str, str]]:
    """The pages that links lead to from ``start``, some of each kind: their addresses and their HTML.

    A kind is a named address of the site, whatever it is about. The administration is Django's own.
    """
    waiting, seen, kinds = [start], {start}, Counter[str]()
    for address in waiting:
        kind = resolve(urlsplit(address).path).view_name
        kinds[kind] += 1
        if kinds[kind] > of_a_kind or kind.startswith("admin:"):
            continue
        response = client.get(address, follow=True)
        if response.status_code != 200 or not response.headers["Content-Type"].startswith("text/html"):
            continue
        html = response.content.decode()
        yield address, html
        for link in read(html).links:
            found = urldefrag(urljoin(address, link)).url
            if found.startswith("/") and found not in seen:
                seen.add(found)
                waiting.append(found)
