"""Numbers as pages write them, in the reader's manner. Django's own cuts decimals off; these round."""

from __future__ import annotations

from django.utils.formats import number_format


def decimal(number: float, places: int) -> str:
    """``0.36``: rounded, with so many decimals."""
    return number_format(f"{number:.{places}f}", decimal_pos=places)


def grouped(number: int) -> str:
    """``65,780``."""
    return number_format(number, use_l10n=True, force_grouping=True)


def hundredths(chance: float) -> str:
    """A chance between 0 and 1 as so many in 100: ``47.3``, ``0.4``."""
    return decimal(100 * chance, 1)


def signed(marks: float) -> str:
    """Marks with their sign, two decimals: ``+0.36``, ``−0.12``."""
    rounded = round(marks, 2)
    text = decimal(abs(rounded), 2)
    if rounded > 0:
        return f"+{text}"
    return f"−{text}" if rounded < 0 else text
