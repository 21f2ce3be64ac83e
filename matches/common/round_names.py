"""Name the rounds of events, and find the rounds that a written name means.

This is the one vocabulary of rounds. Pages write their names by ``round_words``; ``rounds_called`` reads what people
and files write, and derives the names that it knows from the same function in each language of the site. What people
write besides, as in "R1", "1.1" or "1/2 finale", is in the tables below.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

Text: TypeAlias = str | Promise

KINDS: Final[dict[str, Text]] = {
    "round_robin": gettext_lazy("round robin"),
    "league": gettext_lazy("league"),
    "swiss": gettext_lazy("Swiss"),
    "knockout": gettext_lazy("knockout"),
    "double_elimination": gettext_lazy("double elimination"),
}
"""The names of the kinds of stages."""
_LABELS: Final[dict[str, Text]] = {
    "Final": gettext_lazy("Final"),
    "Semi-final": gettext_lazy("Semi-final"),
    "Quarter-final": gettext_lazy("Quarter-final"),
    "Third place": gettext_lazy("Third place"),
    "Second final": gettext_lazy("Second final"),
    "Winners final": gettext_lazy("Winners’ final"),
    "Losers preliminary": gettext_lazy("Losers, preliminary"),
}
_LABEL_BEGINNINGS: Final[tuple[tuple[str, Text], ...]] = (
    ("Round of ", gettext_lazy("Round of %(rest)s")),
    ("Game ", gettext_lazy("Game %(rest)s")),
    ("Consolation ", gettext_lazy("Consolation: %(rest)s")),
    ("Losers ", gettext_lazy("Losers %(rest)s")),
    ("Winners ", gettext_lazy("Winners %(rest)s")),
)


def kind_words(kind: str) -> str:
    return str(KINDS.get(kind, kind))


def round_words(label: str) -> str:
    """Return a round's name, such as "Groups: round 3". A label that the club chose is returned unchanged."""
    stage, colon, own = label.rpartition(": ")
    if colon:
        return _("%(stage)s: %(round)s") % {"stage": stage, "round": round_words(own)}
    if label.isdecimal():
        return _("Round %(number)s") % {"number": label}
    if label in _LABELS:
        return str(_LABELS[label])
    for beginning, template in _LABEL_BEGINNINGS:
        if label.startswith(beginning):
            rest = label.removeprefix(beginning)
            return str(template) % {
                "rest": rest if rest.isdecimal() else round_words(rest[:1].upper() + rest[1:])
            }
    return label


@dataclass(frozen=True, slots=True)
class NamedRound:
    """A drawn round as people may name it: its label, and the number, the kind and the name of its stage."""

    label: str
    stage: int
    kind: str
    stage_name: str = ""


def rounds_called(written: str, rounds: Sequence[NamedRound]) -> list[str]:
    """Return the labels of the rounds that ``written`` may mean, in the order of ``rounds``.

    A label that is written exactly so is meant alone. Otherwise case, blanks and punctuation do not matter, and the
    names are those on pages in any language, and what people write for them. A number behind that of a round, as in
    "1.3", is a board's.
    """
    if any(each.label == written for each in rounds):
        return [written]
    for text in (written, _without_board(written)):
        keys = _readings(text)
        if labels := [each.label for each in rounds if keys & _names(each)]:
            return list(dict.fromkeys(labels))
    return []


def names_round(written: str, rounds: Iterable[NamedRound]) -> bool:
    """Return whether ``written`` names a round of the sort of one of ``rounds``: by a number, or as in a bracket."""
    keys = _readings(_without_board(written))
    labels = [each.label.rpartition(": ")[2] for each in rounds]
    if any(re.fullmatch(r"(.+ )?round [0-9]+", key) for key in keys):
        return any(label.isdecimal() for label in labels)
    is_of_bracket = any(re.fullmatch(r"(.+ )?(final|last [0-9]+|3 place)", key) for key in keys)
    return is_of_bracket and not all(label.isdecimal() for label in labels)


_BOARD: Final = re.compile(
    r"(.*\S)(?:\.\s*|[\s,;(]+(?:board|table|échiquier|bd|t)\.?\s*)[0-9]+\)?", re.IGNORECASE
)


def _without_board(written: str) -> str:
    match = _BOARD.fullmatch(written.strip())
    return match[1] if match else written


_PHRASES: Final = tuple(
    (re.compile(pattern), meaning)
    for pattern, meaning in (
        (r"\b1/2(?= *(?:de )?finale?s?\b)", " semi "),
        (r"\b1/4(?= *(?:de )?finale?s?\b)", " quarter "),
        (r"\b1/8e?s?(?: *de)? *finale?s?\b", " last 16 "),
        (r"\b1/16e?s?(?: *de)? *finale?s?\b", " last 32 "),
        (r"\bhuitiemes?(?: de)? finales?\b", " last 16 "),
        (r"\bseiziemes?(?: de)? finales?\b", " last 32 "),
        (r"\b(?:round of|tour des|last) (?=[0-9])", " last "),
        (r"\b(semi|demi|quarter)(?=finale?s?\b)", r"\1 "),
        (
            r"\b(?:petite finale|small final|bronze(?: final)?|[34]e?(?:rd|th)? ?[-/] ?4(?:e|th)? place)\b",
            " 3 place ",
        ),
    )
)
"""Phrases that mean a round, in lower case and without accents, and what they are replaced by."""
_WORDS: Final[dict[str, str]] = {
    **dict.fromkeys(("r", "t", "rd", "rnd", "rde", "ronde", "tour"), "round"),
    **dict.fromkeys(("f", "finale"), "final"),
    **dict.fromkeys(("demi", "semi"), "semi"),
    **dict.fromkeys(("quart",), "quarter"),
    **dict.fromkeys(("sf",), "semi final"),
    **dict.fromkeys(("qf",), "quarter final"),
    **dict.fromkeys(("first", "premier", "premiere"), "1"),
    **dict.fromkeys(("second", "seconde", "deuxieme"), "2"),
    **dict.fromkeys(("third", "troisieme"), "3"),
    **dict.fromkeys(("partie",), "game"),
}
_NOISE: Final = frozenset(
    {"of", "the", "for", "match", "de", "du", "des", "d", "la", "le", "l", "pour", "no", "n"}
)
_ENDINGS: Final = frozenset({"st", "nd", "rd", "th", "er", "re", "ere", "e", "eme", "nde"})
"""Endings of ordinal numbers."""
_HALVES: Final = {"semi": "semi final", "quarter": "quarter final"}


@lru_cache(maxsize=2_048)
def _readings(text: str) -> frozenset[str]:
    """Return the keys by which ``text`` and a round's name are compared; they agree if they have one in common."""
    stage, colon, own = text.rpartition(":")
    whole = _key(text)
    keys = set(_with_number(whole))
    if colon and stage.strip():
        keys.update(f"{_key(stage)} {key}" for key in _with_number(_key(own)))
    return frozenset(keys - {""})


def _with_number(key: str) -> Iterator[str]:
    """Yield ``key``; also "round 3" for "3" and "3 round", with any words before."""
    yield key
    if match := re.fullmatch(r"(?:((?!(?:.* )?(?:last|game)\b).+) )?([0-9]+)(?: round)?", key):
        before = match[1].removesuffix(" round").removesuffix("round") if match[1] else ""
        yield f"{before} round {match[2]}".strip()


@lru_cache(maxsize=2_048)
def _key(text: str) -> str:
    """Return a form of a round's name in which different spellings of one name agree."""
    plain = unicodedata.normalize("NFKD", text).casefold().replace("\N{FRACTION SLASH}", "/")
    plain = "".join(each for each in plain if not unicodedata.combining(each))
    # A dash of any kind joins or parts words as a blank does.
    plain = " ".join(re.sub(r"[\W_]", lambda each: "/" if each[0] == "/" else " ", plain).split())
    for pattern, meaning in _PHRASES:
        plain = pattern.sub(meaning, plain)
    words: list[str] = []
    for word in re.findall(r"[0-9]+|[^\W0-9_]+", plain):
        if word.isdecimal():
            words.append(word.lstrip("0") or "0")
        elif word not in _NOISE and not (words and words[-1].isdecimal() and word in _ENDINGS):
            singular = word.removesuffix("s") if len(word) > 2 else word
            words.append(_WORDS.get(word, _WORDS.get(singular, singular)))
    key = " ".join(words)
    return _HALVES.get(key, key)


@lru_cache(maxsize=2_048)
def _names(round_: NamedRound) -> frozenset[str]:
    """Return the keys of all names of a round."""
    stage, _colon, own = round_.label.rpartition(": ")
    names = set(_readings(round_.label))
    prefixes: set[str] = {stage, round_.stage_name} - {""}
    owns: set[str] = set()
    for language, _language_name in settings.LANGUAGES:
        with override(language):
            names |= _readings(round_words(round_.label))
            owns |= _readings(own) | _readings(round_words(own))
            prefixes |= set(_stage_names(round_))
    names |= owns
    names |= {f"{_key(prefix)} {key}" for prefix in prefixes for key in owns}
    return frozenset(names)


def _stage_names(round_: NamedRound) -> Iterable[str]:
    """Return the names by which pages call the stage of a round, in the active language."""
    kind = kind_words(round_.kind)
    yield kind
    yield _("Stage %(number)s, %(kind)s") % {"number": round_.stage, "kind": kind}
