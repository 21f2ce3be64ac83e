"""Data of an earlier release under the tables of this one."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from pytest_django import DjangoDbBlocker

from ecarte_site.setup.environment import PROJECT
from matches.models import Decision, Event, LogEntry, Review, Round, Rubber, Stage
from matches.services.rebuild import Rebuild
from scoring.notation import read_one
from scoring.play_key import play_key
from tests.matches.web.records import import_text, make_club, text
from tests.support import postgres
from tests.support.connected import connected_to

FIRST_RELEASE = [("matches", "0001_start")]
ROWS_OF_FIRST_RELEASE = """
INSERT INTO matches_club (id, public_id, slug, name, time_zone, currency, is_public, reviews_open, created_at)
    VALUES (1, 'c1', 'portland', 'Portland', 'UTC', 'EUR', 1, 0, '2026-11-14 20:00:00');
INSERT INTO matches_event (id, public_id, club_id, name, created_at, log_position, standings_position)
    VALUES (1, 'e1', 1, 'Cup', '2026-11-14 20:00:00', 2, 0);
INSERT INTO matches_logentry (id, stream, version, kind, payload, at, reason, key) VALUES
    (1, 'event:e1', 1, 'event.opened', '{"club": "c1", "name": "Cup"}', '2026-11-14 20:00:00', '', 'a'),
    (2, 'rubber:r1', 1, 'rubber.imported', '{"event": "e1"}', '2026-11-14 20:00:00', '', 'b');
INSERT INTO matches_player (id, public_id, name, shares_reviews, created_at, club_id) VALUES
    (1, 'p1', 'Orford', 0, '2026-11-14 20:00:00', 1), (2, 'p2', 'Baldwin', 0, '2026-11-14 20:00:00', 1);
INSERT INTO matches_stage (id, number, kind, name, event_id) VALUES (1, 1, 'open', '', 1);
INSERT INTO matches_round (id, label, stage_id) VALUES (1, '2', 1);
INSERT INTO matches_entrant (id, event_id, player_id) VALUES (1, 1, 1), (2, 1, 2);
INSERT INTO matches_pairing (id, "table", entrant_a_id, entrant_b_id, round_id) VALUES (1, '7', 1, 2, 1);
INSERT INTO matches_rubber (id, public_id, identity, date, best_of, reckoning, rubber_bonus, cut, code, termination,
    depth, state, version, winner, games_won_a, games_won_b, findings, egn, checksum, entered_at, club_id, event_id,
    pairing_id, player_a_id, player_b_id)
    VALUES (1, 'r1', 'r1', '', 1, 'plain', 0, 'rubber', 'English', 'normal', 'result', 'confirmed', 1, 'A', 1, 0,
    '[]', '[EGN "1"]' || char(10) || '[A "A"]' || char(10) || '[B "B"]' || char(10) || '[BestOf "1"]' || char(10)
    || char(10) || 'Game 1 #5-3' || char(10) || '##1-0' || char(10), '', '2026-11-14 20:00:00', 1, 1, 1, 1, 2);
INSERT INTO matches_game (id, number, points_a, points_b, winner, value, rubber_id) VALUES
    (1, 1, 5, 0, 'A', 1, 1), (2, 2, 1, 5, 'B', 1, 1), (3, 3, 0, 4, '', NULL, 1);
INSERT INTO matches_deal (id, number, dealer, depth, is_void, vulnerable, tricks_a, tricks_b, marks, king_by,
    king_turned_up, calls, egn, game_id) VALUES
    (1, 1, 'A', 'marks', 0, '', 5, 0, '[{"player": "A", "law": 48, "points": 2}]', '', 0, '', '', 1),
    (2, 2, 'B', 'marks', 0, '', 0, 5, '[{"player": "B", "law": 48, "points": 1}]', '', 0, '', '', 1),
    (3, 3, 'A', 'marks', 0, '', 0, 5, '[{"player": "B", "law": 48, "points": 2}]', '', 0, '', '', 1),
    (4, 4, 'B', 'marks', 0, '', 0, 5, '[{"player": "B", "law": 47, "points": 1}]', '', 0, '', '', 1),
    (5, 5, 'A', 'marks', 1, '', 5, 0, '[{"player": "A", "law": 48, "points": 2}]', '', 0, '', '', 1),
    (6, 6, 'B', 'marks', 0, '', 3, 2, '[{"player": "A", "law": 48, "points": 1}]', '', 0, '', '', 1);
INSERT INTO matches_review (id, engine_version, rubber_version, table_checksum, state, claim, attempts, problem,
    done_at, rubber_id) VALUES (1, '1', 1, '', 'done', '', 1, '', '2026-11-14 20:00:00', 1);
INSERT INTO matches_decision (id, number, game, deal, kind, trick, player, chosen, best, expected, loss, label,
    review_id) VALUES (1, 1, 1, 1, 'card', 1, 'A', 'HK', '[]', '{}', 0, '', 1),
    (2, 2, 1, 1, 'card', 2, 'A', 'HQ', '[]', '{}', 0, '', 1);
"""
REVIEWED_BY_VERSION = [("matches", "0005_attempts_and_held")]
upgraded_together = pytest.mark.xdist_group("upgraded")  # one process of a parallel run makes that database


def migrate(targets: list[tuple[str, str]]) -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(targets)


def newest() -> list[tuple[str, str]]:
    return [node for node in MigrationExecutor(connection).loader.graph.leaf_nodes() if node[0] == "matches"]


def draw(event: Event) -> None:
    """A drawn round between two entrants, of which earlier releases know nothing."""
    a, b = event.entrants.order_by("pk")[:2]
    stage = Stage.objects.create(event=event, number=1, kind=Stage.Kind.KNOCKOUT)
    Round.objects.create(stage=stage, number=1, label="1").pairings.create(number=1, entrant_a=a, entrant_b=b)


def add_reviews_by_version() -> None:
    """To each rubber a review of what it is and one of what it was, told apart by the rubber's version."""
    tables = MigrationExecutor(connection).loader.project_state(REVIEWED_BY_VERSION).apps
    review, decision = tables.get_model("matches", "Review"), tables.get_model("matches", "Decision")
    for rubber in tables.get_model("matches", "Rubber").objects.order_by("pk"):
        for version in (rubber.version - 1, rubber.version):
            made = review.objects.create(
                rubber=rubber,
                engine_version=f"of version {version}",
                rubber_version=version,
                state="done",
                done_at=rubber.entered_at,
            )
            for number in (1, 2):
                decision.objects.create(
                    **{"review": made, "number": number, "game": 1, "deal": 1, "kind": "card"},
                    **{"trick": number, "player": "A", "chosen": "HK", "loss": 0.2},
                )


@pytest.fixture(scope="module")
def upgraded_database(
    postgres_server: str, migrated_database: str, django_db_blocker: DjangoDbBlocker
) -> Iterator[str]:
    """Two clubs' records as the first release left them, reviewed by a later one, brought up to date."""
    template = postgres.name_of_database(migrated_database)
    with postgres.fresh_database(postgres_server, like=template) as url:
        with django_db_blocker.unblock(), connected_to(url):
            import_text(make_club(), text(tags='[Round "2"]\n[Table "7"]\n'), text("Clay", "Whist"))
            import_text(make_club("garrick"), text())
            draw(Event.objects.earliest("pk"))
            migrate(FIRST_RELEASE)
            migrate(REVIEWED_BY_VERSION)
            add_reviews_by_version()
            migrate(newest())
        yield url


@pytest.fixture
def upgraded(upgraded_database: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """This process works in that database, which the tests leave as it is."""
    with django_db_blocker.unblock(), connected_to(upgraded_database):
        yield


@upgraded_together
@pytest.mark.postgres
@pytest.mark.usefixtures("upgraded")
def test_each_entry_stands_in_its_clubs_log() -> None:
    stands_in = {
        entry.stream.partition(":")[2]: entry.club.slug for entry in LogEntry.objects.select_related("club")
    }
    for rubber in Rubber.objects.select_related("club", "event"):
        assert stands_in[rubber.public_id] == rubber.club.slug
        assert stands_in[rubber.event.public_id] == rubber.club.slug
        assert rubber.changed_at == rubber.entered_at
    assert len(stands_in) == LogEntry.objects.count() == 5


@upgraded_together
@pytest.mark.postgres
@pytest.mark.usefixtures("upgraded")
def test_log_still_says_what_is_stored() -> None:
    assert list(Rebuild(write=False).differences()) == []


@upgraded_together
@pytest.mark.postgres
@pytest.mark.usefixtures("upgraded")
def test_rubbers_say_round_table_trebles_and_voles_themselves() -> None:
    columns = ("round_label", "table", "trebles_a", "trebles_b", "voles_a", "voles_b")
    told = Rubber.objects.order_by("pk").values_list(*columns)
    assert list(told) == [("2", "7", 0, 1, 0, 1), ("", "", 0, 1, 0, 1), ("", "", 0, 1, 0, 1)]
    assert set(Stage.objects.values_list("number", "kind")) == {(0, "open")}


@upgraded_together
@pytest.mark.postgres
@pytest.mark.usefixtures("upgraded")
def test_log_is_still_guarded() -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        LogEntry.objects.update(reason="another")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        LogEntry.objects.all().delete()


@upgraded_together
@pytest.mark.postgres
@pytest.mark.usefixtures("upgraded")
def test_rubbers_and_the_reviews_of_what_they_are_get_their_keys() -> None:
    assert Rubber.objects.count() == 3
    for rubber in Rubber.objects.all():
        assert rubber.play_checksum == play_key(read_one(rubber.egn))
        keys = Review.objects.filter(rubber=rubber).order_by("engine_version")
        assert list(keys.values_list("play_checksum", flat=True)) == ["", rubber.play_checksum]
    places = Decision.objects.order_by("review", "number").values_list("number", "token")
    assert list(places) == [(1, 1), (2, 2)] * 6


def test_database_file_of_the_first_release_is_brought_up_to_date_and_guarded(tmp_path: Path) -> None:
    environment = {**os.environ, "ECARTE_DATA_DIR": str(tmp_path)}
    for name in ("DATABASE_URL", "REDIS_URL"):
        environment.pop(name, None)
    command = [sys.executable, str(PROJECT / "manage.py"), "migrate", "--verbosity", "0"]
    subprocess.run([*command, "matches", "0001"], check=True, env=environment)
    with closing(sqlite3.connect(tmp_path / "ecarte.sqlite3")) as database:
        # A constraint of the clubs asks for it; Django gives it to its own connections.
        database.create_function("REGEXP", 2, lambda pattern, value: re.search(pattern, value) is not None)
        database.executescript(ROWS_OF_FIRST_RELEASE)

        subprocess.run(command, check=True, env=environment)

        assert database.execute("SELECT club_id FROM matches_logentry").fetchall() == [(1,), (1,)]
        (key,) = database.execute("SELECT play_checksum FROM matches_rubber").fetchone()
        assert key == play_key(read_one('[EGN "1"] [A "x"] [B "y"] [BestOf "1"] Game 1 #5-3 *'))
        facts = 'round_label, "table", trebles_a, trebles_b, voles_a, voles_b'
        assert database.execute(f"SELECT {facts} FROM matches_rubber").fetchall() == [("2", "7", 1, 0, 1, 2)]  # noqa: S608
        assert database.execute("SELECT number FROM matches_stage").fetchall() == [(0,)]
        assert database.execute("SELECT * FROM matches_pairing").fetchall() == []
        assert database.execute("SELECT play_checksum FROM matches_review").fetchall() == [(key,)]
        assert database.execute("SELECT token FROM matches_decision").fetchall() == [(1,), (2,)]
        for change in ("UPDATE matches_logentry SET reason = 'x'", "DELETE FROM matches_logentry"):
            with pytest.raises(sqlite3.DatabaseError, match="append-only"):
                database.execute(change)
