"""Compute a club's records and the honours of its seasons from its rubbers, store them, and check the stored ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import astuple, fields
from datetime import timedelta
from time import monotonic
from typing import Any, Final, NamedTuple, TypeAlias

from django.db import transaction
from django.utils import timezone

from matches.common.bulk import pause_gc
from matches.figures.deferred_updates import clubs_with_pending_honours, is_pending, mark_honours_pending
from matches.models import Club, Honour, HonourBasis, HonourProgress
from matches.rubbers.played_rubbers import played_rubbers
from matches.rules.figures.records import DEFINITIONS, RecordRow
from matches.rules.figures.records_digest import Basis
from matches.rules.figures.records_index import club_records

Season: TypeAlias = int | None
HonourKey: TypeAlias = tuple[str, Season, int]

REST_FACTOR: Final = 10
"""After a computation, a club's honours pause for this many times its duration."""
KEY_COLUMNS: Final = ("kind", "season", "position")
HONOUR_COLUMNS: Final = (
    *("rank", "holders", "player_id", "value", "standing_on"),
    *("first_rubber_id", "first_game", "first_deal"),
    *("last_rubber_id", "last_game", "last_deal"),
)
BASIS_COLUMNS: Final = tuple(field.name for field in fields(Basis))

Row: TypeAlias = tuple[int | None, ...]


class HonourRows(NamedTuple):
    """A club's rows of ``Honour`` and ``HonourBasis``: values as in ``HONOUR_COLUMNS``, ``BASIS_COLUMNS``, by key."""

    honours: Mapping[HonourKey, Row]
    bases: Mapping[Season, Row]


def write_honours(club_id: int) -> bool:
    """Compute a club's stale honours, and store the honours that differ from the stored ones.

    Return False if the honours were not stale, if no club has this primary key, or if another process has
    stored newer honours meanwhile. The honours are computed without a lock, so that results can be entered
    meanwhile. If two processes compute them at once, the process that has read more changes prevails.
    """
    club = Club.objects.select_related("honour_progress").filter(pk=club_id).first()
    progress = getattr(club, "honour_progress", None)
    if club is None or not is_pending(progress):
        return False
    change = 0 if progress is None else progress.change
    started = monotonic()
    with pause_gc():
        rows = expected_rows(club)
    rest = REST_FACTOR * timedelta(seconds=monotonic() - started)
    with transaction.atomic():
        HonourProgress.objects.get_or_create(club=club)
        locked = HonourProgress.objects.select_for_update(no_key=True).get(club=club)
        if not is_pending(locked) or locked.done > change:
            return False
        _write(club, rows)
        locked.done, locked.definitions = change, DEFINITIONS
        locked.rests_until = timezone.now() + rest
        locked.save(update_fields=["done", "definitions", "rests_until"])
    return True


def expected_rows(club: Club) -> HonourRows:
    """Return the honours that the club's current rubbers give."""
    records = club_records(played_rubbers(club.pk), season_month=club.season_month)
    return HonourRows(
        {
            (line.kind.key, season, line.position): _row(line)
            for season, time_records in records.items()
            for line in time_records.lines
        },
        {
            season: astuple(time_records.basis)
            for season, time_records in records.items()
            if time_records.basis.rubbers
        },
    )


def stored_rows(club: Club) -> HonourRows:
    honours = Honour.objects.filter(club=club).order_by().values_list(*KEY_COLUMNS, *HONOUR_COLUMNS)
    bases = HonourBasis.objects.filter(club=club).order_by().values_list("season", *BASIS_COLUMNS)
    return HonourRows(
        {(kind, season, position): tuple(row) for kind, season, position, *row in honours},
        {season: tuple(row) for season, *row in bases},
    )


def _row(line: RecordRow) -> Row:
    first, last = line.feat.first, line.feat.last
    return (
        line.rank,
        line.holders,
        line.player,
        line.thousandths,
        line.feat.standing_on,
        first.rubber,
        first.game,
        first.deal,
        last.rubber,
        last.game,
        last.deal,
    )


def _write(club: Club, expected: HonourRows) -> None:
    """Replace the club's stored honours, and the stored bases of its seasons, that differ from the expected rows."""
    stored = stored_rows(club)
    gone = [key for key, row in stored.honours.items() if expected.honours.get(key) != row]
    if gone:
        _delete(club, gone)
    Honour.objects.bulk_create(
        Honour(
            club=club,
            **dict(zip(KEY_COLUMNS, key, strict=True)),
            **dict(zip(HONOUR_COLUMNS, row, strict=True)),
        )
        for key, row in expected.honours.items()
        if stored.honours.get(key) != row
    )
    wrong = [season for season, row in stored.bases.items() if expected.bases.get(season) != row]
    for season in wrong:
        HonourBasis.objects.filter(club=club, season=season).delete()
    HonourBasis.objects.bulk_create(
        HonourBasis(club=club, season=season, **dict(zip(BASIS_COLUMNS, row, strict=True)))
        for season, row in expected.bases.items()
        if stored.bases.get(season) != row
    )


def _delete(club: Club, keys: list[HonourKey]) -> None:
    wanted = set(keys)
    rows = Honour.objects.filter(club=club).order_by().values_list("pk", *KEY_COLUMNS)
    Honour.objects.filter(pk__in=[pk for pk, *key in rows if tuple(key) in wanted]).delete()


def honour_differences(*, write: bool) -> Iterator[tuple[Club, str]]:
    """Yield each difference between a stored honour and the honour that the rubbers give.

    A difference is a club and an English phrase. Stale honours are not compared. If ``write`` is true, all
    honours are correct once the iterator is exhausted.
    """
    pending = set(clubs_with_pending_honours().values_list("pk", flat=True))
    for club in Club.objects.order_by("pk"):
        differences = [] if club.pk in pending else _differences(club)
        yield from ((club, what) for what in differences)
        if write and differences:
            mark_honours_pending([club.pk])
        if write and (differences or club.pk in pending):
            write_honours(club.pk)


def _differences(club: Club) -> list[str]:
    """Return a club's differences; none if honours are pending or results came in, which rows read before lack."""
    before = HonourProgress.objects.filter(club=club).first()
    if before is not None and is_pending(before):
        return []
    differences = list(_club_differences(club))
    change = HonourProgress.objects.filter(club=club).values_list("change", flat=True).first()
    return differences if change == (before.change if before else None) else []


def _club_differences(club: Club) -> Iterator[str]:
    if not HonourProgress.objects.filter(club=club).exists():
        if Honour.objects.filter(club=club).exists():
            yield "has honours, and no rubber that counts"
        return
    stored, expected = stored_rows(club), expected_rows(club)
    yield from _row_differences("the honour", stored.honours, expected.honours)
    yield from _row_differences("what honours stand on", stored.bases, expected.bases)


def _row_differences(what: str, stored: Mapping[Any, Row], expected: Mapping[Any, Row]) -> Iterator[str]:
    for key in dict.fromkeys((*expected, *stored)):
        if stored.get(key) != expected.get(key):
            parts = key if isinstance(key, tuple) else (key,)
            place = ".".join("ever" if part is None else str(part) for part in parts)
            yield f"{what} {place} is {stored.get(key)!r}, the rubbers give {expected.get(key)!r}"
