"""A form's field for an amount of money, typed as people write one."""

from __future__ import annotations

from typing import Any

from django import forms

from matches.rules.sittings.facts import Amount
from matches.sittings.money import MOST_TYPED, MoneyError, read_money


class MoneyField(forms.CharField):
    """An amount in ``currency``; None where it may be left out and is."""

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
