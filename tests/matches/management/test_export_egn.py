from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from tests.factories.rubbers import stored_rubbers, stored_sample
from tests.matches.files import EVENING, rubber_text, triomphe_text

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def run(*arguments: str) -> str:
    output = io.StringIO()
    call_command("export_egn", *arguments, stdout=output)
    return output.getvalue()


def test_evening_comes_back_byte_for_byte() -> None:
    stored_sample(EVENING)
    assert run() == run("--club", "portland") == run("--event", "Autumn Cup") == EVENING.read_text()


def test_la_triomphe_comes_back_byte_for_byte() -> None:
    stored_rubbers(triomphe_text())
    assert run() == triomphe_text()


def test_nothing_stored_writes_nothing() -> None:
    assert run() == ""


def test_ids_are_written_when_asked_for_alone() -> None:
    stored_rubbers(rubber_text())
    assert "Id " not in run()
    assert "[RubberId " in run("--ids")


def test_club_that_is_not_there_is_an_error() -> None:
    with pytest.raises(CommandError, match="there is no club 'savile'"):
        run("--club", "savile")


def test_event_that_nothing_was_played_in_is_an_error() -> None:
    with pytest.raises(CommandError, match="nothing was played in an event called 'Winter Cup'"):
        run("--event", "Winter Cup")
