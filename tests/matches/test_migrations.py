"""Data of the first release under the tables of this one, on either database; the way back is in the soak.

tests/data/first-release.zip is a back-up of a site that ran the first release: its demonstration club, and a club with
a faulty evening, conflicts, texts held for repair, reviews of its day and two of an engine before. first-release.egn is
what that release exported.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from pytest_django import DjangoDbBlocker

from ecarte_site.setup.environment import PROJECT
from matches.exchange.queries.exports import exported_rubbers, rubbers_to_export
from matches.models import Event, LogEntry, Review, Round, Rubber, Stage, Standing, User
from matches.operations.backup.archive import open_archive
from matches.operations.backup.copy_format import rows_of_lines
from matches.operations.backup.make import make_backup
from matches.operations.backup.restore import RestoredBackup, restore_backup
from matches.operations.backup.tables import tables_after
from matches.operations.rebuild.replay import Rebuild
from scoring.notation import read_one
from scoring.play_key import play_key
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, text
from tests.support import postgres
from tests.support.connected import connected_to

DATA = PROJECT / "tests" / "data"
FIRST_RELEASE = DATA / "first-release.zip"
FIRST_MIGRATION = [("matches", "0001_start")]
MADE_BY_MIGRATING = ("auth_permission", "django_content_type")
"""In an order that is nobody's business."""


def rows(archive: Path) -> dict[str, list[dict[str, Any]]]:
    """By table, in order; JSON is read, since either database writes it in its own way."""
    with open_archive(archive) as opened:
        tables = {table.name: table for table in tables_after(opened.manifest.migrations)}
        found = {}
        for content in opened.manifest.tables:
            columns = tables[content.name].columns
            found[content.name] = sorted(
                (
                    {
                        column.name: json.loads(value)
                        if column.kind == "json" and value is not None
                        else value
                        for column, value in zip(columns, row, strict=True)
                    }
                    for row in rows_of_lines(columns, opened.lines(content))
                ),
                key=str,
            )
        return found


@pytest.fixture(scope="module")
def then() -> dict[str, list[dict[str, Any]]]:
    return rows(FIRST_RELEASE)


@pytest.fixture(scope="module")
def upgrade(postgres_server: str, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[str, RestoredBackup]]:
    """The address of a database that the data was put into and brought up to date; what was said of it."""
    with postgres.fresh_database(postgres_server) as url:
        with django_db_blocker.unblock(), connected_to(url):
            said = restore_backup(FIRST_RELEASE, replace=False)
        yield url, said


@pytest.fixture
def upgraded(
    upgrade: tuple[str, RestoredBackup], django_db_blocker: DjangoDbBlocker
) -> Iterator[RestoredBackup]:
    """This process works in that database, which the tests leave as it is."""
    with django_db_blocker.unblock(), connected_to(upgrade[0]):
        yield upgrade[1]


@pytest.mark.postgres
def test_all_migrations_since_were_applied(upgraded: RestoredBackup) -> None:
    own = [key for key in MigrationExecutor(connection).loader.disk_migrations if key[0] == "matches"]
    assert upgraded.migrated_by >= len(own) - 1
    assert not upgraded.same_key


@pytest.mark.postgres
@pytest.mark.usefixtures("upgraded")
def test_log_is_whole_and_each_entry_stands_in_its_clubs_log(then: dict[str, list[dict[str, Any]]]) -> None:
    told = ("id", "stream", "version", "kind", "payload", "reason", "key")
    before = sorted(then["matches_logentry"], key=lambda entry: int(entry["id"]))
    assert list(LogEntry.objects.order_by("pk").values(*told)) == [
        {name: entry[name] for name in told} for entry in before
    ]
    clubs = {event.public_id: event.club_id for event in Event.objects.all()}
    clubs |= {rubber.public_id: rubber.club_id for rubber in Rubber.objects.all()}
    assert all(entry.club_id == clubs[entry.stream.partition(":")[2]] for entry in LogEntry.objects.all())


@pytest.mark.postgres
@pytest.mark.usefixtures("upgraded")
def test_log_still_says_what_is_stored() -> None:
    assert list(map(str, Rebuild(write=False).differences())) == []


@pytest.mark.postgres
@pytest.mark.usefixtures("upgraded")
def test_records_are_written_as_the_first_release_wrote_them() -> None:
    written = "".join(exported_rubbers(rubbers_to_export(club=None, event=None), with_ids=False))
    assert written.encode() == (DATA / "first-release.egn").read_bytes()


@pytest.mark.postgres
@pytest.mark.usefixtures("upgraded")
def test_standings_are_what_they_were(then: dict[str, list[dict[str, Any]]]) -> None:
    told = ("id", "position", "rank", "played", "won", "lost", "games_won", "games_lost", "entrant_id")
    before = sorted(then["matches_standing"], key=lambda standing: int(standing["id"]))
    now = list(Standing.objects.order_by("pk").values(*told))
    assert now == [{name: standing[name] for name in told} for standing in before]
    assert len(now) == 30


@pytest.mark.postgres
@pytest.mark.usefixtures("upgraded")
def test_reviews_of_what_a_rubber_is_get_its_key_and_others_none(
    then: dict[str, list[dict[str, Any]]],
) -> None:
    for rubber in Rubber.objects.all():
        assert rubber.play_checksum == play_key(read_one(rubber.egn))
        assert rubber.changed_at == rubber.entered_at
    versions = {review["id"]: review["rubber_version"] for review in then["matches_review"]}
    keys = Review.objects.values_list("pk", "play_checksum", "rubber__play_checksum")
    assert all(key == (current if versions[pk] else "") for pk, key, current in keys)
    assert sorted(versions.values()).count(0) == 2
    decisions = then["matches_decision"]
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM matches_decision WHERE token = number")
        assert cursor.fetchone() == (len(decisions),)


@pytest.mark.postgres
@pytest.mark.usefixtures("upgraded")
def test_log_is_still_guarded() -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        LogEntry.objects.update(reason="another")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        LogEntry.objects.all().delete()


@pytest.mark.postgres
@pytest.mark.usefixtures("upgraded")
def test_its_owner_signs_in_as_before(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    assert User.objects.get().check_password("a pass phrase of 2026")


@pytest.mark.postgres
@pytest.mark.usefixtures("upgraded")
def test_a_database_file_comes_to_the_same_and_its_log_is_guarded(tmp_path: Path) -> None:
    """By the commands, as a host gives them; with all that is in it, it is backed up again."""
    environment = {**os.environ, "ECARTE_DATA_DIR": str(tmp_path / "data")}
    for name in ("DATABASE_URL", "REDIS_URL"):
        environment.pop(name, None)
    manage = [sys.executable, str(PROJECT / "manage.py")]
    subprocess.run([*manage, "restore", str(FIRST_RELEASE)], check=True, env=environment)
    subprocess.run([*manage, "backup", str(tmp_path / "file.zip")], check=True, env=environment)
    make_backup(tmp_path / "server.zip")
    file, server = rows(tmp_path / "file.zip"), rows(tmp_path / "server.zip")
    for name in MADE_BY_MIGRATING:
        assert len(file.pop(name)) == len(server.pop(name))
    for conflict in (*file["matches_conflict"], *server["matches_conflict"]):
        # The first release did not say when: it is the moment of the update.
        conflict.pop("at")
    assert file == server

    place = tmp_path / "data" / "ecarte.sqlite3"
    assert place.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(place)) as database:
        for change in ("UPDATE matches_logentry SET reason = 'x'", "DELETE FROM matches_logentry"):
            with pytest.raises(sqlite3.DatabaseError, match="append-only"):
                database.execute(change)


@pytest.mark.soak
@pytest.mark.postgres
def test_the_way_back_and_forth_again_loses_no_result(
    postgres_server: str, migrated_database: str, django_db_blocker: DjangoDbBlocker
) -> None:
    template = postgres.name_of_database(migrated_database)
    with (
        postgres.fresh_database(postgres_server, like=template) as url,
        django_db_blocker.unblock(),
        connected_to(url),
    ):
        import_text(make_club(), text(tags='[Round "2"]\n[Table "7"]\n'), text("Clay", "Whist"))
        import_text(make_club("garrick"), text())
        a, b = Event.objects.earliest("pk").entrants.order_by("pk")[:2]
        # A drawn round, of which earlier releases know nothing.
        stage = Stage.objects.create(event=a.event, number=1, kind=Stage.Kind.KNOCKOUT)
        drawn = Round.objects.create(stage=stage, number=1, label="1")
        drawn.pairings.create(number=1, entrant_a=a, entrant_b=b)
        MigrationExecutor(connection).migrate(FIRST_MIGRATION)
        newest = MigrationExecutor(connection)
        newest.migrate([node for node in newest.loader.graph.leaf_nodes() if node[0] == "matches"])
        assert list(map(str, Rebuild(write=False).differences())) == []
        columns = ("round_label", "table", "trebles_a", "trebles_b", "voles_a", "voles_b")
        told = Rubber.objects.order_by("pk").values_list(*columns)
        assert list(told) == [("2", "7", 0, 1, 0, 1), ("", "", 0, 1, 0, 1), ("", "", 0, 1, 0, 1)]
        assert set(Stage.objects.values_list("number", "kind")) == {(0, "open")}
