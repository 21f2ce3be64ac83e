"""Finds what is English on a French page or in a French letter."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from zoneinfo import available_timezones

from tests.locale.catalogue import FRENCH, PERCENT_FIELD, Message, messages
from tests.locale.pages import read

COMPILED = messages(FRENCH.with_suffix(".mo"))
FIELD = re.compile(rf"{PERCENT_FIELD.pattern}|{{\w+}}")
ENGLISH_WORDS = re.compile(r"\b(the|and|of|is|are|was|with|not|this|that|from|by|has|no|to)\b", re.IGNORECASE)
"""Words that no French sentence has, whoever wrote it."""


def english_of(message: Message) -> Iterator[tuple[str, re.Pattern[str]]]:
    """What would show that the English of ``message`` was said; nothing where French says the same.

    Before each pattern its longest part that stands as it is: nearly every text is told by that it has not.
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
"""What time zones are called, in every language."""


def english_on(html: str, *, names: Collection[str] = ()) -> list[str]:
    """The texts that are English; ``names`` are those of people and things, which nobody translates."""
    return [one for one in read(html).said if one not in names and _is_english(one)]


@cache  # Most of what a page says stands on every other page as well.
def _is_english(one: str) -> bool:
    if one in PLACES:
        return False
    return bool(
        one in ALONE
        or ENGLISH_WORDS.search(one)
        or any(part in one and pattern.search(one) for part, pattern in PATTERNS)
    )
