"""Numbers as pages write them."""

from __future__ import annotations

import pytest
from django.utils import translation

from matches.common.localized_numbers import decimal, grouped, hundredths, signed


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
