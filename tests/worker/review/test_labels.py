"""What a loss is called."""

from __future__ import annotations

import pytest

from worker.review.labels import LEAST_LABELLED, THRESHOLDS, label_of


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
        # Sums of floats that come to a threshold but for their last bits.
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
