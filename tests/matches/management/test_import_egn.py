from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoDbBlocker

from ecarte_site.setup.environment import PROJECT
from matches.models import Club, HeldText, Rubber
from tests.matches.files import EVENING, FAULTS, SEASON, other_result, rubber_text
from tests.support import postgres
from tests.support.django_database import connected_to


def printed(command: object, *arguments: object) -> str:
    output = io.StringIO()
    call_command(str(command), *map(str, arguments), stdout=output)
    return output.getvalue()


def run(*arguments: object) -> str:
    return printed("import_egn", *arguments)


@pytest.mark.core
@pytest.mark.django_db
def test_prints_a_line_a_rubber_and_a_summary() -> None:
    lines = run(EVENING).splitlines()
    assert len(lines) == 13
    first = "rubber 1 (line 1), Boiteau - Walker: confirmed: the event Autumn Cup is new"
    first += "; the club Portland is new, for its members only [new guest: Boiteau, Walker]"
    assert lines[0] == f"{EVENING}: {first}"
    assert lines[-1] == f"{EVENING}: 12 rubbers: 12 confirmed; 14 new guests; 1 new event; 1 new club"


@pytest.mark.core
@pytest.mark.django_db
def test_lines_may_end_in_cr_and_the_export_ends_them_in_lf(tmp_path: Path) -> None:
    file = tmp_path / "evening.egn"
    file.write_bytes(EVENING.read_bytes().replace(b"\n", b"\r"))
    assert (
        run(file).splitlines()[-1]
        == f"{file}: 12 rubbers: 12 confirmed; 14 new guests; 1 new event; 1 new club"
    )
    assert printed("export_egn") == EVENING.read_text()


@pytest.mark.core
@pytest.mark.django_db
def test_trial_says_the_same_and_stores_nothing() -> None:
    tried = run("--trial", EVENING).splitlines()
    assert not Rubber.objects.exists()
    assert not Club.objects.exists()
    assert tried[-1] == (
        f"{EVENING}: 12 rubbers: 12 confirmed; 14 new guests; 1 new event; 1 new club"
        "; tried only, nothing of it is stored"
    )
    assert run(EVENING).splitlines()[:-1] == tried[:-1]


@pytest.mark.core
@pytest.mark.django_db
def test_takes_several_files_and_a_club() -> None:
    Club.objects.create(name="Portland", slug="portland")
    lines = run("--club", "portland", EVENING, FAULTS).splitlines()
    assert lines[-1] == (
        f"{FAULTS}: 26 rubbers: 1 confirmed, 19 stored as drafts, 6 held for repair; 6 new guests"
        "; 1 new event; 1 that the file has before (look at their lines)"
    )


@pytest.mark.django_db
def test_unknown_club_is_told_from_those_there_are() -> None:
    Club.objects.create(name="Portland", slug="portland")
    with pytest.raises(CommandError, match="there is no club 'savile'; the clubs here are: portland"):
        run("--club", "savile", EVENING)


@pytest.mark.core
@pytest.mark.django_db
def test_text_before_the_first_rubber_is_said_in_the_summary(tmp_path: Path) -> None:
    file = tmp_path / "evening.egn"
    file.write_text("Dear secretary,\n" + rubber_text())
    assert run(file).endswith("; text before the first rubber was not read\n")


@pytest.mark.core
@pytest.mark.django_db
def test_bad_files_are_named_and_keep_no_good_one_out(tmp_path: Path) -> None:
    binary, missing = tmp_path / "photo.egn", tmp_path / "missing.egn"
    binary.write_bytes(os.urandom(5000))
    with pytest.raises(CommandError) as caught:
        run(binary, missing, EVENING)
    first, second = str(caught.value).splitlines()
    assert first == f'{binary}: no line starts with [EGN ", so this is no EGN file. Nothing of it was stored.'
    assert second == f"{missing}: No such file or directory"
    assert Rubber.objects.count() == 12


@pytest.mark.core
@pytest.mark.django_db
def test_same_rubber_twice_and_another_result_are_said_in_words(tmp_path: Path) -> None:
    file = tmp_path / "evening.egn"
    file.write_text(rubber_text())
    run(file)
    assert ": skipped: rubber " in run(file)
    file.write_text(other_result(rubber_text()))
    output = run(file)
    assert "is here with other content; both are kept for the director to choose" in output
    assert output.endswith("1 rubber: 1 in conflict with what is here\n")


@pytest.mark.core
@pytest.mark.django_db
def test_summary_counts_rubbers_that_stand_in_the_file_before(tmp_path: Path) -> None:
    file = tmp_path / "evening.egn"
    file.write_text("\n".join([rubber_text(), rubber_text(), rubber_text()]))
    assert run(file).endswith(
        "3 rubbers: 3 confirmed; 2 new guests; 1 new event; 1 new club; 2 that the file has before"
        " (look at their lines)\n"
    )


def manage(environment: dict[str, str], *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, str(PROJECT / "manage.py"), *map(str, arguments)]
    return subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE)


def import_most(environment: dict[str, str], data: bytes) -> subprocess.Popen[bytes]:
    """Return a process that has begun to import the first nine tenths of ``data`` from a pipe."""
    command = [sys.executable, str(PROJECT / "manage.py"), "import_egn", "-"]
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(data[: len(data) * 9 // 10])
    process.stdin.flush()
    process.stdout.readline()
    return process


@pytest.mark.e2e
@pytest.mark.parametrize("count", [60, pytest.param(300, marks=pytest.mark.soak)])
def test_two_imports_at_once_store_each_rubber_once(
    fresh_database: str, django_db_blocker: DjangoDbBlocker, tmp_path: Path, count: int
) -> None:
    rubbers = SEASON.read_text().split("\n\n[EGN")[:count]
    season = tmp_path / "season.egn"
    season.write_text("\n\n[EGN".join(rubbers))
    environment = {**os.environ, "DATABASE_URL": fresh_database}
    imports = [manage(environment, "import_egn", season) for _ in range(2)]
    outputs = [process.communicate()[0] for process in imports]
    assert [process.returncode for process in imports] == [0, 0]
    assert sum(text.count(": confirmed") for text in outputs) == count
    assert sum(text.count(": skipped") for text in outputs) == count
    with django_db_blocker.unblock(), connected_to(fresh_database):
        stored = printed("export_egn").rstrip("\n").split("\n\n[EGN")
        assert "no difference" in printed("rebuild")
    assert sorted(stored) == sorted(rubber.rstrip("\n") for rubber in rubbers)


@pytest.mark.e2e(first=True)
def test_import_that_is_killed_leaves_whole_rubbers_and_goes_on_later(
    fresh_database: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """A pipe feeds the file in halves, and the process dies between them."""
    process = import_most({**os.environ, "DATABASE_URL": fresh_database}, SEASON.read_bytes())
    process.kill()
    process.communicate()
    with django_db_blocker.unblock(), connected_to(fresh_database):
        assert "no difference" in printed("rebuild")
        again = run(SEASON)
        stored_before = again.count(": skipped")
        assert stored_before >= 200
        assert again.count(": confirmed") == 300 - stored_before
        assert printed("export_egn") == SEASON.read_text()


@pytest.mark.core
@pytest.mark.django_db
def test_file_cut_in_half_tells_where_it_ends(tmp_path: Path) -> None:
    file = tmp_path / "half.egn"
    file.write_bytes(EVENING.read_bytes()[:3000])
    assert "held: E01 at " in run(file)
    assert HeldText.objects.count() == 1


@pytest.mark.postgres
def test_database_that_is_gone_is_told_in_words(
    postgres_server: str, django_db_blocker: DjangoDbBlocker
) -> None:
    gone = postgres.with_database(postgres_server, "ecarte_gone")
    with (
        django_db_blocker.unblock(),
        connected_to(gone),
        pytest.raises(CommandError, match=r"^the database does not answer \(connection failed: "),
    ):
        run(EVENING)


@pytest.mark.e2e
def test_database_that_breaks_off_midway_is_told_in_words(fresh_database: str) -> None:
    data = SEASON.read_bytes()
    process = import_most({**os.environ, "DATABASE_URL": fresh_database}, data)
    with psycopg.connect(fresh_database, autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    _, errors = process.communicate(data[len(data) * 9 // 10 :])
    assert process.returncode == 1
    assert b"CommandError: -: the database broke off (" in errors
    assert b"Traceback" not in errors


def test_database_without_tables_is_told_in_one_sentence(
    postgres_server: str, django_db_blocker: DjangoDbBlocker
) -> None:
    sentence = "^the database has no tables of this version yet; run: python manage.py migrate$"
    commands = (["import_egn", EVENING], ["import_egn", "--club", "x", "-"], ["export_egn"])
    with postgres.fresh_database(postgres_server) as url, django_db_blocker.unblock(), connected_to(url):
        for command in commands:
            with pytest.raises(CommandError, match=sentence):
                printed(*command)


@pytest.mark.e2e
@pytest.mark.parametrize("files", [(EVENING,), pytest.param((SEASON, EVENING), marks=pytest.mark.soak)])
def test_reader_who_leaves_does_not_stop_the_import(
    fresh_database: str, django_db_blocker: DjangoDbBlocker, files: tuple[Path, ...]
) -> None:
    environment = {**os.environ, "DATABASE_URL": fresh_database}
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, str(PROJECT / "manage.py"), "import_egn", *map(str, files)],
        env=environment,
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert done.returncode == 0
    assert b"Broken" not in done.stderr
    with django_db_blocker.unblock(), connected_to(fresh_database):
        assert printed("export_egn") == "\n".join(file.read_text() for file in files)


@pytest.mark.e2e
def test_names_outside_the_terminal_s_letters_are_told_all_the_same(
    fresh_database: str, tmp_path: Path
) -> None:
    """The test uses a player's name, and a file name that is not text."""
    text = rubber_text("Écarté")
    file = os.fsencode(tmp_path) + b"/soir\xe9e.egn"
    Path(os.fsdecode(file)).write_text(text)
    environment = {**os.environ, "DATABASE_URL": fresh_database, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, str(PROJECT / "manage.py")]
    imported = subprocess.run(
        [*command, "import_egn", file], env=environment, capture_output=True, check=False
    )
    exported = subprocess.run([*command, "export_egn"], env=environment, capture_output=True, check=False)
    assert imported.returncode == 0
    assert rb"soir\udce9e.egn: rubber 1 (line 1), \xc9cart\xe9 - Baldwin: confirmed" in imported.stdout
    assert exported.stdout == text.encode()
