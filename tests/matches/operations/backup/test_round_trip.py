"""A database with something of everything is backed up, and restored in another on the same server."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import CHANGE
from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from matches.clubs.players import rename_player
from matches.models import Backup, Club, Export, ExportPart, LogEntry, Mail, User
from matches.operations.backup.errors import NotEmptyError
from matches.operations.backup.files import last_backup
from matches.operations.backup.make import MadeBackup, make_backup, open_snapshot
from matches.operations.backup.restore import RestoredBackup, restore_backup
from matches.operations.backup.staging import open_staging_area, refuse_unless_empty
from matches.operations.backup.tables import newest_migrations, tables_after
from matches.operations.rebuild import Rebuild
from tests.factories.clubs import make_club
from tests.matches.files import EVENING, import_path
from tests.matches.operations.backup.archives import rows_of
from tests.matches.pages.every_page import make_scene
from tests.support import postgres
from tests.support.django_database import connected_to

pytestmark = pytest.mark.postgres
PASS_PHRASE = "a long pass phrase"
AWKWARD = "\\N\t\\t\n\r\\.\\\n\\."
"""A text of the characters that COPY escapes, including its end marker."""
SCHEMA = """
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE connamespace = 'public'::regnamespace
UNION ALL SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
UNION ALL SELECT table_name, column_name, concat_ws(' ', data_type, is_nullable, column_default, is_identity)
    FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL SELECT 'function', proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace
ORDER BY 1, 2, 3
"""


@dataclass(frozen=True, slots=True)
class Kept:
    """The URLs of both databases, the results of each direction, and the earlier contents of the second database."""

    here: str
    there: str
    made: MadeBackup
    restored: RestoredBackup
    refused: str


@pytest.fixture(scope="module")
def kept(
    postgres_server: str,
    migrated_database: str,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Kept]:
    template = postgres.name_of_database(migrated_database)
    file = tmp_path_factory.mktemp("backups") / "all.zip"
    with (
        postgres.fresh_database(postgres_server, like=template) as here,
        postgres.fresh_database(postgres_server, like=template) as there,
        django_db_blocker.unblock(),
    ):
        with connected_to(here):
            scene = make_scene(2, slug="garrick")
            import_path(EVENING, club=make_club("portland"))
            add_what_a_scene_lacks(scene.owner, scene.club)
            made = make_backup(file)
        with connected_to(there):
            Club.objects.create(slug="old", name="Old")
            with pytest.raises(NotEmptyError) as refused:
                restore_backup(file, replace=False)
            restored = restore_backup(file, replace=True)
        yield Kept(here, there, made, restored, str(refused.value))


def add_what_a_scene_lacks(owner: User, club: Club) -> None:
    """Add rows of tables that no page lists, with text and bytes that are awkward to write."""
    now = timezone.now()
    address = EmailAddress.objects.create(user=owner, email=owner.email, verified=True, primary=True)
    EmailConfirmation.objects.create(email_address=address, key="key", sent=now)
    Authenticator.objects.create(user=owner, type=Authenticator.Type.TOTP, data={"secret": "sealed"})
    Session.objects.create(session_key="key", session_data=AWKWARD, expire_date=now)
    group = Group.objects.create(name="Hosts")
    permission = Permission.objects.earliest("pk")
    group.permissions.add(permission)
    owner.groups.add(group)
    owner.user_permissions.add(permission)
    AdminEntry.objects.create(user=owner, object_repr=AWKWARD, action_flag=CHANGE, change_message="")
    export = Export.objects.create(
        club=club, by=owner, form="egn", name=AWKWARD, asked={AWKWARD: [None, 0.1]}
    )
    ExportPart.objects.create(
        export=export, number=0, start=0, content=bytes(range(256)) + secrets.token_bytes(99_999)
    )
    rename_player(club.players.earliest("pk"), "Ann Bell", by=owner)
    # The last number of a table was given out, and its row is gone.
    Club.objects.create(slug="gone", name="Gone").delete()
    Backup.objects.create(place="before", size=1, sha256="")
    Mail.objects.create(addressee="-", content="-", expires_at=now)


@pytest.fixture
def there(kept: Kept, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Connect this process to the restored database, which tests do not change."""
    with django_db_blocker.unblock(), connected_to(kept.there):
        yield


def test_every_row_of_every_table_is_there_again(kept: Kept) -> None:
    here, there = rows_of(kept.here), rows_of(kept.there)
    # Mail that waits is sent or expires meanwhile.
    assert (len(here.pop("matches_mail")), there.pop("matches_mail")) == (1, [])
    assert there == here
    assert {name for name, rows in here.items() if not rows} <= LACKING
    assert kept.restored.rows == kept.made.rows
    assert kept.restored.made_at == kept.made.made_at
    assert (kept.restored.migrated_by, kept.restored.same_key) == (0, True)


LACKING = {
    *("matches_incident", "matches_padentry", "matches_sentrequest", "matches_ratingprogress"),
    *("matches_honourprogress", "matches_dealreview", "matches_honour"),
}
"""The tables that the scene leaves empty. Each of their column types is covered by another table."""


def test_keys_checks_indexes_triggers_and_defaults_are_the_same(kept: Kept) -> None:
    schemas: list[list[Any]] = []
    for url in (kept.here, kept.there):
        with psycopg.connect(url) as session:
            schemas.append([without_casts(row) for row in session.execute(SCHEMA)])
            left = session.execute("SELECT nspname FROM pg_namespace WHERE nspname = 'ecarte_restore'")
            assert left.fetchall() == []
    assert schemas[0] == schemas[1]


def without_casts(row: Sequence[str]) -> tuple[str, ...]:
    """Remove casts: PostgreSQL moves them when it reads a definition again, without changing its meaning."""
    return tuple(re.sub(r"::(text|character varying)(\[\])?|[()]", "", word) for word in row)


def test_numbers_go_on_where_they_were(kept: Kept, django_db_blocker: DjangoDbBlocker) -> None:
    next_numbers: list[dict[str, int | None]] = []
    tables = [table for table in tables_after(newest_migrations()) if table.name != "matches_backup"]
    for url in (kept.here, kept.there):
        with django_db_blocker.unblock(), connected_to(url), open_snapshot() as snapshot:
            next_numbers.append({table.name: snapshot.next_number(table) for table in tables})
    assert next_numbers[0] == next_numbers[1]


@pytest.mark.usefixtures("there")
def test_log_is_guarded_again() -> None:
    for change in (lambda: LogEntry.objects.update(reason="x"), lambda: LogEntry.objects.all().delete()):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()


def test_log_says_of_the_rows_what_it_said_before(kept: Kept, django_db_blocker: DjangoDbBlocker) -> None:
    """The scene changes some rows without the log: those differ in both.

    The club whose rubbers were imported differs in neither.
    """
    reports = []
    for url in (kept.here, kept.there):
        with django_db_blocker.unblock(), connected_to(url):
            imported = Club.objects.get(slug="portland")
            own = {f"rubber:{rubber.public_id}" for rubber in imported.rubbers.all()}
            differences = list(Rebuild(write=False).differences())
            assert not own & {difference.subject for difference in differences}
            reports.append(list(map(str, differences)))
    assert reports[0] == reports[1]


@pytest.mark.usefixtures("there")
def test_its_people_sign_in_with_their_passwords() -> None:
    client = Client()
    with transaction.atomic():
        assert client.login(email="owner@example.org", password=PASS_PHRASE)
        assert client.get("/clubs/garrick/members/").status_code == 200
        transaction.set_rollback(True)


def test_what_was_there_before_is_named_and_was_not_given_up_unasked(kept: Kept) -> None:
    name = postgres.name_of_database(kept.there)
    assert kept.refused == (
        f"The database {name} is not empty: it has 1 clubs, 1 rows in all. Restore into an empty one, or give all of "
        "that up with --replace."
    )
    with psycopg.connect(kept.there) as session:
        assert session.execute("SELECT count(*) FROM matches_club WHERE slug = 'old'").fetchone() == (0,)


def test_a_backup_is_noted_and_the_last_one_told(kept: Kept, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock(), connected_to(kept.here):
        assert last_backup() == (kept.made.made_at, kept.made.size, str(kept.made.place))
    assert kept.made.place.stat().st_size == kept.made.size


@pytest.mark.django_db
def test_a_migrated_database_without_rows_is_empty() -> None:
    refuse_unless_empty()
    Backup.objects.create(place="x", size=1, sha256="")
    with pytest.raises(NotEmptyError, match="1 rows in all"):
        refuse_unless_empty()


def test_a_room_is_gone_when_its_restore_fails_and_the_data_is_as_it_was(
    kept: Kept, django_db_blocker: DjangoDbBlocker
) -> None:
    def fail() -> None:
        with open_staging_area() as room:
            with room.inside(), connection.cursor() as cursor:
                assert connection.introspection.table_names(cursor) == []
                cursor.execute("CREATE TABLE matches_club (id integer)")
            raise OSError("no space")

    before = rows_of(kept.there)
    with django_db_blocker.unblock(), connected_to(kept.there):
        with pytest.raises(OSError, match="no space"):
            fail()
        with open_staging_area() as room, room.inside(), connection.cursor() as cursor:
            assert connection.introspection.table_names(cursor) == []
    assert rows_of(kept.there) == before
