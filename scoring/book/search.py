"""Laws found by plain words, in whatever language their texts are.

The first line of a law's text names it, with its keywords; the rest explains. A word counts the more the fewer laws
are named by it, and less where it only begins alike (``showed``, ``shown``) or stands in an explanation; accents and
case make no difference. Nothing here knows a language.
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
"""What is read of a query; the rest is left out."""

_WORD: Final = re.compile(r"[^\W_]+")
_ALIKE: Final = 0.6
_EXPLAINED: Final = 0.25
_FURTHER: Final = 0.05
_SHORTEST_STEM: Final = 4
_LONGEST_ENDING: Final = 3


def find(query: str, texts: Mapping[int, str]) -> tuple[int, ...]:
    """The laws whose texts have words of ``query``, the best first; all of ``texts`` in order for an empty query.

    A number, alone or behind one word, finds the law of that number first.
    """
    asked = tuple(dict.fromkeys(_words(query[:QUERY_CHARACTERS])))
    if not asked:
        return tuple(sorted(texts))
    named = {law: _words(text.partition("\n")[0]) for law, text in texts.items()}
    explained = {law: _words(text.partition("\n")[2]) for law, text in texts.items()}
    scores: dict[int, float] = {}
    for word in asked:
        in_names = {law: _best(word, held) for law, held in named.items()}
        naming = sum(weight > 0 for weight in in_names.values())
        rarity = math.log(1 + len(texts) / naming) if naming else 1.0
        if len(word) < _SHORTEST_STEM:
            # Mostly words that string others together, in any language.
            rarity /= 2
        for law, weight in in_names.items():
            weight = max(weight, _EXPLAINED * _best(word, explained[law]))
            if weight:
                scores[law] = scores.get(law, 0.0) + rarity * weight
    if (number := _law_named(asked)) in texts:
        scores[number] = math.inf
    return tuple(sorted(scores, key=lambda law: (-scores[law], law)))


@lru_cache(maxsize=1)
def english_texts() -> Mapping[int, str]:
    """What the laws are looked for by in English."""
    return {
        law.number: text_of(
            law.title, ROWS[law.number].irregularity, ", ".join(ROWS[law.number].keywords), law.summary
        )
        for law in LAWS
    }


def text_of(title: str, irregularity: str, keywords: str, summary: str) -> str:
    """One law's text to be looked through, in any language."""
    return f"{title}. {irregularity}. {keywords}\n{summary}"


def _law_named(asked: tuple[str, ...]) -> int:
    """``43`` of ``43`` or ``law 43``; 0 where no law is named."""
    last = asked[-1]
    return int(last) if len(asked) <= 2 and len(last) <= 2 and last.isdecimal() else 0


def _best(word: str, held: Sequence[str]) -> float:
    """About 1 where ``word`` is among those held, less where only one that begins alike is, 0 for neither.

    Each further one that is alike adds a little.
    """
    alike = [_likeness(word, other) for other in held]
    best = max(alike, default=0.0)
    return best + _FURTHER * (sum(alike) - best)


@lru_cache(maxsize=1 << 14)
def _likeness(word: str, other: str) -> float:
    if word == other:
        return 1.0
    shorter, longer = sorted((len(word), len(other)))
    common = 0
    while common < shorter and word[common] == other[common]:
        common += 1
    is_plural = common == shorter == longer - 1 and shorter >= _SHORTEST_STEM - 1
    return _ALIKE if is_plural or (common >= _SHORTEST_STEM and longer - common <= _LONGEST_ENDING) else 0.0


@lru_cache(maxsize=512)
def _words(text: str) -> tuple[str, ...]:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return tuple(_WORD.findall("".join(letter for letter in plain if not unicodedata.combining(letter))))
