"""The customs by which a pool grows, as the forms offer them: each choice with the terms that it stands for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from matches.rules.sittings.facts import first_stakes
from matches.sittings.words import POOL_CUSTOMS, Said

TERMS_BY_CHOICE: Final[Mapping[str, Mapping[str, str]]] = {
    "loser": {"custom": "loser"},
    "engaged": {"custom": "entrant", "first_stakes": "engaged"},
    "entrant": {"custom": "entrant"},
}
USUAL_CHOICE: Final = "loser"
EXAMPLE_STAKE: Final = 100
"""The stake of the figures beside each choice, in the currency's smallest unit."""


def custom_choices(currency: str) -> list[tuple[str, str]]:
    """Return the choices with their words and the figures of an example, amounts in ``currency``."""
    said = Said({}, currency)
    amounts = {name: said.money(times * EXAMPLE_STAKE) for name, times in _STAKES.items()}
    return [(choice, str(POOL_CUSTOMS[choice]) % amounts) for choice in TERMS_BY_CHOICE]


def choice_of(terms: Mapping[str, Any]) -> str:
    """Return the choice that stands for a pool's terms."""
    return "engaged" if first_stakes(terms) == "engaged" else str(terms.get("custom", USUAL_CHOICE))


def pool_terms(stake: int, choice: str) -> dict[str, Any]:
    """Return the terms of a pool; ``stake`` in the currency's smallest unit, an empty choice is the usual one."""
    return {"stake": stake, **TERMS_BY_CHOICE[choice or USUAL_CHOICE]}


_STAKES: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
