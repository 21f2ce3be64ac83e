from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from matches.models import Rubber
from tests.factories.rubbers import stored_sample
from tests.matches.files import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]


def run(*arguments: str) -> str:
    output = io.StringIO()
    call_command("rebuild", *arguments, stdout=output)
    return output.getvalue()


def test_says_that_there_is_no_difference() -> None:
    stored_sample(EVENING)
    assert run() == "13 log entries replayed: no difference.\n"


def test_difference_is_an_error_until_it_is_written() -> None:
    stored_sample(EVENING)
    rubber = Rubber.objects.earliest("pk")
    Rubber.objects.filter(pk=rubber.pk).update(winner="B")
    with pytest.raises(CommandError, match=r"13 log entries replayed: 1 difference\. With --write"):
        run()
    difference, summary = run("--write").splitlines()
    assert difference == f"rubber:{rubber.public_id}: winner is 'B', the log says 'A'"
    assert summary == "13 log entries replayed: 1 difference, now written as the log has it."
    assert "no difference" in run()


def test_empty_log_and_empty_tables_agree() -> None:
    assert run() == "0 log entries replayed: no difference.\n"
