"""An event played by command: to its end, the same for the same seed, stored as its log says."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import get_args

import pytest
from django.core.management import CommandError, call_command

from matches.clubs.accounts import make_owner
from matches.models import Event
from matches.operations.rebuild import Rebuild
from tests.bench.simulation.__main__ import COMMANDS, main
from tests.bench.simulation.event_play import Format
from tests.bench.simulation.simulate_event import Command

pytestmark = pytest.mark.long


def run(*arguments: object) -> str:
    output = io.StringIO()
    call_command(Command(), *map(str, arguments), stdout=output)
    return output.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    run("--no-store", "--players", 9, "--seed", "a", "--out", tmp_path / "event.json")
    return tmp_path / "event.json"


@pytest.mark.parametrize("kind", get_args(Format))
@pytest.mark.parametrize("players", [2, 3, 5, 8, 13])
def test_event_in_memory_is_played_to_its_end_and_holds_together(
    kind: Format, players: int, tmp_path: Path
) -> None:
    out = tmp_path / "event.json"
    output = run("--no-store", "--players", players, "--seed", 7, "--format", kind, "--out", out)
    assert f"complete: {players} places" in output
    call_command("check_event", str(out))
    assert json.loads(out.read_bytes())["derived"]["phase"] == "complete"


def test_same_seed_writes_the_same_file(file: Path, tmp_path: Path) -> None:
    again, other = tmp_path / "again.json", tmp_path / "other.json"
    run("--no-store", "--players", 9, "--seed", "a", "--out", again)
    run("--no-store", "--players", 9, "--seed", "b", "--out", other)
    assert again.read_bytes() == file.read_bytes() != other.read_bytes()


def test_prize_list_names_the_winner_first(file: Path) -> None:
    lines = run("--no-store", "--players", 9, "--seed", "a").splitlines()
    places = json.loads(file.read_bytes())["derived"]["places"]
    [winner] = [player for player, place in places.items() if place == 1]
    names = {player["id"]: player["name"] for player in json.loads(file.read_bytes())["players"]}
    assert lines[lines.index("Prize list") + 1] == f"   1. {names[winner]}"


@pytest.mark.django_db
def test_event_played_in_a_club_is_stored_as_its_log_says() -> None:
    make_owner()
    output = run("--players", 9, "--seed", "a")
    event = Event.objects.get()
    assert f"Stored: /clubs/simulation/events/{event.public_id}/" in output
    assert (event.phase, event.club.name) == ("complete", "Simulation")
    assert list(Rebuild(write=False).differences()) == []
    with pytest.raises(CommandError, match="already has an event of this name"):
        run("--players", 9, "--seed", "a")


@pytest.mark.django_db
def test_club_that_is_not_there_is_an_error() -> None:
    with pytest.raises(CommandError, match="there is no club 'savile'"):
        run("--players", 9, "--club", "savile")


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run_from_a_shell(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert (left.value.code, capsys.readouterr().out[:6]) == (0, "usage:")


def test_other_names_are_no_commands() -> None:
    with pytest.raises(SystemExit, match="simulate_event,tune_ratings"):
        main(["migrate"])
