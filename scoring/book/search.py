"""Search for laws by plain words, in any language of their texts.

The first line of a law's text names the law, with its keywords; the other lines explain it. A query's word
counts more if few laws have it in their first line. It counts less if only its beginning matches (``showed``,
``shown``) or if it is in an explanation. Accents and case make no difference. No rule here depends on a
language.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from scoring.incidents import ROWS
from scoring.laws.index import LAWS

QUERY_CHARACTERS: Final = 300
"""The number of characters of a query that are searched for; the rest is ignored."""

_WORD: Final = re.compile(r"[^\W_]+")
_ALIKE: Final = 0.6
_EXPLAINED: Final = 0.25
_FURTHER: Final = 0.05
_SHORTEST_STEM: Final = 4
_LONGEST_ENDING: Final = 3


def find(query: str, texts: Mapping[int, str]) -> tuple[int, ...]:
    """Return the numbers of the laws whose texts match words of ``query``, the best match first.

    ``texts`` has the searchable text of each law by its number (see ``text_of``). An empty query returns all
    numbers in order. If the query is a number, alone or after one word (``43``, ``law 43``), that law comes
    first.
    """
    query_words = tuple(dict.fromkeys(_split_words(query[:QUERY_CHARACTERS])))
    if not query_words:
        return tuple(sorted(texts))
    named = {law: _split_words(text.partition("\n")[0]) for law, text in texts.items()}
    explained = {law: _split_words(text.partition("\n")[2]) for law, text in texts.items()}
    scores: dict[int, float] = {}
    for word in query_words:
        in_names = {law: _score_word(word, words) for law, words in named.items()}
        naming = sum(weight > 0 for weight in in_names.values())
        rarity = math.log(1 + len(texts) / naming) if naming else 1.0
        if len(word) < _SHORTEST_STEM:
            # Short words mostly connect others, in any language.
            rarity /= 2
        for law, weight in in_names.items():
            weight = max(weight, _EXPLAINED * _score_word(word, explained[law]))
            if weight:
                scores[law] = scores.get(law, 0.0) + rarity * weight
    if (number := _parse_law_number(query_words)) in texts:
        scores[number] = math.inf
    return tuple(sorted(scores, key=lambda law: (-scores[law], law)))


@lru_cache(maxsize=1)
def english_texts() -> Mapping[int, str]:
    """Return the searchable English text of each law, by the law's number."""
    return {
        law.number: text_of(
            law.title, ROWS[law.number].irregularity, ", ".join(ROWS[law.number].keywords), law.summary
        )
        for law in LAWS
    }


def text_of(title: str, irregularity: str, keywords: str, summary: str) -> str:
    """Return the searchable text of one law, built from its translated parts: the name and keywords, then the
    summary.
    """
    return f"{title}. {irregularity}. {keywords}\n{summary}"


def _parse_law_number(query_words: tuple[str, ...]) -> int:
    """Return the number of ``43`` or ``law 43``; 0 if no law is named."""
    last = query_words[-1]
    return int(last) if len(query_words) <= 2 and len(last) <= 2 and last.isdecimal() else 0


def _score_word(word: str, words: Sequence[str]) -> float:
    """Return about 1 if ``word`` is among the text's words, less if one only begins alike, 0 for neither.

    Each further word that is alike adds a little.
    """
    alike = [_compare_words(word, other) for other in words]
    best = max(alike, default=0.0)
    return best + _FURTHER * (sum(alike) - best)


@lru_cache(maxsize=1 << 14)
def _compare_words(word: str, other: str) -> float:
    if word == other:
        return 1.0
    shorter, longer = sorted((len(word), len(other)))
    common = 0
    while common < shorter and word[common] == other[common]:
        common += 1
    is_plural = common == shorter == longer - 1 and shorter >= _SHORTEST_STEM - 1
    return _ALIKE if is_plural or (common >= _SHORTEST_STEM and longer - common <= _LONGEST_ENDING) else 0.0


@lru_cache(maxsize=512)
def _split_words(text: str) -> tuple[str, ...]:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return tuple(_WORD.findall("".join(letter for letter in plain if not unicodedata.combining(letter))))
