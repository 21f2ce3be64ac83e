from __future__ import annotations

import io

import pytest
from django.core.management import call_command

from tests.matches.files import EVENING, import_path


@pytest.mark.core
@pytest.mark.django_db
def test_tells_how_much_is_owed() -> None:
    import_path(EVENING)
    output = io.StringIO()

    call_command("sweep", stdout=output)

    assert output.getvalue() == "Asked for the reviews of 12 rubbers and the standings of 1 event.\n"
