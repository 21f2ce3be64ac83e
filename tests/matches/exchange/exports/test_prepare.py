"""A worker that writes a file holds a claim: it can be taken over, restarted, given up, and found by the sweep."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from matches.api.exchange.export_serializers import rubber_record
from matches.exchange.exports import prepare
from matches.exchange.exports import select_rubbers as batches
from matches.exchange.exports.prepare import (
    MOST_ATTEMPTS,
    FileGoneError,
    bytes_between,
    exports_to_prepare,
    prepare_export,
)
from matches.exchange.exports.requests import ExportRequest, request_export
from matches.models import Club, Export, ExportPart, User
from matches.operations.sweep import sweep
from tests.factories.clubs import make_club
from tests.matches.files import import_bytes, rubber_text
from tests.matches.pages.records import make_member

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]


@pytest.fixture
def club(db: None) -> Club:
    club = make_club()
    texts = [rubber_text(event=f"Cup {number}") for number in range(4)]
    import_bytes("\n".join(texts).encode(), club=club)
    return club


@pytest.fixture
def export(club: Club, monkeypatch: pytest.MonkeyPatch) -> Export:
    """Return an export that is written in four steps and several parts."""
    monkeypatch.setattr(batches, "ROWS_AT_A_TIME", 1)
    monkeypatch.setattr(prepare, "PART_BYTES", 500)
    monkeypatch.setattr(prepare, "PROGRESS_EVERY_SECONDS", 0.0)
    user: User = make_member(club)
    return request_export(user, ExportRequest("club", club.public_id), "ndjson")


def whole(export: Export) -> bytes:
    export.refresh_from_db()
    return b"".join(bytes_between(export, 0, export.size))


def test_parts_follow_one_another_without_a_gap(export: Export) -> None:
    assert prepare_export(export.pk, rubber_record)
    parts = list(ExportPart.objects.order_by("number"))
    assert [part.number for part in parts] == list(range(len(parts)))
    assert [part.start for part in parts] == [500 * number for number in range(len(parts))]
    assert whole(export).count(b"\n") == 4


def test_done_is_done(export: Export) -> None:
    assert prepare_export(export.pk, rubber_record)
    assert not prepare_export(export.pk, rubber_record)
    assert not exports_to_prepare().exists()


def test_progress_is_told(export: Export) -> None:
    seen = []

    def look(rubber: Any) -> Any:
        seen.append(Export.objects.values_list("done", "total").get())
        return rubber_record(rubber)

    prepare_export(export.pk, look)
    assert seen == [(0, 4), (1, 4), (2, 4), (3, 4)]


def test_one_that_was_left_is_begun_anew(export: Export) -> None:
    class Killed(BaseException):
        pass

    def die(rubber: Any) -> Any:
        if Export.objects.get().done == 2:
            raise Killed
        return rubber_record(rubber)

    with pytest.raises(Killed):
        prepare_export(export.pk, die)
    assert ExportPart.objects.exists()
    assert not prepare_export(export.pk, rubber_record)
    Export.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    assert prepare_export(export.pk, rubber_record)
    assert whole(export).count(b"\n") == 4


def test_who_is_overtaken_writes_nothing_more(export: Export) -> None:
    def overtake(rubber: Any) -> Any:
        if not Export.objects.filter(attempts__gt=1).exists():
            Export.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
            assert prepare_export(export.pk, rubber_record)
        return rubber_record(rubber)

    assert not prepare_export(export.pk, overtake)
    assert whole(export).count(b"\n") == 4
    assert Export.objects.get().attempts == 2


def test_deleted_one_is_left_alone(export: Export) -> None:
    def delete(rubber: Any) -> Any:
        Export.objects.all().delete()
        return rubber_record(rubber)

    assert not prepare_export(export.pk, delete)
    assert not ExportPart.objects.exists()


def test_one_that_is_never_finished_is_given_up(export: Export) -> None:
    Export.objects.update(attempts=MOST_ATTEMPTS)
    prepare_export(export.pk, rubber_record)
    export.refresh_from_db()
    assert export.finished_at is not None
    assert "in three attempts" in export.problem
    assert not exports_to_prepare().exists()


def test_fault_of_ours_is_told_and_leaves_nothing(export: Export) -> None:
    def break_off(rubber: Any) -> Any:
        raise RuntimeError

    prepare_export(export.pk, break_off)
    export.refresh_from_db()
    assert "because of an error of the site" in export.problem
    assert not ExportPart.objects.exists()


def test_one_that_lost_the_database_is_free_again(export: Export) -> None:
    def lose(rubber: Any) -> Any:
        raise OperationalError

    with pytest.raises(OperationalError):
        prepare_export(export.pk, lose)
    assert list(exports_to_prepare()) == [export]


def test_sweep_finds_what_waits(export: Export) -> None:
    assert sweep().exports == 1
    prepare_export(export.pk, rubber_record)
    assert sweep().exports == 0


def test_file_that_is_cleared_away_meanwhile_breaks_off(export: Export) -> None:
    prepare_export(export.pk, rubber_record)
    export.refresh_from_db()
    pieces: Iterator[bytes] = bytes_between(export, 0, export.size)
    assert next(pieces)
    ExportPart.objects.all().delete()
    with pytest.raises(FileGoneError):
        next(pieces)
