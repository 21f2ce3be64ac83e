from __future__ import annotations

import pytest

from matches.models import Club, Rubber
from tests.matches.web.records import import_text, make_club, text


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


@pytest.fixture
def rubber(club: Club) -> Rubber:
    """Boiteau lost to Walker in the Autumn Cup, round 1, table 4."""
    tags = '[Event "Autumn Cup"]\n[Date "2026.11.14"]\n[Round "1"]\n[Table "4"]\n'
    lines = text().split("\n", 1)
    return import_text(club, f"{lines[0]}\n{tags}{lines[1]}")[0]
