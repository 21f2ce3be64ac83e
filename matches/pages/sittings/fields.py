"""Form fields of a table: an amount of money, and the custom by which a pool grows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms

from matches.common.number_format import MOST_TYPED, MoneyError, read_money
from matches.rules.sittings.facts import Amount, first_stakes
from matches.sittings.words import POOL_CUSTOMS, WordingContext


class MoneyField(forms.CharField):
    """A field for an amount of money in ``currency``, as people write it; None if it is empty."""

    def __init__(self, currency: str, **options: Any) -> None:
        widget = forms.TextInput({"inputmode": "decimal", "class": "money", "autocomplete": "off", "size": 8})
        super().__init__(max_length=MOST_TYPED, widget=widget, **options)
        self.currency = currency

    def clean(self, value: Any) -> Amount | None:
        text = str(super().clean(value))
        if not text:
            return None
        try:
            return read_money(text, self.currency)
        except MoneyError as error:
            raise forms.ValidationError(str(error), code="money") from None


TERMS_BY_CHOICE: Final[Mapping[str, Mapping[str, str]]] = {
    "loser": {"custom": "loser"},
    "engaged": {"custom": "entrant", "first_stakes": "engaged"},
    "entrant": {"custom": "entrant"},
}
USUAL_CHOICE: Final = "loser"
EXAMPLE_STAKE: Final = 100
"""The stake in the example beside each custom, in the currency's smallest unit."""


def custom_choices(currency: str) -> list[tuple[str, str]]:
    """Return the customs by which a pool can grow as choices, each with an example in ``currency``."""
    words = WordingContext({}, currency)
    amounts = {name: words.money(times * EXAMPLE_STAKE) for name, times in _STAKES.items()}
    return [(choice, str(POOL_CUSTOMS[choice]) % amounts) for choice in TERMS_BY_CHOICE]


def choice_of(terms: Mapping[str, Any]) -> str:
    return "engaged" if first_stakes(terms) == "engaged" else str(terms.get("custom", USUAL_CHOICE))


def pool_terms(stake: int, choice: str) -> dict[str, Any]:
    """Return a pool's terms: a stake in the currency's smallest unit, a custom ("": the default)."""
    return {"stake": stake, **TERMS_BY_CHOICE[choice or USUAL_CHOICE]}


_STAKES: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
