from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from matches.operations.backup.archive import open_archive
from matches.operations.backup.errors import ArchiveError, BackupError
from matches.operations.backup.restore import restore_backup
from tests.matches.operations.backup.archives import FIRST_RELEASE, members, with_manifest, written
from tests.support import postgres
from tests.support.django_database import connected_to

pytestmark = pytest.mark.postgres


@pytest.fixture(scope="module")
def bare_database(postgres_server: str) -> Iterator[str]:
    """Yield the URL of a database without tables."""
    with postgres.fresh_database(postgres_server) as url:
        yield url


@pytest.fixture
def bare(bare_database: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), connected_to(bare_database):
        yield


def whole(archive: Path) -> list[list[bytes]]:
    """Return every line, by table."""
    with open_archive(archive) as opened:
        return [b"".join(opened.lines(table)).splitlines() for table in opened.manifest.tables]


def _bytes(change: Callable[[bytes], bytes]) -> Callable[[Path], Path]:
    def make(place: Path) -> Path:
        place.write_bytes(change(FIRST_RELEASE.read_bytes()))
        return place

    return make


def _another_byte(content: bytes) -> bytes:
    return content[:40_000] + bytes([content[40_000] ^ 1]) + content[40_001:]


def _without(name: str) -> Callable[[Path], Path]:
    def make(place: Path) -> Path:
        return written(place, {each: data for each, data in members(FIRST_RELEASE).items() if each != name})

    return make


def _with(name: str, change: Callable[[bytes], bytes]) -> Callable[[Path], Path]:
    def make(place: Path) -> Path:
        content = members(FIRST_RELEASE)
        return written(place, {**content, name: change(content[name])})

    return make


def _with_manifest(change: Callable[[dict[str, Any]], Any]) -> Callable[[Path], Path]:
    return lambda place: with_manifest(place, change)


LOG = "tables/matches_logentry.copy"
OTHER_TABLES = "its tables are not those of its migrations"
NEWER_FORM = "it has form 2, and this version of the service reads up to 1"
DAMAGED: list[tuple[Callable[[Path], Path], str]] = [
    (_bytes(lambda content: content[:60_000]), r"manifest\.json can't be read \(File is not a zip file\)"),
    (_bytes(lambda content: content[:-1]), "can't be read"),
    (_bytes(lambda _: b""), "File is not a zip file"),
    (_bytes(lambda _: b"pg_dump wrote something else"), "File is not a zip file"),
    (_bytes(_another_byte), r"matches_decision can't be read"),
    (_without("manifest.json"), r"manifest\.json can't be read"),
    (_without(LOG), "matches_logentry can't be read"),
    (_with("manifest.json", lambda data: data[:-20]), "its manifest can't be read"),
    (_with(LOG, lambda data: data.replace(b".imported", b".reported", 1)), "rows of matches_logentry"),
    (_with(LOG, lambda data: data.partition(b"\n")[2]), "rows of matches_logentry"),
    (_with_manifest(lambda manifest: manifest.pop("migrations")), "its manifest can't be read"),
    (_with_manifest(lambda manifest: manifest["tables"][0].pop("rows")), "its manifest can't be read"),
    (_with_manifest(lambda manifest: manifest["tables"].pop()), OTHER_TABLES),
    (_with_manifest(lambda manifest: manifest["tables"][-3]["columns"].reverse()), OTHER_TABLES),
    (_with_manifest(lambda manifest: manifest.update(format=2)), NEWER_FORM),
]


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(("damage", "message"), DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_archive_is_refused_before_anything_is_written(
    damage: Callable[[Path], Path], message: str, tmp_path: Path
) -> None:
    with pytest.raises(ArchiveError, match=message):
        restore_backup(damage(tmp_path / "damaged.zip"), replace=False)
    assert connection.introspection.table_names() == []


@pytest.mark.usefixtures("bare")
def test_an_archive_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    newer = with_manifest(
        tmp_path / "newer.zip", lambda manifest: manifest["migrations"].append(["matches", "9999_later"])
    )
    with pytest.raises(BackupError, match=r"newer version .* does not know matches\.9999_later"):
        restore_backup(newer, replace=False)
    assert connection.introspection.table_names() == []


def test_a_wrong_byte_anywhere_is_seen_or_does_not_matter(tmp_path: Path) -> None:
    """Most of the 60 positions in the file are in the rows, the last ones in its directory."""
    content, right = FIRST_RELEASE.read_bytes(), whole(FIRST_RELEASE)
    chance = random.Random(2026)
    places = [chance.randrange(len(content)) for _ in range(40)]
    places += [chance.randrange(len(content) - 2_500, len(content)) for _ in range(20)]
    seen = 0
    for number, place in enumerate(places):
        file = tmp_path / f"{number}.zip"
        file.write_bytes(
            content[:place] + bytes([content[place] ^ (1 + chance.randrange(255))]) + content[place + 1 :]
        )
        try:
            assert whole(file) == right
        except ArchiveError:
            seen += 1
    assert seen >= 40
