"""The first release's data is migrated to the current tables on either database; the soak also migrates back.

tests/data/first-release.zip is a backup of a site that ran the first release: its demonstration club, and a
club with a faulty evening, conflicts, texts held for repair, reviews of its day and two of an earlier
engine. first-release.egn is what that release exported.
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
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from pytest_django import DjangoDbBlocker

from ecarte_site.setup.environment import PROJECT
from matches.clubs.access import Viewer, open_seats
from matches.exchange.exports.select_rubbers import exported_rubbers, rubbers_to_export
from matches.models import (
    Club,
    Decision,
    Event,
    LogEntry,
    Membership,
    Player,
    Review,
    Round,
    Rubber,
    Stage,
    Standing,
    User,
)
from matches.operations.backup.archive import open_archive
from matches.operations.backup.make import make_backup
from matches.operations.backup.restore import RestoredBackup, restore_backup
from matches.operations.backup.tables import rows_of_lines, tables_after
from matches.operations.rebuild import Rebuild
from matches.reviews.queries import latest_reviews, listed_decisions, player_decisions
from matches.rubbers.queries import visible_rubbers
from scoring.notation import read_one
from scoring.play_key import play_key
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, make_member, text
from tests.support import postgres
from tests.support.django_database import connected_to

DATA = PROJECT / "tests" / "data"
FIRST_RELEASE = DATA / "first-release.zip"
FIRST_MIGRATION = [("matches", "0001_start")]
SIDES = {"A": "player_a", "B": "player_b"}
MADE_BY_MIGRATING = ("auth_permission", "django_content_type")
"""Tables that a migration fills, in no defined order."""


def rows(archive: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each table, in order. JSON is parsed, since each database formats it differently."""
    with open_archive(archive) as opened:
        tables = {table.name: table for table in tables_after(opened.manifest.migrations)}
        contents = {}
        for content in opened.manifest.tables:
            columns = tables[content.name].columns
            contents[content.name] = sorted(
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
        return contents


@pytest.fixture(scope="module")
def then() -> dict[str, list[dict[str, Any]]]:
    return rows(FIRST_RELEASE)


@pytest.fixture(scope="module")
def upgrade(postgres_server: str, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[str, RestoredBackup]]:
    """Yield the URL of a migrated database with the data restored into it, and the result of the restore."""
    with postgres.fresh_database(postgres_server) as url:
        with django_db_blocker.unblock(), connected_to(url):
            summary = restore_backup(FIRST_RELEASE, replace=False)
        yield url, summary


@pytest.fixture
def upgraded(
    upgrade: tuple[str, RestoredBackup], django_db_blocker: DjangoDbBlocker
) -> Iterator[RestoredBackup]:
    """Connect this process to that database, which the tests do not change."""
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
    fields = ("id", "stream", "version", "kind", "payload", "reason", "key")
    before = sorted(then["matches_logentry"], key=lambda entry: int(entry["id"]))
    assert list(LogEntry.objects.order_by("pk").values(*fields)) == [
        {name: entry[name] for name in fields} for entry in before
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
    fields = ("id", "position", "rank", "played", "won", "lost", "games_won", "games_lost", "entrant_id")
    before = sorted(then["matches_standing"], key=lambda standing: int(standing["id"]))
    now = list(Standing.objects.order_by("pk").values(*fields))
    assert now == [{name: standing[name] for name in fields} for standing in before]
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


Readable = tuple[frozenset[int], frozenset[tuple[int, str]], frozenset[int]]
"""The keys of what a viewer may read: rubbers with cards, sides of them with analysis, decisions in figures."""


def readable_then(viewer: Viewer, member_of: set[int]) -> Readable:
    """Return what the first release let the viewer read, by its rules written out, of the clubs as they are stored."""
    rubbers = list(Rubber.objects.exclude(state=Rubber.State.LIVE).select_related("club", *SIDES.values()))
    seen = [rubber for rubber in rubbers if rubber.club.is_public or rubber.club_id in member_of]
    sides = set()
    for rubber in seen:
        for side, column in SIDES.items():
            player = getattr(rubber, column)
            is_own = viewer.is_authenticated and player.user_id == viewer.pk
            if is_own or player.shares_reviews or rubber.club.reviews_open:
                sides.add((rubber.pk, side))
    reviewed = Decision.objects.filter(review__in=latest_reviews(), review__rubber__variant="ecarte")
    decisions = reviewed.values_list("pk", "review__rubber", "player")
    in_figures = (pk for pk, rubber, side in decisions if (rubber, side) in sides)
    return frozenset(rubber.pk for rubber in seen), frozenset(sides), frozenset(in_figures)


def readable_now(viewer: Viewer) -> Readable:
    rubbers = list(visible_rubbers(viewer).exclude(state=Rubber.State.LIVE))
    sides = {(rubber.pk, side) for rubber in rubbers for side in open_seats(viewer, rubber)}
    figures = set()
    for player in Player.objects.exclude(name=""):
        counted = set(player_decisions(viewer, player).values_list("pk", flat=True))
        assert counted == set(listed_decisions(viewer, player).values_list("pk", flat=True))
        figures |= counted
    return frozenset(rubber.pk for rubber in rubbers), frozenset(sides), frozenset(figures)


@pytest.mark.postgres
@pytest.mark.usefixtures("upgraded")
@pytest.mark.parametrize(
    ("is_public", "reviews_open"), [(True, False), pytest.param(False, True, marks=pytest.mark.long)]
)
def test_each_reader_reads_the_same_of_analyses_hands_and_figures(
    *, is_public: bool, reviews_open: bool
) -> None:
    assert set(Club.objects.values_list("analyses", flat=True)) == {Club.Analyses.UNDECIDED}
    with transaction.atomic():
        Club.objects.update(is_public=is_public, reviews_open=reviews_open)
        club = Club.objects.filter(rubbers__reviews__isnull=False).distinct().earliest("pk")
        played = club.rubbers.filter(reviews__isnull=False).earliest("pk")
        own = User.objects.create_user("player@example.org")
        Player.objects.filter(pk=played.player_a_id).update(user=own)
        Player.objects.filter(pk=played.player_b_id).update(shares_reviews=True)
        played.player_a.memberships.create(club=club, role=Membership.Role.MEMBER)
        roles = [make_member(club, f"{role}@example.org", role=role) for role in Membership.Role.values]
        readers: list[tuple[Viewer, set[int]]] = [(AnonymousUser(), set())]
        readers += [(viewer, {club.pk}) for viewer in (own, *roles)]
        for viewer, member_of in readers:
            then = readable_then(viewer, member_of)
            assert readable_now(viewer) == then, viewer
        assert readable_now(own)[2]
        transaction.set_rollback(True)


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


@pytest.mark.long
@pytest.mark.postgres
@pytest.mark.usefixtures("upgraded")
def test_a_database_file_comes_to_the_same_and_its_log_is_guarded(tmp_path: Path) -> None:
    """The test uses the commands as a host would, and backs the complete result up again."""
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
        rows_after = Rubber.objects.order_by("pk").values_list(*columns)
        assert list(rows_after) == [("2", "7", 0, 1, 0, 1), ("", "", 0, 1, 0, 1), ("", "", 0, 1, 0, 1)]
        assert set(Stage.objects.values_list("number", "kind")) == {(0, "open")}
