from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import pytest

from matches.figures.write_honours import write_honours
from matches.models import Club, Honour, HonourBasis
from matches.rules.figures.records.definitions import (
    BY_KEY,
    KINDS,
    LEAST_GAMES,
    LEAST_GAMES_EVER,
    PLACES,
)
from tests.factories.rubbers import stored_sample
from tests.matches.files import SEASON
from tests.matches.helpers.season_counted import (
    CountedRubber,
    counted,
    counted_season,
    season_year,
)

pytestmark = pytest.mark.django_db

Line = tuple[int, int, int, str]
"""Rank, how many share it, the value in thousandths, the player's name."""


def stored(club: Club, kind: str, season: int | None) -> list[Line]:
    rows = Honour.objects.filter(club=club, kind=kind, season=season).order_by("position")
    return list(rows.values_list("rank", "holders", "value", "player__name"))


def expected(kind: str, rubbers: Sequence[CountedRubber], season: int | None) -> dict[str, int | Fraction]:
    if season is not None:
        return counted(
            kind, [each for each in rubbers if season_year(each) == season], least_games=LEAST_GAMES
        )
    if not BY_KEY[kind].is_of_season:
        return counted(kind, rubbers, least_games=LEAST_GAMES_EVER)
    best: dict[str, int | Fraction] = {}
    for year in {season_year(each) for each in rubbers}:
        for name, value in expected(kind, rubbers, year).items():
            best[name] = max(value, best.get(name, 0))
    return best


def assert_same(lines: Sequence[Line], reached: dict[str, int | Fraction], *, is_least: bool) -> None:
    """Of those who are level the order of play decides who stands here at all: that is tried elsewhere."""
    values = sorted(reached.values(), reverse=not is_least)
    level = Counter(values)
    assert [line[2] for line in lines] == [round(value * 1000) for value in values[:PLACES]]
    for place, (rank, holders, _value, name) in enumerate(lines):
        assert reached[name] == values[place]
        assert rank == values.index(values[place]) + 1
        assert holders == level[values[place]]


def test_records_of_the_sample_season_are_those_counted_another_way() -> None:
    stored_sample(SEASON)
    clubs = counted_season()

    assert len(clubs) == 8
    for name, rubbers in clubs.items():
        club = Club.objects.get(name=name)
        assert write_honours(club.pk)
        for season in (None, *sorted({season_year(each) for each in rubbers})):
            for kind in KINDS:
                lines = stored(club, kind.key, season)
                assert_same(lines, expected(kind.key, rubbers, season), is_least=kind.is_least)
        basis = HonourBasis.objects.get(club=club, season=None)
        assert basis.rubbers == len(rubbers)
        assert basis.games == sum(len(each.games) for each in rubbers)
        assert basis.deals == sum(len(game.deals) for each in rubbers for game in each.games)
