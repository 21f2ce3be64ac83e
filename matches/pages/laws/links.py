"""Where a law is told, and where the director's rulings are: the one place that knows the addresses."""

from __future__ import annotations

from django.urls import reverse
from django.utils.http import urlencode


def law_url(number: int | None) -> str:
    """The page of the law; empty where there is none."""
    return "" if number is None else reverse("web:law", args=[number])


def laws_url() -> str:
    return reverse("web:laws")


def book_url(public_id: str, *, game: int | None = None, deal: int | None = None) -> str:
    """The director's rulings at a rubber, or at one of its deals: positions from 1, deal 0 before the first."""
    address = reverse("web:rubber_book", args=[public_id])
    if game is None or deal is None:
        return address
    return f"{address}?{urlencode({'game': game, 'deal': deal})}"
