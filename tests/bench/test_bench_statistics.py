"""The same fill and the same questions on a small scale; how long they take is not asserted."""

import pytest
from django.contrib.auth.models import AnonymousUser

from matches.models import Club, Deal
from matches.queries.statistics import Scope, figures
from tests.bench import bench_statistics
from tests.bench.bench_statistics import counting, fill, measured


@pytest.fixture(autouse=True)
def two_years(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as a season needs that begins in the one and ends in the other; each is judged anew."""
    monkeypatch.setattr(bench_statistics, "YEARS", range(2025, 2027))
    monkeypatch.setattr(bench_statistics, "RUNS", 1)


@pytest.mark.bench
@pytest.mark.django_db
def test_filled_club_has_figures_of_all_its_deals() -> None:
    club = Club.objects.create(slug="garrick", name="Garrick")
    fill(club, 4_000)
    found = figures(AnonymousUser(), Scope(club=club))
    assert found["deals"].counted == Deal.objects.count() >= 4_000


@pytest.mark.bench
@pytest.mark.django_db
def test_every_question_is_asked() -> None:
    figures_measured = [*counting(), *measured(1_500)]
    assert len(figures_measured) == 18
    assert all(figure.value > 0 for figure in figures_measured)
