from __future__ import annotations

from collections import defaultdict
from math import sqrt
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte_site.setup.environment import PROJECT
from matches.rules.figures.figures import FIGURE, FIGURES, GROUPS, Figure, figures_for, value_of
from matches.rules.figures.tallies import COUNTERS, SHARED_COUNTERS
from matches.rules.figures.traits import TRAITS

DOCS = PROJECT / "docs" / "statistics.md"


def sums(**counts: int) -> dict[str, int]:
    return defaultdict(int, counts)


def test_share_has_the_error_of_a_share() -> None:
    value = value_of(FIGURE["games_won"], sums(game_won=60, games=100))
    assert (value.counted, value.among, value.value) == (60, 100, 0.6)
    assert value.se == pytest.approx(sqrt(0.6 * 0.4 / 100))


def test_share_of_several_counters_is_of_their_sum() -> None:
    value = value_of(FIGURE["vulnerable_won"], sums(vulnerable_won=3, vulnerable_lost=1))
    assert (value.among, value.value) == (4, 0.75)


def test_advantage_is_a_share_less_one_half() -> None:
    value = value_of(FIGURE["first_deal_advantage"], sums(dealt_first_won=55, dealt_first=100))
    assert value.value == pytest.approx(0.05)
    assert value.se == pytest.approx(sqrt(0.55 * 0.45 / 100))


def test_count_stands_on_itself() -> None:
    value = value_of(FIGURE["deals"], sums(deals=7))
    assert (value.counted, value.among, value.value, value.se, value.is_enough) == (7, 7, 7.0, None, True)


def test_nothing_played_has_no_value() -> None:
    for figure in FIGURES:
        value = value_of(figure, sums())
        assert value.se is None
        assert value.value == (0.0 if figure.kind == "count" else None)


@pytest.mark.parametrize(("games", "is_enough"), [(19, False), (20, True)])
def test_few_games_are_said_to_be_few(games: int, is_enough: bool) -> None:
    assert value_of(FIGURE["games_won"], sums(game_won=9, games=games)).is_enough is is_enough


@given(st.lists(st.integers(0, 5), min_size=2, max_size=50))
def test_mean_has_the_error_of_a_mean(tricks: list[int]) -> None:
    squares = sum(each**2 for each in tricks)
    value = value_of(
        FIGURE["tricks"], sums(tricks=sum(tricks), tricks_squared=squares, tricks_known=len(tricks))
    )
    assert value.value == pytest.approx(mean(tricks))
    assert value.se == pytest.approx(stdev(tricks) / sqrt(len(tricks)))


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.key)
def test_figure_is_made_of_counters(figure: Figure) -> None:
    assert set(figure.counters) <= set(COUNTERS)
    assert figure.group in GROUPS
    assert bool(figure.among) == (figure.kind != "count")


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.key)
def test_share_is_of_what_can_be_listed(figure: Figure) -> None:
    """Every figure's rows are counted one by one: a sum of numbers has no list."""
    listed = figure.among or figure.counted
    assert all(TRAITS[key].width == 1 for key in listed if key in TRAITS)
    if figure.kind in ("share", "advantage"):
        assert all(TRAITS[key].width == 1 for key in figure.counted if key in TRAITS)


def test_keys_are_no_one_else_s() -> None:
    assert len(FIGURE) == len(FIGURES)


def test_both_sides_together_have_no_share_that_is_always_one_half() -> None:
    """A share says nothing if each thing counted for one side is counted against the other."""
    for figure in figures_for(variant="ecarte", is_one_sided=False):
        if figure.kind != "count":
            assert not set(figure.counted) <= {"game_won", "game_lost", "deal_won", "deal_lost", "rubber_won"}
        else:
            assert not set(figure.counted) <= {"game_lost", "rubber_lost", "walkover_won", "walkover_lost"}
    assert {"deals", "games", "rubbers"} <= SHARED_COUNTERS


@pytest.mark.parametrize("variant", ["ecarte", "triomphe"])
def test_each_game_has_its_own_figures(variant: str) -> None:
    groups = {figure.group for figure in figures_for(variant=variant, is_one_sided=True)}
    assert ("offers" in groups) == (variant == "triomphe")
    assert ("kings" in groups) == (variant == "ecarte")


def test_docs_define_every_figure() -> None:
    docs = DOCS.read_text(encoding="utf-8")
    assert [figure.key for figure in FIGURES if f"| `{figure.key}` |" not in docs] == []
