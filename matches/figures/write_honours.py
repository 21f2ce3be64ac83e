"""A club's records and the honours of its seasons, brought up to its rubbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, fields
from datetime import timedelta
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

from django.db import transaction
from django.utils import timezone

from matches.common.pause_gc import collect_later
from matches.figures.pending_honours import is_owed
from matches.figures.played_rubbers import played_rubbers
from matches.models import Club, Honour, HonourBasis, HonourProgress
from matches.rules.figures.records.basis import Basis
from matches.rules.figures.records.definitions import DEFINITIONS, Held
from matches.rules.figures.records.record_book import TimeRecords, club_records

Season: TypeAlias = int | None
HonourKey: TypeAlias = tuple[str, Season, int]
"""Kind, season and position."""

RESTS: Final = 10
"""How many times as long as it took to find them a club's honours rest."""
KEY_COLUMNS: Final = ("kind", "season", "position")
HONOUR_COLUMNS: Final = (
    "rank",
    "holders",
    "player_id",
    "value",
    "standing_on",
    "first_rubber_id",
    "first_game",
    "first_deal",
    "last_rubber_id",
    "last_game",
    "last_deal",
)
BASIS_COLUMNS: Final = tuple(field.name for field in fields(Basis))

Row: TypeAlias = tuple[int | None, ...]


class HonourRows(NamedTuple):
    """What is stored of a club's honours, or ought to be, in the order of the columns above."""

    honours: Mapping[HonourKey, Row]
    bases: Mapping[Season, Row]


def write_honours(club_id: int) -> bool:
    """Find a club's honours where they are owed and write what differs; False where they were not, or it is gone.

    They are found outside the lock, so that nobody waits for them to enter a result. Of two that find them at once the
    one who knew of more changes has the last word.
    """
    club = Club.objects.select_related("honour_progress").filter(pk=club_id).first()
    progress = getattr(club, "honour_progress", None)
    if club is None or not is_owed(progress):
        return False
    change = 0 if progress is None else progress.change
    started = monotonic()
    with collect_later():
        rows = expected_rows(club)
    rest = RESTS * timedelta(seconds=monotonic() - started)
    with transaction.atomic():
        HonourProgress.objects.get_or_create(club=club)
        locked = HonourProgress.objects.select_for_update(no_key=True).get(club=club)
        if not is_owed(locked) or locked.done > change:
            return False
        _write(club, rows)
        locked.done, locked.definitions = change, DEFINITIONS
        locked.rests_until = timezone.now() + rest
        locked.save(update_fields=["done", "definitions", "rests_until"])
    return True


def expected_rows(club: Club) -> HonourRows:
    """What follows from the club's rubbers as they are now."""
    records = club_records(played_rubbers(club.pk), season_month=club.season_month)
    return HonourRows(
        {
            (line.kind.key, season, line.position): _row(line)
            for season, found in records.items()
            for line in found.lines
        },
        {season: astuple(found.basis) for season, found in records.items() if _has_any(found)},
    )


def stored_rows(club: Club) -> HonourRows:
    honours = Honour.objects.filter(club=club).order_by().values_list(*KEY_COLUMNS, *HONOUR_COLUMNS)
    bases = HonourBasis.objects.filter(club=club).order_by().values_list("season", *BASIS_COLUMNS)
    return HonourRows(
        {(kind, season, position): tuple(row) for kind, season, position, *row in honours},
        {season: tuple(row) for season, *row in bases},
    )


def _has_any(found: TimeRecords) -> bool:
    return found.basis.rubbers > 0


def _row(line: Held) -> Row:
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
    """What is stored as it should be stays as it is."""
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
