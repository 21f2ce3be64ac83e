from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from matches.exchange.imports import import_rubbers
from matches.exchange.imports import uploads as import_uploads
from matches.exchange.imports.batch import BatchImport
from matches.exchange.imports.candidates import Candidate
from matches.exchange.imports.import_rubbers import BATCH_RUBBERS, ClaimLostError, RubberImport
from matches.exchange.imports.uploads import (
    GIVEN_UP,
    MOST_ATTEMPTS,
    MOST_UPLOAD_BYTES,
    READ_AT_ONCE_BYTES,
    TRIAL_BROKEN_OFF,
    TRIAL_GIVEN_UP,
    UploadTooLargeError,
    read_upload,
    receive_upload,
    uploads_to_read,
)
from matches.models import Club, ImportLine, ImportReport, Rubber
from matches.operations.sweep import sweep
from tests.matches.files import EVENING, rubber_text
from tests.matches.rubbers.hands import Hands

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def rubbers(count: int, *, padding: int = 0) -> bytes:
    """Return this number of rubbers, one at each table. The last has a comment that makes the file large."""
    texts = [rubber_text(tags=[f'[Table "{number}"]']) for number in range(1, count + 1)]
    texts[-1] += "; said at the table\n" * (padding // 20)
    return "\n".join(texts).encode()


def waiting(hands: Hands, content: bytes, source: str = "evening.egn") -> ImportReport:
    """Return the report of a file that is stored and not read yet."""
    return ImportReport.objects.create(club=hands.club, by=hands.director, source=source, content=content)


def test_small_file_is_read_at_once(hands: Hands) -> None:
    report = receive_upload(hands.club, EVENING.read_bytes(), "C:/evening/autumn.egn", by=hands.director)
    report.refresh_from_db()
    assert (report.confirmed, report.source) == (12, "autumn.egn")
    assert (report.club, report.by) == (hands.club, hands.director)
    assert (report.content, report.claimed_until, report.problem) == (None, None, "")
    assert report.finished_at is not None
    assert report.lines.count() == 12


def test_lines_say_what_became_of_each_rubber(hands: Hands) -> None:
    content = rubbers(1) + b"\n" + rubber_text("Wheble", "Wheble").encode()
    report = receive_upload(hands.club, content, "two.egn", by=hands.director)
    first, second = report.lines.all()
    assert (first.index, first.line) == (1, 1)
    assert (first.fate, first.name_a, first.name_b) == ("confirmed", "Orford", "Baldwin")
    assert (first.rubber_id, first.new_guests) == (Rubber.objects.get().public_id, [])
    assert first.reasons == ["the event Autumn Cup is new"]
    assert (second.index, second.fate, second.rubber_id) == (2, "refused", "")
    assert len(second.reasons) == 1


def test_repeats_and_new_guests_are_counted_and_named(hands: Hands) -> None:
    text = rubber_text("Wheble").encode()
    report = receive_upload(hands.club, text + b"\n" + text, "twice.egn", by=hands.director)
    assert (report.confirmed, report.repeats) == (2, 1)
    assert report.lines.get(index=1).new_guests == ["Wheble"]


def test_large_file_waits_for_a_worker(hands: Hands) -> None:
    content = rubbers(2, padding=READ_AT_ONCE_BYTES)
    report = receive_upload(hands.club, content, "season.egn", by=hands.director)
    assert (report.finished_at, Rubber.objects.count()) == (None, 0)
    assert list(uploads_to_read()) == [report]
    assert read_upload(report.pk)
    report.refresh_from_db()
    assert (report.confirmed, report.content) == (2, None)
    assert not read_upload(report.pk)


def test_file_that_is_too_large_is_refused_in_words(hands: Hands) -> None:
    with pytest.raises(UploadTooLargeError, match="32"):
        receive_upload(hands.club, b"x" * (MOST_UPLOAD_BYTES + 1), "all.egn", by=hands.director)
    assert not ImportReport.objects.exists()


@pytest.mark.parametrize("content", [b"", b"no record", b"\xff\xfe\0"])
def test_file_that_is_no_record_says_so(hands: Hands, content: bytes) -> None:
    report = receive_upload(hands.club, content, "letter.txt", by=hands.director)
    assert report.problem
    assert report.finished_at is not None
    assert not uploads_to_read().exists()


def test_claimed_file_is_left_to_its_reader(hands: Hands) -> None:
    report = waiting(hands, rubbers(1))
    ImportReport.objects.update(claimed_until=timezone.now() + timedelta(minutes=1))
    assert not read_upload(report.pk)
    assert not uploads_to_read().exists()


def test_sweep_finds_what_was_left_lying(hands: Hands) -> None:
    waiting(hands, rubbers(1))
    assert sweep().uploads == 1
    ImportReport.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    assert sweep().uploads == 1
    read_upload(ImportReport.objects.get().pk)
    assert sweep().uploads == 0


def fail_to_store(monkeypatch: pytest.MonkeyPatch, *, batch: int) -> None:
    """Let the database fail before it stores this batch, the first being 1; the others are stored."""
    store = BatchImport.store
    calls: list[int] = []

    def fails_later(*arguments: object) -> object:
        calls.append(1)
        if len(calls) == batch:
            raise OperationalError("the server closed the connection")
        return store(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(BatchImport, "store", fails_later)


def test_next_reader_goes_on_where_one_was_stopped(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database fails after the first batch, and equal rubbers keep their places all the same."""
    monkeypatch.setattr(import_rubbers, "BATCH_RUBBERS", 2)
    texts = [rubber_text(), rubber_text("Wheble"), rubber_text(), rubber_text("Wheble"), rubber_text("Lamb")]
    report = waiting(hands, "\n".join(texts).encode())
    fail_to_store(monkeypatch, batch=2)
    with pytest.raises(OperationalError):
        read_upload(report.pk)
    report.refresh_from_db()
    assert (report.confirmed, report.finished_at, report.lines.count()) == (2, None, 2)
    assert read_upload(report.pk)
    report.refresh_from_db()
    assert (report.confirmed, report.repeats, report.content) == (5, 2, None)
    assert list(report.lines.values_list("index", "fate")) == [(n, "confirmed") for n in range(1, 6)]


@pytest.mark.django_db(transaction=True)
def test_file_is_free_at_once_where_the_database_went_as_it_was_claimed_for_longer(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_rubbers, "BATCH_RUBBERS", 1)
    monkeypatch.setattr(import_uploads, "RENEWED_WHEN_LEFT", 1.0)
    report = waiting(hands, rubbers(3))
    renewing = 'UPDATE "matches_importreport" SET "claimed_until" ='
    failed: list[str] = []

    def fail_once(execute: Any, sql: str, *arguments: Any) -> Any:
        if sql.startswith(renewing) and '"finished_at"' not in sql and not failed:
            failed.append(sql)
            raise OperationalError("the server closed the connection")
        return execute(sql, *arguments)

    with connection.execute_wrapper(fail_once), pytest.raises(OperationalError):
        read_upload(report.pk)
    assert len(failed) == 1
    assert list(uploads_to_read()) == [report]
    assert ImportReport.objects.get().attempts == 0


def test_reader_whose_claim_ran_out_writes_nothing_more(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_rubbers, "BATCH_RUBBERS", 1)
    report = waiting(hands, rubbers(3))
    later = timezone.now() + timedelta(hours=1)
    store = BatchImport.store

    def taken_over(*arguments: object) -> object:
        stored = store(*arguments)  # type: ignore[arg-type]
        ImportReport.objects.update(claimed_until=later)
        return stored

    monkeypatch.setattr(BatchImport, "store", taken_over)
    assert not read_upload(report.pk)
    report.refresh_from_db()
    assert (report.confirmed, report.claimed_until, report.finished_at) == (1, later, None)
    assert report.content is not None


def read_again_and_again(report: ImportReport, *, most: int = 12) -> int:
    """Read the file until it is finished. Return how often a reader started."""
    for begun in range(most):
        if not uploads_to_read().exists():
            return begun
        read_upload(report.pk)
    return most


def test_file_at_whose_next_batch_every_reader_is_too_slow_is_given_up(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = BatchImport.store
    tried = []

    def too_slow(importing: BatchImport, batch: Sequence[Candidate]) -> object:
        tried.append(batch)
        ImportReport.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
        return store(importing, batch)

    monkeypatch.setattr(BatchImport, "store", too_slow)
    report = waiting(hands, rubbers(1))
    assert read_again_and_again(report) == MOST_ATTEMPTS + 1
    report.refresh_from_db()
    assert len(tried) == MOST_ATTEMPTS == 3
    assert (report.problem, report.content, report.claimed_until) == (GIVEN_UP, None, None)
    assert report.finished_at is not None


@pytest.mark.parametrize("is_begun", [True, False])
def test_trial_that_is_cut_short_does_not_say_that_anything_is_stored(
    hands: Hands, monkeypatch: pytest.MonkeyPatch, is_begun: bool
) -> None:
    def break_off(*_arguments: object) -> object:
        raise RuntimeError

    monkeypatch.setattr(BatchImport, "store", break_off)
    report = waiting(hands, rubbers(1))
    ImportReport.objects.update(is_trial=True, attempts=0 if is_begun else MOST_ATTEMPTS)
    read_upload(report.pk)
    report.refresh_from_db()
    assert report.problem == (TRIAL_BROKEN_OFF if is_begun else TRIAL_GIVEN_UP)
    assert "Nothing is stored" in report.problem


def test_readers_who_each_come_further_come_to_the_end(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_rubbers, "BATCH_RUBBERS", 1)
    store = BatchImport.store

    def stops_behind_a_new_one(importing: BatchImport, batch: Sequence[Candidate]) -> object:
        stored = store(importing, batch)
        if batch[0].index > importing.done:
            ImportReport.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
        return stored

    monkeypatch.setattr(BatchImport, "store", stops_behind_a_new_one)
    report = waiting(hands, rubbers(MOST_ATTEMPTS + 3))
    read_again_and_again(report)
    report.refresh_from_db()
    assert (report.confirmed, report.problem, report.content) == (MOST_ATTEMPTS + 3, "", None)


def test_claim_is_looked_to_before_each_rubber_is_read(hands: Hands) -> None:
    checks: list[int] = []
    check = partial(checks.append, 1)
    importing = RubberImport(io.BytesIO(rubbers(3)), source="-", club=hands.club, before_reading=check)
    assert len(list(importing.outcomes())) == 3
    assert len(checks) == 4


def test_reader_who_finds_his_claim_gone_between_two_rubbers_stores_nothing(hands: Hands) -> None:
    def lost() -> None:
        raise ClaimLostError

    importing = RubberImport(io.BytesIO(rubbers(1)), source="-", club=hands.club, before_reading=lost)
    with pytest.raises(ClaimLostError):
        list(importing.outcomes())
    assert not Rubber.objects.exists()
    assert ImportReport.objects.get().finished_at is None


def test_fault_of_the_service_ends_the_reading_and_is_told(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(BatchImport, "store", fails)
    report = waiting(hands, rubbers(1))
    read_upload(report.pk)
    report.refresh_from_db()
    assert "Send the file again" in report.problem
    assert report.content is None


def test_more_than_a_batch_is_read_to_its_end(hands: Hands) -> None:
    report = waiting(hands, rubbers(BATCH_RUBBERS + 1))
    read_upload(report.pk)
    assert ImportLine.objects.filter(report=report, fate="confirmed").count() == BATCH_RUBBERS + 1


def test_file_with_too_many_rubbers_is_read_up_to_the_limit(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_uploads, "MOST_RUBBERS", 2)
    content = rubbers(4)
    report = receive_upload(hands.club, content, "long.egn", by=hands.director)
    report.refresh_from_db()
    assert (report.confirmed, report.lines.count(), report.content) == (2, 2, None)
    assert report.problem.startswith("a file has at most 2 rubbers; what begins at line ")
    number = int(report.problem.split("line ")[1].split(" ")[0])
    assert content.decode().splitlines()[number - 1] == '[EGN "1"]'
    assert content.decode().splitlines()[number:].count('[EGN "1"]') == 1
    rest = "\n".join(content.decode().splitlines()[number - 1 :]).encode()
    assert receive_upload(hands.club, rest, "rest.egn", by=hands.director).confirmed == 2


@pytest.mark.parametrize("is_trial", [False, True])
def test_rubbers_without_content_are_one_line_with_their_number(hands: Hands, is_trial: bool) -> None:
    """One alone, and one whose text has anything behind the tags, is kept for repair."""
    empty = '[EGN "1"]\n[Date "2026.11.21"]\n'
    content = f'{empty}\n{rubber_text()}\n{empty * 3}[EGN "1"]\n\nGame 1 #5-2\n\n{empty * 2}'.encode()
    report = receive_upload(hands.club, content, "-", by=hands.director, is_trial=is_trial)
    report.refresh_from_db()
    assert (report.held, report.confirmed, report.refused) == (2, 1, 5)
    rows = [(row.index, row.line, row.fate, row.reasons) for row in report.lines.order_by("index")]
    assert [(index, fate) for index, _, fate, _ in rows] == [
        (1, "held"),
        (2, "confirmed"),
        (5, "refused"),
        (6, "held"),
        (8, "refused"),
    ]
    assert rows[2][3] == ["3 rubbers in a row from this line on have neither players nor games"]
    lines = content.decode().splitlines()
    assert [lines[line - 1] for _, line, _, _ in rows] == ['[EGN "1"]'] * 5


class TestTurns:
    @pytest.fixture(autouse=True)
    def turn_of_a_rubber(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(import_rubbers, "BATCH_RUBBERS", 1)
        monkeypatch.setattr(import_uploads, "TURN_SECONDS", 0.0)

    def other_file(self, hands: Hands, number: int = 1) -> ImportReport:
        club = Club.objects.create(slug=f"other{number}", name=f"Other {number}")
        return ImportReport.objects.create(
            club=club, by=hands.director, source="other.egn", content=rubbers(2)
        )

    def test_short_file_of_another_club_does_not_wait_for_a_long_one(self, hands: Hands) -> None:
        long, short = waiting(hands, rubbers(6)), self.other_file(hands)
        assert read_upload(long.pk)
        long.refresh_from_db()
        short.refresh_from_db()
        assert (long.confirmed, short.confirmed) == (6, 2)
        assert short.finished_at is not None
        assert long.finished_at is not None
        assert short.finished_at < long.finished_at
        assert not read_upload(short.pk)

    def test_second_file_of_a_club_waits_for_the_first(self, hands: Hands) -> None:
        first, second = waiting(hands, rubbers(3)), waiting(hands, rubbers(1))
        assert read_upload(first.pk)
        assert list(uploads_to_read()) == [second]

    def test_no_more_files_are_in_memory_than_the_limit(
        self, hands: Hands, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(import_uploads, "MOST_IN_TURNS", 2)
        long = waiting(hands, rubbers(3))
        others = [self.other_file(hands, number) for number in range(3)]
        claimed: list[int] = []
        store = BatchImport.store

        def count(importing: BatchImport, batch: Sequence[Candidate]) -> object:
            claimed.append(ImportReport.objects.filter(claimed_until__isnull=False).count())
            return store(importing, batch)

        monkeypatch.setattr(BatchImport, "store", count)
        assert read_upload(long.pk)
        assert max(claimed) == 2
        assert len(others) > uploads_to_read().count()

    def test_files_in_turn_are_free_again_where_the_first_fails(
        self, hands: Hands, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        long, short = waiting(hands, rubbers(3)), self.other_file(hands)
        fail_to_store(monkeypatch, batch=3)
        with pytest.raises(OperationalError):
            read_upload(long.pk)
        short.refresh_from_db()
        assert (short.confirmed, short.claimed_until, short.finished_at) == (1, None, None)
        assert set(uploads_to_read()) == {long, short}
        assert read_upload(short.pk)
        short.refresh_from_db()
        assert (short.confirmed, short.content) == (2, None)
