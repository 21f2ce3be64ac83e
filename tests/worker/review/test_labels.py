"""The label of a loss."""

from __future__ import annotations

import pytest

from worker.review.labels import LEAST_LABELLED, THRESHOLDS, is_either_right, label_of


@pytest.mark.parametrize(
    ("loss", "label"),
    [
        (None, None),
        (0.0, None),
        (0.0199, None),
        (0.02, "inaccuracy"),
        (0.0499, "inaccuracy"),
        (0.05, "mistake"),
        (0.0999, "mistake"),
        (0.10, "blunder"),
        (1.0, "blunder"),
        # Sums of floats that equal a threshold except for their last bits.
        (0.1 + 0.2 - 0.25, "mistake"),
        (0.05 - 1e-12, "mistake"),
    ],
)
def test_a_loss_has_its_label(loss: float | None, label: str | None) -> None:
    assert label_of(loss) == label


def test_the_dearest_comes_first() -> None:
    losses = [loss for loss, _ in THRESHOLDS]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] == LEAST_LABELLED


@pytest.mark.parametrize(
    ("loss", "frequency", "label"),
    [
        (0.2, 0.0, "blunder"),
        (0.2, 0.049, "blunder"),
        (0.2, 0.05, None),
        (0.06, 1.0, None),
        (0.06, None, "mistake"),
        (None, 0.0, None),
    ],
)
def test_a_call_that_the_equilibrium_makes_has_no_label(
    loss: float | None, frequency: float | None, label: str | None
) -> None:
    assert label_of(loss, frequency) == label


@pytest.mark.parametrize(
    ("frequency", "gap", "expected"),
    [
        (0.04, 0.03, False),
        (0.05, 0.03, True),
        (0.95, 0.03, True),
        (0.96, 0.03, False),
        (0.0, 0.0099, True),
        (1.0, 0.01, False),
        (0.0, None, False),
        (0.5, None, True),
    ],
)
def test_either_call_is_right_where_both_are_made_or_worth_the_same(
    frequency: float, gap: float | None, expected: bool
) -> None:
    assert is_either_right(frequency, gap) is expected
