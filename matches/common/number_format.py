"""Format numbers and amounts of money in the active language, rounded, and parse amounts that people type.

Django's own functions truncate decimals. An ``Amount`` is a whole number of the currency's smallest unit (250
is £2.50).
"""

from __future__ import annotations

import re
from typing import Final

from django.utils.formats import get_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.rules.sittings.facts import MOST_AMOUNT, Amount

MARGIN: Final = 2
"""The number after ±, in standard errors: the true value is within it 19 times in 20, as with ratings."""
NO_BREAK: Final = "\N{NO-BREAK SPACE}"
MINUS: Final = "\N{MINUS SIGN}"
DECIMALS: Final[dict[str, int]] = {
    **dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX"), 0),
    **dict.fromkeys(("UYI", "VND", "VUV", "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
}
"""The number of decimals of the currencies that do not have two (ISO 4217)."""
SYMBOLS: Final[dict[str, str]] = {"EUR": "€", "GBP": "£", "JPY": "¥", "USD": "$"}
MOST_TYPED: Final = 24
WHOLE: Final = r"[0-9]{1,10}|[0-9]{1,3}(?:[\s'’][0-9]{3}){1,2}"
"""An amount's whole units. Any other gap than between thousands might be a missing decimal point."""


def decimal(number: float, places: int) -> str:
    """Return the number rounded to ``places`` decimals: ``0.36``, in French ``0,36``."""
    return number_format(f"{number:.{places}f}", decimal_pos=places)


def grouped(number: int) -> str:
    """Return the number with its thousands separated: ``65,780``."""
    return number_format(number, use_l10n=True, force_grouping=True)


def hundredths(chance: float) -> str:
    """Return a probability between 0 and 1 as a percentage without the sign: ``47.3``, ``0.4``."""
    return decimal(100 * chance, 1)


def percent(share: float, places: int = 0) -> str:
    """Return a probability or a frequency in per cent, with its sign: ``80 %``, ``0.4 %``.

    Whole per cents never claim that something is certain or impossible if it is not: ``<1 %``, ``>99 %``.
    """
    if not places and 0 < share < 0.005:
        return f"<1{NO_BREAK}%"
    if not places and 0.995 <= share < 1:
        return f">99{NO_BREAK}%"
    return f"{decimal(100 * share, places)}{NO_BREAK}%"


def signed(number: float, places: int = 2) -> str:
    """Return a number with its sign, rounded to ``places`` decimals: ``+0.36``, ``−0.12``, ``0.00``."""
    rounded = round(number, places)
    sign = "+" if rounded > 0 else MINUS if rounded < 0 else ""
    return sign + decimal(abs(rounded), places)


class MoneyError(ValueError):
    """The text is not an amount. The message shows how to write one."""


def decimals_of(currency: str) -> int:
    return DECIMALS.get(currency, 2)


def money(amount: Amount, currency: str) -> str:
    """Return the amount with its currency: ``£2.50``, ``CHF 2.50``. A minus sign comes first."""
    places = decimals_of(currency)
    number = number_format(f"{abs(amount) / 10**places:.{places}f}", decimal_pos=places, force_grouping=True)
    symbol = SYMBOLS.get(currency, f"{currency}{NO_BREAK}")
    # Translators: an amount of money; in French the symbol stands behind.
    text = (pgettext("money", "%(symbol)s%(number)s") % {"symbol": symbol, "number": number}).strip()
    return f"{MINUS}{text}" if amount < 0 else text


def signed_money(amount: Amount, currency: str) -> str:
    """Return the amount with its currency, and a plus sign if it is positive: ``+£2.50``."""
    return f"+{money(amount, currency)}" if amount > 0 else money(amount, currency)


def typed_money(amount: Amount, currency: str) -> str:
    """Return the amount as a form field's initial value, such as ``2.50`` or ``2,50``, which ``read_money`` accepts."""
    places = decimals_of(currency)
    whole, rest = divmod(amount, 10**places)
    return f"{whole}{get_format('DECIMAL_SEPARATOR')}{rest:0{places}d}" if places else str(whole)


def read_money(text: str, currency: str) -> Amount:
    """Parse an amount that a person typed, such as ``2.50``, ``2,5`` or ``£2``.

    Raises ``MoneyError`` if the text is not an amount, or the amount is zero or too large.

    >>> read_money(" £2,50 ", "GBP"), read_money("3", "JPY")
    (250, 3)
    """
    places = decimals_of(currency)
    decimals = rf"(?:[.,]([0-9]{{1,{places}}}))?" if places else "()"
    match = re.fullmatch(rf"({WHOLE}){decimals}", _without_currency(text, currency))
    if match is None:
        raise MoneyError(_format_message(text, currency))
    amount: Amount = int(re.sub("[^0-9]", "", match[1])) * 10**places + int(
        (match[2] or "").ljust(places, "0") or 0
    )
    if not amount:
        raise MoneyError(_("Write an amount above zero."))
    if amount > MOST_AMOUNT:
        raise MoneyError(_("That is more than %(most)s.") % {"most": money(MOST_AMOUNT, currency)})
    return amount


def _without_currency(text: str, currency: str) -> str:
    signs = "|".join(re.escape(sign) for sign in (SYMBOLS.get(currency, currency), currency))
    return re.sub(rf"^\s*(?:{signs})?\s*|\s*(?:{signs})?\s*$", "", text)


def _format_message(text: str, currency: str) -> str:
    example = money(25 * 10 ** decimals_of(currency) // 10, currency)
    excerpt = text.strip()[:MOST_TYPED]
    return _(
        "“%(said)s” is not an amount. Write it like %(example)s, with digits only and no separators"
        " between thousands."
    ) % {"said": excerpt, "example": example}
