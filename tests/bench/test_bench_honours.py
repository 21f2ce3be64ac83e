"""The same club and the same questions on a small scale; how long they take is not asserted.

In the soak, which measures it whole.
"""

import pytest

from matches.figures.write_honours import expected_rows, stored_rows
from matches.models import Club, Honour
from tests.bench.bench_honours import measured


@pytest.mark.long
@pytest.mark.soak
@pytest.mark.django_db
def test_records_are_found_and_every_question_is_asked() -> None:
    figures = list(measured(1_500))

    assert len(figures) == 6
    assert all(figure.value > 0 for figure in figures)
    club = Club.objects.get()
    assert stored_rows(club) == expected_rows(club)
    assert Honour.objects.filter(club=club, season=None).exists()
