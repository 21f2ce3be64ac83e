"""The same fill and the same questions on a small scale; how long they take is not asserted."""

from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser

from matches.figures.statistics import Scope, figures
from matches.models import Club, Deal
from tests.bench import SEASON, bench_statistics
from tests.bench.bench_statistics import counting, fill, measured

RUBBERS = 40
FIRST_TAG = '[EGN "1"]'


@pytest.fixture(autouse=True)
def two_short_years(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Limit the rubbers to those of a season that begins in one year and ends in the next; each is checked again."""
    short = tmp_path / "season.egn"
    rubbers = SEASON.read_text().split(FIRST_TAG)[1 : RUBBERS + 1]
    short.write_text(FIRST_TAG + FIRST_TAG.join(rubbers))
    monkeypatch.setattr(bench_statistics, "SEASON", short)
    monkeypatch.setattr(bench_statistics, "YEARS", range(2025, 2027))
    monkeypatch.setattr(bench_statistics, "RUNS", 1)


@pytest.mark.long
@pytest.mark.django_db
def test_filled_club_has_figures_of_all_its_deals() -> None:
    club = Club.objects.create(slug="garrick", name="Garrick")
    fill(club, 2_000)
    counts = figures(AnonymousUser(), Scope(club=club))
    assert counts["deals"].counted == Deal.objects.count() >= 2_000


@pytest.mark.long
@pytest.mark.django_db
def test_every_question_is_asked() -> None:
    figures_measured = [*counting(), *measured(1_500)]
    assert len(figures_measured) == 18
    assert all(figure.value > 0 for figure in figures_measured)
