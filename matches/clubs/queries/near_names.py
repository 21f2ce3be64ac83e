"""Names that may be a slip of the pen: nearly those of people whom a club has on its list."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from matches.models import Club, Player

SHORTEST: Final = 4
"""Letters that a name needs to be taken for another by one of them: shorter ones differ by no more as a rule."""


def names_nearly_listed(club: Club, wanted: Iterable[str]) -> dict[str, str]:
    """Of the names ``wanted``, those that the list of ``club`` has not got but nearly, each with the one it has."""
    listed = Player.objects.filter(club=club).exclude(name="").order_by("name").values_list("name", flat=True)
    return near_names(wanted, listed)


def near_names(wanted: Iterable[str], listed: Iterable[str]) -> dict[str, str]:
    """Each name of ``wanted`` that is none of ``listed`` but nearly one, or nearly one that is wanted before it.

    Nearly: but for letters' case, accents, blanks and signs, or one letter more, less or other.

    >>> near_names(["Boiteau", "boîteau", "Walkers", "Orford", "Pole"], ["Walker", "Orford", "Dole"])
    {'boîteau': 'Boiteau', 'Walkers': 'Walker', 'Pole': 'Dole'}
    """
    known: defaultdict[str, list[str]] = defaultdict(list)
    exact = set(listed)
    for name in sorted(exact):
        _keep(known, name)
    near: dict[str, str] = {}
    for name in wanted:
        if name in exact:
            continue
        exact.add(name)
        folded = _folded(name)
        alike = (
            other
            for key in _keys(folded)
            for other in known[key]
            if folded == _folded(other) or _is_one_letter_off(folded, _folded(other))
        )
        if other := next(alike, None):
            near[name] = other
        _keep(known, name)
    return near


def _keep(known: defaultdict[str, list[str]], name: str) -> None:
    for key in _keys(_folded(name)):
        known[key].append(name)


def _folded(name: str) -> str:
    """Letters and figures alone, small and without accents."""
    return "".join(each for each in unicodedata.normalize("NFKD", name.casefold()) if each.isalnum())


def _keys(folded: str) -> Iterator[str]:
    """What two names that are one letter apart have in common: themselves, and without each of their letters."""
    yield folded
    if len(folded) >= SHORTEST:
        for place, letter in enumerate(folded):
            # Figures number people: Guest 1 is not Guest 2.
            if not letter.isdecimal():
                yield folded[:place] + folded[place + 1 :]


def _is_one_letter_off(one: str, other: str) -> bool:
    """Whether a letter more, less or other makes ``one`` of ``other``."""
    short, long = sorted((one, other), key=len)
    if len(short) < SHORTEST:
        return False
    start = next((place for place, letter in enumerate(short) if letter != long[place]), len(short))
    if len(short) == len(long):
        return short[start + 1 :] == long[start + 1 :]
    return len(long) - len(short) == 1 and short[start:] == long[start + 1 :]
