"""Find likely misspellings of names, and sort labels, by one rule for pages and API."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from typing import Final, TypeAlias

from django.utils.translation import gettext as _

CONTACT_SHOWN: Final = 60
SHORTEST: Final = 4
"""The length that the longer of two names must have to differ by a letter: short names often differ by no more."""
NaturalKey: TypeAlias = tuple[bool, tuple[str | int, ...]]


def blank_name_words(*, is_required: bool) -> str:
    """Return the error message for a name that ``tidy_name`` reduced to an empty string.

    If the name ``is_required``, the message asks for one; otherwise it says that the name may be left empty.
    """
    if is_required:
        return _("Give a name.")
    return _("This name has no visible characters. Write another, or leave it empty.")


def contact_words(name: str) -> str:
    """Return the error message for a person's name that holds an address or a telephone number."""
    text = _("%(name)s has more than a name. Addresses and telephone numbers must not become public.")
    return text % {"name": name[:CONTACT_SHOWN]}


def near_names(wanted: Iterable[str], listed: Iterable[str]) -> dict[str, str]:
    """Return each wanted name that is similar to a listed name or to an earlier wanted name.

    The result is ``{wanted name: similar name}``. Names that are listed exactly are not in it.

    Names are similar if they differ only in case, accents, spaces and punctuation, or in one letter that is
    added, missing or different.

    >>> near_names(["Boiteau", "boîteau", "Walkers", "Orford", "Pole"], ["Walker", "Orford", "Dole"])
    {'boîteau': 'Boiteau', 'Walkers': 'Walker', 'Pole': 'Dole'}
    """
    names = NearNames(sorted(set(listed)))
    near: dict[str, str] = {}
    for name in wanted:
        if other := names.add(name):
            near[name] = other
    return near


def similar_names(name: str, listed: Iterable[str]) -> list[str]:
    """Return the listed names that are ``name`` or similar to it, as ``near_names`` describes.

    >>> similar_names("Ann Bel", ["Ann Bell", "ANN BEL", "Bob Clay"])
    ['Ann Bell', 'ANN BEL']
    """
    folded = _fold_name(name)
    keys = set(_match_keys(folded))
    return [other for other in listed if _is_similar(folded, _fold_name(other), keys)]


def _is_similar(folded: str, other: str, keys: Set[str]) -> bool:
    """Return whether two folded names are alike; ``keys`` are the match keys of the first."""
    if folded == other:
        return True
    is_near = abs(len(folded) - len(other)) <= 1 and _is_one_letter_off(folded, other)
    return is_near and not keys.isdisjoint(_match_keys(other))


class NearNames:
    """An index of names, which grows, and finds one that is similar, as ``near_names`` describes."""

    def __init__(self, names: Iterable[str]) -> None:
        self._exact: set[str] = set()
        self._known: defaultdict[str, list[str]] = defaultdict(list)
        for name in names:
            self._insert(name)

    def __len__(self) -> int:
        return len(self._exact)

    def add(self, name: str) -> str | None:
        """Add ``name``, and return a similar name that was there, or None, also if ``name`` itself was."""
        if name in self._exact:
            return None
        folded = _fold_name(name)
        alike = (
            other
            for key in _match_keys(folded)
            for other in self._known.get(key, ())
            if folded == _fold_name(other) or _is_one_letter_off(folded, _fold_name(other))
        )
        near = next(alike, None)
        self._insert(name)
        return near

    def _insert(self, name: str) -> None:
        if name not in self._exact:
            self._exact.add(name)
            for key in _match_keys(_fold_name(name)):
                self._known[key].append(name)


def _fold_name(name: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFKD", name.casefold()) if each.isalnum())


def _match_keys(folded: str) -> Iterator[str]:
    """Yield what two names one letter apart have in common: the name, and it without each of its letters."""
    yield folded
    if len(folded) >= SHORTEST:
        for place, letter in enumerate(folded):
            # Digits number people: Guest 1 is not Guest 2.
            if not letter.isdecimal():
                yield folded[:place] + folded[place + 1 :]


def _is_one_letter_off(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(long) < SHORTEST:
        return False
    start = next((place for place, letter in enumerate(short) if letter != long[place]), len(short))
    if len(short) == len(long):
        return short[start + 1 :] == long[start + 1 :]
    return len(long) - len(short) == 1 and short[start:] == long[start + 1 :]


def natural_key(label: str) -> NaturalKey:
    """Return a key for natural order, ``Table 2`` before ``Table 10``. Case is ignored; an empty label comes last."""
    # Text and digits alternate, text first, so that the same position has the same type in any two keys.
    parts = re.split(r"(\d+)", label.casefold())
    return not label, tuple(int(part) if place % 2 else part for place, part in enumerate(parts))
