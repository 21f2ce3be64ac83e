"""Events played through, written, checked and taken in by command."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import get_args

import pytest
from django.core.management import CommandError, call_command

from matches.clubs.create_owner import make_owner
from matches.models import Club, Event
from matches.operations.rebuild.replay import Rebuild
from matches.rules.events.simulate import Format


def run(command: str, *arguments: object) -> str:
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
    run("simulate_event", "--no-store", "--players", 9, "--seed", "a", "--out", tmp_path / "event.json")
    return tmp_path / "event.json"


@pytest.mark.parametrize("kind", get_args(Format))
@pytest.mark.parametrize("players", [2, 3, 5, 8, 13])
def test_event_in_memory_is_played_to_its_end_and_holds_together(
    kind: Format, players: int, tmp_path: Path
) -> None:
    out = tmp_path / "event.json"

    told = run(
        "simulate_event", "--no-store", "--players", players, "--seed", 7, "--format", kind, "--out", out
    )

    assert f"complete: {players} places" in told
    assert status_of(out) == (0, "")
    assert json.loads(out.read_bytes())["derived"]["phase"] == "complete"


def test_same_seed_writes_the_same_file(file: Path, tmp_path: Path) -> None:
    again, other = tmp_path / "again.json", tmp_path / "other.json"

    run("simulate_event", "--no-store", "--players", 9, "--seed", "a", "--out", again)
    run("simulate_event", "--no-store", "--players", 9, "--seed", "b", "--out", other)

    assert again.read_bytes() == file.read_bytes() != other.read_bytes()


def test_prize_list_names_the_winner_first(file: Path) -> None:
    told = run("simulate_event", "--no-store", "--players", 9, "--seed", "a").splitlines()
    places = json.loads(file.read_bytes())["derived"]["places"]
    [winner] = [player for player, place in places.items() if place == 1]
    names = {player["id"]: player["name"] for player in json.loads(file.read_bytes())["players"]}

    assert told[told.index("Prize list") + 1] == f"   1. {names[winner]}"


def test_file_that_says_another_thing_than_its_logs_is_told_line_by_line(file: Path) -> None:
    document = json.loads(file.read_bytes())
    document["derived"]["phase"] = "playing"
    file.write_text(json.dumps(document))

    status, told = status_of(file)

    said = "The file says playing, its logs give complete."
    assert (status, told) == (1, f"{file}: /derived/phase: derived_differs: {said}\n")


def test_file_that_is_none_of_an_event_is_not_read(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("[]")

    assert [status_of(wrong)[0], status_of(tmp_path / "missing.json")[0]] == [2, 2]


def test_worst_of_several_files_is_the_status(file: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{")

    assert status_of(file, wrong)[0] == 2


@pytest.mark.django_db
def test_event_played_in_a_club_is_stored_as_its_log_says() -> None:
    make_owner()

    told = run("simulate_event", "--players", 9, "--seed", "a")

    event = Event.objects.get()
    assert f"Stored: /clubs/simulation/events/{event.public_id}/" in told
    assert (event.phase, event.club.name) == ("complete", "Simulation")
    assert list(Rebuild(write=False).differences()) == []
    with pytest.raises(CommandError, match="has an event of this name already"):
        run("simulate_event", "--players", 9, "--seed", "a")


@pytest.mark.django_db
def test_club_that_is_not_there_is_an_error() -> None:
    with pytest.raises(CommandError, match="there is no club 'savile'"):
        run("simulate_event", "--players", 9, "--club", "savile")


@pytest.mark.django_db
def test_event_goes_from_one_club_to_another_by_its_file(file: Path) -> None:
    make_owner()
    club = Club.objects.create(name="Savile", slug="savile")

    told = run("import_event", file, "--club", "savile")
    again = run("import_event", file, "--club", "savile")

    event = Event.objects.get(club=club)
    assert (
        told
        == f"{file}: Simulation: Swiss, 9 players, seed a, taken in: /clubs/savile/events/{event.public_id}/\n"
    )
    assert (
        again
        == f"{file}: Simulation: Swiss, 9 players, seed a is here already as the file has it; nothing was changed.\n"
    )
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

    assert "What this file says does not hold together." in str(error.value)
    assert Event.objects.count() == 0


@pytest.mark.django_db
def test_event_that_is_not_there_can_not_be_written() -> None:
    with pytest.raises(CommandError, match="there is no event 'x'"):
        run("export_event", "x")
