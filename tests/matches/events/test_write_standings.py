from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.events.write_standings import events_with_pending_standings, write_standings
from matches.models import Event, Rubber, Standing
from tests.factories.rubbers import stored_rubbers, stored_sample
from tests.matches.files import EVENING, LATE_KING, TWO_DEALS, other_result, rubber_text

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def lines() -> list[tuple[int, str, int, int]]:
    rows = Standing.objects.order_by("position")
    return list(rows.values_list("rank", "entrant__player__name", "played", "won"))


def test_table_counts_settled_rubbers_and_tells_why() -> None:
    stored_rubbers(
        rubber_text("Orford", "Baldwin"),
        rubber_text("Baldwin", "Pole"),
        rubber_text("Wheble", "Clay", deals=[LATE_KING, TWO_DEALS[1]]),
        other_result(rubber_text("Pole", "Orford")),
        rubber_text("Orford", "Pole", tags=['[Round "2"]']),
    )

    assert write_standings(Event.objects.get().pk)

    assert lines() == [(1, "Pole", 3, 3), (2, "Baldwin", 2, 1), (3, "Orford", 3, 0)]
    first = Standing.objects.get(position=1)
    assert (first.decided_by, first.reason) == ("rubbers_won", "More rubbers won: 3 to 1.")


def test_who_has_only_drafts_is_not_ranked() -> None:
    stored_rubbers(rubber_text(deals=[LATE_KING, TWO_DEALS[1]]))
    assert write_standings(Event.objects.get().pk)
    assert lines() == []
    assert not events_with_pending_standings().exists()


def test_standings_are_owed_until_they_are_written() -> None:
    stored_rubbers(rubber_text())
    event = Event.objects.get()
    assert list(events_with_pending_standings()) == [event]
    assert write_standings(event.pk)
    assert not events_with_pending_standings().exists()
    assert not write_standings(event.pk)


def test_another_result_makes_them_owed_again() -> None:
    stored_rubbers(rubber_text())
    write_standings(Event.objects.get().pk)
    stored_rubbers(rubber_text("Wheble", "Pole"))
    assert write_standings(Event.objects.get().pk)
    assert Standing.objects.count() == 4


def test_rubber_without_a_winner_is_played_only() -> None:
    text = rubber_text().partition("\nGame")[0] + '[Termination "unfinished"]\n\nGame 1\n*\n'
    stored_rubbers(text)
    assert Rubber.objects.get().winner == ""
    write_standings(Event.objects.get().pk)
    assert lines() == [(1, "Orford", 1, 0), (1, "Baldwin", 1, 0)]


def test_event_that_is_gone_owes_nothing() -> None:
    assert not write_standings(404)


def test_queries_do_not_grow_with_the_event() -> None:
    def queries(event: str, rubbers: int) -> int:
        stored_rubbers(*[rubber_text(f"Guest {number}", event=event) for number in range(rubbers)])
        with CaptureQueriesContext(connection) as captured:
            write_standings(Event.objects.get(name=event).pk)
        return len(captured)

    assert queries("small", 1) == queries("large", 30)


def test_evening_table_adds_up() -> None:
    stored_sample(EVENING)
    write_standings(Event.objects.get().pk)
    rows = list(Standing.objects.values_list("won", "lost", "points_for", "points_against"))
    assert sum(won for won, *_ in rows) == sum(lost for _, lost, *_ in rows) == 12
    assert sum(points for *_, points, _ in rows) == sum(points for *_, points in rows)
