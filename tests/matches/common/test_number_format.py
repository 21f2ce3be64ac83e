"""Numbers are formatted as pages write them."""

from __future__ import annotations

import pytest
from django.utils import translation

from matches.common.number_format import (
    MoneyError,
    decimal,
    grouped,
    hundredths,
    money,
    read_money,
    signed,
    signed_money,
    typed_money,
)


@pytest.mark.parametrize(
    ("marks", "text"),
    [(0.36, "+0.36"), (-0.125, "−0.12"), (0.004, "0.00"), (-0.004, "0.00"), (0, "0.00"), (1.999, "+2.00")],
)
def test_marks_have_their_sign_unless_they_round_to_nothing(marks: float, text: str) -> None:
    assert signed(marks) == text


@pytest.mark.parametrize(
    ("chance", "text"), [(0.47296, "47.3"), (0.0319999, "3.2"), (1, "100.0"), (0, "0.0")]
)
def test_chance_is_rounded_to_tenths_of_a_hundredth(chance: float, text: str) -> None:
    assert hundredths(chance) == text


def test_figures_are_written_as_the_reader_does() -> None:
    assert (grouped(65780), decimal(0.359, 2)) == ("65,780", "0.36")
    with translation.override("fr"):
        assert (grouped(65780), decimal(0.359, 2), signed(-0.36)) == ("65\u00a0780", "0,36", "−0,36")


@pytest.mark.parametrize(
    ("text", "currency", "amount"),
    [
        ("2", "GBP", 200),
        ("2.5", "GBP", 250),
        ("2,50", "EUR", 250),
        (" £ 2.50 ", "GBP", 250),
        ("2.50 EUR", "EUR", 250),
        ("0.05", "EUR", 5),
        ("1000", "CHF", 100_000),
        ("1 000,50", "EUR", 100_050),
        ("1'000", "CHF", 100_000),
        ("GBP2", "GBP", 200),
        ("30", "JPY", 30),
        ("1.250", "KWD", 1_250),
    ],
)
def test_amount_as_people_write_it(text: str, currency: str, amount: int) -> None:
    assert read_money(text, currency) == amount


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("", "EUR"),
        ("two", "EUR"),
        ("-2", "EUR"),
        ("0", "EUR"),
        ("0.00", "EUR"),
        ("1,000", "EUR"),
        ("2.345", "EUR"),
        ("1.50", "JPY"),
        ("2 $", "EUR"),
        ("1 50", "EUR"),
        ("1'50", "EUR"),
        ("1€50", "EUR"),
        ("10 0", "EUR"),
        ("1e9", "EUR"),
        ("9" * 30, "EUR"),
        ("999999999", "EUR"),
        ("٢", "EUR"),
    ],
)
def test_what_is_no_amount_is_refused_with_an_example(text: str, currency: str) -> None:
    with pytest.raises(MoneyError, match=r"write|Write|more than"):
        read_money(text, currency)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("currency", ["GBP", "JPY", "KWD", "CHF"])
@pytest.mark.parametrize("amount", [1, 50, 1_000, 123_456, 1_000_000_000])
def test_amount_that_a_form_fills_in_is_read_again(amount: int, currency: str, language: str) -> None:
    with translation.override(language):
        assert read_money(typed_money(amount, currency), currency) == amount


def test_amounts_are_shown_with_their_currency() -> None:
    assert money(250, "GBP") == "£2.50"
    assert money(-250, "GBP") == "−£2.50"
    assert money(123_456, "EUR") == "€1,234.56"
    assert money(30, "JPY") == "¥30"
    assert money(250, "CHF") == "CHF\N{NO-BREAK SPACE}2.50"
    assert (signed_money(5, "GBP"), signed_money(0, "GBP")) == ("+£0.05", "£0.00")


def test_amounts_in_french_have_a_comma() -> None:
    with translation.override("fr"):
        assert "2,50" in money(250, "EUR")
        assert typed_money(250, "EUR") == "2,50"
