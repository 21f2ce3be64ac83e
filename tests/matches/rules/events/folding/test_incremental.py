"""A fold that goes on comes to what a fold of everything comes to."""

from __future__ import annotations

import pytest

from matches.rules.events.facts import Fact
from matches.rules.events.folding.fold import FactError, Folding, fold
from tests.matches.rules.events.random_events import play_event


@pytest.mark.parametrize("seed", range(6))
def test_after_each_fact_it_is_the_fold_of_all_so_far(seed: int) -> None:
    log = play_event(seed).log.entries
    folding = Folding(log[:3])
    folds = []
    for fact in log[3:]:
        folding.add(fact)
        folds.append(folding.folded)

    assert folds == [fold(log[:end]) for end in range(4, len(log) + 1)]


def test_fact_of_a_version_that_was_there_is_refused() -> None:
    folding = Folding([Fact(1, "opened", {}), Fact(2, "renamed", {})])

    with pytest.raises(FactError, match="fact_version"):
        folding.add(Fact(2, "renamed", {}))
