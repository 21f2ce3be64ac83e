"""What is stored of records and honours, compared with what the rubbers give; written anew where asked to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from matches.figures.pending_honours import clubs_owed_honours, is_owed, owe_honours
from matches.figures.write_honours import Row, expected_rows, stored_rows, write_honours
from matches.models import Club, Honour, HonourProgress


def honour_differences(*, write: bool) -> Iterator[tuple[Club, str]]:
    """Honours that claim to be up to date and are not what the rubbers give: one sentence for each.

    Honours that are owed say nothing yet. With ``write`` all are as they should be once the iterator has gone on.
    """
    owed = set(clubs_owed_honours().values_list("pk", flat=True))
    for club in Club.objects.order_by("pk"):
        found = [] if club.pk in owed else _differences(club)
        yield from ((club, what) for what in found)
        if write and found:
            owe_honours([club.pk])
        if write and (found or club.pk in owed):
            write_honours(club.pk)


def _differences(club: Club) -> list[str]:
    """Of a club whose honours are up to date. None where they are owed, or results came meanwhile: what was read before
    one and after it can't be compared.
    """
    before = HonourProgress.objects.filter(club=club).first()
    if before is not None and is_owed(before):
        return []
    found = list(_club_differences(club))
    return found if _changes(club) == (before.change if before else None) else []


def _changes(club: Club) -> int | None:
    return HonourProgress.objects.filter(club=club).values_list("change", flat=True).first()


def _club_differences(club: Club) -> Iterator[str]:
    if not HonourProgress.objects.filter(club=club).exists():
        if Honour.objects.filter(club=club).exists():
            yield "has honours, and no rubber that counts"
        return
    stored, expected = stored_rows(club), expected_rows(club)
    yield from _rows_differ("the honour", stored.honours, expected.honours)
    yield from _rows_differ("what honours stand on", stored.bases, expected.bases)


def _rows_differ(what: str, stored: Mapping[Any, Row], expected: Mapping[Any, Row]) -> Iterator[str]:
    for key in dict.fromkeys((*expected, *stored)):
        if stored.get(key) != expected.get(key):
            place = ".".join("ever" if part is None else str(part) for part in _parts(key))
            yield f"{what} {place} is {stored.get(key)!r}, the rubbers give {expected.get(key)!r}"


def _parts(key: object) -> tuple[object, ...]:
    return key if isinstance(key, tuple) else (key,)
