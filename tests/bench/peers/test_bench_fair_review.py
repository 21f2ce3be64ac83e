"""The sampler's search agrees with the table, so that sampling alone explains the difference between the two."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from scoring.check import check_file
from tests.bench.bench_hidden import Position, seen_values
from tests.bench.peers.alpha_beta import Values, compiled_values, plain_values, sampled_hands
from tests.bench.peers.bench_fair_review import SEASON, card_positions, errors

pytestmark = pytest.mark.long

PLAIN, COMPILED = plain_values(), compiled_values()


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    """Choices among the first tricks as among the last."""
    with SEASON.open("rb") as stream:
        return card_positions(list(islice(check_file(stream), 12)), 60)


@pytest.mark.parametrize(("values", "worlds", "kinds"), [(PLAIN, 100, 2), (COMPILED, 13_000, 5)])
def test_searched_over_every_hand_the_marks_are_the_exact_ones(
    values: Values, worlds: int, kinds: int, positions: list[Position]
) -> None:
    few = [position for position in positions if position.known.worlds <= worlds]
    assert len({position.kind for position in few}) >= kinds
    for position in few:
        hands = sampled_hands(position.known, worlds, Random(1))
        assert len(hands) == position.known.worlds
        assert values(position, hands) == pytest.approx(seen_values(position))


def test_samples_of_whole_hands_are_worth_the_same_to_both_searches(positions: list[Position]) -> None:
    many = next(
        position for position in positions if position.known.worlds > 10_000 and position.kind == (5, "lead")
    )
    hands = sampled_hands(many.known, 5, Random(1))
    assert len(hands) == 5
    assert {hand.bit_count() for hand in hands} == {5}
    assert PLAIN(many, hands) == COMPILED(many, hands)


def test_samples_fit_what_is_known(positions: list[Position]) -> None:
    for position in positions:
        known = position.known
        for hand in sampled_hands(known, 3, Random(2)):
            assert hand & known.certain == known.certain
            assert not hand & ~known.possible & ~known.certain
            assert hand.bit_count() == known.size


def test_errors_are_told_from_the_exact_count(positions: list[Position]) -> None:
    some = positions[:4]
    exact = [seen_values(position) for position in some]
    turned = [[-value for value in values] for values in exact]
    none = errors("exact", exact, [exact, exact], some)
    assert [figure.value for figure in none] == [0.0, 0.0, 0.0]
    off, other, _ = errors("turned", exact, [turned, exact], some)
    assert off.value > 0
    assert other.value > 0
