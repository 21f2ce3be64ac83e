"""Extract the texts and links of a page, and find what is English on a French page or in a French letter."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit
from zoneinfo import available_timezones

from django.test import Client
from django.urls import resolve

from tests.locale.catalogue import FRENCH, PERCENT_FIELD, Message, messages

UNSPOKEN = {"script", "style", "pre", "code", "svg"}
"""Elements whose text is in no language, above all the notation."""


AS_WRITTEN = {"remark"}
"""Classes of elements with text that people wrote, which is not translated."""


SPOKEN_ATTRIBUTES = ("alt", "aria-label", "placeholder", "title")
VOID = {"br", "hr", "img", "input", "link", "meta", "use", "path", "wbr", "source", "col"}


class Reading(HTMLParser):
    """``texts`` are the page's texts in order, with single white space; ``links`` its addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
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
            self.texts += [
                " ".join((given.get(name) or "").split()) for name in SPOKEN_ATTRIBUTES if given.get(name)
            ]

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split())
        if text and not self._is_silent():
            self.texts.append(text)

    def _is_silent(self) -> bool:
        return any(silent for _tag, silent in self._open)


@lru_cache(maxsize=256)
def read(html: str) -> Reading:
    """Return a page's texts and links. Its links are followed before its texts are examined."""
    reading = Reading()
    reading.feed(html)
    return reading


def walk(client: Client, start: str, *, of_a_kind: int) -> Iterator[tuple[str, str]]:
    """Yield address and HTML of pages that links lead to from ``start``, some of each kind (a named address
    of the site).
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
            url = urldefrag(urljoin(address, link)).url
            if url.startswith("/") and url not in seen:
                seen.add(url)
                waiting.append(url)


COMPILED = messages(FRENCH.with_suffix(".mo"))
FIELD = re.compile(rf"{PERCENT_FIELD.pattern}|{{\w+}}")
ENGLISH_WORDS = re.compile(r"\b(the|and|of|is|are|was|with|not|this|that|from|by|has|no|to)\b", re.IGNORECASE)


def english_of(message: Message) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield patterns that show that ``message`` appeared in English; none if French has the same text.

    Each pattern comes with its longest literal part. Nearly every text can be ruled out because it lacks that part.
    """
    for english, translation in ((message.english, message.translations[0]), (message.plural, "")):
        words = re.findall(r"[^\W\d_]{2,}", FIELD.sub(" ", english))
        if len(words) >= 3 and english != translation:
            parts = [" ".join(part.split()) for part in FIELD.split(english) if part]
            yield max(parts, key=len), re.compile(".{1,80}?".join(map(re.escape, parts)))


PATTERNS = [pattern for message in COMPILED.values() for pattern in english_of(message)]
ALONE = {message.english for message in COMPILED.values()} - {
    translation for message in COMPILED.values() for translation in message.translations
}
"""English that is a whole text by itself, a label or a heading, and no French at the same time."""


PLACES = {place.replace("_", " ") for zone in available_timezones() for place in zone.split("/")}


def english_on(html: str, *, names: Collection[str] = ()) -> list[str]:
    """Return the texts that are English. ``names`` of people and things are not translated."""
    return [one for one in read(html).texts if one not in names and _is_english(one)]


@cache  # Most texts of a page appear on every other page as well.
def _is_english(one: str) -> bool:
    if one in PLACES:
        return False
    return bool(
        one in ALONE
        or ENGLISH_WORDS.search(one)
        or any(part in one and pattern.search(one) for part, pattern in PATTERNS)
    )
