"""Events are exported, checked and imported by command."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import BaseCommand, CommandError, call_command

from matches.clubs.accounts import make_owner
from matches.models import Club, Event
from tests.bench.simulation.simulate_event import Command


def run(command: str | BaseCommand, *arguments: object) -> str:
    output = io.StringIO()
    call_command(command, *map(str, arguments), stdout=output)
    return output.getvalue()


def status_of(*files: Path) -> tuple[int, str]:
    output = io.StringIO()
    try:
        call_command("check_event", *map(str, files), stdout=output, stderr=io.StringIO())
    except SystemExit as left:
        return int(str(left.code)), output.getvalue()
    return 0, output.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    run(Command(), "--no-store", "--players", 9, "--seed", "a", "--out", tmp_path / "event.json")
    return tmp_path / "event.json"


def test_file_that_says_another_thing_than_its_logs_is_told_line_by_line(file: Path) -> None:
    document = json.loads(file.read_bytes())
    document["derived"]["phase"] = "playing"
    file.write_text(json.dumps(document))
    status, output = status_of(file)
    sentence = "The file says playing, but its logs give complete."
    assert (status, output) == (1, f"{file}: /derived/phase: derived_differs: {sentence}\n")


def test_file_that_is_none_of_an_event_is_not_read(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("[]")
    assert [status_of(wrong)[0], status_of(tmp_path / "missing.json")[0]] == [2, 2]


def test_worst_of_several_files_is_the_status(file: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{")
    assert status_of(file, wrong)[0] == 2


@pytest.mark.django_db
def test_event_goes_from_one_club_to_another_by_its_file(file: Path) -> None:
    make_owner()
    club = Club.objects.create(name="Savile", slug="savile")
    output = run("import_event", file, "--club", "savile")
    again = run("import_event", file, "--club", "savile")
    event = Event.objects.get(club=club)
    name = f"{file}: Simulation: Swiss, 9 players, seed a"
    assert output == f"{name}, taken in: /clubs/savile/events/{event.public_id}/\n"
    assert again == f"{name} is here already as the file has it; nothing was changed.\n"
    exported = json.loads(run("export_event", event.public_id))
    document = json.loads(file.read_bytes())
    document["club"] = exported["club"]
    document["log"][0]["payload"]["club"] = club.public_id
    assert exported == document


@pytest.mark.django_db
def test_file_that_does_not_hold_together_is_not_taken_in(file: Path) -> None:
    make_owner()
    Club.objects.create(name="Savile", slug="savile")
    document = json.loads(file.read_bytes())
    document["players"].pop()
    file.write_text(json.dumps(document))
    with pytest.raises(CommandError, match=r"/log/\d+/payload/players/\d+: player_unknown") as error:
        run("import_event", file, "--club", "savile")
    assert "This file contradicts itself." in str(error.value)
    assert Event.objects.count() == 0


@pytest.mark.django_db
def test_event_that_is_not_there_can_not_be_written() -> None:
    with pytest.raises(CommandError, match="there is no event 'x'"):
        run("export_event", "x")
