from __future__ import annotations

from pathlib import Path

import pytest

from matches.models import Backup
from matches.operations.backup.files import NAMED_BY_TIME, clear_older, last_backup, new_place, note_backup

pytestmark = [pytest.mark.core(differs=True), pytest.mark.django_db]
OLDER = "ecarte-2026-11-12T040000Z.zip"
OLD = "ecarte-2026-11-13T040000Z.zip"
NEW = "ecarte-2026-11-14T040000Z.zip"
MINE = "ecarte-before-the-move.zip"


@pytest.mark.parametrize(
    ("made", "keep", "left"),
    [
        (NEW, 1, [NEW]),
        (NEW, 2, [OLD, NEW]),
        (NEW, 3, [OLDER, OLD, NEW]),
        (NEW, 9, [OLDER, OLD, NEW]),
        # The clock was set back.
        (OLDER, 1, [OLDER]),
        (OLDER, 2, [OLDER, NEW]),
        (OLDER, 3, [OLDER, OLD, NEW]),
    ],
)
def test_the_newest_stay_and_so_does_what_is_named_otherwise(
    made: str, keep: int, left: list[str], tmp_path: Path
) -> None:
    others = [f".{MINE}.part", ".film.part"]
    for name in (OLD, NEW, OLDER, MINE, f".{OLD}.part", *others):
        (tmp_path / name).write_bytes(b"x")
    cleared = clear_older(tmp_path / made, keep=keep)
    assert sorted(file.name for file in tmp_path.iterdir()) == [*others, *left, MINE]
    assert sorted([*(file.name for file in cleared), *left]) == [OLDER, OLD, NEW]


def test_what_is_cleared_away_is_not_told_of(tmp_path: Path) -> None:
    when = Backup._meta.get_field("made_at").get_default()
    for name in (OLDER, OLD, NEW):
        (tmp_path / name).write_bytes(b"x")
        note_backup(tmp_path / name, made_at=when, size=1, sha256="")
    clear_older(tmp_path / NEW, keep=1)
    assert [row.place for row in Backup.objects.all()] == [str(tmp_path / NEW)]


def test_names_are_known_again_and_sort_by_time(tmp_path: Path) -> None:
    place = new_place(tmp_path)
    assert NAMED_BY_TIME.fullmatch(place.name)
    assert place.name > NEW


def test_last_backup_is_the_newest_that_was_noted(tmp_path: Path) -> None:
    assert last_backup() is None
    when = Backup._meta.get_field("made_at").get_default()
    note_backup(tmp_path / OLD, made_at=when, size=7, sha256="a")
    note_backup(tmp_path / NEW, made_at=when, size=8, sha256="b")
    assert last_backup() == (when, 8, str(tmp_path / NEW))
