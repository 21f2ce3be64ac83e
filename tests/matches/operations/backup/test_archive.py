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
from tests.support.connected import connected_to

pytestmark = pytest.mark.postgres


@pytest.fixture(scope="module")
def bare_database(postgres_server: str) -> Iterator[str]:
    """Without a single table."""
    with postgres.fresh_database(postgres_server) as url:
        yield url


@pytest.fixture
def bare(bare_database: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), connected_to(bare_database):
        yield


def whole(archive: Path) -> list[list[bytes]]:
    """Every line, by table."""
    with open_archive(archive) as opened:
        return [b"".join(opened.lines(table)).splitlines() for table in opened.manifest.tables]


def _cut(place: Path) -> Path:
    place.write_bytes(FIRST_RELEASE.read_bytes()[:60_000])
    return place


def _without_last_byte(place: Path) -> Path:
    place.write_bytes(FIRST_RELEASE.read_bytes()[:-1])
    return place


def _empty(place: Path) -> Path:
    place.write_bytes(b"")
    return place


def _text(place: Path) -> Path:
    place.write_text("pg_dump wrote something else")
    return place


def _another_byte(place: Path) -> Path:
    content = bytearray(FIRST_RELEASE.read_bytes())
    content[40_000] ^= 1
    place.write_bytes(content)
    return place


def _without(name: str) -> Callable[[Path], Path]:
    def make(place: Path) -> Path:
        return written(place, {each: told for each, told in members(FIRST_RELEASE).items() if each != name})

    return make


def _with(name: str, change: Callable[[bytes], bytes]) -> Callable[[Path], Path]:
    def make(place: Path) -> Path:
        content = members(FIRST_RELEASE)
        return written(place, {**content, name: change(content[name])})

    return make


def _told(change: Callable[[dict[str, Any]], Any]) -> Callable[[Path], Path]:
    def make(place: Path) -> Path:
        def apply(manifest: dict[str, Any]) -> None:
            change(manifest)

        return with_manifest(place, apply)

    return make


LOG = "tables/matches_logentry.copy"
DAMAGED: list[tuple[Callable[[Path], Path], str]] = [
    (_cut, r"manifest\.json can't be read \(File is not a zip file\)"),
    (_without_last_byte, "can't be read"),
    (_empty, "File is not a zip file"),
    (_text, "File is not a zip file"),
    (_another_byte, r"matches_decision can't be read"),
    (_without("manifest.json"), r"manifest\.json can't be read"),
    (_without(LOG), "matches_logentry can't be read"),
    (_with("manifest.json", lambda told: told[:-20]), "its manifest can't be read"),
    (
        _with(LOG, lambda told: told.replace(b"rubber.imported", b"rubber.reported", 1)),
        "rows of matches_logentry",
    ),
    (_with(LOG, lambda told: told.partition(b"\n")[2]), "rows of matches_logentry"),
    (_told(lambda told: told.pop("migrations")), "its manifest can't be read"),
    (_told(lambda told: told["tables"][0].pop("rows")), "its manifest can't be read"),
    (_told(lambda told: told["tables"].pop()), "its tables are not those of its migrations"),
    (
        _told(lambda told: told["tables"][-3]["columns"].reverse()),
        "its tables are not those of its migrations",
    ),
    (
        _told(lambda told: told.update(format=2)),
        "it has form 2, and this version of the service reads up to 1",
    ),
]


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(("damage", "told"), DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_archive_is_refused_before_anything_is_written(
    damage: Callable[[Path], Path], told: str, tmp_path: Path
) -> None:
    with pytest.raises(ArchiveError, match=told):
        restore_backup(damage(tmp_path / "damaged.zip"), replace=False)
    assert connection.introspection.table_names() == []


@pytest.mark.usefixtures("bare")
def test_an_archive_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    newer = with_manifest(
        tmp_path / "newer.zip", lambda told: told["migrations"].append(["matches", "9999_later"])
    )
    with pytest.raises(BackupError, match=r"newer version .* does not know matches\.9999_later"):
        restore_backup(newer, replace=False)
    assert connection.introspection.table_names() == []


def test_a_wrong_byte_anywhere_is_seen_or_does_not_matter(tmp_path: Path) -> None:
    """At 60 places of the file; most are in the rows, the last ones in its directory."""
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
