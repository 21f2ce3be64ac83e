"""The benchmarks' own work on a small scale comes out right; how fast they are is not asserted.

Those marked for the soak run there, which measures them whole.
"""

from __future__ import annotations

import pytest

from matches.figures.write_honours import expected_rows, stored_rows
from matches.models import Club, Honour
from tests.bench import bench_statistics
from tests.bench.bench_export import MOST_MIB, take_out
from tests.bench.bench_honours import measured
from tests.bench.bench_pads import play
from tests.bench.bench_swiss import timed_rounds
from tests.support.django_database import connected_to


@pytest.mark.long
@pytest.mark.soak
def test_every_deal_is_stored_and_comes_to_every_watcher(service_environment: dict[str, str]) -> None:
    evening = play(service_environment, tables=4, watchers=20, seconds=2.0, pace_seconds=0.5)
    assert evening.measured.errors == []
    assert (evening.broken, evening.unheard) == (0, 0)
    assert len(evening.measured.entries) >= 4
    assert len(evening.delays) == 20 * len(evening.measured.entries)


@pytest.mark.long
@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
def test_records_come_back_and_nobody_waits_for_a_reader_who_has_stopped(
    service_environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_statistics, "YEARS", range(2025, 2027))
    with connected_to(service_environment["DATABASE_URL"]):
        taken = take_out(service_environment, 6_000, wsgi="tests.bench.impatient_wsgi:application")
    assert taken.back_checksum == taken.checksum
    assert taken.deals >= 6_000
    assert taken.peak_mib <= MOST_MIB
    assert taken.busy == 0
    assert taken.is_cut_off
    assert len(taken.waits) >= 1


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


@pytest.mark.long
def test_both_engines_pair_every_round() -> None:
    timed = timed_rounds(16, 4, events=2)
    assert (len(timed.ours), len(timed.theirs)) == (8, 8)
    assert timed.ratio > 0
