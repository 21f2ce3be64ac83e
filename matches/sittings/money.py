"""Amounts of money as people write them and as pages show them. Within, they are whole numbers of the smallest unit."""

from __future__ import annotations

import re
from typing import Final

from django.utils.formats import get_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.rules.sittings.facts import MOST_AMOUNT, Amount

DECIMALS: Final[dict[str, int]] = {
    **dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX"), 0),
    **dict.fromkeys(("UYI", "VND", "VUV", "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
}
"""How many decimals a currency has (ISO 4217) where they are not two."""
SYMBOLS: Final[dict[str, str]] = {"EUR": "€", "GBP": "£", "JPY": "¥", "USD": "$"}
NO_BREAK: Final = "\N{NO-BREAK SPACE}"
MINUS: Final = "\N{MINUS SIGN}"
MOST_TYPED: Final = 24
WHOLE: Final = r"[0-9]{1,10}|[0-9]{1,3}(?:[\s'’][0-9]{3}){1,2}"
"""Thousands may stand apart; any other gap may be a point that was left out."""


class MoneyError(ValueError):
    """A text is no amount. Its text says what is."""


def decimals_of(currency: str) -> int:
    return DECIMALS.get(currency, 2)


def money(amount: Amount, currency: str) -> str:
    """``£2.50``, ``CHF 2.50``; below nothing with its sign before all."""
    places = decimals_of(currency)
    number = number_format(f"{abs(amount) / 10**places:.{places}f}", decimal_pos=places, force_grouping=True)
    symbol = SYMBOLS.get(currency, f"{currency}{NO_BREAK}")
    # Translators: an amount of money; in French the symbol stands behind.
    text = (pgettext("money", "%(symbol)s%(number)s") % {"symbol": symbol, "number": number}).strip()
    return f"{MINUS}{text}" if amount < 0 else text


def signed_money(amount: Amount, currency: str) -> str:
    """With a plus where somebody is up: ``+£2.50``."""
    return f"+{money(amount, currency)}" if amount > 0 else money(amount, currency)


def typed_money(amount: Amount, currency: str) -> str:
    """As a form has it filled in, which ``read_money`` reads again: no signs, and the reader's point or comma."""
    places = decimals_of(currency)
    whole, rest = divmod(amount, 10**places)
    return f"{whole}{get_format('DECIMAL_SEPARATOR')}{rest:0{places}d}" if places else str(whole)


def read_money(text: str, currency: str) -> Amount:
    """The amount that somebody typed, above nothing: ``2.50``, ``2,5``, ``£2``. Raises ``MoneyError``.

    >>> read_money(" £2,50 ", "GBP"), read_money("3", "JPY")
    (250, 3)
    """
    places = decimals_of(currency)
    decimals = rf"(?:[.,]([0-9]{{1,{places}}}))?" if places else "()"
    found = re.fullmatch(rf"({WHOLE}){decimals}", _bare(text, currency))
    if found is None:
        raise MoneyError(_wanted(text, currency))
    amount: Amount = int(re.sub("[^0-9]", "", found[1])) * 10**places + int(
        (found[2] or "").ljust(places, "0") or 0
    )
    if not amount:
        raise MoneyError(_("Write an amount above nothing."))
    if amount > MOST_AMOUNT:
        raise MoneyError(_("That is more than %(most)s.") % {"most": money(MOST_AMOUNT, currency)})
    return amount


def _bare(text: str, currency: str) -> str:
    """Without the currency before or behind it."""
    signs = "|".join(re.escape(sign) for sign in (SYMBOLS.get(currency, currency), currency))
    return re.sub(rf"^\s*(?:{signs})?\s*|\s*(?:{signs})?\s*$", "", text)


def _wanted(text: str, currency: str) -> str:
    example = money(25 * 10 ** decimals_of(currency) // 10, currency)
    said = text.strip()[:MOST_TYPED]
    return _(
        "“%(said)s” is no amount: write it like %(example)s, with figures alone and no signs between thousands."
    ) % {
        "said": said,
        "example": example,
    }
